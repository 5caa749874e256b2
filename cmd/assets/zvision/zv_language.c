/* The language of an edition, by its files. Source: zvision, second part, 1.5. */
#include "zv.h"

#include <nettle/md5.h>

#include <string.h>

/* Sizes of the scripts of Grand Inquisitor, and of the part that shows their language. */
enum { HEAD_SIZE = 5000, FRENCH_OR_GERMAN = 8338133, SPANISH = 8338141 };

const char *const zv_language_choices[] = { "auto",    "english", "german",
					    "spanish", "french",  NULL };

static bool begins_french(const struct file_reader *reader)
{
	static const uint8_t french[MD5_DIGEST_SIZE] = { 0x4d, 0x1e, 0xc4, 0xad,
							 0xe7, 0xec, 0xc9, 0xee,
							 0x9e, 0xc5, 0x91, 0xd4,
							 0x3c, 0xa3, 0xd2, 0x13 };
	uint8_t head[HEAD_SIZE], digest[MD5_DIGEST_SIZE];
	struct md5_ctx md5;

	if (file_reader_read(reader, 0, head, sizeof head, NULL))
		return false;
	md5_init(&md5);
	md5_update(&md5, sizeof head, head);
	md5_digest(&md5, sizeof digest, digest);
	return memcmp(digest, french, sizeof digest) == 0;
}

static enum exh_zv_language language_of_scripts(const struct file_reader *reader)
{
	if (reader->size == SPANISH)
		return EXH_ZV_SPANISH;
	if (reader->size != FRENCH_OR_GERMAN)
		return EXH_ZV_ENGLISH;
	return begins_french(reader) ? EXH_ZV_FRENCH : EXH_ZV_GERMAN;
}

static enum exh_zv_language language_of_strings(const struct file_reader *reader)
{
	switch (reader->size) {
	case 9219:
		return EXH_ZV_FRENCH;
	case 9505:
		return EXH_ZV_GERMAN;
	default:
		return EXH_ZV_ENGLISH;
	}
}

enum exh_zv_language zv_game_language(const struct zv_game *game, enum exh_zv_game which)
{
	const bool is_nemesis = which == EXH_ZV_NEMESIS;
	const struct files *files = is_nemesis ? game->files : zv_roof_tree(game->files);
	const char *name =
		files_find(files, is_nemesis ? "nemesis.str" : ZV_SCRIPTS_ARCHIVE);
	enum exh_zv_language language;
	struct file_reader reader;

	if (!name || files_reader_open(files, name, &reader, NULL))
		return EXH_ZV_ENGLISH;
	language =
		is_nemesis ? language_of_strings(&reader) : language_of_scripts(&reader);
	file_reader_close(&reader);
	return language;
}
