#include "exhume/sci_names.h"

#include "../base/reader.h"

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

static enum exh_status no_memory(const struct exh_arena *arena, size_t at, size_t count,
				 struct exh_error *err)
{
	return exh_fail(err, EXH_NO_MEMORY, at,
			"%zu names need more than %zu bytes of memory", count,
			arena->limit);
}

/*
 * Texts that each end with a 0.
 */

static enum exh_status read_zeros(struct exh_bytes in, struct exh_arena *arena,
				  struct exh_sci_names *out, struct exh_error *err)
{
	uint8_t *texts = exh_alloc(arena, in.size + 1, 1);
	size_t count = 0, start = 0;

	for (size_t i = 0; i < in.size; i++)
		count += !in.data[i];
	if (!count)
		return exh_fail(err, EXH_INVALID, in.base,
				"not names: expected texts that end with a 0");
	out->items = exh_alloc(arena, count, sizeof *out->items);
	if (!texts || !out->items)
		return no_memory(arena, in.base, count, err);
	memcpy(texts, in.data, in.size);
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

/* Its text is in the input; false if it does not lie in it. */
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
	out->used_size = end - in.base;
	return right;
}

/* The names lie in the input: from here on in a copy of it. */
static bool own_texts(struct exh_bytes in, struct exh_arena *arena,
		      struct exh_sci_names *out)
{
	uint8_t *copy = exh_alloc(arena, in.size, 1);

	if (!copy)
		return false;
	memcpy(copy, in.data, in.size);
	for (size_t i = 0; i < out->count; i++) {
		struct exh_bytes *text = &out->items[i].text;

		text->data = text->data ? copy + (text->data - in.data) : copy;
	}
	return true;
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
		return no_memory(arena, in.base, count, err);
	out->count = count;
	if (!read_all(in, out, notes) && count)
		return exh_fail(err, EXH_INVALID, in.base,
				"not names: none of %zu offsets leads to a name", count);
	if (!mark_shared(in, arena, out) || !own_texts(in, arena, out))
		return no_memory(arena, in.base, count, err);
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

		if (other->text.size == name->text.size && other->type == name->type &&
		    (!name->text.size ||
		     !memcmp(other->text.data, name->text.data, name->text.size)))
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

	if (!status && out->failed)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"names need more than %zu bytes", out->limit);
	return status;
}
