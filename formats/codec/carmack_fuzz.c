/* Input: see fuzz_words. */
#undef NDEBUG /* the asserts are what this program is for */

#include "words_fuzz.h"
#include "exhume/advanced/codec.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct words_codec codec = { exh_carmack_expand, exh_carmack_pack,
						  plain_carmack };

	fuzz_words(&codec, (struct exh_bytes){ data, size, 0 });
	return 0;
}
