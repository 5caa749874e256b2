#include "video.h"

#include "task/memory.h"

#include <stdlib.h>

static const size_t MEMORY_LIMIT = (size_t)1 << 30;

static const char *const kinds[] = { [EXH_ZV_RLF_SIMPLE] = "I",
				     [EXH_ZV_RLF_MASKED] = "P",
				     [EXH_ZV_RLF_UNKNOWN] = "?",
				     NULL };

const char *rlf_kind_name(enum exh_zv_rlf_kind kind)
{
	return kinds[kind];
}

/* Header fields of unknown meaning, named after their offsets. */
struct unknown {
	uint32_t values[EXH_ZV_RLF_FIELD_COUNT];
};
#define UNKNOWN(name, i)                                                         \
	FIELD_AS(name, struct unknown, values[i], NULL, "number at this offset", \
		 FIELD_OR_NONE)
static const struct field unknown_field[] = {
	UNKNOWN("8", 0),   UNKNOWN("12", 1),  UNKNOWN("28", 2),	  UNKNOWN("32", 3),
	UNKNOWN("36", 4),  UNKNOWN("68", 5),  UNKNOWN("100", 6),  UNKNOWN("144", 7),
	UNKNOWN("148", 8), UNKNOWN("152", 9), UNKNOWN("172", 10),
};
static const struct fields unknown_table =
	FIELDS("rlf_unknown", struct unknown, unknown_field);

#define ROW struct exh_zv_rlf
static const struct field header_field[] = {
	FIELD(ROW, frame_count, NULL, "frames that the header states"),
	FIELD(ROW, width, "pixels", "stored width of a frame"),
	FIELD(ROW, height, "pixels", "stored height of a frame"),
	FIELD_AS("frame_time", ROW, tenths, "0.1 ms", "how long a frame is shown"),
	FIELD_INSIDE(ROW, unknown, &unknown_table,
		     "fields of unknown meaning, by their offsets"),
};
#undef ROW
static const struct fields header_table =
	FIELDS("rlf_header", struct exh_zv_rlf, header_field);

#define ROW struct rlf_frame_row
static const struct field frame_field[] = {
	FIELD_OF("kind", FIELD_NAME, ROW, kind, NULL,
		 "I: key frame, a whole picture; P: only changes; ?: changes nothing",
		 .names = kinds),
	FIELD(ROW, size, "bytes", "size of the frame"),
	FIELD(ROW, number, NULL, "number of the frame, from 0"),
	FIELD_OF("kind", FIELD_NAME, ROW, kind, NULL,
		 "I: key frame, a whole picture; P: only changes; ?: changes nothing",
		 .names = kinds),
	FIELD(ROW, offset, "bytes", "offset of the frame in the file"),
	FIELD(ROW, size, "bytes", "size of the frame"),
	FIELD(ROW, time_ms, "ms", "time when the frame is shown"),
};
#undef ROW
const struct fields rlf_packed_fields = { .name = "rlf_frame",
					  .size = sizeof(struct rlf_frame_row),
					  .items = frame_field,
					  .count = 2 };
static const struct fields frame_table = { .name = "rlf_frame",
					   .size = sizeof(struct rlf_frame_row),
					   .items = frame_field + 2,
					   .count = 5 };

#define ROW struct rlf_info
static const struct field rlf_field[] = {
	FIELD_AS("width", ROW, header.width, "pixels", "stored width of a frame"),
	FIELD_AS("height", ROW, header.height, "pixels", "stored height of a frame"),
	FIELD(ROW, milliseconds, "ms", "duration of a frame; the engine drops fractions"),
	FIELD(ROW, frame_count, NULL, "number of complete frames"),
	FIELD(ROW, file_size, "bytes", "size of the file"),
	FIELD(ROW, ratio, NULL,
	      "size of the decoded pictures divided by that of the file"),
	FIELD_INSIDE(ROW, header, &header_table, "header of the file"),
	FIELD_LIST(ROW, key_frames, key_count, NULL, "numbers of the key frames"),
	FIELD_ROWS(ROW, frames, count, &frame_table, "the frames"),
};
#undef ROW
const struct fields rlf_fields = FIELDS("animation", struct rlf_info, rlf_field);

double rlf_ratio(const struct rlf_source *rlf)
{
	return 2.0 * rlf->header.width * rlf->header.height * (double)rlf->count /
	       (double)rlf->reader.size;
}

void rlf_to_json(const struct rlf_source *rlf, struct json *result)
{
	const uint32_t milliseconds = exh_zv_rlf_milliseconds(&rlf->header);
	struct rlf_info info = {
		.milliseconds = milliseconds,
		.frame_count = rlf->count,
		.file_size = rlf->reader.size,
		.ratio = rlf_ratio(rlf),
		.header = rlf->header,
		.key_frames = mem_alloc(rlf->count, sizeof *info.key_frames),
		.frames = mem_alloc(rlf->count, sizeof *info.frames),
		.count = rlf->count,
	};

	for (size_t i = 0; i < rlf->count; i++) {
		const struct rlf_frame *frame = &rlf->frames[i];

		info.frames[i] =
			(struct rlf_frame_row){ .number = i,
						.kind = frame->kind,
						.offset = frame->offset,
						.size = frame->size,
						.time_ms = (uint64_t)i * milliseconds };
		if (frame->kind == EXH_ZV_RLF_SIMPLE)
			info.key_frames[info.key_count++] = i;
	}
	fields_put(&rlf_fields, &info, result);
	free(info.key_frames);
	free(info.frames);
}

enum exh_status rlf_info_read(struct exh_bytes text, struct rlf_info *out,
			      struct exh_error *err)
{
	struct json_reading r = { .arena = &out->arena, .err = err };
	struct json *root = json_parse(text, err);
	const struct json *result = json_at(json_get(root, "results"), 0);

	*out = (struct rlf_info){ .arena.limit = MEMORY_LIMIT };
	if (!root)
		return err ? err->status : EXH_INVALID;
	if (!json_is_map(json_get(result, "header")))
		json_read_wrong(&r, "results[0].header", "the output of rlf2png --json");
	if (!r.status)
		r.status = json_check_format(root, "rlf2png", 1, "rlf2png", err);
	fields_read(&r, &rlf_fields, result, out);
	json_free(root);
	return r.status;
}

void rlf_info_free(struct rlf_info *info)
{
	exh_arena_free(&info->arena);
	*info = (struct rlf_info){ 0 };
}
