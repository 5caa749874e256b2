/* Indexed pictures made larger. */
#ifndef CMD_MEDIA_PICTURE_IMAGE_SCALE_H
#define CMD_MEDIA_PICTURE_IMAGE_SCALE_H

#include <exhume/base.h>

/* Repeats each pixel scale times in both directions (0 is 1); with aspect, six lines
 * replace five. pixels is from malloc, and replaced. */
void image_scale(struct exh_image *image, unsigned scale, bool aspect);

#endif
