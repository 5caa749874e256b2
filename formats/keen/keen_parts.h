/* Declarations shared by the files of this folder, beyond the public headers. */
#ifndef EXH_KEEN_KEEN_PARTS_H
#define EXH_KEEN_KEEN_PARTS_H

#include "exhume/keen_audio.h"
#include "exhume/advanced/keen_binary.h"
#include "exhume/advanced/keen_exe.h"
#include "exhume/keen.h"
#include "exhume/advanced/keen_audio.h"
#include "exhume/advanced/keen_map.h"
#include "exhume/identify.h"

#include "../base/common.h"

/*
 * Layouts (layout.c).
 */

bool exh_keen_class_has_length(enum exh_keen_class class_id);

/* Bytes of one tile; 0 if the class has no tiles. */
size_t exh_keen_tile_bytes(const struct exh_keen_layout *layout,
			   enum exh_keen_class class_id);

/* Tiles in a whole chunk; 0 if the class has no tiles. */
size_t exh_keen_tiles_in_chunk(const struct exh_keen_layout *layout,
			       enum exh_keen_class class_id);

/* Returns a chunk's class, and its index in the class. */
enum exh_keen_class exh_keen_layout_class(const struct exh_keen_layout *layout,
					  size_t chunk_number, uint32_t *index);

/*
 * Graphics (graphics.c, graphics_bitmap.c).
 */

/*
 * Bytes between the last code and the end of the chunk. Keen 4's packer always closes a
 * stream with a byte that has padding in it, and marks the end of each group "!ID!".
 */
size_t exh_keen_leftover_size(const struct exh_huffman_job *job);

/* True if a bitmap's width and height in its table entry are plausible. */
bool exh_keen_size_is_sane(const struct exh_keen_sprite *entry);

/* Returns the table entry of a picture or sprite; NULL if it has none. */
const struct exh_keen_sprite *
exh_keen_table_entry(const struct exh_keen_graphics *graphics,
		     const struct exh_keen_chunk *chunk);

/*
 * A text of class binary, piece by piece (binary.c).
 */

struct keen_text {
	struct exh_bytes in;
	size_t pos;
	const struct exh_keen_layout *layout; /* may be NULL */
	struct exh_writer *out;
	unsigned page;
};

enum keen_text_piece {
	KEEN_TEXT_END, /* the end of the chunk or of the text that is shown */
	KEEN_TEXT_LETTER,
	KEEN_TEXT_SILENT,  /* a colour or a carriage return, which are not rendered */
	KEEN_TEXT_COMMAND, /* a command and the rest of its line; neither is shown */
};

/* Renders the next piece, and advances past it. */
enum keen_text_piece exh_keen_text_step(struct keen_text *text);

/*
 * Levels (map.c).
 */

/* Source: keen-formats 4 and 9. */
enum {
	MAPHEAD_SIZES_AT = 2 + EXH_KEEN_MAP_LIMIT * 4, /* after tag and offsets */
	MAPHEAD_SIZE = MAPHEAD_SIZES_AT,	       /* size in Keen 4 to 6 */
	/* size in Keen Dreams */
	MAPHEAD_SIZED_SIZE = MAPHEAD_SIZES_AT + EXH_KEEN_MAP_LIMIT,
	MAP_HEADER_SIZE = 38, /* bytes */
	USUAL_RLEW_TAG = 0xabcd,
	/* TED5's head: tag, offsets and sizes of 4 bytes after its settings
	 * (observed). */
	TED5_TAG_AT = 0x124,
	TED5_HEAD_SIZE = TED5_TAG_AT + 2 + EXH_KEEN_MAP_LIMIT * 8,
};

/* True if the head is the editor TED5's, and all levels have headers of the usual size.
 * Fills out. */
bool exh_keen_maphead_is_ted5(struct exh_bytes head, struct exh_keen_maphead *out);

/* Returns a level by its number, lost levels included; NULL if there is none. */
const struct exh_keen_map *exh_keen_find_map(const struct exh_keen_maps *maps,
					     unsigned number);

/*
 * Sounds (audio_*.c, effect.c).
 */

