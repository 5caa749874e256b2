/*
 * VIEW_MANIFEST: what the PNG files of a view beside it don't contain, so that the same
 * bytes can be made of them.
 */
#ifndef CMD_ASSETS_SCI0_VIEW_VIEW_MANIFEST_H
#define CMD_ASSETS_SCI0_VIEW_VIEW_MANIFEST_H

#include "assets/assets.h"
#include "view_draw.h"

#include <exhume/sci0_view.h>

#define VIEW_MANIFEST "manifest.json"
#define VIEW_MANIFEST_FORMAT "sci-view"

/* Appends that of a view. */
enum exh_status view_manifest_make(const struct asset *asset, unsigned scale,
				   struct exh_writer *out, struct exh_error *err);

/* How pixels became run lengths: by exh_sci0_cel_encode, with runs that end with the
 * rows, or otherwise. */
enum view_packing { VIEW_SHORTEST, VIEW_ROWS, VIEW_OTHER };

/* Their names, ends with NULL; of VIEW_OTHER the run lengths themselves are kept. */
extern const char *const view_packing_names[];

struct view_manifest_cel {
	const char *file;	/* without folders; NULL: none */
	bool has_size;		/* width and height are given */
	uint16_t width, height; /* of what was extracted, or of a cel without a file */
	int8_t dx, dy;
	uint8_t key; /* VIEW_NO_KEY: not given */
	bool has_crc32;
	uint32_t crc32;		   /* of the pixels as stored */
	enum view_packing packing; /* of these pixels */
	struct exh_bytes rle;	   /* of VIEW_OTHER */
};

struct view_manifest_loop {
	bool is_mirrored;
	size_t source; /* its own number, or one before it whose cels it shares */
	uint16_t unused;
	struct view_manifest_cel *cels; /* of one that shares: files alone, or none */
	size_t cel_count;
};

struct view_manifest {
	struct exh_arena arena;
	bool has_number, has_crc32;
	unsigned number;
	uint32_t size, crc32; /* of the resource that was extracted */
	uint8_t flags;
	uint16_t mirror_mask; /* bits of loops that there are not */
	uint16_t unused;
	unsigned scale; /* of the PNG files */
	struct view_manifest_loop *loops;
	size_t loop_count;
	struct exh_bytes palette; /* NULL: none */
	struct exh_bytes tail;	  /* what comes after all */
	struct exh_bytes bytes;	  /* the resource, where we would lay it out otherwise */
};

/* EXH_INVALID names the key that is wrong. Always to be freed. */
enum exh_status view_manifest_read(struct exh_bytes text, struct view_manifest *out,
				   struct exh_error *err);
void view_manifest_free(struct view_manifest *manifest);

#endif
