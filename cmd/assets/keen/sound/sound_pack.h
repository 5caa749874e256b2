/* snd2wav --pack: edited chunks back into an archive of sounds. */
#ifndef CMD_ASSETS_KEEN_SOUND_SOUND_PACK_H
#define CMD_ASSETS_KEEN_SOUND_SOUND_PACK_H

#include "keen_sounds.h"

/*
 * Takes the chunks of a folder (.pcsnd, .alsnd, .imf, as --raw names them) that differ
 * from those of the archive base, and effects of the speaker made from .pc.wav files that
 * differ from the hash in the folder's manifest or are not in it; a WAV goes before
 * a chunk. Packs them with the archive's dictionary, and writes the archive to output
 * and its tables beside it, all or none. What is not edited keeps its bytes.
 * Adds to result what was done; false if it could not be done, and the report has why.
 */
bool sound_pack(const char *folder, const char *base,
		const struct keen_sounds_options *tables, const char *output,
		struct report *report, json_t *result);

#endif
