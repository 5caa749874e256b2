/* Sizes that pictures and cursors may have. */
#ifndef EXH_ZVISION_PICTURE_CHECKS_H
#define EXH_ZVISION_PICTURE_CHECKS_H

#include "exhume/zvision.h"

enum { PIXEL_BITS = 0x7fff }; /* the highest bit of a pixel means nothing */

/* offset: of the sides in the file. */
enum exh_status exh_zv_check_sides(size_t width, size_t height, size_t offset,
				   struct exh_error *err);
/* The caller's buffer for the pixels. */
enum exh_status exh_zv_check_buffer(size_t count, size_t width, size_t height,
				    struct exh_error *err);
/* Sides of a picture that is to be written. */
enum exh_status exh_zv_check_written(size_t width, size_t height, size_t most_side,
				     struct exh_error *err);
void exh_zv_write_pixels(const uint16_t *pixels, size_t count, struct exh_writer *out);

#endif
