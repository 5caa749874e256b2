#include "sound.h"

#include "task/file.h"
#include "task/sha256.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 16 << 20 };

static const struct field manifest_fields[] = {
	FIELD_ROWS(struct sound_manifest, sounds, sound_count, &keen_sound_fields, NULL,
		   .flags = FIELD_OPTIONAL),
	FIELD_ROWS(struct sound_manifest, music, music_count, &keen_music_fields, NULL,
		   .flags = FIELD_OPTIONAL),
};
static const struct fields manifest_table =
	FIELDS("manifest", struct sound_manifest, manifest_fields);

enum exh_status sound_manifest_read(struct exh_bytes text, struct sound_manifest *out,
				    struct exh_error *err)
{
	struct document document = keen_sound_document;
	struct json_reading r = { .arena = &out->arena, .err = err };

	*out = (struct sound_manifest){ .arena.limit = MAX_BYTES };
	document.fields = &manifest_table; /* the others are not needed */
	document_read_text(&r, &document, text, out);
	return r.status;
}

void sound_manifest_free(struct sound_manifest *manifest)
{
	exh_arena_free(&manifest->arena);
	*manifest = (struct sound_manifest){ 0 };
}

static bool is_it(const struct keen_sound_file *file, const char *name)
{
	return file->file && strcmp(file->file, name) == 0;
}

const struct keen_sound_file *sound_manifest_find(const struct sound_manifest *manifest,
						  const char *name)
{
	for (size_t i = 0; i < manifest->sound_count; i++)
		for (size_t k = 0; k < EXH_KEEN_AUDIO_MUSIC; k++)
			if (is_it(&manifest->sounds[i].effects[k].file, name))
				return &manifest->sounds[i].effects[k].file;
	for (size_t i = 0; i < manifest->music_count; i++)
		if (is_it(&manifest->music[i].file, name))
			return &manifest->music[i].file;
	return NULL;
}

enum exh_status sound_file_state(const struct sound_manifest *manifest,
				 const char *folder, const char *name,
				 enum sound_file_state *out, struct exh_error *err)
{
	const struct keen_sound_file *stated = sound_manifest_find(manifest, name);
	char *path = file_join(folder, name);
	uint8_t sha256[SHA256_SIZE];
	uint64_t size;
	enum exh_status status = EXH_OK;

	*out = SOUND_FILE_NONE;
	if (!file_exists(path)) {
		free(path);
		return EXH_OK;
	}
	*out = stated ? SOUND_FILE_UNKNOWN : SOUND_FILE_EDITED;
	if (stated && stated->has_sha256)
		status = sha256_of_file(path, sha256, &size, err);
	if (!status && stated && stated->has_sha256)
		*out = memcmp(sha256, stated->sha256, SHA256_SIZE) == 0
			       ? SOUND_FILE_SAME
			       : SOUND_FILE_EDITED;
	free(path);
	return status;
}
