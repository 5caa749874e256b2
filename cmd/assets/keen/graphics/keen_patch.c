#include "graphics.h"

#include "assets/keen/keen.h"
#include "task/memory.h"
#include "task/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRAM_LIMIT = EXH_MZ_FILE_LIMIT + (4 << 20) };

/* The place of a table in the image; its size if it isn't there. */
static size_t find_bytes(struct exh_bytes image, struct exh_bytes table)
{
	const uint8_t *at =
		table.size ? memmem(image.data, image.size, table.data, table.size)
			   : NULL;

	return at ? (size_t)(at - image.data) : image.size;
}

/* The same of one that is known only by its size and checksum. */
static size_t find_checksum(struct exh_bytes image, size_t size, uint32_t crc)
{
	struct exh_bytes part;

	for (size_t at = 0; size && exh_bytes_slice(image, at, size, &part); at++)
		if (exh_crc32(part) == crc)
			return at;
	return image.size;
}

/* Where the tables are in the image. */
struct places {
	size_t head, head_size, dict;
};

static bool find_places(const struct keen_replacement *r, struct exh_bytes image,
			struct places *places, struct report *report)
{
	struct exh_bytes old_dict = r->old_dict;

	if (old_dict.size > EXH_HUFFMAN_DICT_SIZE)
		old_dict.size = EXH_HUFFMAN_DICT_SIZE;
	places->head_size = r->old_head->size;
	places->head = find_checksum(image, places->head_size, r->old_head->crc32);
	places->dict = find_bytes(image, old_dict);
	if (places->head < image.size && places->dict < image.size)
		return true;
	report_error(report, r->exe, EXH_NO_OFFSET,
		     "the program does not contain the %s of the extracted archive",
		     places->head < image.size	 ? "dictionary"
		     : places->dict < image.size ? "head"
						 : "head and the dictionary");
	return false;
}

static bool check_sizes(const struct keen_replacement *r, const struct places *places,
			struct report *report)
{
	if (r->head.size != places->head_size)
		report_error(report, r->exe, EXH_NO_OFFSET,
			     "the new head has %zu bytes, its place in the program %zu: "
			     "the number of chunks must stay",
			     r->head.size, places->head_size);
	else if (r->dict.size < EXH_HUFFMAN_DICT_SIZE)
		report_error(report, r->exe, EXH_NO_OFFSET,
			     "the new dictionary has %zu bytes, its place in the program "
			     "%d",
			     r->dict.size, EXH_HUFFMAN_DICT_SIZE);
	else
		return true;
	return false;
}

/* Bytes that go to a place in the image. */
struct put {
	size_t at;
	struct exh_bytes bytes;
};

static void put_all(const struct put *puts, size_t count, uint8_t *image)
{
	for (size_t i = 0; i < count; i++)
		if (puts[i].bytes.size)
			memcpy(image + puts[i].at, puts[i].bytes.data,
			       puts[i].bytes.size);
}

/* A packed program is written anew; of any other all bytes but the tables stay. */
static bool write_program(struct keen_program *program, const struct put *puts,
			  size_t count, struct exh_writer *out, struct report *report)
{
	const struct exh_bytes image = program->mz.image;
	enum exh_status status = EXH_OK;
	struct exh_error err;
	uint8_t *patched = NULL;

	if (!program->lzexe_version) {
		put_all(puts, count, program->file.data + program->mz.header_size);
		exh_write_bytes(out, program->file.data, program->file.size);
	} else {
		patched = mem_copy(image.data, image.size, 1);
		put_all(puts, count, patched);
		program->mz.image.data = patched;
		status = exh_mz_write(&program->mz, out, &err);
		program->mz.image = image;
	}
	if (!status)
		status = mem_check_limit(out, &err);
	if (status)
		report_failure(report, program->path, &err);
	free(patched);
	return !status;
}

bool keen_replace_tables(const struct keen_replacement *replacement,
			 struct exh_writer *out, struct report *report)
{
	struct keen_program program;
	struct places places;
	struct exh_error err;
	bool is_done = false;

	out->limit = PROGRAM_LIMIT;
	if (keen_program_open(replacement->exe, &program, &err)) {
		report_failure(report, replacement->exe, &err);
	} else if (find_places(replacement, program.mz.image, &places, report) &&
		   check_sizes(replacement, &places, report)) {
		const struct put puts[] = {
			{ places.head, replacement->head },
			{ places.dict,
			  { replacement->dict.data, EXH_HUFFMAN_DICT_SIZE, 0 } },
		};

		is_done = write_program(&program, puts, 2, out, report);
	}
	keen_program_close(&program);
	return is_done;
}

/* False, reported, if the part is not there or is to grow. */
static bool find_part(const struct keen_program *program, const struct keen_part *part,
		      struct put *out, struct report *report)
{
	const struct exh_bytes image = program->mz.image;

	*out = (struct put){ 0, part->now };
	if (!part->old.size)
		return true;
	out->at = find_bytes(image, part->old);
	if (out->at == image.size)
		report_error(report, program->path, EXH_NO_OFFSET,
			     "the program does not contain the %s", part->name);
	else if (part->now.size != part->old.size)
		report_error(report, program->path, EXH_NO_OFFSET,
			     "the new %s has %zu bytes, its place in the program %zu",
			     part->name, part->now.size, part->old.size);
	else
		return true;
	return false;
}

bool keen_replace_parts(const char *exe, const struct keen_part *parts, size_t count,
			struct exh_writer *out, struct report *report)
{
	struct put *puts = mem_alloc(count, sizeof *puts);
	struct keen_program program;
	struct exh_error err;
	bool good = true;

	out->limit = PROGRAM_LIMIT;
	if (keen_program_open(exe, &program, &err)) {
		report_failure(report, exe, &err);
		good = false;
	}
	for (size_t i = 0; i < count && good; i++)
		good = find_part(&program, &parts[i], &puts[i], report);
	good = good && write_program(&program, puts, count, out, report);
	keen_program_close(&program);
	free(puts);
	return good;
}

void keen_write_patch(const char *archive, const char *head, const char *dict,
		      struct exh_writer *out)
{
	const char *name = file_name(archive);
	const char *point = strrchr(name, '.');

	text_put(out, "%%ext ");
	for (const char *c = point ? point + 1 : "ck4"; *c; c++)
		exh_write_u8(out, (uint8_t)tolower((unsigned char)*c));
	text_put(out, "\n%%version ALL\n\n");
	text_put(out, "%%egahead %s\n", file_name(head));
	text_put(out, "%%egadict %s\n", file_name(dict));
	text_put(out, "\n%%end\n");
}
