/* The work of exhume imf2wav, without its command line. */
#ifndef CMD_ASSETS_SONG_IMF2WAV_H
#define CMD_ASSETS_SONG_IMF2WAV_H

#include "assets/song/song_asset.h"
#include "assets/song/song_bank.h"
#include "task/report.h"
#include "task/work.h"

/* What the command line asks for. */
struct imf2wav_request {
	struct common common;
	struct song_options options;
	struct strings banks; /* as song_bank_parse reads them */
	const char *solo_text, *mute_text;
	bool is_format_given;
};

/* SONG_AUTO: its ending is not known. */
enum song_format imf2wav_format_of(const char *output);

/* A file, not the folder for files. */
bool imf2wav_is_file(const char *output);

/* name without its ending, if it has a known one; with another. To be freed. */
char *imf2wav_output_for(void *context, const char *input, bool several);

void imf2wav_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result);

#endif
