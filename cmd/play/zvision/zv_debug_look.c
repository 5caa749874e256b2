/* Commands of the debugger: looking, and setting keys. */
#include "assets/zvision/script/zv_script.h"
#include "play/play.h"
#include "play_zvision.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

enum { SCRIPT_LIMIT = 16 << 20, AROUND = 5 /* lines */, ITEM_COUNT = 100, ITEMS = 101 };

static bool fail(struct debugger *d, const char *word, const char *what)
{
	text_put(&d->out, "%s: %s", word, what);
	return false;
}

/*
 * Scripts.
 */

static void put_lines(struct debugger *d, struct exh_bytes text, const char *name,
		      int64_t first, int64_t last)
{
	const struct zv_debug *debug = zv_debug_of(d);
	const bool is_here = strcmp(name, debug->script) == 0;

	for (int64_t line = 1; text.size && line <= last; line++) {
		const size_t size = scr_line_size(text);
		size_t shown = size;

		while (shown &&
		       (text.data[shown - 1] == '\n' || text.data[shown - 1] == '\r'))
			shown--;
		if (line >= first)
			text_put(&d->out, "%s%s:%lld: %.*s\n",
				 is_here && line == debug->script_line ? "> " : "  ",
				 name, (long long)line, (int)(shown < 512 ? shown : 512),
				 (const char *)text.data);
		text.data += size;
		text.size -= size;
	}
}

static bool read_script(struct debugger *d, const char *name, struct file *file)
{
	const struct files *files = zv_debug_of(d)->game->game->files;
	const char *found = files_find(files, name);

	return found && !files_read(files, found, SCRIPT_LIMIT, file, NULL);
}

void zv_debug_show_line(struct debugger *d)
{
	const struct zv_debug *debug = zv_debug_of(d);
	struct file file;

	if (!*debug->script || !read_script(d, debug->script, &file))
		return;
	put_lines(d, file_bytes(&file), debug->script, debug->script_line,
		  debug->script_line);
	free(file.data);
}

static bool list(struct debugger *d)
{
	const struct zv_debug *debug = zv_debug_of(d);
	const char *name = d->count ? d->words[0] : debug->script;
	int32_t line = d->count ? 0 : (int32_t)debug->script_line;
	struct file file;

	if (!*name)
		return fail(d, "list", "the game stands in no script");
	if (d->count > 1 && (!zv_number(d->words[1], &line) || line < 1))
		return fail(d, d->words[1], "expected the number of a line");
	if (!read_script(d, name, &file))
		return fail(d, name, "the game has no such script");
	put_lines(d, file_bytes(&file), name, line ? (int64_t)line - AROUND : 1,
		  line ? (int64_t)line + AROUND : INT64_MAX);
	free(file.data);
	return true;
}

/*
 * Keys and items.
 */

static int32_t key_of(struct debugger *d, int32_t key)
{
	return exh_zv_engine_key(zv_debug_engine(d), key);
}

static bool read_key(struct debugger *d, const char *word, int32_t *key)
{
	return (zv_number(word, key) && *key >= 0 &&
		*key < exh_zv_engine_key_count(zv_debug_engine(d))) ||
	       fail(d, word, "the game has no such key");
}

/* Prints keys; without a word, all keys that are not 0. */
static bool print(struct debugger *d)
{
	int32_t key;

	for (size_t i = 0; i < d->count; i++) {
		if (!read_key(d, d->words[i], &key))
			return false;
		text_put(&d->out, "[%d] = %d\n", (int)key, (int)key_of(d, key));
	}
	for (key = 0; !d->count && key < exh_zv_engine_key_count(zv_debug_engine(d));
	     key++)
		if (key_of(d, key))
			text_put(&d->out, "[%d] = %d\n", (int)key, (int)key_of(d, key));
	return true;
}

/* "123=1", or "123 1" */
static bool set(struct debugger *d)
{
	char *equals = strchr(d->words[0], '=');
	const char *value = equals ? equals + 1 : d->count > 1 ? d->words[1] : "";
	int32_t key, number;

	if (equals)
		*equals = 0;
	if (!read_key(d, d->words[0], &key))
		return false;
	if (!zv_number(value, &number))
		return fail(d, "set", "expected a key and its value: 123=1");
	exh_zv_engine_set_key(zv_debug_engine(d), key, number);
	return true;
}

