/* Whole buffers as zlib streams: by libdeflate where the build found it, else by zlib. */
#ifndef CMD_MEDIA_PICTURE_DEFLATE_ALL_H
#define CMD_MEDIA_PICTURE_DEFLATE_ALL_H

#include <exhume/base.h>

struct deflate_way {
	int level; /* 1 to 9; of libdeflate to 12 */
	/* Of zlib alone: its strategy, and good_length, max_lazy, nice_length, max_chain
	 * of deflateTune, or zeros. */
	int strategy;
	int tuning[4];
};

/* Appends the stream. */
void deflate_all(const struct deflate_way *way, struct exh_bytes raw,
		 struct exh_writer *out);

#endif
