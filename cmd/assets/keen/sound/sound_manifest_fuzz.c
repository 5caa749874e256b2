/*
 * Any text as the manifest of extracted sounds. Of one that is accepted each name leads
 * to no other folder, and each hash is one.
 *
 * Input: the text
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "sound_manifest.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_error err = { 0 };
	struct sound_manifest manifest;
	const char *name;
	json_t *hash;

	if (sound_manifest_read((struct exh_bytes){ data, size, 0 }, &manifest, &err)) {
		assert(err.status && err.text[0]);
	} else {
		json_object_foreach(manifest.hashes, name, hash)
		{
			assert(*name && !strchr(name, '/') && strcmp(name, "..") != 0);
			assert(json_is_null(hash) ||
			       strlen(json_string_value(hash)) == 64);
		}
	}
	sound_manifest_free(&manifest);
	return 0;
}
