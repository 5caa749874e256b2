#include "sci_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 2)
		return 0;
	check_plain(data, size, exh_sci_huffman_expand, sci_plain_huffman);
	check_pack(data, size, exh_sci_huffman_expand, exh_sci_huffman_pack);
	return 0;
}
