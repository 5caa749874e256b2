#include "exhume/sci_names.h"

#include "../base/reader.h"

enum { END_MARK = 0xffff, CLASS_SIZE = 4 };

static enum exh_status no_memory(struct exh_bytes in, const struct exh_arena *arena,
				 struct exh_error *err)
{
	return exh_fail(err, EXH_NO_MEMORY, in.base,
			"%zu bytes of numbers need more than %zu bytes of memory",
			in.size, arena->limit);
}

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
		return no_memory(in, arena, err);
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
	return out->failed ? exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				      "numbers need more than %zu bytes", out->limit)
			   : EXH_OK;
}

enum exh_status exh_sci_classes_read(struct exh_bytes in, struct exh_arena *arena,
				     struct exh_sci_classes *out, struct exh_notes *notes,
				     struct exh_error *err)
{
	*out = (struct exh_sci_classes){ .count = in.size / CLASS_SIZE };
	out->items = exh_alloc(arena, out->count + 1, sizeof *out->items);
	if (!out->items)
		return no_memory(in, arena, err);
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
	return out->failed ? exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				      "classes need more than %zu bytes", out->limit)
			   : EXH_OK;
}
