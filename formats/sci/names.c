#include "exhume/advanced/sci_names.h"

#include "../base/reader.h"
#include "basics.h"

#include <string.h>

enum {
	MAX_NOTES = 100,
	TABLE_START = 2,
	MAX_TEXT = 1 << 20, /* bytes in total: 16 times what offsets can address */
};

static size_t header_size(enum exh_sci_names_layout layout)
{
	return layout == EXH_SCI_NAMES_TYPED ? 4 : 2;
}

/*
 * Texts that each end with a 0.
 */

static enum exh_status read_zeros(struct exh_bytes in, struct exh_arena *arena,
				  struct exh_sci_names *out, struct exh_error *err)
{
	const uint8_t *texts = exh_memdup(arena, in).data;
	size_t count = 0, start = 0;

	for (size_t i = 0; i < in.size; i++)
		count += !in.data[i];
	if (!count)
		return exh_fail(err, EXH_INVALID, in.base,
				"not names: expected texts that end with a 0");
	out->items = exh_alloc(arena, count, sizeof *out->items);
	if (!texts || !out->items)
		return too_many(arena, count, "names", in.base, err);
	for (size_t i = 0; i < in.size; i++) {
		if (in.data[i])
			continue;
		out->items[out->count++].text =
			(struct exh_bytes){ texts + start, i - start, in.base + start };
		start = i + 1;
	}
	out->used_size = start;
	return EXH_OK;
}

/*
 * Offsets of sizes and texts.
 */

/* Reads a name, whose text is in the input; false if it does not lie in it. */
static bool read_name(struct exh_bytes in, size_t offset,
		      enum exh_sci_names_layout layout, struct exh_sci_name *out)
{
	struct reader r = { .in = in, .pos = offset <= in.size ? offset : in.size };
	size_t size = rd_u16le(&r);
	const uint8_t *p;

	*out = (struct exh_sci_name){ .text.base = in.base + offset };
	if (layout == EXH_SCI_NAMES_TYPED) {
		if (size < sizeof out->type)
			return false;
		out->type = rd_u16le(&r);
		size -= sizeof out->type;
	}
	p = rd_take(&r, size);
	out->text = (struct exh_bytes){ p, p ? size : 0, in.base + offset };
	return p;
}

static size_t name_end(const struct exh_sci_name *name, enum exh_sci_names_layout layout)
{
	return name->text.base + header_size(layout) + name->text.size;
}

/* A name is shared if one before it has its offset: first_at says which, by offset. */
static bool mark_shared(struct exh_bytes in, struct exh_arena *arena,
			struct exh_sci_names *out)
{
	const size_t most = in.size <= UINT16_MAX ? in.size : UINT16_MAX;
	bool *is_taken = exh_alloc(arena, most + 1, sizeof *is_taken);

	if (!is_taken)
		return false;
	for (size_t i = 0; i < out->count; i++) {
		struct exh_sci_name *name = &out->items[i];
		const size_t at = name->text.base - in.base;

		if (!name->text.data)
			continue;
		name->is_shared = is_taken[at];
		is_taken[at] = true;
	}
	return true;
}

/* Notes selectors with an empty name, as zeroed bytes leave them: games name unused
 * selectors, too. */
static void note_empty(const struct exh_sci_names *names, struct exh_notes *notes)
{
	size_t count = 0, first = 0;

	for (size_t i = names->count; i--;) {
		const struct exh_bytes text = names->items[i].text;

		if (text.data && !text.size) {
			count++;
			first = text.base;
		}
	}
	if (count)
		exh_note(notes, EXH_WARNING, first,
			 "%zu of %zu selectors have an empty name", count, names->count);
}

static size_t read_all(struct exh_bytes in, struct exh_sci_names *out,
		       struct exh_notes *notes)
{
	size_t right = 0, end = in.base + TABLE_START + 2 * out->count, text_size = 0;

	exh_notes_limit(notes, MAX_NOTES);
	for (size_t i = 0; i < out->count; i++) {
		const size_t at = TABLE_START + 2 * i;
		const size_t offset = load_u16le(in.data + at);
		struct exh_sci_name *name = &out->items[i];

		if (read_name(in, offset, out->layout, name) &&
		    name->text.size <= MAX_TEXT - text_size) {
			right++;
			text_size += name->text.size;
			if (end < name_end(name, out->layout))
				end = name_end(name, out->layout);
			continue;
		}
		exh_note(notes, EXH_DAMAGE, in.base + at,
			 name->text.data ? "name %zu: at 0x%zx: the names overlap"
					 : "name %zu: it should lie at 0x%zx, and passes "
					   "the end",
			 i, offset);
		*name = (struct exh_sci_name){ .text.base = in.base + offset };
	}
	exh_notes_all(notes);
	if (out->layout == EXH_SCI_NAMES_MAX_INDEX && notes)
		note_empty(out, notes);
	out->used_size = end - in.base;
	return right;
}

