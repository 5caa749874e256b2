/* Pictures (.tga: TGZ, or plain TGA) as assets. */
#ifndef CMD_ASSETS_ZVISION_PICTURE_ZV_PICTURES_H
#define CMD_ASSETS_ZVISION_PICTURE_ZV_PICTURES_H

#include "assets/zvision/zv_source.h"

#include <exhume/zvision_picture.h>

struct zv_picture_options {
	unsigned transpose;  /* enum transpose */
	struct rooms *rooms; /* of a file by itself; NULL: none are known */
};

/* Is it stored transposed? */
struct zv_way {
	bool transposed;
	char reason[96]; /* why, or why not */
};

/*
 * As transpose (enum transpose) says. AUTO: as a script does that shows the picture, by
 * the name and in the folder of one of paths (NULL: none); else a picture as high as a
 * window, side, and much wider, length, is a panorama. rooms may be NULL.
 */
void zv_way_choose(struct zv_way *way, unsigned transpose, struct rooms *rooms,
		   const char *const paths[2], size_t side, size_t length);

/* The thing of an asset. */
struct zv_picture {
	struct exh_zv_tga tga;
	struct exh_zv_picture picture; /* as it is written; pixels NULL: see make */
	struct zv_way way;
	size_t used_size; /* bytes of the file */
};

/* Each becomes a PNG file. Options are a struct zv_picture_options. */
extern const struct asset_kind zv_picture_kind;

#endif
