/* Pictures of Deluxe Paint as they become PNG files. */
#ifndef CMD_ASSETS_SOFTDISK_ILBM_PICTURE_H
#define CMD_ASSETS_SOFTDISK_ILBM_PICTURE_H

#include <exhume/ilbm.h>

#include <jansson.h>

enum ilbm_palette { ILBM_PALETTE_FILE, ILBM_PALETTE_EGA };

struct ilbm_picture {
	struct exh_ilbm ilbm;
	struct exh_image image;	    /* indices of palette; in the arena */
	struct exh_palette palette; /* with transparent entries for hidden pixels */
	size_t hidden_count;	    /* pixels */
};

/* Decodes it into arena. As exh_ilbm_open and exh_ilbm_decode. */
enum exh_status ilbm_picture_read(struct exh_bytes bytes, enum ilbm_palette palette,
				  struct exh_arena *arena, struct ilbm_picture *out,
				  struct exh_notes *notes, struct exh_error *err);

/* "none", "mask", "color", "lasso". */
const char *ilbm_masking_name(unsigned masking);

/* Adds what the file has about the picture. */
void ilbm_picture_describe(const struct ilbm_picture *picture, json_t *json);

#endif
