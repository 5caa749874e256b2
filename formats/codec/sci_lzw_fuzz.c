#include "sci_fuzz.h"

#define VARIANT(name, variant)                                                        \
	static enum exh_status name##_expand(struct exh_bytes src, uint8_t *dst,      \
					     size_t size, struct exh_expansion *done, \
					     struct exh_error *err)                   \
	{                                                                             \
		return exh_sci_lzw_expand(src, variant, dst, size, done, err);        \
	}                                                                             \
	static struct sci_plain name##_plain(struct exh_bytes src, uint8_t *dst,      \
					     size_t size)                             \
	{                                                                             \
		return sci_plain_lzw(src, variant, dst, size);                        \
	}                                                                             \
	static void name##_pack(struct exh_bytes src, struct exh_writer *out)         \
	{                                                                             \
		exh_sci_lzw_pack(src, variant, out);                                  \
	}

VARIANT(sci0, EXH_SCI_LZW)
VARIANT(sci1, EXH_SCI_LZW1)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 2)
		return 0;
	check_plain(data, size, sci0_expand, sci0_plain);
	check_plain(data, size, sci1_expand, sci1_plain);
	check_pack(data, size, sci0_expand, sci0_pack);
	check_pack(data, size, sci1_expand, sci1_pack);
	return 0;
}
