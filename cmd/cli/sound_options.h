/* Options common to imf2wav, snd2wav and sci-snd2wav, and their parsers. */
#ifndef CMD_CLI_SOUND_OPTIONS_H
#define CMD_CLI_SOUND_OPTIONS_H

#include "assets/song/song.h"
#include "opt.h"

/* Words that shells offer for --rate and --tick. */
extern const char *const sound_rate_words[], *const sound_tick_words[];

/* Parses words as numbers. Returns EXIT_DONE, or the result of opt_usage_error. */
int sound_options_parse(const struct command *self, struct sound_options *options);

/* Parses --max-length alone; if text is NULL, *samples is unchanged. */
int sound_max_length_parse(const struct command *self, const char *text,
			   uint64_t *samples);

/* Parses "2.5" (seconds) or "1000n" (samples of the chip); false for other texts. */
bool sound_parse_time(const char *text, uint64_t *samples);
/* Parses "0.5" (a factor) or "-6dB"; false for other texts, or above 1000. */
bool sound_parse_gain(const char *text, double *gain);
/* Parses "native" or Hz; false for other texts, or outside 1000 to 384000. */
bool sound_parse_rate(const char *text, uint32_t *rate_hz);
/* Parses "700", "560.7" or "1193182/2128"; false for other texts, or outside 1 to
 * 65535. */
bool sound_parse_ticks(const char *text, struct exh_keen_imf_rate *rate);
/* Parses channels below count, "1,3-5", as bits; false for other texts. */
bool sound_parse_channels(const char *text, unsigned count, unsigned *channels);

#endif
