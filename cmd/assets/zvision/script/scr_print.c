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

static void print_criteria(struct json_reading *r, const struct json *blocks,
			   const char *end, struct exh_writer *out)
{
	size_t i, k;
	struct json *block, *item;

	json_each(blocks, i, block)
	{
		text_put(out, "    criteria {%s", end);
		json_each(block, k, item)
		{
			struct scr_criterion row = { .key = 0 };

			fields_read(r, &scr_criterion_fields, item, &row);
			text_put(out, "        [%" PRId64 "] %s ", row.key, row.op);
			text_put(out, row.arg_is_key ? "[%" PRId64 "]" : "%" PRId64,
				 row.arg);
			text_put(out, "%s", end);
		}
		text_put(out, "    }%s", end);
	}
}

static void print_results(struct json_reading *r, const struct json *results,
			  const char *end, struct exh_writer *out)
{
	size_t i;
	struct json *item;

	if (!json_size(results))
		return;
	text_put(out, "    results {%s", end);
	json_each(results, i, item)
	{
		struct scr_result row = { .slot = 0 };

		fields_read(r, &scr_result_fields, item, &row);
		text_put(out, "        action:");
		scr_print_text(json_text_of(row.action), out);
		if (row.has_slot)
			text_put(out, ":%" PRId64, row.slot);
		print_args(row.args, end, out);
		json_read_within(r, "result", i);
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

void scr_print_puzzle(struct json_reading *r, const struct json *puzzle, const char *end,
		      struct exh_writer *out)
{
	struct scr_puzzle row = { .key = 0 };

	fields_read(r, &scr_puzzle_fields, puzzle, &row);
	text_put(out, "puzzle:%" PRId64 " {%s", row.key, end);
	print_criteria(r, row.criteria, end, out);
	print_results(r, row.results, end, out);
	print_flags(row.flags, end, out);
	text_put(out, "}%s", end);
}

void scr_print_control(struct json_reading *r, const struct json *control,
		       const char *end, struct exh_writer *out)
{
	struct scr_control row = { .key = 0 };
	size_t i;
	struct json *item;

	fields_read(r, &scr_control_fields, control, &row);
	text_put(out, "control:%" PRId64 " ", row.key);
	scr_print_text(json_text_of(row.type), out);
	text_put(out, " {%s", end);
	json_each(row.params, i, item)
	{
		struct scr_param param = { .name = NULL };

		fields_read(r, &scr_param_fields, item, &param);
		text_put(out, "    ");
		scr_print_text(json_text_of(param.name), out);
		print_args(param.args, end, out);
		json_read_within(r, "parameter", i);
	}
	text_put(out, "}%s", end);
}
