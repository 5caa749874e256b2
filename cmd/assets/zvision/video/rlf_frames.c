#include "video.h"

#include "task/memory.h"

#include <exhume/advanced/zvision.h>
#include <stdlib.h>

void rlf_frames_turn(struct rlf_frames *frames)
{
	const struct exh_zv_rlf *header = &frames->rlf->header;

	frames->turned =
		mem_alloc((size_t)header->width * header->height, sizeof *frames->turned);
}

static size_t number(void *context, size_t i)
{
	const struct rlf_frames *frames = context;

	return frames->list ? frames->list[i] : i;
}

static enum exh_status get(void *context, size_t i, const uint16_t **pixels,
			   struct exh_error *err)
{
	const struct rlf_frames *frames = context;
	struct rlf_source *rlf = frames->rlf;
	const enum exh_status status =
		rlf_source_show(rlf, number(context, i), pixels, err);

	if (!status && frames->turned) {
		const struct exh_zv_picture picture = { rlf->header.width,
							rlf->header.height, rlf->pixels };

		exh_zv_transpose(&picture, frames->turned);
		*pixels = frames->turned;
	}
	return status;
}

struct sequence_source rlf_frames_source(struct rlf_frames *frames, size_t count)
{
	const struct exh_zv_rlf *header = &frames->rlf->header;
	const bool turned = frames->turned;

	return (struct sequence_source){
		.width = turned ? header->height : header->width,
		.height = turned ? header->width : header->height,
		.count = count,
		.time_num = exh_zv_rlf_milliseconds(header),
		.time_den = 1000,
		.get = get,
		.number = number,
		.context = frames,
	};
}

void rlf_frames_free(struct rlf_frames *frames)
{
	free(frames->turned);
	frames->turned = NULL;
}
