/* The work of exhume imf2wav, without its command line. */
#ifndef CMD_ASSETS_SONG_IMF2WAV_H
#define CMD_ASSETS_SONG_IMF2WAV_H

#include "assets/song/score.h"
#include "assets/song/song_request.h"
#include "media/sound/wav.h"
#include "task/report.h"
#include "task/work.h"

enum imf2wav_format {
	FORMAT_AUTO = SOUND_AUTO,
	FORMAT_WAV = SOUND_WAV,
	FORMAT_FLAC = SOUND_FLAC,
	FORMAT_RAW = SOUND_RAW,
	FORMAT_DRO,
	FORMAT_VGM,
	FORMAT_OPL2LOG,
	FORMAT_PNG,
};

/* What the command line asks for. */
struct imf2wav_request {
	struct common common;
	struct sound_options sound;
	const char *solo_text, *mute_text;
	unsigned pass_count, format, writes;
	bool stems, is_format_given;
	unsigned channels; /* bit by channel: those that are heard */
};

extern const char *const imf2wav_format_choices[];

enum imf2wav_format imf2wav_format_of(const char *output);

/* A file, not the folder for files. */
bool imf2wav_is_file(const char *output);

/* name without its ending, if it has a known one; with another. To be freed. */
char *imf2wav_output_for(void *context, const char *input, bool several);

bool imf2wav_is_sound(const struct imf2wav_request *request);

void imf2wav_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result);

#endif
