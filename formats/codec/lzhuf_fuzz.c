#include "expand_fuzz.h"
#include "exhume/advanced/codec.h"

enum { REBUILT = 40000 };

/* After 32,768 symbols the tree is built anew: bytes of chance are hardly ever found
 * again, so that each is a symbol. */
static void check_rebuilt(uint32_t seed)
{
	static _Thread_local uint8_t bytes[REBUILT];

	for (size_t i = 0; i < REBUILT; i++) {
		seed = seed * 1664525 + 1013904223;
		bytes[i] = (uint8_t)(seed >> 24);
	}
	check_pack(bytes, sizeof bytes, exh_lzhuf_expand, exh_lzhuf_pack);
}

/* Input: see check_codec; two bytes are a seed of bytes to pack, in replays. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (SMALLER(false, size == 2))
		check_rebuilt((uint32_t)data[0] << 8 | data[1]);
	check_codec(data, size, exh_lzhuf_expand, exh_lzhuf_pack);
	return 0;
}
