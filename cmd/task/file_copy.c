#include "file.h"

#include "memory.h"

#include <stdlib.h>

enum { PIECE_SIZE = 1 << 18 };

enum exh_status file_stream_copy(struct file_stream *stream,
				 const struct file_reader *from, size_t offset,
				 struct exh_error *err)
{
	uint8_t *piece = mem_alloc(PIECE_SIZE, 1);
	enum exh_status status = EXH_OK;

	for (size_t at = offset; at < from->size && !status; at += PIECE_SIZE) {
		const size_t left = from->size - at;
		const size_t size = left < PIECE_SIZE ? left : PIECE_SIZE;

		status = file_reader_read(from, at, piece, size, err);
		if (!status)
			status = file_stream_write(stream, piece, size, err);
	}
	free(piece);
	return status;
}
