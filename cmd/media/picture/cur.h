/* CUR, the mouse cursors of Windows, which have a hot spot. */
#ifndef CMD_MEDIA_PICTURE_CUR_H
#define CMD_MEDIA_PICTURE_CUR_H

#include <exhume/base.h>

/* Appends a file of one picture, up to 256 pixels a side and 16 colours. Pixels whose
 * colour is not opaque let the screen through. */
void cur_encode(const struct exh_image *image, const struct exh_palette *palette,
		unsigned hot_x, unsigned hot_y, struct exh_writer *out);

#endif
