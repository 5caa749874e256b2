#include "expand_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	check_codec(data, size, exh_lzhuf_expand, exh_lzhuf_pack);
	return 0;
}
