#include "video.h"

#include <stdio.h>

const char *rlf_kind_name(enum exh_zv_rlf_kind kind)
{
	return kind == EXH_ZV_RLF_SIMPLE ? "I" : kind == EXH_ZV_RLF_MASKED ? "P" : "?";
}

const unsigned rlf_unknown_offsets[EXH_ZV_RLF_FIELD_COUNT] = { 8,   12,	 28,  32,  36, 68,
							       100, 144, 148, 152, 172 };

static json_t *header_to_json(const struct exh_zv_rlf *header)
{
	json_t *json = json_object(), *unknown = json_object();
	char name[16];

	json_set_number(json, "frame_count", header->frame_count);
	json_set_number(json, "width", header->width);
	json_set_number(json, "height", header->height);
	json_set_number(json, "frame_time", header->tenths);
	for (size_t i = 0; i < EXH_ZV_RLF_FIELD_COUNT; i++) {
		snprintf(name, sizeof name, "%u", rlf_unknown_offsets[i]);
		json_set_number(unknown, name, header->unknown[i]);
	}
	json_object_set_new(json, "unknown", unknown);
	return json;
}

double rlf_ratio(const struct rlf_source *rlf)
{
	return 2.0 * rlf->header.width * rlf->header.height * (double)rlf->count /
	       (double)rlf->reader.size;
}

void rlf_to_json(const struct rlf_source *rlf, json_t *result)
{
	const uint32_t milliseconds = exh_zv_rlf_milliseconds(&rlf->header);
	json_t *frames = json_array(), *keys = json_array();

	for (size_t i = 0; i < rlf->count; i++) {
		const struct rlf_frame *frame = &rlf->frames[i];

		json_array_append_new(frames,
				      json_pack("{s:I, s:s, s:I, s:I, s:I}", "number",
						(json_int_t)i, "kind",
						rlf_kind_name(frame->kind), "offset",
						(json_int_t)frame->offset, "size",
						(json_int_t)frame->size, "time_ms",
						(json_int_t)i * milliseconds));
		if (frame->kind == EXH_ZV_RLF_SIMPLE)
			json_array_append_new(keys, json_integer((json_int_t)i));
	}
	json_set_number(result, "width", rlf->header.width);
	json_set_number(result, "height", rlf->header.height);
	json_set_number(result, "milliseconds", milliseconds);
	json_set_number(result, "frame_count", rlf->count);
	json_set_number(result, "file_size", rlf->reader.size);
	json_object_set_new(result, "ratio", json_real(rlf_ratio(rlf)));
	json_object_set_new(result, "header", header_to_json(&rlf->header));
	json_object_set_new(result, "key_frames", keys);
	json_object_set_new(result, "frames", frames);
}
