/* Where a said spec ends. */
#include "said.h"

#include "../base/reader.h"

enum exh_status exh_sci_said_size(struct exh_bytes in, size_t *size,
				  struct exh_error *err)
{
	struct reader r = { .in = in };

	while (rd_left(&r)) {
		const size_t at = rd_tell(&r);
		const uint8_t code = rd_u8(&r);

		if (code == SAID_END) {
			*size = r.pos;
			return EXH_OK;
		}
		if (code > SAID_MAX_GROUP >> 8 && code < SAID_COMMA)
			return exh_fail(
				err, EXH_INVALID, at,
				"a group from 0x%02x00 on, expected at most 0xfff", code);
		if (code > SAID_MORE)
			return exh_fail(err, EXH_INVALID, at, "0x%02x is not an operator",
					code);
		if (said_is_word(code))
			rd_u8(&r);
		if (r.failed)
			return exh_fail(err, EXH_TRUNCATED, at,
					"the second byte of a word is missing");
	}
	return exh_fail(err, EXH_TRUNCATED, rd_tell(&r), "no 0xff at the end");
}

enum exh_status exh_sci_said_one(struct exh_bytes code, struct exh_error *err)
{
	size_t size = 0;
	const enum exh_status status = exh_sci_said_size(code, &size, err);

	if (status || size == code.size)
		return status;
	return exh_fail(err, EXH_INVALID, code.base + size,
			"%zu bytes after the 0xff that ends the spec", code.size - size);
}
