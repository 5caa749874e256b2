#include "sound.h"

#include "task/file.h"
#include "task/json.h"
#include "task/sha256.h"

#include <stdlib.h>
#include <string.h>

static bool is_sha256(const json_t *value)
{
	const char *digits = json_string_value(value);

	return digits && strlen(digits) == (size_t)2 * SHA256_SIZE &&
	       strspn(digits, "0123456789abcdef") == (size_t)2 * SHA256_SIZE;
}

static enum exh_status add_file(struct sound_manifest *m, const json_t *object,
				struct exh_error *err)
{
	const json_t *file = json_object_get(object, "file");
	json_t *sha256 = json_object_get(object, "sha256");

	if (!file)
		return EXH_OK;
	if (!json_is_file_name(file))
		return json_wrong(err, "file", "a file's name, without folders");
	if (sha256 && !is_sha256(sha256))
		return json_wrong(err, "sha256", "64 hexadecimal digits in lower case");
	json_object_set(m->hashes, json_string_value(file),
			sha256 ? sha256 : json_null());
	return EXH_OK;
}

/* Of effects: a sound has one for each device. */
static enum exh_status add_sound(struct sound_manifest *m, const json_t *sound,
				 struct exh_error *err)
{
	static const char *const devices[] = { "pc", "adlib", "digital" };
	enum exh_status status = EXH_OK;

	for (size_t i = 0; i < sizeof devices / sizeof *devices && !status; i++)
		status = add_file(m, json_object_get(sound, devices[i]), err);
	return status;
}

enum exh_status sound_manifest_read(struct exh_bytes text, struct sound_manifest *out,
				    struct exh_error *err)
{
	json_t *root = json_parse(text, err);
	const char *format = json_text_at(root, "format");
	enum exh_status status = root ? EXH_OK : EXH_INVALID;
	const json_t *item;
	size_t i;

	*out = (struct sound_manifest){ json_object() };
	if (!status && (!format || strcmp(format, KEEN_SOUND_FORMAT) != 0))
		status = json_wrong(err, "format", "\"" KEEN_SOUND_FORMAT "\"");
	json_array_foreach(json_object_get(root, "sounds"), i, item)
	{
		if (status)
			break;
		status = add_sound(out, item, err);
		if (status)
			exh_within(err, status, "sound %zu", i);
	}
	json_array_foreach(json_object_get(root, "music"), i, item)
	{
		if (status)
			break;
		status = add_file(out, item, err);
		if (status)
			exh_within(err, status, "music %zu", i);
	}
	json_decref(root);
	return status;
}

void sound_manifest_free(struct sound_manifest *manifest)
{
	json_decref(manifest->hashes);
	*manifest = (struct sound_manifest){ 0 };
}

enum exh_status sound_file_state(const struct sound_manifest *manifest,
				 const char *folder, const char *name,
				 enum sound_file_state *out, struct exh_error *err)
{
	const json_t *stated = json_object_get(manifest->hashes, name);
	char *path = file_join(folder, name);
	uint8_t sha256[SHA256_SIZE];
	uint64_t size;
	enum exh_status status = EXH_OK;
	json_t *own = NULL;

	*out = SOUND_FILE_NONE;
	if (!file_exists(path)) {
		free(path);
		return EXH_OK;
	}
	*out = stated ? SOUND_FILE_UNKNOWN : SOUND_FILE_EDITED;
	if (json_is_string(stated))
		status = sha256_of_file(path, sha256, &size, err);
	if (!status && json_is_string(stated)) {
		own = sha256_digits(sha256);
		*out = json_equal(own, stated) ? SOUND_FILE_SAME : SOUND_FILE_EDITED;
	}
	json_decref(own);
	free(path);
	return status;
}
