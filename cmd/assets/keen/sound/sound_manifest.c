#include "sound.h"

#include "task/file.h"
#include "task/json.h"
#include "task/sha256.h"

#include <stdlib.h>
#include <string.h>

static bool is_sha256(const struct json *value)
{
	const char *digits = json_text_of(value);

	return digits && strlen(digits) == (size_t)2 * SHA256_SIZE &&
	       strspn(digits, "0123456789abcdef") == (size_t)2 * SHA256_SIZE;
}

static void read_file(struct json_reading *r, const struct json *object, size_t i,
		      void *context)
{
	struct sound_manifest *m = context;
	const struct json *file = json_get(object, "file");
	struct json *sha256 = json_get(object, "sha256");

	(void)i;
	if (!file)
		return;
	if (!json_is_file_name(file))
		json_read_wrong(r, "file", "a file's name, without folders");
	if (sha256 && !is_sha256(sha256))
		json_read_wrong(r, "sha256", "64 hexadecimal digits in lower case");
	if (!r->status)
		json_set_shared(m->hashes, json_text_of(file),
				sha256 ? sha256 : json_new_null());
}

/* Reads an effect: a sound has one for each device. */
static void read_sound(struct json_reading *r, const struct json *sound, size_t i,
		       void *context)
{
	read_file(r, json_get(sound, "pc"), i, context);
	read_file(r, json_get(sound, "adlib"), i, context);
	read_file(r, json_get(sound, "digital"), i, context);
}

enum exh_status sound_manifest_read(struct exh_bytes text, struct sound_manifest *out,
				    struct exh_error *err)
{
	struct json *root = json_parse(text, err);
	struct json_reading r = { .err = err, .status = root ? EXH_OK : EXH_INVALID };
	const char *format = json_text_at(root, "format");

	*out = (struct sound_manifest){ json_new_object() };
	if (!format || strcmp(format, KEEN_SOUND_FORMAT) != 0)
		json_read_wrong(&r, "format", "\"" KEEN_SOUND_FORMAT "\"");
	json_read_items(&r, json_get(root, "sounds"), "sound", read_sound, out);
	json_read_items(&r, json_get(root, "music"), "music", read_file, out);
	json_free(root);
	return r.status;
}

void sound_manifest_free(struct sound_manifest *manifest)
{
	json_free(manifest->hashes);
	*manifest = (struct sound_manifest){ 0 };
}

enum exh_status sound_file_state(const struct sound_manifest *manifest,
				 const char *folder, const char *name,
				 enum sound_file_state *out, struct exh_error *err)
{
	const struct json *stated = json_get(manifest->hashes, name);
	char *path = file_join(folder, name);
	uint8_t sha256[SHA256_SIZE];
	uint64_t size;
	enum exh_status status = EXH_OK;
	struct json *own = NULL;

	*out = SOUND_FILE_NONE;
	if (!file_exists(path)) {
		free(path);
		return EXH_OK;
	}
	*out = stated ? SOUND_FILE_UNKNOWN : SOUND_FILE_EDITED;
	if (json_is_text(stated))
		status = sha256_of_file(path, sha256, &size, err);
	if (!status && json_is_text(stated)) {
		own = sha256_digits(sha256);
		*out = json_same(own, stated) ? SOUND_FILE_SAME : SOUND_FILE_EDITED;
	}
	json_free(own);
	free(path);
	return status;
}
