/* Sounds of id's games as kinds of assets: effects for the speaker and for the AdLib
 * card, digital ones, music. */
#ifndef CMD_ASSETS_KEEN_SOUND_KEEN_SOUND_KINDS_H
#define CMD_ASSETS_KEEN_SOUND_KEEN_SOUND_KINDS_H

#include "assets/assets.h"
#include "assets/keen/keen_parts.h"
#include "keen_sound_play.h"
#include "keen_sounds.h"

/* An archive that was opened. */
struct keen_sound_game {
	const char *path;
	struct file file;
	struct keen_sounds sounds;
};

/* Ids of files; from KEEN_FILE_SOUND on they are written in pieces. */
enum { KEEN_FILE_CHUNK, KEEN_FILE_SOUND = ASSET_FILE_STREAMED };

/* In the order of enum exh_keen_audio_kind, which is a kind's code. Their game is a
 * struct keen_sound_game; a single asset is the content of an effect's file. */
enum { KEEN_SOUND_KINDS = 4 };
extern const struct asset_kind keen_sound_kinds[KEEN_SOUND_KINDS];

/* What asset->thing is. */
struct keen_sound {
	enum exh_keen_audio_kind kind;
	size_t chunk;	  /* of an archive */
	const char *name; /* NULL: none is known */
	struct exh_keen_effect effect;
	struct song song;
	bool is_open;	/* effect or song is there; else only the bytes are */
	bool is_played; /* these are known: */
	double seconds, gain;
	struct sound_measure measure;
};

/* NULL: there are no sounds, or a single effect. */
static inline struct keen_sound_game *keen_sound_game_of(const struct assets *assets)
{
	const struct keen_parts *parts = assets->game;

	return parts ? parts->sounds : NULL;
}

static inline const struct keen_sound *keen_sound_of(const struct asset *asset)
{
	return asset->thing;
}

/* The device of an effect in a file of its own, by its name and then by its bytes:
 * EXH_KEEN_AUDIO_SPEAKER or EXH_KEEN_AUDIO_ADLIB. False if it looks like no effect. */
bool keen_effect_device(const char *path, struct exh_bytes bytes,
			enum exh_keen_audio_kind *kind);

/* "sounds" and, of an archive, "music": all assets of a list of KEEN_SOUND_KINDS. path:
 * where the only sound was written; NULL: several. */
void keen_sounds_to_json(const struct assets *list, const char *path, json_t *out);
/* "archive", "tables", "packing" and what else the archive is. */
void keen_sound_archive_to_json(const struct keen_sound_game *game, json_t *out);

/* The document of both that lies beside the files of an archive, and its format. */
#define KEEN_SOUND_MANIFEST "manifest.json"
#define KEEN_SOUND_FORMAT "snd2wav"

/* Appends a line for each of a list of KEEN_SOUND_KINDS. */
void keen_sounds_list(const struct assets *list, struct exh_writer *out);

#endif
