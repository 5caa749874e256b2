#include "bench.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <time.h>

bool smoke(void)
{
	const char *value = getenv("BENCH_SMOKE");

	return value && *value;
}

size_t loops(size_t count)
{
	return smoke() ? 1 : count;
}

double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int by_size(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double median(double *values, size_t count)
{
	qsort(values, count, sizeof *values, by_size);
	return values[count / 2];
}

static void print_text(const char *key, const char *text)
{
	printf("\"%s\": ", key);
	if (!text) {
		printf("null, ");
		return;
	}
	putchar('"');
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == '"' || *text == '\\')
			printf("\\u%04x", (unsigned char)*text);
		else
			putchar(*text);
	printf("\", ");
}

void print_row(const struct row *row)
{
	if (!isfinite(row->value))
		fail("%s: the figure is not a number", row->name);
	printf("{");
	print_text("name", row->name);
	printf("\"value\": %.6g, ", row->value);
	print_text("unit", row->unit);
	print_text("peer", row->peer);
	if (row->target > 0)
		printf("\"target\": %.6g, ", row->target);
	else
		printf("\"target\": null, ");
	printf("\"better\": \"%s\"}\n", row->better == LOWER ? "lower" : "higher");
	fflush(stdout);
}

void print_peer(const char *name, const char *peer, double value, const char *unit,
		enum better better)
{
	char text[200];

	snprintf(text, sizeof text, "%s, %s", name, peer);
	ROW(text, value, unit, .better = better);
}

static void print_message(const char *format, va_list arguments)
{
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
}

void note(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print_message(format, arguments);
	va_end(arguments);
}

void fail(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print_message(format, arguments);
	va_end(arguments);
	exit(1);
}

struct exh_bytes read_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	size_t capacity = 1 << 16, size = 0, count;
	uint8_t *data = malloc(capacity);

	if (!file)
		fail("%s: %s", path, strerror(errno));
	while (data && (count = fread(data + size, 1, capacity - size, file)) > 0) {
		size += count;
		if (size < capacity)
			continue;
		capacity *= 2;
		data = realloc(data, capacity);
	}
	if (!data || ferror(file))
		fail("%s: can't be read", path);
	fclose(file);
	return (struct exh_bytes){ data, size, 0 };
}
