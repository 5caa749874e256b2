/* The options that imf2wav, snd2wav and sci-snd2wav have in common: as typed, and what
 * they mean. */
#ifndef CMD_CLI_SOUND_OPTIONS_H
#define CMD_CLI_SOUND_OPTIONS_H

#include "assets/song/song.h"
#include "opt.h"

/* What shells offer for --rate and --tick. */
extern const char *const sound_rate_words[], *const sound_tick_words[];

/* From words to numbers; EXIT_DONE, or what opt_usage_error says. */
int sound_options_parse(const struct command *self, struct sound_options *options);

/* --max-length alone; text may be NULL, and *samples stays. */
int sound_max_length_parse(const struct command *self, const char *text,
			   uint64_t *samples);

/* "2.5" (seconds) or "1000n" (samples of the chip); false if it is neither. */
bool sound_parse_time(const char *text, uint64_t *samples);
/* "0.5" (a factor) or "-6dB"; false if it is neither, or above 1000. */
bool sound_parse_gain(const char *text, double *gain);
/* "native" or Hz; false if it is neither, or not from 1000 to 384000. */
bool sound_parse_rate(const char *text, uint32_t *rate_hz);
/* "700", "560.7" or "1193182/2128"; false if it is none, or not from 1 to 65535. */
bool sound_parse_ticks(const char *text, struct exh_keen_imf_rate *rate);
/* "1,3-5" of channels below count to bits; false if it goes wrong. */
bool sound_parse_channels(const char *text, unsigned count, unsigned *channels);

#endif
