#include "word_codecs.h"
#include "exhume/advanced/codec.h"

enum {
	LEAST_RUN = 4, /* words; shorter runs stay as they are, except those of the tag */
	MAX_RUN = 0xffff,
};

static enum exh_status expand(struct reader *r, uint16_t tag, struct words_out *out,
			      struct exh_error *err)
{
	const uint8_t tag_word[2] = { (uint8_t)tag, (uint8_t)(tag >> 8) };
	const uint64_t tags = words_repeat(tag_word);

	while (words_left(out)) {
		const uint8_t *word;
		size_t pos, room, size = 2;

		words_copy(r, out, UINT64_MAX, tags, tags);
		if (!words_left(out))
			break;
		pos = r->pos;
		word = rd_take(r, 2);
		if (word && memcmp(word, tag_word, 2) == 0) {
			size *= rd_u16le(r);
			word = rd_take(r, 2);
		}
		if (!word)
			return words_truncated(r, pos, out, err);
		room = words_left(out);
		words_fill(out, word, size < room ? size : room);
		if (size <= room)
			continue;
		r->pos = pos;
		return exh_fail(err, EXH_INVALID, rd_tell(r),
				"run of %zu words, %zu are left to expand", size / 2,
				room / 2);
	}
	return EXH_OK;
}

enum exh_status exh_rlew_expand(struct exh_bytes src, uint16_t tag, uint8_t *dst,
				size_t size, struct exh_expansion *done,
				struct exh_error *err)
{
	struct reader r = { .in = src };
	struct words_out out = { .dst = dst, .size = size - size % 2 };
	const enum exh_status status = expand(&r, tag, &out, err);

	return words_end(&r, &out, size, done, status, err);
}

static size_t run_length(struct exh_bytes src, size_t at)
{
	size_t length = 1;

	while (length < MAX_RUN && at + length * 2 < src.size &&
	       memcmp(src.data + at, src.data + at + length * 2, 2) == 0)
		length++;
	return length;
}

enum exh_status exh_rlew_pack(struct exh_bytes src, uint16_t tag, struct exh_writer *out,
			      struct exh_error *err)
{
	const uint8_t tag_word[2] = { (uint8_t)tag, (uint8_t)(tag >> 8) };
	size_t plain = 0; /* words from here on wait to be written as they are */
	const enum exh_status status = words_check(src, err);

	if (status)
		return status;
	for (size_t at = 0; at < src.size;) {
		const size_t length = run_length(src, at);
		const bool is_tag = memcmp(src.data + at, tag_word, 2) == 0;

		if (length >= LEAST_RUN || is_tag) {
			exh_write_bytes(out, src.data + plain, at - plain);
			exh_write_u16le(out, tag);
			exh_write_u16le(out, (uint16_t)length);
			exh_write_bytes(out, src.data + at, 2);
			plain = at + length * 2;
		}
		at += length * 2;
	}
	if (src.size)
		exh_write_bytes(out, src.data + plain, src.size - plain);
	return words_packed(out, err);
}
