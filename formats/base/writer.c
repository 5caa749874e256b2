#include "common.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool grow(struct exh_writer *out, size_t size)
{
	size_t capacity = out->capacity ? out->capacity : 256;
	uint8_t *data;

	if (size > out->limit - out->size)
		return false;
	while (capacity - out->size < size && capacity <= SIZE_MAX / 2)
		capacity *= 2;
	if (capacity - out->size < size)
		capacity = out->size + size;
	if (capacity == out->capacity)
		return true;
	data = realloc(out->data, capacity);
	if (!data)
		return false;
	out->data = data;
	out->capacity = capacity;
	return true;
}

void exh_write_bytes(struct exh_writer *out, const void *data, size_t size)
{
	if (out->failed || !size)
		return;
	if (!grow(out, size)) {
		out->failed = true;
		return;
	}
	memcpy(out->data + out->size, data, size);
	out->size += size;
}

void exh_write_format(struct exh_writer *out, const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	write_text(out, text);
}

void exh_write_u8(struct exh_writer *out, uint8_t value)
{
	exh_write_bytes(out, &value, 1);
}

static void write_le(struct exh_writer *out, uint32_t value, size_t size)
{
	const uint8_t bytes[4] = { (uint8_t)value, (uint8_t)(value >> 8),
				   (uint8_t)(value >> 16), (uint8_t)(value >> 24) };

	exh_write_bytes(out, bytes, size);
}

void exh_write_u16le(struct exh_writer *out, uint16_t value)
{
	write_le(out, value, 2);
}

void exh_write_u24le(struct exh_writer *out, uint32_t value)
{
	write_le(out, value, 3);
}

void exh_write_u32le(struct exh_writer *out, uint32_t value)
{
	write_le(out, value, 4);
}

void exh_write_u32le_at(struct exh_writer *out, size_t at, uint32_t value)
{
	if (out->failed)
		return;
	for (size_t i = 0; i < 4; i++)
		out->data[at + i] = (uint8_t)(value >> 8 * i);
}

struct exh_bytes exh_writer_bytes(const struct exh_writer *out)
{
	return (struct exh_bytes){ out->data, out->size, 0 };
}

void exh_writer_free(struct exh_writer *out)
{
	free(out->data);
	*out = (struct exh_writer){ .limit = out->limit };
}
