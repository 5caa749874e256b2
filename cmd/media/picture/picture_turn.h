/* Rows and columns of pictures that are about to be written. */
#ifndef CMD_MEDIA_PICTURE_PICTURE_TURN_H
#define CMD_MEDIA_PICTURE_PICTURE_TURN_H

#include <exhume/zvision.h>

/* Exchanges them; pixels is from malloc, and replaced. */
void picture_turn(struct exh_zv_picture *picture);

#endif
