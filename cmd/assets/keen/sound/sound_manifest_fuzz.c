/*
 * Any text as the manifest of extracted sounds. Of one that is accepted each name leads
 * to no other folder, and each hash is one. The folder that it is of is /dev: null is a
 * file there.
 *
 * Input: the text
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "sound.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_name(const struct keen_sound_file *file)
{
	const char *name = file->file;

	assert(!name || (*name && !strchr(name, '/') && strcmp(name, "..") != 0));
}

static void check_state(const struct sound_manifest *manifest, const char *name)
{
	const struct keen_sound_file *file = sound_manifest_find(manifest, name);
	enum sound_file_state state;

	assert(sound_file_state(manifest, "/dev", name, &state, NULL) == EXH_OK);
	if (strcmp(name, "null") != 0)
		assert(state == SOUND_FILE_NONE);
	else if (file && file->has_sha256)
		assert(state == SOUND_FILE_SAME || state == SOUND_FILE_EDITED);
	else
		assert(state == (file ? SOUND_FILE_UNKNOWN : SOUND_FILE_EDITED));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_error err = { 0 };
	struct sound_manifest manifest;

	if (sound_manifest_read((struct exh_bytes){ data, size, 0 }, &manifest, &err)) {
		assert(err.status && err.text[0]);
	} else {
		for (size_t i = 0; i < manifest.sound_count; i++)
			for (size_t k = 0; k < EXH_KEEN_AUDIO_MUSIC; k++)
				check_name(&manifest.sounds[i].effects[k].file);
		for (size_t i = 0; i < manifest.music_count; i++)
			check_name(&manifest.music[i].file);
		check_state(&manifest, "null");
		check_state(&manifest, "no-such-file");
	}
	sound_manifest_free(&manifest);
	return 0;
}
