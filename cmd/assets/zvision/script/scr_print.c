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

static void print_args(const struct json *args, const char *end, struct exh_writer *out)
{
	size_t i;
	struct json *arg;

	text_put(out, "(");
	json_each(args, i, arg)
	{
		text_put(out, "%s", i ? ", " : "");
		scr_print_text(json_text_of(arg), out);
	}
	text_put(out, ")%s", end);
}

static void print_criteria(const struct json *blocks, const char *end,
			   struct exh_writer *out)
{
	size_t i, k;
	struct json *block, *criterion;

	json_each(blocks, i, block)
	{
		text_put(out, "    criteria {%s", end);
		json_each(block, k, criterion)
		{
			const bool is_key =
				json_flag_of(json_get(criterion, "arg_is_key"));

			text_put(out, "        [%" PRId64 "] %.1s ",
				 json_number_at(criterion, "key"),
				 json_text_at(criterion, "op")
					 ? json_text_at(criterion, "op")
					 : "");
			text_put(out, is_key ? "[%" PRId64 "]" : "%" PRId64,
				 json_number_at(criterion, "arg"));
			text_put(out, "%s", end);
		}
		text_put(out, "    }%s", end);
	}
}

static void print_results(const struct json *results, const char *end,
			  struct exh_writer *out)
{
	size_t i;
	struct json *result;

	if (!json_size(results))
		return;
	text_put(out, "    results {%s", end);
	json_each(results, i, result)
	{
		text_put(out, "        action:");
		scr_print_text(json_text_at(result, "action"), out);
		if (json_is_whole(json_get(result, "slot")))
			text_put(out, ":%" PRId64, json_number_at(result, "slot"));
		print_args(json_get(result, "args"), end, out);
	}
	text_put(out, "    }%s", end);
}

static void print_flags(const struct json *flags, const char *end, struct exh_writer *out)
{
	size_t i;
	struct json *flag;

	if (!json_size(flags))
		return;
	text_put(out, "    flags {%s", end);
	json_each(flags, i, flag)
	{
		text_put(out, "        ");
		scr_print_text(json_text_of(flag), out);
		text_put(out, "%s", end);
	}
	text_put(out, "    }%s", end);
}

void scr_print_puzzle(const struct json *puzzle, const char *end, struct exh_writer *out)
{
	text_put(out, "puzzle:%" PRId64 " {%s", json_number_at(puzzle, "key"), end);
	print_criteria(json_get(puzzle, "criteria"), end, out);
	print_results(json_get(puzzle, "results"), end, out);
	print_flags(json_get(puzzle, "flags"), end, out);
	text_put(out, "}%s", end);
}

void scr_print_control(const struct json *control, const char *end,
		       struct exh_writer *out)
{
	size_t i;
	struct json *param;

	text_put(out, "control:%" PRId64 " ", json_number_at(control, "key"));
	scr_print_text(json_text_at(control, "type"), out);
	text_put(out, " {%s", end);
	json_each(json_get(control, "params"), i, param)
	{
		text_put(out, "    ");
		scr_print_text(json_text_of(json_at(param, 0)), out);
		print_args(json_at(param, 1), end, out);
	}
	text_put(out, "}%s", end);
}
