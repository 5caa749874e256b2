/* Archives of sounds. */
#ifndef CMD_ASSETS_KEEN_SOUND_SOUND_H
#define CMD_ASSETS_KEEN_SOUND_SOUND_H

#include "task/fields.h"
#include "assets/assets.h"
#include "assets/keen/keen.h"
#include "assets/song/song.h"
#include "media/sound/sound.h"
#include "task/report.h"
#include "task/sha256.h"
#include "task/work.h"

#include <exhume/base.h>
#include <exhume/keen_audio.h>

/*
 * Effects and songs of an archive as samples.
 */

/* Options for sounds. All zeros: as WAV files of 44100 Hz. */
struct keen_sound_options {
	struct sound_settings sound;
	/* Tick rate of music; numerator 0: found automatically. */
	struct exh_keen_imf_rate tick_rate;
	unsigned format;   /* enum sound_format */
	bool naive;	   /* the speaker's wave as it is at each sample */
	bool raw;	   /* chunks as they are, too */
	unsigned imf_type; /* type of written music: enum keen_imf_type */
};

enum keen_imf_type { KEEN_IMF_STORED, KEEN_IMF_0, KEEN_IMF_1 };

/* State of a sound that is played; each kind has its own. */
union keen_sound_player {
	struct keen_speaker_player {
		const struct exh_keen_effect *effect;
		struct exh_keen_speaker_cursor cursor;
		uint32_t rate_hz;
		unsigned clocks; /* a sample; 0: as many as make the rate, one by one */
		/* Number of the next sample, if they are made one by one. */
		uint64_t position;
	} speaker;
	struct keen_adlib_player {
		const struct exh_keen_effect *effect;
		struct exh_keen_effect_cursor cursor;
		struct exh_opl2_spacing spacing;
		struct exh_opl2_player player;
	} adlib;
	struct song_performance music;
};

struct sound_source keen_speaker_source(struct keen_speaker_player *player,
					const struct keen_sound_options *options,
					const struct exh_keen_effect *effect);
struct sound_source keen_adlib_source(struct keen_adlib_player *player,
				      const struct keen_sound_options *options,
				      const struct exh_keen_effect *effect);
struct sound_source keen_music_source(struct song_performance *performance,
				      const struct keen_sound_options *options,
				      const struct song *song);

/*
 * A Keen sound archive with the tables it needs: found beside it or given, and read.
 */

/* Options of the command line; NULL: found automatically. */
struct keen_sounds_options {
	const char *head, *dict;
	const char *exe; /* a program with the tables that are not given */
};

struct keen_sounds {
	const char *path;
	struct file archive;
	struct keen_table head, dict; /* dict.path NULL: none is needed */
	struct exh_keen_audio audio;
	struct exh_arena arena;
};

enum keen_sounds_state {
	KEEN_SOUNDS_OPEN,
	KEEN_SOUNDS_NOT, /* nothing beside it says that it is one: maybe it is an effect
			  */
	KEEN_SOUNDS_BAD, /* the report says why */
};

/* Always free it. */
enum keen_sounds_state keen_sounds_open(struct keen_sounds *sounds, const char *path,
					const struct keen_sounds_options *options,
					struct report *report);
void keen_sounds_free(struct keen_sounds *sounds);

/*
 * Sounds of id's games as kinds of assets: effects for the speaker and for the AdLib
 * card, digital ones, music.
 */

/* Ids of files; from KEEN_FILE_SOUND on they are written in pieces. */
enum { KEEN_FILE_CHUNK, KEEN_FILE_SOUND = ASSET_FILE_STREAMED };

/* In the order of enum exh_keen_audio_kind, which is a kind's code. Their game is a
 * struct keen_parts; a single asset is the content of an effect's file. */
enum { KEEN_SOUND_KINDS = 4 };
extern const struct asset_kind keen_sound_kinds[KEEN_SOUND_KINDS];

/* Sound that asset->thing points to. */
struct keen_sound {
	enum exh_keen_audio_kind kind;
	size_t chunk;	  /* index of its chunk in the archive */
	const char *name; /* NULL: none is known */
	struct exh_keen_effect effect;
	struct song song;
	/* Effect or song could be opened; else only the bytes are there. */
	bool is_open;
	bool is_played; /* the members below are known */
	double seconds, gain;
	struct sound_measure measure;
};

/* Sounds of the game; NULL: there are none, or a single effect. */
static inline struct keen_sounds *keen_sounds_of(const struct assets *assets)
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

/* The document that lies beside the files of an archive. */
#define KEEN_SOUND_MANIFEST "manifest.json"
extern const struct document keen_sound_document;
/* Fields of the document's lists. */
extern const struct fields keen_sound_fields, keen_music_fields;
/* Fields of the document that are also reported for an input. */
extern const struct fields keen_sounds_fields;

/* Adds these fields, for all assets of a list of KEEN_SOUND_KINDS, to out. path: file of
 * the only sound; NULL: several. report: its messages are added; may be NULL. */
void keen_sounds_put(const struct assets *list, const char *path,
		     const struct report *report, struct json *out);
/* The same as a document. */
struct json *keen_sounds_document(const struct assets *list, const struct report *report);

/* A file of a sound. */
struct keen_sound_file {
	const char *file; /* NULL: none was written */
	bool has_sha256, is_played;
	uint8_t sha256[SHA256_SIZE];
	double seconds, gain, peak;
	uint32_t rate;
	uint64_t frames, clipped_samples;
	const char *extracted; /* path of the chunk's file; NULL: none */
};

