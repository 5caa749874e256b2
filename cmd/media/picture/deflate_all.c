#include "png.h"

#include "task/memory.h"

#ifdef EXH_HAVE_LIBDEFLATE

#include <libdeflate.h>

#include <stdlib.h>

void deflate_all(const struct deflate_way *way, struct exh_bytes raw,
		 struct exh_writer *out)
{
	struct libdeflate_compressor *packer = libdeflate_alloc_compressor(way->level);
	uint8_t *packed;
	size_t most;

	if (!packer)
		mem_end();
	most = libdeflate_zlib_compress_bound(packer, raw.size);
	packed = mem_room(most, 1);
	exh_write_bytes(
		out, packed,
		libdeflate_zlib_compress(packer, raw.data, raw.size, packed, most));
	libdeflate_free_compressor(packer);
	free(packed);
}

#else

#define ZLIB_CONST
#include <zlib.h>

enum { PIECE = 1 << 14, MAX_ZLIB_INPUT = 1 << 30 /* bytes at once */ };

static void pack(z_stream *stream, int flush, struct exh_writer *out)
{
	uint8_t piece[PIECE];
	int result;

	do {
		stream->next_out = piece;
		stream->avail_out = sizeof piece;
		result = deflate(stream, flush);
		exh_write_bytes(out, piece, sizeof piece - stream->avail_out);
	} while (!stream->avail_out && result == Z_OK);
}

void deflate_all(const struct deflate_way *way, struct exh_bytes raw,
		 struct exh_writer *out)
{
	const int *tuning = way->tuning;
	z_stream stream = { 0 };

	if (deflateInit2(&stream, way->level, Z_DEFLATED, MAX_WBITS, MAX_MEM_LEVEL,
			 way->strategy) != Z_OK)
		mem_end();
	if (tuning[0])
		deflateTune(&stream, tuning[0], tuning[1], tuning[2], tuning[3]);
	for (size_t at = 0; at < raw.size; at += MAX_ZLIB_INPUT) {
		const size_t left = raw.size - at;

		stream.next_in = raw.data + at;
		stream.avail_in = (uInt)(left < MAX_ZLIB_INPUT ? left : MAX_ZLIB_INPUT);
		pack(&stream, Z_NO_FLUSH, out);
	}
	pack(&stream, Z_FINISH, out);
	deflateEnd(&stream);
}

#endif
