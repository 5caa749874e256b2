#include "sci_fuzz.h"

static enum exh_status sci_expand(struct exh_bytes src, uint8_t *dst, size_t size,
				  struct exh_expansion *done, struct exh_error *err)
{
	return exh_sci_lzw_expand(src, EXH_LZW_SCI0, dst, size, done, err);
}

static struct sci_plain sci_plain(struct exh_bytes src, uint8_t *dst, size_t size)
{
	return sci_plain_lzw(src, EXH_LZW_SCI0, dst, size);
}

static void sci_pack(struct exh_bytes src, struct exh_writer *out)
{
	exh_sci_lzw_pack(src, EXH_LZW_SCI0, out);
}

static enum exh_status sci1_expand(struct exh_bytes src, uint8_t *dst, size_t size,
				   struct exh_expansion *done, struct exh_error *err)
{
	return exh_sci_lzw_expand(src, EXH_LZW_SCI1, dst, size, done, err);
}

static struct sci_plain sci1_plain(struct exh_bytes src, uint8_t *dst, size_t size)
{
	return sci_plain_lzw(src, EXH_LZW_SCI1, dst, size);
}

static void sci1_pack(struct exh_bytes src, struct exh_writer *out)
{
	exh_sci_lzw_pack(src, EXH_LZW_SCI1, out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 2)
		return 0;
	check_plain(data, size, sci_expand, sci_plain);
	check_plain(data, size, sci1_expand, sci1_plain);
	check_pack(data, size, sci_expand, sci_pack);
	check_pack(data, size, sci1_expand, sci1_pack);
	return 0;
}
