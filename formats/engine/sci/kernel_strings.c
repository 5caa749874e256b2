/* Kernel functions for text. */
#include "kernel.h"

#include <stdio.h>
#include <string.h>

enum { TEXT = 1 << 16, NUMBER = 16 };

/* Reads the text of an argument: a reference, or two integers for a text of the game.
 * Advances *i. */
static bool take_text(const struct vm_call *call, uint32_t *i, struct exh_writer *out)
{
	struct exh_bytes text;

	if (*i >= call->count)
		return false;
	if (call->args[*i].segment)
		return exh_sci_vm_text(call->vm, call->args[(*i)++], out);
	if (*i + 1 >= call->count) {
		++*i;
		return false;
	}
	*i += 2;
	if (exh_sci_program_text(call->vm->program, call->args[*i - 2].offset,
				 call->args[*i - 1].offset, &text))
		exh_write_bytes(out, text.data, text.size);
	return true;
}

static unsigned length_of(const struct exh_sci_vm *vm, reg r)
{
	const struct exh_bytes rest = exh_vm_bytes_at(vm, r);
	unsigned size = 0;

	if (rest.size) {
		const uint8_t *nul = memchr(rest.data, 0, rest.size);

		return (unsigned)(nul ? (size_t)(nul - rest.data) : rest.size);
	}
	while (size < TEXT && exh_vm_read8(vm, vm_moved(r, size)) > 0)
		size++;
	return size;
}

static bool length(struct vm_call *call)
{
	call->result = vm_int(length_of(call->vm, call->args[0]));
	return true;
}

static bool end(struct vm_call *call)
{
	call->result = vm_moved(call->args[0], length_of(call->vm, call->args[0]));
	return true;
}

/* Copies up to most characters, and the NUL if it is among them. */
static void copy(struct exh_sci_vm *vm, reg to, reg from, unsigned most)
{
	for (unsigned i = 0; i < most; i++) {
		const int c = exh_vm_read8(vm, vm_moved(from, i));

		if (!exh_vm_write8(vm, vm_moved(to, i), (uint8_t)(c < 0 ? 0 : c)) ||
		    c <= 0)
			return;
	}
}

static bool concatenate(struct vm_call *call)
{
	const unsigned size = length_of(call->vm, call->args[0]);

	copy(call->vm, vm_moved(call->args[0], size), call->args[1], TEXT - 1);
	call->result = call->args[0];
	return true;
}

static bool compare(struct vm_call *call)
{
	const unsigned most = call->count > 2 ? call->args[2].offset : TEXT - 1;
	int a = 0, b = 0;

	for (unsigned i = 0; i < most && a == b; i++) {
		a = exh_vm_read8(call->vm, vm_moved(call->args[0], i));
		b = exh_vm_read8(call->vm, vm_moved(call->args[1], i));
		if (a <= 0 && b <= 0)
			break;
	}
	call->result = vm_int((unsigned)((a > b) - (a < b)));
	return true;
}

/* A negative number of characters is a number of bytes, NULs included. */
static bool string_copy(struct vm_call *call)
{
	const int most = call->count > 2 ? (int16_t)call->args[2].offset : TEXT - 1;
	struct exh_sci_vm *vm = call->vm;

	call->result = call->args[0];
	if (call->args[1].segment && most > 0) {
		copy(vm, call->args[0], call->args[1], (unsigned)most);
	} else if (!call->args[1].segment) {
		exh_vm_write8(vm, call->args[0], 0);
	} else {
		for (int i = 0; i < -most; i++) {
			const int c =
				exh_vm_read8(vm, vm_moved(call->args[1], (unsigned)i));

			if (c < 0 ||
			    !exh_vm_write8(vm, vm_moved(call->args[0], (unsigned)i),
					   (uint8_t)c))
				break;
		}
	}
	return true;
}

static bool character_at(struct vm_call *call)
{
	const reg at = vm_moved(call->args[0], call->args[1].offset);
	const int c = exh_vm_read8(call->vm, at);

	call->result = vm_int(c < 0 ? 0 : (unsigned)c);
	if (call->count > 2)
		exh_vm_write8(call->vm, at, (uint8_t)call->args[2].offset);
	return true;
}

/* Reports to the host the text made from the one that two arguments name. */
static void tell(const struct vm_call *call, uint32_t argument, struct exh_bytes text)
{
	const struct exh_sci_host *host = &call->vm->host;

	if (host->text)
		host->text(host->context, call->args[argument].offset,
			   call->args[argument + 1].offset, text);
}

static bool far_text(struct vm_call *call)
{
	struct exh_bytes text = { .size = 0 };

	exh_sci_program_text(call->vm->program, call->args[0].offset,
			     call->args[1].offset, &text);
	exh_sci_vm_write(call->vm, call->args[2], text);
	exh_vm_write8(call->vm, vm_moved(call->args[2], (unsigned)text.size), 0);
	tell(call, 0, text);
	call->result = call->args[2];
	return true;
}

static int digit(int c, unsigned base)
{
	int value = -1;

	if (c >= '0' && c <= '9')
		value = c - '0';
	else if (c >= 'a' && c <= 'f')
		value = c - 'a' + 10;
	else if (c >= 'A' && c <= 'F')
		value = c - 'A' + 10;
	return value < (int)base ? value : -1;
}

