#include "exhume/sci.h"
#include "exhume/advanced/sci.h"

#include "basics.h"

#include <string.h>

enum { DIGITS = 3 };

static bool is_part(const uint8_t *text)
{
	for (size_t i = 0; i < DIGITS; i++)
		if (!is_digit(text[i]))
			return false;
	return true;
}

/* At data[at]: "0.000.685" that is not the middle of something longer. */
static bool is_version(struct exh_bytes in, size_t at)
{
	const size_t size = EXH_SCI_VERSION_SIZE - 1;
	const uint8_t *text = in.data + at;

	return is_digit(text[0]) && text[1] == '.' && is_part(text + 2) &&
	       text[5] == '.' && is_part(text + 6) &&
	       (!at || (!is_digit(text[-1]) && text[-1] != '.')) &&
	       (at + size == in.size || (!is_digit(text[size]) && text[size] != '.'));
}

bool exh_sci_interpreter_version(struct exh_bytes program, char out[EXH_SCI_VERSION_SIZE])
{
	for (size_t at = 0; program.size >= EXH_SCI_VERSION_SIZE - 1 &&
			    at <= program.size - (EXH_SCI_VERSION_SIZE - 1);
	     at++) {
		if (!is_version(program, at))
			continue;
		memcpy(out, program.data + at, EXH_SCI_VERSION_SIZE - 1);
		out[EXH_SCI_VERSION_SIZE - 1] = '\0';
		return true;
	}
	return false;
}
