#include "exhume/base.h"

bool exh_bytes_slice(struct exh_bytes in, size_t offset, size_t size,
		     struct exh_bytes *out)
{
	if (offset > in.size || size > in.size - offset)
		return false;
	*out = (struct exh_bytes){ in.size ? in.data + offset : in.data, size,
				   in.base + offset };
	return true;
}

/* Two steps, so that a macro is expanded first. */
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const char *exh_version(void)
{
	return TEXT(EXH_VERSION_MAJOR) "." TEXT(EXH_VERSION_MINOR) "." TEXT(
		EXH_VERSION_PATCH);
}

int exh_hex_digit(uint8_t c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}