static bool items(struct debugger *d)
{
	const int32_t there = key_of(d, ITEM_COUNT);

	text_put(&d->out, "%d items:", (int)there);
	for (int32_t i = 0; i < there && i < ITEMS + 48; i++)
		text_put(&d->out, " %d", (int)key_of(d, ITEMS + i));
	text_put(&d->out, "\n");
	return true;
}

/*
 * Puzzles, effects, the place.
 */

static bool why(struct debugger *d)
{
	struct zv_why wanted = { &d->out, NULL };
	int32_t key;

	if (!read_key(d, d->words[0], &key))
		return false;
	return exh_zv_engine_why(zv_debug_engine(d), key, zv_why_take, &wanted) ||
	       fail(d, d->words[0], "no puzzle of the place's scripts has this key");
}

static void put_puzzle(void *context, const struct exh_zv_puzzle_state *puzzle,
		       const struct exh_zv_criterion_state *criterion)
{
	struct debugger *d = context;
	struct zv_why wanted = { &d->out, NULL };

	text_put(&d->out, "%d: ", (int)puzzle->key);
	zv_why_take(&wanted, puzzle, criterion);
}

static bool puzzles(struct debugger *d)
{
	exh_zv_engine_puzzles(zv_debug_engine(d), put_puzzle, d);
	return true;
}

static bool effects(struct debugger *d)
{
	struct exh_zv_effect_state effect;

	for (size_t i = 0; exh_zv_engine_effect(zv_debug_engine(d), i, &effect); i++) {
		text_put(&d->out, "%s (%s)", effect.kind, effect.scope);
		if (effect.key >= 0)
			text_put(&d->out, " [%d]", (int)effect.key);
		if (effect.file)
			text_put(&d->out, " %s", effect.file);
		if (effect.left_ms >= 0)
			text_put(&d->out, ", %lld ms left", (long long)effect.left_ms);
		if (effect.last >= 0)
			text_put(&d->out, ", frame %d of %d", (int)effect.frame,
				 (int)effect.last);
		if (effect.percent >= 0)
			text_put(&d->out, ", volume %d", (int)effect.percent);
		text_put(&d->out, "\n");
	}
	return true;
}

static bool where(struct debugger *d)
{
	const struct exh_zv_engine_state state = zv_player_state(zv_debug_of(d)->player);

	text_put(&d->out, "tick %llu, place %s, offset %d, %zu side effects%s%s\n",
		 (unsigned long long)state.tick, *state.place ? state.place : "none",
		 (int)state.offset, state.effects,
		 state.waits ? ", a video plays or the view turns" : "",
		 state.is_changing ? ", another place comes" : "");
	zv_debug_show_line(d);
	return true;
}

static bool picture(struct debugger *d)
{
	run_write_picture(zv_debug_of(d)->run, d->words[0]); /* reports its own errors */
	return true;
}

const struct debugger_command zv_debug_look_commands[] = {
	{ "where", NULL, 0, 0, "", "the tick, the place, the line of the script", where },
	{ "list", "l", 0, 2, "[SCRIPT [LINE]]", "lines of a script, around here", list },
	{ "print", "p", 0, DEBUGGER_WORDS, "[KEY]...", "values of keys, or all but 0",
	  print },
	{ "set", NULL, 1, 2, "KEY=VALUE", "set a key now, as a script would", set },
	{ "items", NULL, 0, 0, "", "what the player has, the held item first", items },
	{ "why", NULL, 1, 1, "PUZZLE", "what keeps a puzzle from firing", why },
	{ "puzzles", NULL, 0, 0, "", "all puzzles of the place's scripts", puzzles },
	{ "effects", NULL, 0, 0, "", "side effects that are running", effects },
	{ "picture", NULL, 1, 1, "FILE", "write the screen as PNG", picture },
	{ 0 },
};