struct keen_effect_row {
	bool in_archive, is_open;
	size_t chunk, ticks;
	unsigned priority;
	struct exh_bytes instrument; /* no data: not for the AdLib card */
	unsigned block;
	bool has_block;
	struct keen_sound_file file;
};

/* A sound, for each device that it is for. */
struct keen_sound_row {
	unsigned number;
	const char *name;
	bool has[EXH_KEEN_AUDIO_MUSIC];
	struct keen_effect_row effects[EXH_KEEN_AUDIO_MUSIC];
};

struct keen_music_row {
	unsigned number;
	const char *name, *title, *tick_rate_why;
	size_t chunk;
	bool is_open;
	uint64_t ticks;
	double tick_rate;
	struct keen_sound_file file;
};

/* Appends a line for each of a list of KEEN_SOUND_KINDS. */
void keen_sounds_list(const struct assets *list, struct exh_writer *out);

/*
 * The work of exhume snd2wav, without its command line.
 */

struct snd2wav_request {
	struct common common;
	struct keen_sounds_options tables;
	struct sound_options sound;
	struct keen_sound_options options;
	unsigned device;
	bool list;
	const char *pack, *base;	   /* a folder, and the archive that it is of */
	struct keen_tables_out tables_out; /* for pack */
	struct json *taken;		   /* outputs of effects in files of their own */
};

/* True if -o is the name of a file, not of a folder. */
bool snd2wav_names_file(const char *output);

void snd2wav_run_input(void *context, const char *input, const char *output,
		       struct report *report, struct json *result);

/*
 * manifest.json of snd2wav read back: which of a folder's sound files were edited.
 */

/* All zeros: a folder without one. */
struct sound_manifest {
	struct exh_arena arena;
	struct keen_sound_row *sounds;
	struct keen_music_row *music;
	size_t sound_count, music_count;
};

/* Finds a file in the manifest; NULL: it is not listed. */
const struct keen_sound_file *sound_manifest_find(const struct sound_manifest *manifest,
						  const char *name);

/* Names in it lead to no other folder. EXH_INVALID names the key that is wrong. Free it
 * either way. */
enum exh_status sound_manifest_read(struct exh_bytes text, struct sound_manifest *out,
				    struct exh_error *err);
void sound_manifest_free(struct sound_manifest *manifest);

enum sound_file_state {
	SOUND_FILE_NONE,
	SOUND_FILE_SAME,    /* content as written */
	SOUND_FILE_EDITED,  /* other content, or not in the manifest */
	SOUND_FILE_UNKNOWN, /* the manifest has no hash of it */
};

/* EXH_IO if the file can't be read. */
enum exh_status sound_file_state(const struct sound_manifest *manifest,
				 const char *folder, const char *name,
				 enum sound_file_state *out, struct exh_error *err);

/*
 * snd2wav --pack: edited chunks back into an archive of sounds.
 */

/*
 * Appends the chunk that an archive stores for a song's file: an IMF of the old chunk's
 * type, with its tag if the file has no place for one; or the old chunk itself, if the
 * file is that in either type. old without data: a new chunk, of type. Fails if the file
 * is no IMF, or too long for the type.
 */
enum exh_status keen_song_fit(struct exh_bytes content, struct exh_bytes old,
			      unsigned type, struct exh_writer *out,
			      struct exh_notes *notes, struct exh_error *err);

/*
 * Takes the chunks of a folder (.pcsnd, .alsnd, .imf, as --raw names them) that differ
 * from those of the archive base, and effects of the speaker made from .pc.flac and
 * .pc.wav files that differ from the hash in the folder's manifest or are not in it
 * (which of two counts, sound_twin_counts says); a sound goes before a chunk. Songs that
 * the archive lacks (music-06.imf) are appended, if it has songs. Packs them
 * with the archive's dictionary, and writes the archive to output and its tables beside
 * it, all or none. What is not edited keeps its bytes. Adds to result what was done;
 * false if it could not be done, and the report has why.
 */
extern const struct fields sound_pack_fields;
struct sound_pack {
	const char *folder, *base;
	/* The build that knows the edited files, and already reported which of two files
	 * of a sound is used; NULL: none. */
	const struct game_build *build;
	struct keen_sounds_options tables;
	struct keen_tables_out tables_out; /* exe is that of tables */
};
bool sound_pack(const struct sound_pack *pack, const char *output, struct report *report,
		struct json *result);

/*
 * A sound as the PC's speaker can play it: one pitch at a time, on or off, for each of
 * the 140 ticks per second of an effect.
 */

struct speaker_fit {
	/* A byte a tick, as in an effect: 0 is silence. To be freed. Ticks that are
	 * silent at the end are cut off; one of silence follows, since the game never
	 * plays the last byte. */
	uint8_t *bytes;
	size_t count;
	size_t loud_count; /* ticks that are loud enough to be heard */
	/* Loud ticks with noise or several tones, which become silent. */
	size_t unpitched_count;
	/* Difference in pitch between the sound and the bytes, over the other loud ticks.
	 * It is 0 for a tick in step. */
	double rms_cents;
};

/*
 * A tick is loud within 24 dB of the loudest one. One that is the wave of a byte, begun
 * with the tick or going on from the last one, is in step: its byte is that. Another one
 * has a pitch, from 78 Hz up, if it repeats itself and has the fundamental of that, and
 * gets the nearest byte. EXH_LIMIT for a sound of more ticks
 * than most; EXH_UNSUPPORTED if more than half of its loud ticks have no pitch. Free
 * out->bytes even after a failure.
 */
enum exh_status speaker_fit(const struct sound_samples *wav, size_t most,
			    struct speaker_fit *out, struct exh_error *err);

#endif
