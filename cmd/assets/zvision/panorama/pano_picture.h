/* A room of ZVision as pictures: the view, its table, and all of a panorama. */
#ifndef CMD_ASSETS_ZVISION_PANORAMA_PANO_PICTURE_H
#define CMD_ASSETS_ZVISION_PANORAMA_PANO_PICTURE_H

#include <exhume/panorama.h>

/* A room with its picture in its true orientation. */
struct pano_scene {
	const struct exh_zv_pano *pano;
	const struct exh_zv_picture *picture;
	int32_t location;
	unsigned scale; /* of a picture; 0 is 1 */
};

/* What the player sees, appended as a PNG file. */
enum exh_status pano_encode_view(const struct pano_scene *scene, struct exh_writer *out,
				 struct exh_error *err);

/*
 * All of a panorama, on black, twice as wide as high: for viewers of equirectangular
 * pictures. The location's column is in the middle. EXH_INVALID for a picture that is
 * higher than half its width.
 */
enum exh_status pano_encode_equirect(const struct pano_scene *scene,
				     struct exh_writer *out, struct exh_error *err);

/* The least and the most of all offsets, pixels. */
struct pano_range {
	int32_t least_x, most_x, least_y, most_y;
};

struct pano_range pano_find_range(const struct exh_zv_pano *pano);

/*
 * The table, 16 bits a channel: red is PANO_TABLE_ZERO + dx * PANO_TABLE_STEP, green
 * and the same with dy, blue PANO_TABLE_ZERO.
 */
enum { PANO_TABLE_ZERO = 32768, PANO_TABLE_STEP = 32 };

enum exh_status pano_encode_table(const struct exh_zv_pano *pano, struct exh_writer *out,
				  struct exh_error *err);

#endif
