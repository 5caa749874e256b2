#include "exhume/identify.h"
#include "exhume/advanced/zvision_lever.h"
#include "exhume/advanced/zvision_script.h"
#include "exhume/zvision.h"
#include "exhume/advanced/facts.h"
#include "exhume/advanced/zvision_text.h"

#include "../base/name.h"

#include <stdio.h>

/* Bits of evidence. */
enum {
	FIRST_BLOCK = 24, /* a puzzle or a control before anything else */
	SOME_BLOCK = 12,
	SUB_LINE = 20, /* a cue, or one of its header */
	END_MARK = 16, /* a line end of wide text, and letters around it */
	WIDE_TAG = 16, /* a tag at the start, of text without a line end */
	ENDING = 4,
	LEVER_KEY = 6, /* each; a single one is another file's, too */
	LEVER_MOST = 48,
	LOOK = 4096, /* bytes searched */
	LOOK_MEMORY = 2 << 20,
	MEMORY_LIMIT = 512 << 20,
	LEVER_MEMORY = 64 << 20,
};

static struct exh_bytes style(const struct exh_probe *probe)
{
	struct exh_bytes data = probe->data;

	if (data.size > LOOK)
		data.size = LOOK;
	return data;
}

/*
 * Scripts.
 */

static unsigned script_score(const struct exh_probe *probe)
{
	struct exh_arena arena = { .limit = LOOK_MEMORY };
	const unsigned named = name_ends(probe->name, ".scr") ? ENDING : 0;
	const struct exh_zv_node *node;
	struct exh_zv_script script;
	unsigned score = 0;

	if (exh_zv_script_parse(style(probe), &arena, &script, NULL, NULL) == EXH_OK) {
		node = script.root.first;
		while (node && node->kind == EXH_ZV_COMMENT)
			node = node->next;
		/* An empty script is one of a place where nothing happens. */
		if (!node)
			score = named;
		else if (node->kind == EXH_ZV_PUZZLE || node->kind == EXH_ZV_CONTROL)
			score = FIRST_BLOCK + named;
		else
			score = SOME_BLOCK + named;
	}
	exh_arena_free(&arena);
	return score;
}

static void script_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_zv_script script;

	if (exh_zv_script_parse(probe->data, &arena, &script, NULL, NULL) == EXH_OK) {
		exh_fact_number(facts, "puzzles", script.puzzle_count);
		exh_fact_number(facts, "controls", script.control_count);
	}
	exh_arena_free(&arena);
}

const struct exh_format exh_zv_script_format = {
	.name = "scr",
	.title = "ZVision script",
	.family = "zvision",
	.score = script_score,
	.describe = script_describe,
};

/*
 * Subtitles.
 */

static unsigned sub_score(const struct exh_probe *probe)
{
	return exh_zv_sub_is(probe->data)
		       ? SUB_LINE + (name_ends(probe->name, ".sub") ? ENDING : 0)
		       : 0;
}

static void sub_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_zv_sub sub;

	if (exh_zv_sub_read(probe->data, &arena, &sub, NULL, NULL) == EXH_OK) {
		exh_fact_number(facts, "cues", sub.cue_count);
		if (sub.text_file)
			exh_fact_text(facts, "text", sub.text_file);
	}
	exh_arena_free(&arena);
}

const struct exh_format exh_zv_sub_format = {
	.name = "sub",
	.title = "ZVision subtitles",
	.family = "zvision",
	.score = sub_score,
	.describe = sub_describe,
};

/*
 * Wide text.
 */

static bool has_control_codes(const struct exh_zv_text *text)
{
	for (size_t i = 0; i < text->line_count; i++)
		for (const char *c = text->lines[i].text; *c; c++)
			if ((unsigned char)*c < ' ' && *c != '\t')
				return true;
	return false;
}

static bool has_end_mark(struct exh_bytes data)
{
	for (size_t i = 2; i + 2 < data.size; i += 2)
		if (data.data[i] == '\r' && data.data[i + 1] == '\n' && !data.data[i + 2])
			return true;
	return false;
}

static unsigned text_score(const struct exh_probe *probe)
{
	const struct exh_bytes data = style(probe);
	struct exh_arena arena = { .limit = LOOK_MEMORY };
	struct exh_notes notes = { .arena = &arena };
	const enum exh_zv_encoding encoding = exh_zv_text_encoding(data);
	const bool named =
		name_ends(probe->name, ".txt") || name_ends(probe->name, ".str");
	struct exh_zv_text text;
	unsigned score = 0;

	if ((encoding == EXH_ZV_WIDE || encoding == EXH_ZV_WIDE_CP1252) &&
	    exh_zv_text_read(data, encoding, &arena, &text, &notes, NULL) == EXH_OK &&
	    !notes.first && text.line_count && !has_control_codes(&text)) {
		if (has_end_mark(data))
			score = END_MARK + (named ? ENDING : 0);
		else if (named && text.lines[0].text[0] == '<')
			score = WIDE_TAG + ENDING;
	}
	exh_arena_free(&arena);
	return score;
}

static void text_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_zv_text text;

	if (exh_zv_text_read(probe->data, EXH_ZV_WIDE, &arena, &text, NULL, NULL) ==
	    EXH_OK)
		exh_fact_number(facts, "lines", text.line_count);
	exh_arena_free(&arena);
}

const struct exh_format exh_zv_text_format = {
	.name = "zvtext",
	.title = "ZVision text (UTF-16)",
	.family = "zvision",
	.score = text_score,
	.describe = text_describe,
};

/*
 * Levers.
 */

static unsigned lever_score(const struct exh_probe *probe)
{
	const size_t count = exh_zv_lever_count_keys(probe->data);

	return count < 2			? 0
	       : count < LEVER_MOST / LEVER_KEY ? (unsigned)count * LEVER_KEY
						: LEVER_MOST;
}

static void lever_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_arena arena = { .limit = LEVER_MEMORY };
	struct exh_zv_lever lever;
	char name[64];

	if (exh_zv_lever_read(probe->data, &arena, &lever, NULL, NULL) == EXH_OK) {
		exh_fact_number(facts, "positions", lever.position_count);
		exh_fact_text(facts, "mirrored",
			      exh_zv_lever_is_mirrored(&lever) ? "yes" : "no");
		snprintf(name, sizeof name, "%.*s",
			 (int)(lever.filename.size < sizeof name ? lever.filename.size
								 : sizeof name),
			 lever.filename.size ? (const char *)lever.filename.data : "");
		for (char *c = name; *c; c++)
			*c = *c < ' ' || *c > '~' ? '?' : *c;
		if (lever.filename.size)
			exh_fact_text(facts, "animation", name);
	}
	exh_arena_free(&arena);
}

const struct exh_format exh_zv_lever_format = {
	.name = "lev",
	.title = "ZVision lever",
	.family = "zvision",
	.score = lever_score,
	.describe = lever_describe,
};
