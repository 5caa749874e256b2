/* Pictures of Deluxe Paint, which several families use. */
#ifndef CMD_ASSETS_ILBM_ILBM_H
#define CMD_ASSETS_ILBM_ILBM_H

#include "task/fields.h"

#include <exhume/advanced/ilbm.h>

enum ilbm_palette { ILBM_PALETTE_FILE, ILBM_PALETTE_EGA };

struct ilbm_picture {
	struct exh_ilbm ilbm;
	struct exh_image image;	    /* indices of palette; in the arena */
	struct exh_palette palette; /* includes transparent entries for hidden pixels */
	size_t hidden_count;	    /* pixels */
	const char *masking;	    /* name of the kind of masking */
	uint16_t clear[256];	    /* transparent entries */
	size_t clear_count;
};

/* Fields of a picture. */
extern const struct fields ilbm_picture_fields;

/* Decodes it into arena. Errors as in exh_ilbm_open and exh_ilbm_decode. */
enum exh_status ilbm_picture_read(struct exh_bytes bytes, enum ilbm_palette palette,
				  struct exh_arena *arena, struct ilbm_picture *out,
				  struct exh_notes *notes, struct exh_error *err);

/* Returns "none", "mask", "color" or "lasso". */
const char *ilbm_masking_name(unsigned masking);

#endif
