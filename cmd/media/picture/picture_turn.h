/* Rows and columns of pictures that are about to be written. */
#ifndef CMD_MEDIA_PICTURE_PICTURE_TURN_H
#define CMD_MEDIA_PICTURE_PICTURE_TURN_H

#include <exhume/zvision.h>

/* Exchanges them; pixels, which are malloc's, are others afterwards. EXH_NO_MEMORY leaves
 * all as it was. */
enum exh_status picture_turn(struct exh_zv_picture *picture, struct exh_error *err);

#endif
