#include "avi_parts.h"

#include <stdio.h>
#include <string.h>

const struct exh_avi_stream *exh_avi_first(const struct exh_avi *avi,
					   enum exh_avi_kind kind)
{
	for (size_t i = 0; i < avi->stream_count; i++)
		if (avi->streams[i]->kind == kind)
			return avi->streams[i];
	return NULL;
}

void exh_avi_frame_time(const struct exh_avi *avi, const struct exh_avi_stream *video,
			uint32_t *num, uint32_t *den)
{
	const bool is_stated = video->scale && video->rate;

	*num = is_stated ? video->scale : avi->frame_microseconds;
	*den = is_stated ? video->rate : 1000000;
	if (*num)
		return;
	*num = 1;
	*den = 15;
}

enum exh_status exh_avi_take(const struct exh_source *source,
			     const struct exh_avi_stream *stream,
			     struct exh_avi_cursor *cursor, uint8_t *buffer, size_t size,
			     size_t *taken, struct exh_error *err)
{
	*taken = 0;
	while (*taken < size && cursor->chunk < stream->chunk_count) {
		const struct exh_avi_chunk *chunk = &stream->chunks[cursor->chunk];
		const size_t left = chunk->size - cursor->at;
		const size_t some = size - *taken < left ? size - *taken : left;
		const enum exh_status status =
			source->read(source->context, chunk->offset + cursor->at,
				     buffer + *taken, some, err);

		if (status)
			return status;
		*taken += some;
		cursor->at += some;
		if (cursor->at == chunk->size)
			*cursor = (struct exh_avi_cursor){ cursor->chunk + 1, 0 };
	}
	return EXH_OK;
}

/*
 * Names.
 */

static void name_bitmap(const struct exh_avi_stream *video, char name[16])
{
	const bool is_565 = video->masks[0] == 0xf800 && video->masks[1] == 0x07e0;

	if (exh_avi_is_truemotion1(video))
		snprintf(name, 16, "truemotion1");
	else if (exh_avi_can_draw(video, NULL) == EXH_UNSUPPORTED)
		exh_avi_tag_text(video->compression, name);
	else if (video->palette)
		snprintf(name, 16, "pal%u", video->bits);
	else if (video->bits == 16)
		snprintf(name, 16, "%s", is_565 ? "rgb565" : "rgb555");
	else
		snprintf(name, 16, "rgb%u", video->bits);
}

static void name_sound(const struct exh_avi_stream *sound, char name[16])
{
	if (sound->tag == EXH_AVI_PCM)
		snprintf(name, 16, "pcm%u", sound->bits);
	else if (sound->tag == EXH_AVI_ADPCM)
		snprintf(name, 16, "%s", sound->bits == 8 ? "adpcm_zork" : "adpcm_ima");
	else
		snprintf(name, 16, "0x%04x", sound->tag);
}

void exh_avi_codec_name(const struct exh_avi_stream *stream, char name[16])
{
	if (stream->kind == EXH_AVI_VIDEO)
		name_bitmap(stream, name);
	else if (stream->kind == EXH_AVI_SOUND)
		name_sound(stream, name);
	else
		exh_avi_tag_text(stream->type, name);
}
