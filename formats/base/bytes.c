#include "exhume/base.h"
#include "exhume/advanced/base.h"

#include <string.h>

bool exh_bytes_slice(struct exh_bytes in, size_t offset, size_t size,
		     struct exh_bytes *out)
{
	if (offset > in.size || size > in.size - offset)
		return false;
	*out = (struct exh_bytes){ in.size ? in.data + offset : in.data, size,
				   in.base + offset };
	return true;
}

static enum exh_status read_memory(void *context, size_t offset, void *out, size_t size,
				   struct exh_error *err)
{
	const struct exh_bytes *in = context;
	struct exh_bytes bytes;

	if (!exh_bytes_slice(*in, offset, size, &bytes))
		return exh_fail(err, EXH_TRUNCATED, in->base + in->size,
				"expected %zu bytes at 0x%zX", size, offset);
	if (size)
		memcpy(out, bytes.data, size);
	return EXH_OK;
}

struct exh_source exh_source_of(const struct exh_bytes *bytes)
{
	return (struct exh_source){ .size = bytes->size,
				    .read = read_memory,
				    .context = (void *)bytes };
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
