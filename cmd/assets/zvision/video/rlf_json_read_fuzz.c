/*
 * Any text as what rlf2png --json says: it is refused with a reason, or each frame has a
 * kind, and the JSON that rlf2png writes about these frames reads the same.
 *
 * Input: the text
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "video.h"

#include "task/json.h"
#include "task/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The document of an animation that has these frames. */
static void write_again(const struct rlf_info *info, struct exh_writer *out)
{
	struct rlf_source rlf = { .header = info->header, .count = info->count };
	struct json *document = json_new_object(), *list = json_new_list();
	struct json *result = json_new_object();

	rlf.reader.size = info->file_size;
	rlf.frames = mem_alloc(info->count, sizeof *rlf.frames);
	for (size_t i = 0; i < info->count; i++)
		rlf.frames[i] = (struct rlf_frame){ .kind = info->frames[i].kind,
						    .size = info->frames[i].size,
						    .offset = info->frames[i].offset };
	rlf_to_json(&rlf, result);
	json_push(list, result);
	json_set(document, "format", json_of_text("rlf2png"));
	json_set(document, "schema", json_new_number(1));
	json_set(document, "results", list);
	json_write(document, JSON_PACKED, out);
	json_free(document);
	free(rlf.frames);
}

static void check_again(const struct rlf_info *info)
{
	struct exh_writer out = { .limit = 1 << 24 };
	struct rlf_info again;

	write_again(info, &out);
	assert(!rlf_info_read(exh_writer_bytes(&out), &again, NULL));
	assert(again.count == info->count);
	assert(!memcmp(&again.header, &info->header, sizeof again.header));
	for (size_t i = 0; i < info->count; i++) {
		const struct rlf_frame_row *a = &info->frames[i], *b = &again.frames[i];

		assert(*rlf_kind_name(b->kind));
		assert(a->kind == b->kind && a->size == b->size &&
		       a->offset == b->offset);
	}
	rlf_info_free(&again);
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_error err = { 0 };
	struct rlf_info info;

	if (rlf_info_read((struct exh_bytes){ data, size, 0 }, &info, &err))
		assert(err.status && err.text[0]);
	else if (info.file_size)
		check_again(&info);
	rlf_info_free(&info);
	return 0;
}
