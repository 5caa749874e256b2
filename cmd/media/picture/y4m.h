/*
 * YUV4MPEG2, 4:4:4, as programs that encode videos read it: planes Y, Cb and Cr of
 * BT.601, in the limited range of television.
 */
#ifndef CMD_MEDIA_PICTURE_Y4M_H
#define CMD_MEDIA_PICTURE_Y4M_H

#include <exhume/base.h>

/* Appends the head; rate_num / rate_den pictures per second. */
void y4m_head(size_t width, size_t height, uint32_t rate_num, uint32_t rate_den,
	      struct exh_writer *out);

/* Y, Cb and Cr of a colour whose channels go from 0 to 1. */
void y4m_color(double red, double green, double blue, uint8_t ycc[3]);

#endif
