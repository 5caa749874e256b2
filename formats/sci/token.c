#include "token.h"

enum { MOST = 1 << 20 };

bool exh_sci_number_from(struct exh_bytes text, int32_t *out)
{
	const bool is_negative = text.size && text.data[0] == '-';
	size_t i = is_negative;
	unsigned base = 10;
	int32_t value = 0;

	if (i < text.size && text.data[i] == '$') {
		base = 16;
		i++;
	} else if (i + 1 < text.size && text.data[i] == '0' &&
		   (text.data[i + 1] | 0x20) == 'x') {
		base = 16;
		i += 2;
	}
	if (i == text.size)
		return false;
	for (; i < text.size; i++) {
		const int digit = exh_hex_digit(text.data[i]);

		if (digit < 0 || (unsigned)digit >= base)
			return false;
		value = value * (int32_t)base + digit;
		value = value < MOST ? value : MOST;
	}
	*out = is_negative ? -value : value;
	return true;
}

bool exh_sci_is_token(struct exh_bytes text)
{
	int32_t number;

	for (size_t i = 0; i < text.size; i++)
		if (!exh_sci_is_token_byte(text.data[i]))
			return false;
	return text.size && text.data[0] != '.' && text.data[text.size - 1] != ':' &&
	       !exh_sci_number_from(text, &number);
}
