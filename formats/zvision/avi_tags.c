#include "exhume/avi.h"

#include "avi_tags.h"

#include <stdio.h>

void exh_avi_tag_text(uint32_t tag, char text[16])
{
	if (avi_is_printable(tag))
		snprintf(text, 16, "%c%c%c%c", (char)(tag & 0xff),
			 (char)(tag >> 8 & 0xff), (char)(tag >> 16 & 0xff),
			 (char)(tag >> 24));
	else
		snprintf(text, 16, "0x%08x", (unsigned)tag);
}
