#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include "../base/reader.h"

#include <string.h>

enum {
	HEADER_SIZE = 0x1c, /* bytes before the relocations, at the least */
	RELOCATIONS_AT = 0x1c,
	PKLITE_AT = 0x1e,
	PARAGRAPH = 16,
	PAGE = 512,
	MAX_PARAGRAPHS = 0xffff,
	MAX_RELOCATIONS = 0xffff,
};

/* The header as it is stored. */
struct header {
	uint16_t last_page_size, page_count, relocation_count, paragraph_count;
	uint16_t relocations_at;
};

static bool is_program(struct exh_bytes file)
{
	return file.size >= 2 &&
	       (memcmp(file.data, "MZ", 2) == 0 || memcmp(file.data, "ZM", 2) == 0);
}

static enum exh_status read_header(struct exh_bytes file, struct exh_mz *out,
				   struct header *header, struct exh_error *err)
{
	struct reader r = { .in = file };

	if (!is_program(file))
		return exh_fail(err, EXH_INVALID, file.base,
				"not a DOS program: no \"MZ\" at its start");
	rd_take(&r, 2);
	header->last_page_size = rd_u16le(&r);
	header->page_count = rd_u16le(&r);
	header->relocation_count = rd_u16le(&r);
	header->paragraph_count = rd_u16le(&r);
	out->min_alloc = rd_u16le(&r);
	out->max_alloc = rd_u16le(&r);
	out->ss = rd_u16le(&r);
	out->sp = rd_u16le(&r);
	rd_u16le(&r); /* an unused checksum */
	out->ip = rd_u16le(&r);
	out->cs = rd_u16le(&r);
	header->relocations_at = rd_u16le(&r);
	rd_u16le(&r); /* the number of an overlay */
	out->header_size = (size_t)header->paragraph_count * PARAGRAPH;
	if (r.failed || out->header_size > file.size)
		return exh_fail(err, EXH_TRUNCATED, file.base + file.size,
				"the program ends in its header");
	if (out->header_size < HEADER_SIZE)
		return exh_fail(err, EXH_INVALID, file.base + 8,
				"not a DOS program: a header of %zu bytes, expected at "
				"least %d",
				out->header_size, HEADER_SIZE);
	return EXH_OK;
}

/* The end of the image in the file; 0 pages: the whole file. */
static size_t image_end(const struct header *header, size_t file_size)
{
	size_t end = (size_t)header->page_count * PAGE;

	if (!header->page_count)
		return file_size;
	if (header->last_page_size && header->last_page_size < PAGE)
		end -= PAGE - (size_t)header->last_page_size;
	return end;
}

static enum exh_status slice_image(struct exh_bytes file, const struct header *header,
				   struct exh_mz *out, struct exh_notes *notes,
				   struct exh_error *err)
{
	size_t end = image_end(header, file.size);

	if (end < out->header_size)
		return exh_fail(err, EXH_INVALID, file.base + 2,
				"not a DOS program: %zu bytes declared, the header alone "
				"has %zu",
				end, out->header_size);
	if (end > file.size) {
		exh_note(notes, EXH_DAMAGE, file.base + file.size,
			 "the program ends early: %zu bytes declared, %zu found", end,
			 file.size);
		end = file.size;
	}
	exh_bytes_slice(file, out->header_size, end - out->header_size, &out->image);
	exh_bytes_slice(file, end, file.size - end, &out->rest);
	return EXH_OK;
}

static enum exh_status read_relocations(struct exh_bytes file,
					const struct header *header,
					struct exh_arena *arena, struct exh_mz *out,
					struct exh_notes *notes, struct exh_error *err)
{
	const size_t wanted = header->relocation_count;
	struct reader r = { .in = file };

	out->relocations =
		exh_alloc(arena, wanted ? wanted : 1, sizeof *out->relocations);
	if (!out->relocations)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"no memory for %zu relocations", wanted);
	rd_take(&r, header->relocations_at);
	while (out->relocation_count < wanted) {
		const uint16_t offset = rd_u16le(&r), segment = rd_u16le(&r);

		if (r.failed)
			break;
		out->relocations[out->relocation_count++] =
			(struct exh_mz_relocation){ offset, segment };
	}
	if (out->relocation_count < wanted)
		exh_note(notes, EXH_DAMAGE, file.base + file.size,
			 "the program ends after %zu of %zu relocations",
			 out->relocation_count, wanted);
	return EXH_OK;
}

bool exh_pklite_packed(struct exh_bytes file)
{
	static const char name[] = "PKLITE"; /* PKlite in 2.0 */
	struct reader r = { .in = file };
	const uint8_t *text;

	if (!is_program(file))
		return false;
	rd_take(&r, PKLITE_AT);
	text = rd_take(&r, sizeof name - 1);
	for (size_t i = 0; text && i < sizeof name - 1; i++)
		if ((text[i] & ~0x20) != name[i])
			return false;
	return text;
}

enum exh_status exh_mz_open(struct exh_bytes file, struct exh_arena *arena,
			    struct exh_mz *out, struct exh_notes *notes,
			    struct exh_error *err)
{
	struct header header = { 0 };
	enum exh_status status;

	*out = (struct exh_mz){ 0 };
	status = read_header(file, out, &header, err);
	if (!status)
		status = slice_image(file, &header, out, notes, err);
	if (!status)
		status = read_relocations(file, &header, arena, out, notes, err);
	return status;
}

enum exh_status exh_mz_write(const struct exh_mz *program, struct exh_writer *out,
			     struct exh_error *err)
{
	const size_t used = RELOCATIONS_AT + program->relocation_count * 4;
	const size_t header_size = (used + PAGE - 1) / PAGE * PAGE;
	const size_t size = header_size + program->image.size;
	const size_t start = out->size;

	if (program->relocation_count > MAX_RELOCATIONS ||
	    header_size / PARAGRAPH > MAX_PARAGRAPHS ||
	    program->image.size > EXH_MZ_IMAGE_LIMIT)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu bytes and %zu relocations: too large for a program",
				program->image.size, program->relocation_count);
	exh_write_bytes(out, "MZ", 2);
	exh_write_u16le(out, (uint16_t)(size % PAGE));
	exh_write_u16le(out, (uint16_t)((size + PAGE - 1) / PAGE));
	exh_write_u16le(out, (uint16_t)program->relocation_count);
	exh_write_u16le(out, (uint16_t)(header_size / PARAGRAPH));
	exh_write_u16le(out, program->min_alloc);
	exh_write_u16le(out, program->max_alloc);
	exh_write_u16le(out, program->ss);
	exh_write_u16le(out, program->sp);
	exh_write_u16le(out, 0);
	exh_write_u16le(out, program->ip);
	exh_write_u16le(out, program->cs);
	exh_write_u16le(out, RELOCATIONS_AT);
	exh_write_u16le(out, 0);
	for (size_t i = 0; i < program->relocation_count; i++) {
		exh_write_u16le(out, program->relocations[i].offset);
		exh_write_u16le(out, program->relocations[i].segment);
	}
	while (!out->failed && out->size - start < header_size)
		exh_write_u8(out, 0);
	exh_write_bytes(out, program->image.data, program->image.size);
	exh_write_bytes(out, program->rest.data, program->rest.size);
	if (out->failed)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"no memory for a program of %zu bytes", size);
	return EXH_OK;
}
