/* Parts that the decoder and the encoder of IFF pictures share. */
#ifndef EXH_SOFTDISK_ILBM_PARTS_H
#define EXH_SOFTDISK_ILBM_PARTS_H

#include "exhume/advanced/ilbm.h"

enum {
	ID_SIZE = 4,
	HEADER_SIZE = 20,  /* bytes of BMHD */
	MAX_SIDE = 0xffff, /* largest width or height in a header */
	HALF_BRITE_COLORS = 32,
};

/* Row sizes of the expanded body: rows of planes, or of pixels. */
struct ilbm_rows {
	size_t plane_size; /* bytes of a row of one plane */
	size_t size;	   /* bytes of a row of all planes */
};

bool exh_ilbm_is_half_brite(const struct exh_ilbm *ilbm);
/* Returns the colour that half-brite shows 32 entries further. */
struct exh_color exh_ilbm_half(struct exh_color color);
/* Checks the header. offset is that of an error. */
enum exh_status exh_ilbm_check(const struct exh_ilbm *ilbm, size_t offset,
			       struct exh_error *err);
struct ilbm_rows exh_ilbm_measure(const struct exh_ilbm *ilbm, size_t width);

#endif
