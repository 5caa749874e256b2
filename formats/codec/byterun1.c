#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include "../base/reader.h"

#include <string.h>

enum {
	MOST = 128,	 /* bytes from one control byte, at most */
	NOTHING = 128,	 /* the control byte without effect */
	WORTH_A_RUN = 3, /* equal bytes that end a series of literal ones */
};

/* Returns the number of bytes from one control byte: literal bytes or copies of one
 * byte. */
static size_t measure(unsigned control)
{
	return control < NOTHING ? control + 1 : control > NOTHING ? 257 - control : 0;
}

/* Expands one control byte. Returns the number of bytes; less than wanted only at the
 * end of src. */
static size_t take_step(struct reader *r, unsigned control, size_t wanted, uint8_t *dst)
{
	size_t size = wanted;
	const uint8_t *from;

	if (control > NOTHING) {
		const uint8_t value = rd_u8(r);

		if (r->failed)
			return 0;
		memset(dst, value, size);
		return size;
	}
	if (size > rd_left(r))
		size = rd_left(r);
	from = rd_take(r, size);
	if (size)
		memcpy(dst, from, size);
	return size;
}

enum exh_status exh_byterun1_expand(struct exh_bytes src, uint8_t *dst, size_t size,
				    struct exh_expansion *done, struct exh_error *err)
{
	struct reader r = { .in = src };
	struct exh_expansion far = { 0 };
	enum exh_status status = EXH_OK;

	while (far.produced_size < size && !status) {
		const size_t at = rd_tell(&r), left = size - far.produced_size;
		const unsigned control = rd_u8(&r);
		const size_t promised = measure(control);
		const size_t wanted = promised < left ? promised : left;
		size_t got = 0;

		if (!r.failed)
			got = take_step(&r, control, wanted, dst + far.produced_size);
		far.produced_size += got;
		if (got < wanted || r.failed)
			status = exh_fail(err, EXH_TRUNCATED, src.base + src.size,
					  "%zu of %zu bytes", far.produced_size, size);
		else if (promised > left)
			status = exh_fail(err, EXH_INVALID, at,
					  "%zu bytes, expected at most %zu", promised,
					  left);
	}
	far.used_size = r.pos;
	if (size > far.produced_size)
		memset(dst + far.produced_size, 0, size - far.produced_size);
	if (done)
		*done = far;
	return status;
}

static size_t measure_run(struct exh_bytes src, size_t at)
{
	size_t size = 1;

	while (size < MOST && at + size < src.size && src.data[at + size] == src.data[at])
		size++;
	return size;
}

/* Returns the size of a series of literal bytes. Two equal bytes among them cost less
 * as literal ones. */
static size_t measure_singles(struct exh_bytes src, size_t at)
{
	size_t size = 0;

	while (size < MOST && at + size < src.size &&
	       measure_run(src, at + size) < WORTH_A_RUN)
		size++;
	return size;
}

void exh_byterun1_pack(struct exh_bytes src, struct exh_writer *out)
{
	size_t at = 0;

	while (at < src.size) {
		size_t size = measure_run(src, at);

		if (size > 1) {
			exh_write_u8(out, (uint8_t)(257 - size));
			exh_write_u8(out, src.data[at]);
		} else {
			size = measure_singles(src, at);
			exh_write_u8(out, (uint8_t)(size - 1));
			exh_write_bytes(out, src.data + at, size);
		}
		at += size;
	}
}
