#include "sound.h"

enum {
	SPEAKER_TAIL = EXH_OPL2_RATE / 10 + 1, /* 4972 samples */
	ADLIB_TAIL = EXH_OPL2_RATE,
	/* For other rates the speaker's wave is made of pieces so many times finer, and
	 * what is inaudible is filtered off. */
	FINENESS = 8,
	PIT_HZ = EXH_PIT_CLOCKS_PER_SAMPLE * EXH_OPL2_RATE,
};

/* Returns the length without the tail. */
static uint64_t effect_length(const struct keen_sound_options *options,
			      const struct exh_keen_effect *effect)
{
	const uint64_t length = exh_keen_effect_length(effect);
	const uint64_t longest = song_longest(options->sound.max_length);

	return length < longest ? length : longest;
}

/*
 * The PC's speaker.
 */

static void start_speaker(void *context)
{
	struct keen_speaker_player *speaker = context;

	speaker->cursor = (struct exh_keen_speaker_cursor){ .effect = speaker->effect };
	speaker->position = 0;
}

/* The clock at which a sample begins. */
static uint64_t clock_of(const struct keen_speaker_player *speaker, uint64_t position)
{
	return position / speaker->rate_hz * PIT_HZ +
	       position % speaker->rate_hz * PIT_HZ / speaker->rate_hz;
}

static void make_naive(struct keen_speaker_player *speaker, int16_t *samples,
		       size_t count)
{
	for (size_t i = 0; i < count; i++, speaker->position++) {
		const uint64_t clocks = clock_of(speaker, speaker->position + 1) -
					clock_of(speaker, speaker->position);

		exh_keen_speaker_render(&speaker->cursor, (unsigned)clocks, false,
					samples + i, 1);
	}
}

static void make_speaker(void *context, int32_t *samples, size_t count)
{
	struct keen_speaker_player *speaker = context;
	int16_t some[512];

	while (count) {
		const size_t piece = count < 512 ? count : 512;

		if (speaker->clocks)
			exh_keen_speaker_render(&speaker->cursor, speaker->clocks, true,
						some, piece);
		else
			make_naive(speaker, some, piece);
		for (size_t i = 0; i < piece; i++)
			samples[i] = some[i];
		samples += piece;
		count -= piece;
	}
}

struct sound_source keen_speaker_source(struct keen_speaker_player *speaker,
					const struct keen_sound_options *options,
					const struct exh_keen_effect *effect)
{
	const uint32_t rate_hz = sound_shape_of(&options->sound).rate_hz;
	const uint64_t length =
		effect_length(options, effect) +
		(options->sound.has_tail ? options->sound.tail : SPEAKER_TAIL);
	struct sound_source source = { .start = start_speaker,
				       .make = make_speaker,
				       .context = speaker,
				       .rate_hz = EXH_OPL2_RATE,
				       .length = length };

	*speaker = (struct keen_speaker_player){ .effect = effect,
						 .rate_hz = rate_hz,
						 .clocks = EXH_PIT_CLOCKS_PER_SAMPLE };
	if (options->naive) {
		speaker->clocks = 0;
		source.length = sound_frame_count(&source, rate_hz);
		source.rate_hz = rate_hz;
	} else if (rate_hz != EXH_OPL2_RATE) {
		speaker->clocks = EXH_PIT_CLOCKS_PER_SAMPLE / FINENESS;
		source.length *= FINENESS;
		source.rate_hz *= FINENESS;
	}
	return source;
}

/*
 * The AdLib card.
 */

static void start_adlib(void *context)
{
	struct keen_adlib_player *adlib = context;

	adlib->cursor = (struct exh_keen_effect_cursor){ .effect = adlib->effect };
	adlib->spacing.source = exh_keen_effect_play(&adlib->cursor);
	exh_opl2_player_start(&adlib->player, exh_opl2_space(&adlib->spacing));
}

static void make_adlib(void *context, int32_t *samples, size_t count)
{
	struct keen_adlib_player *adlib = context;

	exh_opl2_player_mix(&adlib->player, EXH_OPL2_ALL_CHANNELS, samples, count);
}

struct sound_source keen_adlib_source(struct keen_adlib_player *adlib,
				      const struct keen_sound_options *options,
				      const struct exh_keen_effect *effect)
{
	adlib->effect = effect;
	return (struct sound_source){
		.start = start_adlib,
		.make = make_adlib,
		.context = adlib,
		.rate_hz = EXH_OPL2_RATE,
		.length = effect_length(options, effect) +
			  (options->sound.has_tail ? options->sound.tail : ADLIB_TAIL),
	};
}

/*
 * Music.
 */

struct sound_source keen_music_source(struct song_performance *performance,
				      const struct keen_sound_options *options,
				      const struct song *song)
{
	uint64_t length = song_length(song, 1);
	struct sound_source source;
	bool held;

	*performance = (struct song_performance){ .song = song,
						  .pass_count = 1,
						  .spaced = true,
						  .channels = EXH_OPL2_ALL_CHANNELS };
	source = song_sound(performance, 0);
	source.start(source.context);
	exh_opl2_player_skip(&performance->player, length);
	length += options->sound.has_tail
			  ? options->sound.tail
			  : song_tail(&performance->player, song->chip_rate_hz, &held);
	return song_sound(performance, length);
}
