/*
 * Any text as what rlf2png --json says: it is refused with a reason, or each frame has a
 * kind.
 *
 * Input: the text
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "video.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_error err = { 0 };
	struct rlf_info info;

	if (rlf_info_read((struct exh_bytes){ data, size, 0 }, &info, &err))
		assert(err.status && err.text[0]);
	else
		for (size_t i = 0; i < info.count; i++)
			assert(info.frames[i].kind <= EXH_ZV_RLF_UNKNOWN);
	rlf_info_free(&info);
	return 0;
}