/* The names lie in the input: from here on in a copy of it. */
static bool own_texts(struct exh_bytes in, struct exh_arena *arena,
		      struct exh_sci_names *out)
{
	const uint8_t *copy = exh_memdup(arena, in).data;

	for (size_t i = 0; i < out->count && copy; i++) {
		struct exh_bytes *text = &out->items[i].text;

		text->data = text->data ? copy + (text->data - in.data) : copy;
	}
	return copy;
}

enum exh_status exh_sci_names_read(struct exh_bytes in, enum exh_sci_names_layout layout,
				   struct exh_arena *arena, struct exh_sci_names *out,
				   struct exh_notes *notes, struct exh_error *err)
{
	size_t count;

	*out = (struct exh_sci_names){ .layout = layout };
	if (layout == EXH_SCI_NAMES_ZEROS)
		return read_zeros(in, arena, out, err);
	if (in.size < TABLE_START)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"not names: expected their count");
	count = (size_t)load_u16le(in.data) + (layout == EXH_SCI_NAMES_MAX_INDEX);
	if (count > (in.size - TABLE_START) / 2)
		return exh_fail(err, EXH_TRUNCATED, in.base,
				"%zu names: expected %zu bytes of offsets, found %zu",
				count, 2 * count, in.size - TABLE_START);
	out->items = exh_alloc(arena, count + 1, sizeof *out->items);
	if (!out->items)
		return too_many(arena, count, "names", in.base, err);
	out->count = count;
	if (!count && in.size > TABLE_START)
		exh_note(notes, EXH_WARNING, in.base,
			 "a count of 0 names, and %zu bytes: names may be missing",
			 in.size - TABLE_START);
	if (!read_all(in, out, notes) && count)
		return exh_fail(err, EXH_INVALID, in.base,
				"not names: none of %zu offsets leads to a name", count);
	if (!mark_shared(in, arena, out) || !own_texts(in, arena, out))
		return too_many(arena, count, "names", in.base, err);
	return EXH_OK;
}

/*
 * Writing.
 */

static enum exh_status write_zeros(const struct exh_sci_names *names,
				   struct exh_writer *out, struct exh_error *err)
{
	for (size_t i = 0; i < names->count; i++) {
		const struct exh_bytes text = names->items[i].text;

		if (text.size && memchr(text.data, 0, text.size))
			return exh_fail(err, EXH_INVALID, i, "a name with a 0 in it");
		exh_write_bytes(out, text.data, text.size);
		exh_write_u8(out, 0);
	}
	return EXH_OK;
}

/* The offset of the first earlier name that is equal; 0 if there is none. */
static unsigned offset_of_same(const struct exh_sci_names *names, size_t index,
			       const uint8_t *offsets)
{
	const struct exh_sci_name *name = &names->items[index];

	for (size_t i = 0; i < index; i++) {
		const struct exh_sci_name *other = &names->items[i];

		if (other->type == name->type && same_bytes(other->text, name->text))
			return load_u16le(offsets + 2 * i);
	}
	return 0;
}

static enum exh_status write_name(const struct exh_sci_names *names, size_t index,
				  size_t start, struct exh_writer *out,
				  struct exh_error *err)
{
	const struct exh_sci_name *name = &names->items[index];
	const bool is_typed = names->layout == EXH_SCI_NAMES_TYPED;
	const size_t size = name->text.size + (is_typed ? sizeof name->type : 0);
	uint8_t *offsets = out->data + start + TABLE_START;
	size_t at = out->size - start;

	if (name->is_shared) {
		at = offset_of_same(names, index, offsets);
		if (!at)
			return exh_fail(err, EXH_INVALID, index,
					"a shared name that equals no earlier one");
	} else if (at > UINT16_MAX || size > UINT16_MAX) {
		return exh_fail(err, EXH_LIMIT, index,
				"at byte %zu, of %zu bytes: both end at %d", at, size,
				UINT16_MAX);
	}
	offsets[2 * index] = (uint8_t)at;
	offsets[2 * index + 1] = (uint8_t)(at >> 8);
	if (name->is_shared)
		return EXH_OK;
	exh_write_u16le(out, (uint16_t)size);
	if (is_typed)
		exh_write_u16le(out, name->type);
	exh_write_bytes(out, name->text.data, name->text.size);
	return EXH_OK;
}

