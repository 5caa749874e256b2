#include "video.h"

#include "task/json.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *rlf_kind_name(enum exh_zv_rlf_kind kind)
{
	return kind == EXH_ZV_RLF_SIMPLE ? "I" : kind == EXH_ZV_RLF_MASKED ? "P" : "?";
}

/* Of the fields of unknown meaning; as text they are the keys. */
static const unsigned unknown_offsets[EXH_ZV_RLF_FIELD_COUNT] = { 8,   12,  28,	 32,
								  36,  68,  100, 144,
								  148, 152, 172 };

static struct json *header_to_json(const struct exh_zv_rlf *header)
{
	struct json *json = json_new_object(), *unknown = json_new_object();
	char name[16];

	json_set_number(json, "frame_count", header->frame_count);
	json_set_number(json, "width", header->width);
	json_set_number(json, "height", header->height);
	json_set_number(json, "frame_time", header->tenths);
	for (size_t i = 0; i < EXH_ZV_RLF_FIELD_COUNT; i++) {
		snprintf(name, sizeof name, "%u", unknown_offsets[i]);
		json_set_number(unknown, name, header->unknown[i]);
	}
	json_set(json, "unknown", unknown);
	return json;
}

double rlf_ratio(const struct rlf_source *rlf)
{
	return 2.0 * rlf->header.width * rlf->header.height * (double)rlf->count /
	       (double)rlf->reader.size;
}

void rlf_to_json(const struct rlf_source *rlf, struct json *result)
{
	const uint32_t milliseconds = exh_zv_rlf_milliseconds(&rlf->header);
	struct json *frames = json_new_list(), *keys = json_new_list();

	for (size_t i = 0; i < rlf->count; i++) {
		const struct rlf_frame *frame = &rlf->frames[i];

		json_push(frames,
			  json_make("{s:I, s:s, s:I, s:I, s:I}", "number", (int64_t)i,
				    "kind", rlf_kind_name(frame->kind), "offset",
				    (int64_t)frame->offset, "size", (int64_t)frame->size,
				    "time_ms", (int64_t)i * milliseconds));
		if (frame->kind == EXH_ZV_RLF_SIMPLE)
			json_push(keys, json_new_number((int64_t)i));
	}
	json_set_number(result, "width", rlf->header.width);
	json_set_number(result, "height", rlf->header.height);
	json_set_number(result, "milliseconds", milliseconds);
	json_set_number(result, "frame_count", rlf->count);
	json_set_number(result, "file_size", rlf->reader.size);
	json_set(result, "ratio", json_new_real(rlf_ratio(rlf)));
	json_set(result, "header", header_to_json(&rlf->header));
	json_set(result, "key_frames", keys);
	json_set(result, "frames", frames);
}

/*
 * Reading.
 */

static void read_header(struct json_reading *r, const struct json *json,
			struct exh_zv_rlf *header)
{
	const struct json *unknown = json_get(json, "unknown");
	char name[16];

	if (!json_is_map(unknown))
		json_read_wrong(r, "header.unknown", "an object");
	header->tenths = json_read_number(r, json, "frame_time", UINT32_MAX);
	for (size_t i = 0; i < EXH_ZV_RLF_FIELD_COUNT; i++) {
		snprintf(name, sizeof name, "%u", unknown_offsets[i]);
		header->unknown[i] = json_read_number_or(r, unknown, name, UINT32_MAX, 0);
	}
}

static void read_kinds(struct json_reading *r, const struct json *result,
		       struct rlf_info *out)
{
	const struct json *list = json_read_list(r, result, "frames");

	out->kinds = mem_alloc(json_size(list), sizeof *out->kinds);
	for (; out->count < json_size(list) && !r->status; out->count++) {
		const char *kind = json_text_at(json_at(list, out->count), "kind");

		if (!kind)
			json_read_wrong(r, "kind", "\"I\" or \"P\"");
		else
			out->kinds[out->count] =
				strcmp(kind, "I") == 0	 ? EXH_ZV_RLF_SIMPLE
				: strcmp(kind, "P") == 0 ? EXH_ZV_RLF_MASKED
							 : EXH_ZV_RLF_UNKNOWN;
	}
}

enum exh_status rlf_info_read(struct exh_bytes text, struct rlf_info *out,
			      struct exh_error *err)
{
	struct json_reading r = { .err = err };
	struct json *root = json_parse(text, err);
	const struct json *result = json_at(json_get(root, "results"), 0);
	const struct json *header = json_get(result, "header");

	*out = (struct rlf_info){ 0 };
	if (!root)
		return err ? err->status : EXH_INVALID;
	if (!json_is_map(header))
		json_read_wrong(&r, "results[0].header", "the output of rlf2png --json");
	read_header(&r, header, &out->header);
	read_kinds(&r, result, out);
	json_free(root);
	return r.status;
}

void rlf_info_free(struct rlf_info *info)
{
	free(info->kinds);
	*info = (struct rlf_info){ 0 };
}
