#include "zv_script.h"

#include "task/text.h"

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

static void print_args(const json_t *args, const char *end, struct exh_writer *out)
{
	size_t i;
	json_t *arg;

	text_put(out, "(");
	json_array_foreach(args, i, arg)
	{
		text_put(out, "%s", i ? ", " : "");
		scr_print_text(json_string_value(arg), out);
	}
	text_put(out, ")%s", end);
}

static void print_criteria(const json_t *blocks, const char *end, struct exh_writer *out)
{
	size_t i, k;
	json_t *block, *criterion;

	json_array_foreach(blocks, i, block)
	{
		text_put(out, "    criteria {%s", end);
		json_array_foreach(block, k, criterion)
		{
			const bool is_key =
				json_is_true(json_object_get(criterion, "arg_is_key"));

			text_put(out, "        [%lld] %.1s ",
				 json_number_at(criterion, "key"),
				 json_text_at(criterion, "op")
					 ? json_text_at(criterion, "op")
					 : "");
			text_put(out, is_key ? "[%lld]" : "%lld",
				 json_number_at(criterion, "arg"));
			text_put(out, "%s", end);
		}
		text_put(out, "    }%s", end);
	}
}

static void print_results(const json_t *results, const char *end, struct exh_writer *out)
{
	size_t i;
	json_t *result;

	if (!json_array_size(results))
		return;
	text_put(out, "    results {%s", end);
	json_array_foreach(results, i, result)
	{
		text_put(out, "        action:");
		scr_print_text(json_text_at(result, "action"), out);
		if (json_is_integer(json_object_get(result, "slot")))
			text_put(out, ":%lld", json_number_at(result, "slot"));
		print_args(json_object_get(result, "args"), end, out);
	}
	text_put(out, "    }%s", end);
}

static void print_flags(const json_t *flags, const char *end, struct exh_writer *out)
{
	size_t i;
	json_t *flag;

	if (!json_array_size(flags))
		return;
	text_put(out, "    flags {%s", end);
	json_array_foreach(flags, i, flag)
	{
		text_put(out, "        ");
		scr_print_text(json_string_value(flag), out);
		text_put(out, "%s", end);
	}
	text_put(out, "    }%s", end);
}

void scr_print_puzzle(const json_t *puzzle, const char *end, struct exh_writer *out)
{
	text_put(out, "puzzle:%lld {%s", json_number_at(puzzle, "key"), end);
	print_criteria(json_object_get(puzzle, "criteria"), end, out);
	print_results(json_object_get(puzzle, "results"), end, out);
	print_flags(json_object_get(puzzle, "flags"), end, out);
	text_put(out, "}%s", end);
}

void scr_print_control(const json_t *control, const char *end, struct exh_writer *out)
{
	size_t i;
	json_t *param;

	text_put(out, "control:%lld ", json_number_at(control, "key"));
	scr_print_text(json_text_at(control, "type"), out);
	text_put(out, " {%s", end);
	json_array_foreach(json_object_get(control, "params"), i, param)
	{
		text_put(out, "    ");
		scr_print_text(json_string_value(json_array_get(param, 0)), out);
		print_args(json_array_get(param, 1), end, out);
	}
	text_put(out, "}%s", end);
}
