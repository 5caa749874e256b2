/* Declarations shared by the reader and the writer of AVI. */
#ifndef EXH_ZVISION_AVI_PARTS_H
#define EXH_ZVISION_AVI_PARTS_H

#include "exhume/advanced/avi.h"

#include "../base/reader.h"

/* Four letters as a little-endian number. */
#define TAG(a, b, c, d) \
	((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

#define TAG_RIFF TAG('R', 'I', 'F', 'F')
#define TAG_LIST TAG('L', 'I', 'S', 'T')
#define TAG_AVI TAG('A', 'V', 'I', ' ')
#define TAG_AVIX TAG('A', 'V', 'I', 'X')
#define TAG_HDRL TAG('h', 'd', 'r', 'l')
#define TAG_AVIH TAG('a', 'v', 'i', 'h')
#define TAG_STRL TAG('s', 't', 'r', 'l')
#define TAG_STRH TAG('s', 't', 'r', 'h')
#define TAG_STRF TAG('s', 't', 'r', 'f')
#define TAG_MOVI TAG('m', 'o', 'v', 'i')
#define TAG_REC TAG('r', 'e', 'c', ' ')
#define TAG_IDX1 TAG('i', 'd', 'x', '1')
#define TAG_VIDS TAG('v', 'i', 'd', 's')
#define TAG_AUDS TAG('a', 'u', 'd', 's')

enum {
	AVIH_SIZE = 56,
	STRH_SIZE = 56,
	STRH_LEAST = 48, /* size if the rectangle is missing */
	BITMAP_HEADER_SIZE = 40,
	WAVE_HEADER_SIZE = 16,
	INDEX_ENTRY_SIZE = 16,
	INDEX_KEY = 0x10,      /* flag of an entry */
	FLAG_HAS_INDEX = 0x10, /* flag of the file */
	BI_RGB = 0,
	BI_BITFIELDS = 3,
};

static inline bool avi_is_printable(uint32_t id)
{
	for (int i = 0; i < 32; i += 8)
		if ((id >> i & 0xff) < 0x20 || (id >> i & 0xff) > 0x7e)
			return false;
	return true;
}

/* Returns the first stream of a kind; NULL if there is none. */
const struct exh_avi_stream *exh_avi_first(const struct exh_avi *avi,
					   enum exh_avi_kind kind);

/*
 * State of an AVI file while it is read.
 */

enum {
	WINDOW = 4096,	    /* bytes read at once */
	FORMAT_MOST = 2048, /* bytes read of a stream's format */
	BREAKS_TOLD = 16,
};

/* A chunk of a stream as found in the file. */
struct found {
	size_t offset; /* offset of its head */
	uint32_t size; /* bytes present */
	uint8_t stream;
	bool is_palette, is_key;
};

/*
 * Walks through the file from front to back. Lists are entered, not skipped, so that
 * their declared ends don't matter; unknown chunks are skipped.
 */
struct walk {
	const struct exh_source *source;
	struct exh_avi *avi;
	struct exh_arena *arena;
	struct exh_notes *notes;
	struct exh_error *err;
	enum exh_status status; /* the first failure */

	uint8_t window[WINDOW];
	size_t window_at, window_size;

	struct exh_avi_stream *streams[EXH_AVI_MAX_STREAMS];
	size_t stream_count;
	bool has_format; /* for the last stream */
	struct exh_writer found;
	/* Offsets; 0: none. movi is that of the list's type. */
	size_t riff_end, second_part, movi, index;
	uint32_t index_size;
	bool index_is_cut, index_is_untrue;
	/* True between a list's head and the index: entries of an index that is longer
	 * than declared look like chunks. */
	bool in_list;
	size_t data_end; /* end of the previous chunk, without padding */
	size_t break_count;
};

/* Records "out of memory" as the failure of the walk. */
enum exh_status exh_avi_fail_memory(struct walk *walk);
/* Returns bytes of the file, in the window; NULL if they are missing, or could not be
 * read. */
const uint8_t *exh_avi_peek(struct walk *walk, size_t at, size_t size);
/* Returns the stream that a chunk's id names; -1 if there is none. */
int exh_avi_stream_of(const struct walk *walk, uint32_t id);

/* Returns the items of a list of chunks. */
const struct found *exh_avi_found_of(const struct exh_writer *list);
size_t exh_avi_found_count(const struct exh_writer *list);

/* Counts the units of the chunks of each stream: frames or bytes. */
void exh_avi_count_units(const struct walk *walk, const struct exh_writer *list,
			 uint64_t units[EXH_AVI_MAX_STREAMS]);
/* Appends the chunks in the order of the index. False if the index can't be used. */
bool exh_avi_use_index(struct walk *walk, struct exh_writer *order);

#endif
