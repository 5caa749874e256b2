/* manifest.json of snd2wav read back: which of a folder's sound files were edited. */
#ifndef CMD_ASSETS_KEEN_SOUND_SOUND_MANIFEST_H
#define CMD_ASSETS_KEEN_SOUND_SOUND_MANIFEST_H

#include <exhume/base.h>
#include <jansson.h>

/* All zeros: a folder without one. */
struct sound_manifest {
	json_t *hashes; /* by the name of a sound file: SHA-256 in lower case, or null if
			   the manifest has none */
};

/* Names in it lead to no other folder. EXH_INVALID names the key that is wrong. Free it
 * either way. */
enum exh_status sound_manifest_read(struct exh_bytes text, struct sound_manifest *out,
				    struct exh_error *err);
void sound_manifest_free(struct sound_manifest *manifest);

enum sound_file_state {
	SOUND_FILE_NONE,
	SOUND_FILE_SAME,    /* as it was written */
	SOUND_FILE_EDITED,  /* or not of the manifest */
	SOUND_FILE_UNKNOWN, /* the manifest has no hash of it */
};

/* EXH_IO if the file can't be read. */
enum exh_status sound_file_state(const struct sound_manifest *manifest,
				 const char *folder, const char *name,
				 enum sound_file_state *out, struct exh_error *err);

#endif
