#include "view.h"

#include "media/picture/animation.h"

#include <stdlib.h>

enum { FILE_LIMIT = 256 << 20 };

static enum exh_status take(void *context, const struct animation_frame *frame,
			    struct exh_error *err)
{
	return view_reading_add(
		context,
		&(struct view_frame){ .picture = frame->picture, .key = VIEW_NO_KEY },
		err);
}

static bool read_animation(struct view_reading *r, const char *path,
			   struct exh_bytes bytes, struct report *report)
{
	const struct animation_taker taker = { take, r };
	struct exh_error err;

	if (!view_reading_begin(r, &err) &&
	    !animation_read(bytes, VIEW_MAX_PIXELS, &taker, &err))
		return true;
	report_failure(report, path, &err);
	return false;
}

static bool pack_loops(struct view_reading *r, size_t first, const char *path,
		       struct report *report)
{
	struct exh_error err;

	for (size_t i = first; i < r->loop_count; i++)
		if (view_reading_pack(r, i, &err)) {
			report_failure(report, path, &err);
			return false;
		}
	return true;
}

static bool read_path(struct view_reading *r, const char *path, struct report *report)
{
	const size_t first = r->loop_count;
	struct file file;
	bool good;

	if (!report_read(report, path, FILE_LIMIT, &file))
		return false;
	r->scale = r->request->scale ? r->request->scale : 1;
	good = file_has_ending(path, ".json")
		       ? view_reading_sheet(r, path, file_bytes(&file), report)
		       : read_animation(r, path, file_bytes(&file), report);
	free(file.data);
	return good && pack_loops(r, first, path, report);
}

bool view_frames_read(struct view_frames *frames,
		      const struct view_frames_request *request, struct report *report)
{
	const struct common *common = report->common;
	struct view_reading r;
	bool good = true;

	view_reading_start(&r, request, frames);
	for (size_t i = 0; i < common->operand_count && good; i++)
		good = read_path(&r, common->operands[i], report);
	view_reading_end(&r);
	return good;
}

void view_frames_free(struct view_frames *frames)
{
	exh_arena_free(&frames->arena);
}
