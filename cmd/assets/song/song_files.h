/* The files that a song becomes: sound, stems, register logs, a picture of its notes. */
#ifndef CMD_ASSETS_SONG_SONG_FILES_H
#define CMD_ASSETS_SONG_SONG_FILES_H

#include "assets/assets.h"
#include "song.h"

enum {
	SONG_FILE, /* a log or a picture */
	SONG_FILE_SOUND = ASSET_FILE_STREAMED,
	SONG_FILE_STEM, /* index: the channel */
};

/* Functions of the kind: plan, make and write. */
void song_files_plan(const void *options, const struct asset *asset,
		     struct asset_files *files);
enum exh_status song_files_make(const void *options, const struct asset *asset,
				const struct asset_file *file, struct exh_writer *out,
				struct exh_error *err);
enum exh_status song_files_write(const void *options, const struct asset *asset,
				 const struct asset_file *file, const char *path,
				 bool force, struct exh_error *err);

/* True if any note or drum is played. */
bool song_files_have_notes(const struct song_asset *thing);

/* Finds the gain of the whole sound, with which stems add up to it. with_levels: also
 * measures its level. Without this call each stem finds its own gain. */
enum exh_status song_files_measure(const void *options, const struct asset *asset,
				   bool with_levels, struct exh_error *err);

#endif
