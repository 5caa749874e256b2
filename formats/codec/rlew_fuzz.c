/* Input: 2 bytes are the tag; for the rest see fuzz_words. */
#undef NDEBUG /* the asserts are what this program is for */

#include "words_fuzz.h"
#include "exhume/advanced/codec.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static _Thread_local uint16_t tag; /* tag of the current input */

static enum exh_status expand(struct exh_bytes src, uint8_t *dst, size_t size,
			      struct exh_expansion *done, struct exh_error *err)
{
	return exh_rlew_expand(src, tag, dst, size, done, err);
}

static enum exh_status pack(struct exh_bytes src, struct exh_writer *out,
			    struct exh_error *err)
{
	return exh_rlew_pack(src, tag, out, err);
}

static struct plain plain(struct exh_bytes src, uint8_t *dst, size_t size)
{
	return plain_rlew(src, tag, dst, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct words_codec codec = { expand, pack, plain };

	if (size < 2)
		return 0;
	tag = (uint16_t)plain_word(data);
	fuzz_words(&codec, (struct exh_bytes){ data + 2, size - 2, 2 });
	return 0;
}
