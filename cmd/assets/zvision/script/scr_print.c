#include "script.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* All of it is ASCII or UTF-8 that jansson has checked. */
bool scr_print_text(const char *text, struct exh_writer *out)
{
	for (; text && *text; text++) {
		unsigned c = (uint8_t)*text;

		if (c >= 0x80) {
			if (c > 0xc3)
				return false;
			c = (c & 3) << 6 | ((uint8_t) * ++text & 0x3f);
		}
		exh_write_u8(out, (uint8_t)c);
	}
	return true;
}

static void print(struct exh_writer *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void print(struct exh_writer *out, const char *format, ...)
{
	char text[64];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	exh_write_bytes(out, text, strlen(text));
}

static long long number(const json_t *object, const char *key)
{
	return (long long)json_integer_value(json_object_get(object, key));
}

static const char *string(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static void print_args(const json_t *args, const char *end, struct exh_writer *out)
{
	size_t i;
	json_t *arg;

	print(out, "(");
	json_array_foreach(args, i, arg)
	{
		print(out, "%s", i ? ", " : "");
		scr_print_text(json_string_value(arg), out);
	}
	print(out, ")%s", end);
}

static void print_criteria(const json_t *blocks, const char *end, struct exh_writer *out)
{
	size_t i, k;
	json_t *block, *criterion;

	json_array_foreach(blocks, i, block)
	{
		print(out, "    criteria {%s", end);
		json_array_foreach(block, k, criterion)
		{
			const bool is_key =
				json_is_true(json_object_get(criterion, "arg_is_key"));

			print(out, "        [%lld] %.1s ", number(criterion, "key"),
			      string(criterion, "op") ? string(criterion, "op") : "");
			print(out, is_key ? "[%lld]" : "%lld", number(criterion, "arg"));
			print(out, "%s", end);
		}
		print(out, "    }%s", end);
	}
}

static void print_results(const json_t *results, const char *end, struct exh_writer *out)
{
	size_t i;
	json_t *result;

	if (!json_array_size(results))
		return;
	print(out, "    results {%s", end);
	json_array_foreach(results, i, result)
	{
		print(out, "        action:");
		scr_print_text(string(result, "action"), out);
		if (json_is_integer(json_object_get(result, "slot")))
			print(out, ":%lld", number(result, "slot"));
		print_args(json_object_get(result, "args"), end, out);
	}
	print(out, "    }%s", end);
}

static void print_flags(const json_t *flags, const char *end, struct exh_writer *out)
{
	size_t i;
	json_t *flag;

	if (!json_array_size(flags))
		return;
	print(out, "    flags {%s", end);
	json_array_foreach(flags, i, flag)
	{
		print(out, "        ");
		scr_print_text(json_string_value(flag), out);
		print(out, "%s", end);
	}
	print(out, "    }%s", end);
}

void scr_print_puzzle(const json_t *puzzle, const char *end, struct exh_writer *out)
{
	print(out, "puzzle:%lld {%s", number(puzzle, "key"), end);
	print_criteria(json_object_get(puzzle, "criteria"), end, out);
	print_results(json_object_get(puzzle, "results"), end, out);
	print_flags(json_object_get(puzzle, "flags"), end, out);
	print(out, "}%s", end);
}

void scr_print_control(const json_t *control, const char *end, struct exh_writer *out)
{
	size_t i;
	json_t *param;

	print(out, "control:%lld ", number(control, "key"));
	scr_print_text(string(control, "type"), out);
	print(out, " {%s", end);
	json_array_foreach(json_object_get(control, "params"), i, param)
	{
		print(out, "    ");
		scr_print_text(json_string_value(json_array_get(param, 0)), out);
		print_args(json_array_get(param, 1), end, out);
	}
	print(out, "}%s", end);
}
