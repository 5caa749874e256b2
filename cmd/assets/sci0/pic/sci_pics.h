/* Pics as a kind of asset, for pic2png and sci-unpack --convert. */
#ifndef CMD_ASSETS_SCI0_PIC_SCI_PICS_H
#define CMD_ASSETS_SCI0_PIC_SCI_PICS_H

#include "sci_pic.h"

extern const struct asset_kind sci_pic_kind;

#endif
