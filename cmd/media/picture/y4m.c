#include "y4m.h"

#include "task/text.h"

#include <math.h>

void y4m_head(size_t width, size_t height, uint32_t rate_num, uint32_t rate_den,
	      struct exh_writer *out)
{
	text_put(out, "YUV4MPEG2 W%zu H%zu F%u:%u Ip A1:1 C444 XCOLORRANGE=LIMITED\n",
		 width, height, (unsigned)rate_num, (unsigned)rate_den);
}

void y4m_color(double red, double green, double blue, uint8_t ycc[3])
{
	const double y = 0.299 * red + 0.587 * green + 0.114 * blue;

	ycc[0] = (uint8_t)lrint(16 + 219 * y);
	ycc[1] = (uint8_t)lrint(128 + 224 * (blue - y) / 1.772);
	ycc[2] = (uint8_t)lrint(128 + 224 * (red - y) / 1.402);
}
