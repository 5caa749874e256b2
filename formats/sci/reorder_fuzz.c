/* Input: two bytes, the size to fill, and the data to reorder. */
#undef NDEBUG /* the asserts are what this program is for */

#include "resource.h"

#include "../base/fuzzing.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef enum exh_status reorder_fn(struct exh_bytes in, uint8_t *dst, size_t size,
				   struct exh_error *err);

/* All of dst is written, and errors lie within the file. */
static void check(reorder_fn *reorder, struct exh_bytes in, size_t size)
{
	uint8_t *dst = malloc(size ? size : 1), *again = malloc(size ? size : 1);
	struct exh_error err = { 0 };
	enum exh_status status;

	assert(dst && again);
	memset(dst, 0x55, size);
	memset(again, 0xaa, size);
	status = reorder(in, dst, size, &err);
	assert(reorder(in, again, size, NULL) == status);
	assert(memcmp(dst, again, size) == 0);
	assert(!status || err.offset <= in.size);
	free(dst);
	free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t wanted;
	struct exh_bytes in;

	if (size < 2)
		return 0;
	wanted = data[0] | (size_t)data[1] << 8;
	data += 2;
	size -= 2;
	in = take(&data, &size, size);
	check(exh_sci_view_reorder, in, wanted);
	check(exh_sci_pic_reorder, in, wanted);
	discard(in);
	return 0;
}