static bool read_number(struct vm_call *call)
{
	reg at = call->args[0];
	unsigned value = 0, base = 10;
	bool is_negative = false;

	/* FGets returns null at the end. */
	if (vm_is_null(at))
		return true;
	while (exh_vm_read8(call->vm, at) == ' ')
		at = vm_moved(at, 1);
	if (exh_vm_read8(call->vm, at) == '-') {
		is_negative = true;
		at = vm_moved(at, 1);
	}
	if (exh_vm_read8(call->vm, at) == '$') {
		base = 16;
		at = vm_moved(at, 1);
	}
	for (unsigned i = 0; i < TEXT && digit(exh_vm_read8(call->vm, at), base) >= 0;
	     i++) {
		value = value * base + (unsigned)digit(exh_vm_read8(call->vm, at), base);
		at = vm_moved(at, 1);
	}
	call->result = vm_int(is_negative ? 0u - value : value);
	return true;
}

/*
 * Format.
 */

struct field {
	char fill, adjust; /* adjust: '-' left, '=' centre, else right */
	unsigned width;
};

static void put_field(struct exh_writer *out, const struct field *field,
		      struct exh_bytes text)
{
	const unsigned size = (unsigned)text.size;
	const unsigned extra = field->width > size ? field->width - size : 0;
	const unsigned before = field->adjust == '-'   ? 0
				: field->adjust == '=' ? extra / 2
						       : extra;

	for (unsigned i = 0; i < before; i++)
		exh_write_u8(out, (uint8_t)field->fill);
	exh_write_bytes(out, text.data, text.size);
	for (unsigned i = before; i < extra; i++)
		exh_write_u8(out, ' ');
}

/* Reads the flags and the width after a '%', and advances *at. */
static struct field read_field(const char **at)
{
	struct field field = { .fill = ' ' };

	if (**at == '-' || **at == '=')
		field.adjust = *(*at)++;
	if (**at == '0')
		field.fill = *(*at)++;
	for (; **at >= '0' && **at <= '9'; ++*at)
		field.width = (field.width * 10 + (unsigned)(**at - '0')) % 1000;
	return field;
}

/* Writes one conversion, and advances *i past its argument. */
static void put_conversion(const struct vm_call *call, char type,
			   const struct field *field, uint32_t *i, struct exh_writer *out)
{
	struct exh_writer text = { .limit = TEXT };
	const unsigned value = *i < call->count ? call->args[*i].offset : 0;
	char number[NUMBER];

	switch (type) {
	case 's':
		take_text(call, i, &text);
		put_field(out, field, exh_writer_bytes(&text));
		exh_writer_free(&text);
		return;
	case 'c':
		if (value)
			exh_write_u8(&text, (uint8_t)value);
		put_field(out, field, exh_writer_bytes(&text));
		exh_writer_free(&text);
		break;
	case 'd':
		snprintf(number, sizeof number, "%d", (int16_t)value);
		break;
	case 'u':
		snprintf(number, sizeof number, "%u", value);
		break;
	default:
		snprintf(number, sizeof number, "%x", value);
	}
	if (type != 'c')
		put_field(
			out, field,
			(struct exh_bytes){ (const uint8_t *)number, strlen(number), 0 });
	++*i;
}

static void put_formatted(const struct vm_call *call, const char *at, uint32_t i,
			  struct exh_writer *out)
{
	while (*at) {
		struct field field;

		if (*at != '%' || at[1] == '%') {
			at += *at == '%';
			exh_write_u8(out, (uint8_t)*at++);
			continue;
		}
		at++;
		field = read_field(&at);
		if (*at && strchr("sdcux", *at)) {
			put_conversion(call, *at++, &field, &i, out);
		} else {
			exh_write_u8(out, '%');
			if (*at)
				exh_write_u8(out, (uint8_t)*at++);
		}
	}
	exh_write_u8(out, 0);
}

static bool format(struct vm_call *call)
{
	struct exh_writer pattern = { .limit = TEXT }, out = { .limit = TEXT };
	uint32_t i = 1;

	take_text(call, &i, &pattern);
	exh_write_u8(&pattern, 0);
	if (!pattern.failed)
		put_formatted(call, (const char *)pattern.data, i, &out);
	exh_sci_vm_write(call->vm, call->args[0], exh_writer_bytes(&out));
	if (i == 3 && out.size)
		tell(call, 1, (struct exh_bytes){ out.data, out.size - 1, 0 });
	exh_writer_free(&pattern);
	exh_writer_free(&out);
	call->result = call->args[0];
	return true;
}

const struct vm_kernel exh_vm_kernel_strings[] = {
	{ "StrEnd", "r", end, false, NULL },
	{ "StrCat", "rr", concatenate, false, NULL },
	{ "StrCmp", "rri*", compare, false, NULL },
	{ "StrLen", "[zr]", length, false, NULL },
	{ "StrCpy", "r[zr]i*", string_copy, false, NULL },
	{ "StrAt", "rii*", character_at, false, NULL },
	{ "Format", "r.*", format, false, NULL },
	{ "GetFarText", "iir", far_text, false, NULL },
	{ "ReadNumber", "[zr]", read_number, false, NULL },
	{ 0 },
};