enum {
	AUDIO_SPEAKER_HEADER_SIZE = 6, /* length and priority */
	AUDIO_ADLIB_HEADER_SIZE = 23,  /* length, priority and an instrument */
	AUDIO_CHUNK_LIMIT = 1 << 20,   /* bytes of an effect or a song */
	AUDIO_MAX_CHUNKS = 4096,       /* the games have up to 300 */
};

/* Lists the writes to the AdLib card when an effect starts (without register 01), and in
 * one of its ticks, in order. writes has room for that many; returns their number.
 * Positions count as in exh_keen_effect_play. */
enum {
	AUDIO_START_WRITES = 11,
	AUDIO_TICK_WRITES = 3,
	AUDIO_SPEAKER_STEP =
		60, /* clocks of a period that a byte of the speaker counts */
};

size_t exh_keen_effect_start_writes(const struct exh_keen_effect *effect,
				    struct exh_opl2_write *writes);
size_t exh_keen_effect_tick_writes(const struct exh_keen_effect *effect, size_t tick,
				   struct exh_opl2_write *writes);

/* True if the chunk is an effect, with at most a byte or a name appended by tools. */
bool exh_keen_effect_fits(struct exh_bytes chunk, bool is_adlib);

/* True if the offsets step back at entry "at" as they do at the first song of Keen 4 to
 * 6. Reads the entries up to there. */
bool exh_keen_audio_steps_back(const uint8_t *entries, size_t at);

/*
 * Finds the chunks' places from the head, and sound_count if the head shows it (else 0).
 * EXH_TRUNCATED for less than two entries, EXH_LIMIT for more than AUDIO_MAX_CHUNKS,
 * EXH_INVALID if they don't ascend.
 */
enum exh_status exh_keen_audio_read_head(struct exh_bytes data, struct exh_bytes head,
					 struct exh_arena *arena,
					 struct exh_keen_audio *audio,
					 struct exh_notes *notes, struct exh_error *err);

/* Returns the game with that many chunks; NULL if none is known. */
const struct exh_keen_audio_release *exh_keen_audio_release_of(size_t chunk_count);

/* Returns the most bytes that a chunk of the archive may expand to, AUDIO_CHUNK_LIMIT at
 * most. */
size_t exh_keen_audio_room_size(struct exh_bytes data);

/* True if the chunk begins with a length, and expands to exactly that length at its end.
 * room has at least that many bytes. */
bool exh_keen_audio_packed_fits(struct exh_bytes chunk, const struct exh_huffman *huffman,
				uint8_t *room);

/* True if the chunk is an uncompressed effect or song. */
bool exh_keen_audio_plain_fits(struct exh_bytes chunk);

/* Finds sound_count from the chunks' content, if the head does not show it. False when
 * out of memory. */
bool exh_keen_audio_group(struct exh_keen_audio *audio);

/* True if music has notes and ends within an hour. */
bool exh_keen_imf_is_heard(const struct exh_keen_imf *imf);

/*
 * Tables beside a file that is being identified (object.c).
 */

struct exh_probe;
extern const struct exh_format exh_keen_head_format, exh_keen_dict_format,
	exh_keen_maphead_format, exh_keen_audiohead_format, exh_keen_tileinfo_format;

/* Like probe->companion, but also finds object files with the names of the probe's game.
 * The bytes may live in the arena. False if the probe has no companions. */
bool exh_keen_companion(const struct exh_probe *probe, const char *stem, size_t index,
			struct exh_arena *arena, struct exh_bytes *out);

/*
 * Heads found in a program without their archives (exe*.c).
 */

enum { KEEN_MAX_DICTS = 32 }; /* most dictionaries tried; the games have three */

/* Dictionaries with their codes: those of an image, or the given one. */
struct keen_dicts {
	struct exh_bytes items[KEEN_MAX_DICTS];
	struct exh_huffman *codes;
	size_t count;
};

/* Finds the dictionaries. False when out of memory. */
bool exh_keen_exe_codes(struct exh_bytes image, struct exh_bytes given,
			struct exh_arena *arena, struct keen_dicts *out);

/* Each returns the likeliest head; its data are NULL if there is none. */
struct exh_bytes exh_keen_exe_graphics_head(struct exh_bytes image);
struct exh_bytes exh_keen_exe_map_head(struct exh_bytes image);

/* Excludes other, another table that ascends. */
struct exh_bytes exh_keen_exe_audio_head(struct exh_bytes image, struct exh_bytes other);

#endif
