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

static void check_state(const struct sound_manifest *manifest, const char *name)
{
	const struct json *hash = json_get(manifest->hashes, name);
	enum sound_file_state state;

	assert(sound_file_state(manifest, "/dev", name, &state, NULL) == EXH_OK);
	if (strcmp(name, "null") != 0)
		assert(state == SOUND_FILE_NONE);
	else if (json_is_text(hash))
		assert(state == SOUND_FILE_SAME || state == SOUND_FILE_EDITED);
	else
		assert(state == (hash ? SOUND_FILE_UNKNOWN : SOUND_FILE_EDITED));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_error err = { 0 };
	struct sound_manifest manifest;
	const char *name;
	struct json *hash;

	if (sound_manifest_read((struct exh_bytes){ data, size, 0 }, &manifest, &err)) {
		assert(err.status && err.text[0]);
	} else {
		json_each_key(manifest.hashes, name, hash)
		{
			assert(*name && !strchr(name, '/') && strcmp(name, "..") != 0);
			assert(json_is_nothing(hash) || strlen(json_text_of(hash)) == 64);
		}
		check_state(&manifest, "null");
		check_state(&manifest, "no-such-file");
	}
	sound_manifest_free(&manifest);
	return 0;
}
