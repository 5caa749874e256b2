/* Editions that were sold, by their files. Source: zvision, second part, 1.5. */
#include "zv.h"

#include <nettle/md5.h>

#include <string.h>

enum { HEAD_SIZE = 5000 /* bytes that differ between editions of one size */ };

const char *const zv_language_choices[] = { "auto",    "english", "german",
					    "spanish", "french",  NULL };

/* MD5 of the first bytes of the French scripts; the German ones have the same size. */
static const uint8_t french[MD5_DIGEST_SIZE] = { 0x4d, 0x1e, 0xc4, 0xad, 0xe7, 0xec,
						 0xc9, 0xee, 0x9e, 0xc5, 0x91, 0xd4,
						 0x3c, 0xa3, 0xd2, 0x13 };

static const struct {
	const char *file;
	size_t size;
	const uint8_t *head; /* MD5 of the first bytes; NULL: any */
	struct zv_edition edition;
} editions[] = {
	{ ZV_SCRIPTS_ARCHIVE, 380539, NULL, { EXH_ZV_NEMESIS, "cd", EXH_ZV_ENGLISH } },
	{ ZV_SCRIPTS_ARCHIVE, 304239, NULL, { EXH_ZV_ZGI, "cd", EXH_ZV_ENGLISH } },
	{ ZV_SCRIPTS_ARCHIVE, 8336944, NULL, { EXH_ZV_ZGI, "cd", EXH_ZV_ENGLISH } },
	{ ZV_SCRIPTS_ARCHIVE, 8338133, french, { EXH_ZV_ZGI, "cd", EXH_ZV_FRENCH } },
	{ ZV_SCRIPTS_ARCHIVE, 8338133, NULL, { EXH_ZV_ZGI, "cd", EXH_ZV_GERMAN } },
	{ ZV_SCRIPTS_ARCHIVE, 8338141, NULL, { EXH_ZV_ZGI, "cd", EXH_ZV_SPANISH } },
	{ ZV_SCRIPTS_ARCHIVE, 8433326, NULL, { EXH_ZV_ZGI, "dvd", EXH_ZV_ENGLISH } },
	{ "nemesis.str", 9219, NULL, { EXH_ZV_NEMESIS, "cd", EXH_ZV_FRENCH } },
	{ "nemesis.str", 9505, NULL, { EXH_ZV_NEMESIS, "cd", EXH_ZV_GERMAN } },
};

static bool begins(const struct file_reader *reader, const uint8_t *wanted)
{
	uint8_t head[HEAD_SIZE], digest[MD5_DIGEST_SIZE];
	struct md5_ctx md5;

	if (file_reader_read(reader, 0, head, sizeof head, NULL))
		return false;
	md5_init(&md5);
	md5_update(&md5, sizeof head, head);
	md5_digest(&md5, sizeof digest, digest);
	return memcmp(digest, wanted, sizeof digest) == 0;
}

const struct zv_edition *zv_edition_find(const struct files *files, const char *file)
{
	const struct zv_edition *found = NULL;
	const char *name = files_find(files, file);
	struct file_reader reader;

	if (!name || files_reader_open(files, name, &reader, NULL))
		return NULL;
	for (size_t i = 0; i < sizeof editions / sizeof *editions && !found; i++)
		if (strcmp(editions[i].file, file) == 0 &&
		    editions[i].size == reader.size &&
		    (!editions[i].head || begins(&reader, editions[i].head)))
			found = &editions[i].edition;
	file_reader_close(&reader);
	return found;
}

enum exh_zv_language zv_game_language(const struct zv_game *game, enum exh_zv_game which)
{
	const struct zv_edition *edition =
		which == EXH_ZV_NEMESIS
			? zv_edition_find(game->files, "nemesis.str")
			: zv_edition_find(zv_roof_tree(game->files), ZV_SCRIPTS_ARCHIVE);

	return edition ? edition->language : EXH_ZV_ENGLISH;
}
