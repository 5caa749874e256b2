#include "expand_fuzz.h"
#include "exhume/advanced/codec.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	check_codec(data, size, exh_byterun1_expand, exh_byterun1_pack);
	return 0;
}
