#include "exhume/advanced/avi.h"
#include "exhume/identify.h"
#include "exhume/zvision.h"
#include "exhume/advanced/facts.h"
#include "exhume/advanced/zvision.h"

#include "../base/name.h"
#include "avi_parts.h"

#include <string.h>

enum {
	/* Bits of evidence. */
	RIFF_MARK = 64,
	FELR_MARK = 32,
	SOUND_NAME = 4,	  /* evidence of a sound's name; there is no other */
	SOUND_STEM = 8,	  /* most letters and digits of such a name */
	TEXT_LOOK = 4096, /* bytes read to recognise text */
	MEMORY_LIMIT = 64 << 20,
};

/*
 * Animations.
 */

static unsigned rlf_score(const struct exh_probe *probe)
{
	return probe->data.size >= 4 && memcmp(probe->data.data, "FELR", 4) == 0
		       ? FELR_MARK
		       : 0;
}

static void rlf_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_zv_rlf rlf;

	if (exh_zv_rlf_open(probe->data, &rlf, NULL, NULL))
		return;
	exh_fact_number(facts, "frames", rlf.frame_count);
	exh_fact_number(facts, "width", rlf.width);
	exh_fact_number(facts, "height", rlf.height);
	exh_fact_number(facts, "milliseconds", exh_zv_rlf_milliseconds(&rlf));
}

const struct exh_format exh_zv_rlf_format = {
	.name = "rlf",
	.title = "ZVision animation (RLF)",
	.family = "zvision",
	.score = rlf_score,
	.describe = rlf_describe,
};

/*
 * AVI.
 */

static unsigned avi_score(const struct exh_probe *probe)
{
	return probe->data.size >= 12 && memcmp(probe->data.data, "RIFF", 4) == 0 &&
			       memcmp(probe->data.data + 8, "AVI ", 4) == 0
		       ? RIFF_MARK
		       : 0;
}

/* Replaces the size by that of the first packet of TrueMotion 1 that is good. */
static void find_size(const struct exh_avi_stream *video, struct exh_bytes file,
		      uint32_t *width, uint32_t *height)
{
	struct exh_truemotion1_header header;
	struct exh_bytes packet;

	for (size_t i = 0; i < video->chunk_count && exh_avi_is_truemotion1(video); i++)
		if (exh_bytes_slice(file, video->chunks[i].offset, video->chunks[i].size,
				    &packet) &&
		    !exh_truemotion1_open(packet, &header, NULL)) {
			*width = header.width;
			*height = header.height;
			return;
		}
}

static void describe_video(const struct exh_avi_stream *video, struct exh_bytes file,
			   struct exh_facts *facts)
{
	uint32_t width = video->width, height = video->height;
	char name[16];

	exh_avi_codec_name(video, name);
	find_size(video, file, &width, &height);
	exh_fact_text(facts, "video", name);
	exh_fact_number(facts, "width", width);
	exh_fact_number(facts, "height", height);
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

static void avi_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	const struct exh_source source = exh_source_of(&probe->data);
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_avi avi;

	if (exh_avi_open(&source, &arena, &avi, NULL, NULL) == EXH_OK) {
		const struct exh_avi_stream *video = exh_avi_first(&avi, EXH_AVI_VIDEO);
		const struct exh_avi_stream *sound = exh_avi_first(&avi, EXH_AVI_SOUND);

		if (video)
			describe_video(video, probe->data, facts);
		if (sound)
			describe_sound(sound, facts);
	}
	exh_arena_free(&arena);
}

const struct exh_format exh_avi_format = {
	.name = "avi",
	.title = "AVI video",
	.family = "zvision",
	.score = avi_score,
	.describe = avi_describe,
};

/*
 * Sounds.
 */

/* The games use DOS names with a digit: that of a disk, a place or a rate. */
static bool is_sound_name(const char *name)
{
	const size_t size = name ? strcspn(name, ".") : 0;
	struct exh_zv_sound sound;

	return size <= SOUND_STEM && name && strcspn(name, "0123456789") < size &&
	       (name_ends(name, ".raw") || name_ends(name, ".src") ||
		name_ends(name, ".ifp")) &&
	       (exh_zv_sound_by_name(name, EXH_ZV_NEMESIS, &sound) ||
		exh_zv_sound_by_name(name, EXH_ZV_ZGI, &sound));
}

/* Any bytes can be samples, except those of a text. */
static unsigned sound_score(const struct exh_probe *probe)
{
	return is_sound_name(probe->name) && probe->data.size &&
			       !is_text_bytes(probe->data.data, probe->data.size,
					      TEXT_LOOK)
		       ? SOUND_NAME
		       : 0;
}

static void sound_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	static const char *const packings[] = { [EXH_ZV_ADPCM] = "adpcm",
						[EXH_ZV_PCM_8] = "pcm8",
						[EXH_ZV_PCM_16] = "pcm16" };
	struct exh_zork_adpcm adpcm;
	struct exh_zv_sound_guess guess;

	exh_zork_adpcm_start(&adpcm);
	if (!exh_zv_sound_guess(&adpcm, probe->name, probe->data, NULL, &guess))
		return;
	exh_fact_text(facts, "game", guess.game == EXH_ZV_NEMESIS ? "nemesis" : "zgi");
	exh_fact_number(facts, "rate", guess.sound.rate_hz);
	exh_fact_number(facts, "channels", guess.sound.channel_count);
	exh_fact_text(facts, "packing", packings[guess.sound.packing]);
}

const struct exh_format exh_zv_sound_format = {
	.name = "zvsound",
	.title = "ZVision sound (by its name)",
	.family = "zvision",
	.score = sound_score,
	.describe = sound_describe,
};
