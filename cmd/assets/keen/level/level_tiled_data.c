/* The cells of a Tiled layer: an array of numbers, or base64, plain or packed. */
#include "level.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { GID_SIZE = 4 };

static enum exh_status read_array(const struct json *data, uint32_t *gids, size_t count,
				  struct exh_error *err)
{
	if (json_size(data) != count)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"%zu cells, expected %zu: width times height",
				json_size(data), count);
	for (size_t i = 0; i < count; i++) {
		const struct json *value = json_at(data, i);
		const int64_t gid = json_number_of(value);

		if (!json_is_whole(value) || gid < 0 || gid > UINT32_MAX)
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"item %zu of \"data\": expected a number from 0 "
					"to 4294967295",
					i);
		gids[i] = (uint32_t)gid;
	}
	return EXH_OK;
}

static int base64_value(char c)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *found = c ? strchr(digits, c) : NULL;

	return found ? (int)(found - digits) : -1;
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Appends the bytes. EXH_INVALID names the first wrong character. */
static enum exh_status decode_base64(const char *text, struct exh_writer *out,
				     struct exh_error *err)
{
	size_t digit_count = 0, pad_count = 0;
	uint32_t bits = 0;

	for (size_t i = 0; text[i]; i++) {
		const int value = base64_value(text[i]);

		if (is_space(text[i]))
			continue;
		if (text[i] == '=' && digit_count % 4 >= 2 && pad_count < 2) {
			pad_count++;
			continue;
		}
		if (value < 0 || pad_count)
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"character %zu of \"data\" is not base64", i);
		bits = bits << 6 | (uint32_t)value;
		digit_count++;
		if (digit_count % 4 != 1)
			exh_write_u8(out,
				     (uint8_t)(bits >> (6 - (digit_count - 1) % 4 * 2)));
	}
	if ((digit_count + pad_count) % 4)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"\"data\" ends within a group of base64");
	return mem_check_limit(out, err);
}

/* Fills size bytes of dst and returns how many there are: size + 1 stands for more. */
static enum exh_status inflate_all(const struct exh_writer *src, int window_bits,
				   uint8_t *dst, size_t size, size_t *found_size,
				   struct exh_error *err)
{
	z_stream z = { .next_in = src->data,
		       .avail_in = (uInt)src->size,
		       .next_out = dst,
		       .avail_out = (uInt)size };
	uint8_t more;
	int result;

	if (inflateInit2(&z, window_bits) != Z_OK)
		mem_end();
	result = inflate(&z, Z_SYNC_FLUSH);
	*found_size = size - z.avail_out;
	if (result == Z_OK || result == Z_BUF_ERROR) {
		/* One more byte shows if dst is full or src ends. */
		const bool full = !z.avail_out;

		z.next_out = &more;
		z.avail_out = 1;
		result = full ? inflate(&z, Z_SYNC_FLUSH) : result;
		*found_size += full && !z.avail_out;
	}
	inflateEnd(&z);
	if (result != Z_STREAM_END && *found_size <= size)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"\"data\": the zlib data end early or are damaged after "
				"%zu bytes",
				*found_size);
	return EXH_OK;
}

/* Window bits of zlib for a compression; 0: none; -1: unknown. */
static int window_of(const char *compression)
{
	if (!*compression)
		return 0;
	if (strcmp(compression, "zlib") == 0)
		return MAX_WBITS;
	return strcmp(compression, "gzip") == 0 ? 16 + MAX_WBITS : -1;
}

static enum exh_status unpack(const struct exh_writer *packed, int window_bits,
			      uint8_t *bytes, size_t size, struct exh_error *err)
{
	size_t found_size = packed->size;
	enum exh_status status = EXH_OK;

	if (window_bits)
		status = inflate_all(packed, window_bits, bytes, size, &found_size, err);
	else if (packed->data && found_size == size)
		memcpy(bytes, packed->data, size);
	if (!status && found_size > size)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"more than %zu cells, expected width times height",
				size / GID_SIZE);
	if (!status && found_size < size)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"%zu cells, expected %zu: width times height",
				found_size / GID_SIZE, size / GID_SIZE);
	return status;
}

static enum exh_status read_packed(const char *text, const char *compression,
				   uint32_t *gids, size_t count, struct exh_error *err)
{
	const int window_bits = window_of(compression);
	struct exh_writer packed = { .limit = UINT32_MAX };
	uint8_t *bytes;
	enum exh_status status;

	if (window_bits < 0)
		return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"compression \"%.16s\" can't be read; expected none, "
				"\"zlib\" or \"gzip\"",
				compression);
	bytes = mem_alloc(count, GID_SIZE);
	status = decode_base64(text, &packed, err);
	if (!status)
		status = unpack(&packed, window_bits, bytes, count * GID_SIZE, err);
	for (size_t i = 0; i < count && !status; i++) {
		const uint8_t *at = bytes + i * GID_SIZE;

		gids[i] = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
			  (uint32_t)at[3] << 24;
	}
	exh_writer_free(&packed);
	free(bytes);
	return status;
}

enum exh_status tiled_layer_data(const struct json *layer, uint32_t *gids, size_t count,
				 struct exh_error *err)
{
	const struct json *data = json_get(layer, "data");
	const char *text = json_text_of(data);
	const char *encoding = json_text_at(layer, "encoding");
	const char *compression = json_text_at(layer, "compression");

	if (json_is_list(data))
		return read_array(data, gids, count, err);
	if (!text || !encoding || strcmp(encoding, "base64") != 0)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"\"data\": expected an array of numbers, or a string "
				"with \"encoding\": \"base64\"");
	return read_packed(text, compression ? compression : "", gids, count, err);
}
