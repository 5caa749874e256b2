/*
 * Animated indexed PNG pictures (APNG 1.0): a PNG file whose picture is the first frame,
 * followed by what changes from frame to frame.
 */
#ifndef CMD_MEDIA_PICTURE_APNG_H
#define CMD_MEDIA_PICTURE_APNG_H

#include <exhume/base.h>

struct apng;

/*
 * Starts an animation of frame_count frames, shown play_count times (0: endlessly), and
 * appends it to out. Width and height in pixels; out is borrowed until apng_end.
 */
struct apng *apng_begin(size_t width, size_t height, const struct exh_palette *palette,
			size_t frame_count, uint32_t play_count, struct exh_writer *out);

/*
 * The next frame: the one before with part at (x, y) over it, shown
 * for delay_num / delay_den seconds (a delay_den of 0 stands for 100). The first frame is
 * the whole picture. EXH_INVALID for a part that is empty or lies outside, a first one
 * that does not fill the picture, or too many frames; else fails as png_encode.
 */
enum exh_status apng_add(struct apng *apng, const struct exh_image *part, size_t x,
			 size_t y, uint16_t delay_num, uint16_t delay_den,
			 struct exh_error *err);

/*
 * Ends the file and frees apng. When status, of what was done so far, is a failure, that
 * is returned, out is left as it is, and apng may be NULL. EXH_INVALID when frames are
 * missing.
 */
enum exh_status apng_end(struct apng *apng, enum exh_status status,
			 struct exh_error *err);

#endif
