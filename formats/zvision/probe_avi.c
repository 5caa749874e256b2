#include "exhume/formats.h"
#include "exhume/avi.h"

#include <string.h>

enum {
	MAGIC = 64, /* bits of evidence */
	MEMORY_LIMIT = 64 << 20,
};

static unsigned score(const struct exh_probe *probe)
{
	return probe->data.size >= 12 && memcmp(probe->data.data, "RIFF", 4) == 0 &&
			       memcmp(probe->data.data + 8, "AVI ", 4) == 0
		       ? MAGIC
		       : 0;
}

static const struct exh_avi_stream *first_of(const struct exh_avi *avi,
					     enum exh_avi_kind kind)
{
	for (size_t i = 0; i < avi->stream_count; i++)
		if (avi->streams[i]->kind == kind)
			return avi->streams[i];
	return NULL;
}

static void describe_video(const struct exh_avi_stream *video, struct exh_facts *facts)
{
	char name[16];

	exh_avi_codec_name(video, name);
	exh_fact_text(facts, "video", name);
	exh_fact_number(facts, "width", video->width);
	exh_fact_number(facts, "height", video->height);
	exh_fact_number(facts, "frames", video->chunk_count);
}

static void describe_sound(const struct exh_avi_stream *sound, struct exh_facts *facts)
{
	char name[16];

	exh_avi_codec_name(sound, name);
	exh_fact_text(facts, "sound", name);
	exh_fact_number(facts, "rate", sound->rate_hz);
	exh_fact_number(facts, "channels", sound->channel_count);
}

static void describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	const struct exh_source source = exh_source_of(&probe->data);
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_avi avi;

	if (exh_avi_open(&source, &arena, &avi, NULL, NULL) == EXH_OK) {
		const struct exh_avi_stream *video = first_of(&avi, EXH_AVI_VIDEO);
		const struct exh_avi_stream *sound = first_of(&avi, EXH_AVI_SOUND);

		if (video)
			describe_video(video, facts);
		if (sound)
			describe_sound(sound, facts);
	}
	exh_arena_free(&arena);
}

const struct exh_format exh_avi_format = {
	.name = "avi",
	.title = "AVI video",
	.family = "zvision",
	.score = score,
	.describe = describe,
};
