/* The logic of the puzzles for people, and as a graph. */
#include "zv_world_logic.h"

#include "task/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/*
 * Conditions.
 */

/* Appends blocks of conditions: "[1] = 2, [3] > 4 or [5] = 6". */
static void put_any(struct exh_writer *out, const struct json *any, const char *head)
{
	const struct json *all, *condition;
	size_t i, k;

	json_each(any, i, all)
	{
		text_put(out, "%s", i ? " or " : head);
		json_each(all, k, condition) text_put(out, "%s%s", k ? ", " : "",
						      json_text_at(condition, "text"));
	}
}

static void put_origin(struct exh_writer *out, const struct json *source)
{
	text_put(out, "%s:%d", json_text_at(source, "script"),
		 (int)json_number_at(source, "line"));
	if (json_get(source, "puzzle"))
		text_put(out, " puzzle %" PRId64, json_number_at(source, "puzzle"));
	else
		text_put(out, " control %" PRId64, json_number_at(source, "control"));
	put_any(out, json_get(source, "any"), "  if ");
}

static void put_source(struct exh_writer *out, const struct json *source)
{
	if (json_is_nothing(json_get(source, "script"))) {
		text_put(out, "by the menu");
		return;
	}
	text_put(out, "%s  ", json_text_at(source, "from"));
	put_origin(out, source);
}

static void put_texts(struct exh_writer *out, const struct json *texts, const char *head)
{
	const struct json *text;
	size_t i;

	json_each(texts, i, text)
		text_put(out, "%s%s", i ? ", " : head, json_text_of(text));
}

/* Sets of which one is needed; an empty one says that none is. */
static void put_requires(struct exh_writer *out, const struct json *row)
{
	const struct json *sets = json_get(row, "requires"), *set;
	size_t i;

	if (!json_size(sets) || !json_size(json_at(sets, 0)))
		return;
	text_put(out, "    requires ");
	json_each(sets, i, set) put_texts(out, set, i ? " or " : "");
	if (!json_flag_of(json_get(row, "is_whole")))
		text_put(out, " or more");
	text_put(out, "\n");
}

static void put_row(struct exh_writer *out, const struct json *row)
{
	const struct json *sources = json_get(row, "sources"), *source;
	size_t i;

	text_put(out, "%s\n",
		 json_flag_of(json_get(row, "is_reached")) ? "" : "  can't be reached");
	json_each(sources, i, source)
	{
		text_put(out, "    ");
		put_source(out, source);
		text_put(out, "\n");
	}
	put_requires(out, row);
	if (json_size(json_get(row, "needs"))) {
		put_texts(out, json_get(row, "needs"), "    needs ");
		text_put(out, "\n");
	}
}

/*
 * Losses.
 */

static void put_loss(struct exh_writer *out, const struct json *loss)
{
	text_put(out, "  %s  %s ", json_text_at(loss, "lost"),
		 json_flag_of(json_get(loss, "is_one_way")) ? "left by" : "undone by");
	put_source(out, json_get(loss, "by"));
	text_put(out, "\n    needed for %s by ", json_text_at(loss, "loses"));
	put_source(out, json_get(loss, "needed_by"));
	text_put(out, "\n");
}

static void put_never(struct exh_writer *out, const struct json *puzzles)
{
	const struct json *row;
	size_t i;

	text_put(out, "puzzles that never fire: %zu\n", json_size(puzzles));
	json_each(puzzles, i, row)
		text_put(out, "  %s:%d puzzle %" PRId64 "\n", json_text_at(row, "script"),
			 (int)json_number_at(row, "line"), json_number_at(row, "puzzle"));
}

static void put_one_way(struct exh_writer *out, const struct json *row)
{
	text_put(out, "  %s -> %s  ", json_text_at(json_get(row, "by"), "from"),
		 json_text_at(row, "to"));
	put_origin(out, json_get(row, "by"));
	text_put(out, "\n");
}

static void put_left_out(struct exh_writer *out, const struct json *logic,
			 const char *name, const char *head)
{
	if (json_get(logic, name))
		text_put(out, "%s: %" PRId64 "\n", head, json_number_at(logic, name));
}

void zv_logic_put_text(struct zv_world_report *world)
{
	const struct json *logic = json_get(world->result, "logic"), *row;
	struct exh_writer *out = &world->text;
	size_t i;

	text_put(out, "places: %zu\n", json_size(json_get(logic, "places")));
	json_each(json_get(logic, "places"), i, row)
	{
		text_put(out, "  %s", json_text_at(row, "place"));
		put_row(out, row);
	}
	text_put(out, "items: %zu\n", json_size(json_get(logic, "items")));
	json_each(json_get(logic, "items"), i, row)
	{
		text_put(out, "  item %" PRId64, json_number_at(row, "item"));
		put_row(out, row);
	}
	put_never(out, json_get(logic, "never"));
	text_put(out, "can be lost forever: %zu\n", json_size(json_get(logic, "losses")));
	json_each(json_get(logic, "losses"), i, row) put_loss(out, row);
	text_put(out, "ways without a way back: %zu\n",
		 json_size(json_get(logic, "one_ways")));
	json_each(json_get(logic, "one_ways"), i, row) put_one_way(out, row);
	put_left_out(out, logic, "left_out", "entries left out");
	put_left_out(out, logic, "losses_left_out", "losses not looked into");
	put_left_out(out, logic, "needs_left_out", "conditions not listed as needs");
}

/*
 * Graphviz.
 */

static void put_label(struct exh_writer *out, const struct json *source)
{
	struct exh_writer label = { .limit = 1 << 20 };

	put_any(&label, json_get(source, "any"), "");
	exh_write_u8(&label, 0);
	text_put_quoted(out, label.failed ? "..." : (const char *)label.data);
	exh_writer_free(&label);
}

static void put_edges(struct exh_writer *out, const struct json *row, const char *name)
{
	const struct json *source;
	size_t i;

	json_each(json_get(row, "sources"), i, source)
	{
		text_put(out, "\t");
		text_put_quoted(out, json_text_at(source, "from"));
		text_put(out, " -> ");
		text_put_quoted(out, name);
		text_put(out, " [label=");
		put_label(out, source);
		text_put(out, "];\n");
	}
}

static const char *style_of(const struct json *row)
{
	return json_flag_of(json_get(row, "is_reached")) ? "" : ", style=dashed";
}

/* Places are boxes, items ellipses; those that are never reached are dashed. */
void zv_logic_put_dot(struct zv_world_report *world)
{
	const struct json *logic = json_get(world->result, "logic"), *row;
	struct exh_writer *out = &world->text;
	char name[32];
	size_t i;

	text_put(out, "digraph logic {\n");
	json_each(json_get(logic, "places"), i, row)
	{
		text_put(out, "\t");
		text_put_quoted(out, json_text_at(row, "place"));
		text_put(out, " [shape=box%s];\n", style_of(row));
		put_edges(out, row, json_text_at(row, "place"));
	}
	json_each(json_get(logic, "items"), i, row)
	{
		snprintf(name, sizeof name, "item %" PRId64, json_number_at(row, "item"));
		text_put(out, "\t");
		text_put_quoted(out, name);
		text_put(out, " [shape=ellipse%s];\n", style_of(row));
		put_edges(out, row, name);
	}
	text_put(out, "}\n");
}
