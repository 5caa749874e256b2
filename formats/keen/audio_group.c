/* Guesses from the chunks' content which chunks are effects and which are music. */
#include "keen_parts.h"

#include "../base/reader.h"

enum { SCRATCH_LIMIT = 2 * AUDIO_CHUNK_LIMIT };

struct style {
	bool empty, speaker, adlib, music;
	uint16_t priority;
};

static void look_at(const struct exh_keen_audio *audio, size_t chunk, struct style *style)
{
	struct exh_arena arena = { .limit = SCRATCH_LIMIT };
	struct exh_bytes bytes;

	style->empty = !audio->packed[chunk].size;
	if (!exh_keen_audio_chunk(audio, chunk, &arena, &bytes, NULL, NULL)) {
		struct reader r = { .in = bytes };

		style->speaker = exh_keen_effect_fits(bytes, false);
		style->adlib = !style->speaker && exh_keen_effect_fits(bytes, true);
		style->music =
			!style->speaker && !style->adlib && exh_keen_imf_score(bytes);
		rd_u32le(&r);
		style->priority = rd_u16le(&r);
	}
	exh_arena_free(&arena);
}

/* Score of a sound's two effects, one for each device; mostly they have equal
 * priorities. */
static int judge_pair(const struct style *a, const struct style *b)
{
	if (a->empty && b->empty)
		return 0;
	if (a->music || b->music)
		return -4;
	if (!a->speaker || !b->adlib)
		return -1;
	return a->priority == b->priority ? 2 : 1;
}

static int judge_digital(const struct style *style)
{
	if (style->music)
		return -4;
	return style->speaker || style->adlib ? -1 : 0;
}

static int judge_music(const struct style *style)
{
	if (style->music)
		return 2;
	return style->empty ? 0 : -2;
}

static int judge(const struct style *styles, size_t chunk_count, size_t sound_count)
{
	int score = 0;

	for (size_t i = 0; i < sound_count; i++)
		score += judge_pair(&styles[i], &styles[sound_count + i]) +
			 judge_digital(&styles[2 * sound_count + i]);
	for (size_t i = 3 * sound_count; i < chunk_count; i++)
		score += judge_music(&styles[i]);
	return score;
}

static void choose(const struct style *styles, struct exh_keen_audio *audio)
{
	const size_t count = audio->chunk_count;
	bool has_music = false;
	int best = 0;

	audio->sound_count = count / 3;
	audio->grouped_by = "a third of the chunks, without better evidence";
	for (size_t n = count / 3 + 1; n-- > 0;) {
		const int score = judge(styles, count, n);

		if (score <= best)
			continue;
		best = score;
		audio->sound_count = n;
	}
	for (size_t i = 3 * audio->sound_count; i < count; i++)
		has_music |= styles[i].music;
	if (!best)
		return;
	if (!audio->sound_count)
		audio->grouped_by = "music alone";
	else
		audio->grouped_by = has_music ? "three groups before the first music"
					      : "pairs of effects for both devices";
}

bool exh_keen_audio_group(struct exh_keen_audio *audio)
{
	struct exh_arena arena = { .limit = AUDIO_MAX_CHUNKS * sizeof(struct style) };
	struct style *styles;

	if (audio->sound_count) {
		audio->grouped_by = "the head steps back at the first music";
		return true;
	}
	styles = exh_alloc(&arena, audio->chunk_count, sizeof *styles);
	if (!styles)
		return false;
	for (size_t i = 0; i < audio->chunk_count; i++)
		look_at(audio, i, &styles[i]);
	choose(styles, audio);
	exh_arena_free(&arena);
	return true;
}