static enum exh_status write_table(const struct exh_sci_names *names,
				   struct exh_writer *out, struct exh_error *err)
{
	const bool is_max = names->layout == EXH_SCI_NAMES_MAX_INDEX;
	const size_t start = out->size;
	enum exh_status status = EXH_OK;

	if (names->count > UINT16_MAX || names->count < is_max)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu names: expected %d to %d", names->count, is_max,
				UINT16_MAX);
	exh_write_u16le(out, (uint16_t)(names->count - is_max));
	for (size_t i = 0; i < names->count; i++)
		exh_write_u16le(out, 0);
	for (size_t i = 0; i < names->count && !status && !out->failed; i++)
		status = write_name(names, i, start, out, err);
	return status;
}

enum exh_status exh_sci_names_write(const struct exh_sci_names *names,
				    struct exh_writer *out, struct exh_error *err)
{
	const enum exh_status status = names->layout == EXH_SCI_NAMES_ZEROS
					       ? write_zeros(names, out, err)
					       : write_table(names, out, err);

	return status ? status : end_writing(out, "names need", err);
}

/*
 * Numbers.
 */

enum { END_MARK = 0xffff, CLASS_SIZE = 4 };

static void note_rest(struct exh_notes *notes, struct exh_bytes in, size_t used_size,
		      size_t size)
{
	if (notes && used_size < in.size)
		exh_note(notes, EXH_WARNING, in.base + used_size,
			 "%zu bytes at the end: expected entries of %zu",
			 in.size - used_size, size);
}

enum exh_status exh_sci_numbers_read(struct exh_bytes in, struct exh_arena *arena,
				     struct exh_sci_numbers *out, struct exh_notes *notes,
				     struct exh_error *err)
{
	*out = (struct exh_sci_numbers){ .count = in.size / 2 };
	out->items = exh_alloc(arena, out->count + 1, sizeof *out->items);
	if (!out->items)
		return too_many(arena, in.size, "bytes of numbers", in.base, err);
	for (size_t i = 0; i < out->count; i++)
		out->items[i] = load_u16le(in.data + 2 * i);
	out->used_size = 2 * out->count;
	note_rest(notes, in, out->used_size, 2);
	return EXH_OK;
}

enum exh_status exh_sci_synonyms_read(struct exh_bytes in, struct exh_arena *arena,
				      struct exh_sci_numbers *out,
				      struct exh_notes *notes, struct exh_error *err)
{
	const enum exh_status status = exh_sci_numbers_read(in, arena, out, NULL, err);
	size_t end = 0;

	if (status)
		return status;
	while (end + 2 <= out->count && out->items[end] != END_MARK)
		end += 2;
	out->is_ended = end < out->count && out->items[end] == END_MARK;
	out->count = end;
	out->used_size = 2 * (end + out->is_ended);
	if (notes && !out->is_ended && out->used_size < in.size)
		exh_note(notes, EXH_DAMAGE, in.base + out->used_size,
			 "the data end inside a pair of groups");
	return EXH_OK;
}

enum exh_status exh_sci_numbers_write(const struct exh_sci_numbers *numbers,
				      struct exh_writer *out, struct exh_error *err)
{
	for (size_t i = 0; i < numbers->count; i++)
		exh_write_u16le(out, numbers->items[i]);
	if (numbers->is_ended)
		exh_write_u16le(out, END_MARK);
	return end_writing(out, "numbers need", err);
}

enum exh_status exh_sci_classes_read(struct exh_bytes in, struct exh_arena *arena,
				     struct exh_sci_classes *out, struct exh_notes *notes,
				     struct exh_error *err)
{
	*out = (struct exh_sci_classes){ .count = in.size / CLASS_SIZE };
	out->items = exh_alloc(arena, out->count + 1, sizeof *out->items);
	if (!out->items)
		return too_many(arena, in.size, "bytes of numbers", in.base, err);
	for (size_t i = 0; i < out->count; i++)
		out->items[i] = (struct exh_sci_class){
			load_u16le(in.data + CLASS_SIZE * i),
			load_u16le(in.data + CLASS_SIZE * i + 2),
		};
	out->used_size = CLASS_SIZE * out->count;
	note_rest(notes, in, out->used_size, CLASS_SIZE);
	return EXH_OK;
}

enum exh_status exh_sci_classes_write(const struct exh_sci_classes *classes,
				      struct exh_writer *out, struct exh_error *err)
{
	for (size_t i = 0; i < classes->count; i++) {
		exh_write_u16le(out, classes->items[i].first);
		exh_write_u16le(out, classes->items[i].script);
	}
	return end_writing(out, "classes need", err);
}
