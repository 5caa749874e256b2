#include "video.h"

#include "task/json.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum exh_status get_header(const json_t *json, struct exh_zv_rlf *header,
				  struct exh_error *err)
{
	const json_t *unknown = json_object_get(json, "unknown");
	enum exh_status status;

	if (!json_is_object(unknown))
		return json_wrong(err, "header.unknown", "an object");
	status = json_get_number(json, "frame_time", false, UINT32_MAX, &header->tenths,
				 err);
	for (size_t i = 0; i < EXH_ZV_RLF_FIELD_COUNT && !status; i++) {
		char name[16];

		snprintf(name, sizeof name, "%u", rlf_unknown_offsets[i]);
		status = json_get_number(unknown, name, true, UINT32_MAX,
					 &header->unknown[i], err);
	}
	return status;
}

static enum exh_status get_kinds(const json_t *list, struct rlf_info *out,
				 struct exh_error *err)
{
	if (!json_is_array(list))
		return json_wrong(err, "frames", "a list");
	out->kinds = mem_alloc(json_array_size(list), sizeof *out->kinds);
	for (; out->count < json_array_size(list); out->count++) {
		const json_t *frame = json_array_get(list, out->count);
		const char *kind = json_string_value(json_object_get(frame, "kind"));

		if (!kind)
			return json_wrong(err, "kind", "\"I\" or \"P\"");
		out->kinds[out->count] = strcmp(kind, "I") == 0	  ? EXH_ZV_RLF_SIMPLE
					 : strcmp(kind, "P") == 0 ? EXH_ZV_RLF_MASKED
								  : EXH_ZV_RLF_UNKNOWN;
	}
	return EXH_OK;
}

enum exh_status rlf_info_read(struct exh_bytes text, struct rlf_info *out,
			      struct exh_error *err)
{
	json_t *root = json_parse(text, err);
	const json_t *result = json_array_get(json_object_get(root, "results"), 0);
	const json_t *header = json_object_get(result, "header");
	enum exh_status status;

	*out = (struct rlf_info){ 0 };
	if (!root)
		return err ? err->status : EXH_INVALID;
	status = json_is_object(header) ? get_header(header, &out->header, err)
					: json_wrong(err, "results[0].header",
						     "the output of rlf2png --json");
	if (!status)
		status = get_kinds(json_object_get(result, "frames"), out, err);
	json_decref(root);
	return status;
}

void rlf_info_free(struct rlf_info *info)
{
	free(info->kinds);
	*info = (struct rlf_info){ 0 };
}
