#include "play_sci.h"

#include "task/memory.h"
#include "task/text.h"

#include <exhume/advanced/sci_engine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 4, MOST_WAIT = 40, MIDDLE_WAIT = 10, LONG_WALK = 400 };

/*
 * Random numbers: xorshift64*, the same on every machine.
 */

void monkey_world_start(struct monkey_world *world, uint32_t seed)
{
	world->chance = UINT64_C(0x9e3779b97f4a7c15) ^ seed;
}

static unsigned below(struct monkey_world *world, size_t limit)
{
	uint64_t x = world->chance;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	world->chance = x;
	return (unsigned)((x * UINT64_C(0x2545f4914f6cdd1d) >> 32) % limit);
}

/*
 * One act.
 */

static void press(struct monkey_world *world, char *text)
{
	static const char *const keys[] = {
		"up",	"down",	  "left",   "right",  "home",	   "pgup",   "end",
		"pgdn", "center", "tab",    "space",  "backspace", "f1",     "f2",
		"f3",	"f4",	  "f5",	    "f6",     "f7",	   "f8",     "f9",
		"f10",	"del",	  "ctrl-c", "ctrl-i", "ctrl-q",	   "ctrl-s", "ctrl-r",
		"y",	"n",	  "1",	    "9",
	};

	snprintf(text, MONKEY_TEXT, "%s", keys[below(world, sizeof keys / sizeof *keys)]);
}

static void place(struct monkey_world *world, char *text)
{
	const unsigned x = 1 + below(world, EXH_SCI_SCREEN_WIDTH - 1);
	const unsigned y = 1 + below(world, EXH_SCI_SCREEN_HEIGHT - 1);

	snprintf(text, MONKEY_TEXT, "%u %u", x, y);
}

/* Appends a word of the vocabulary, if it can be typed. */
static size_t add_word(struct monkey_world *world, char *text, size_t size)
{
	const struct exh_sci_words *words = &world->sentences->source.words.words;
	struct exh_bytes word;

	if (!world->sentences->source.has_words || !words->count)
		return size;
	word = words->items[below(world, words->count)].text;
	if (size + word.size + 2 >= EXH_SCI_WORD_SIZE * 2)
		return size;
	for (size_t i = 0; i < word.size; i++)
		if (word.data[i] < ' ' || word.data[i] > '~' || word.data[i] == '"')
			return size;
	if (size)
		text[size++] = ' ';
	memcpy(text + size, word.data, word.size);
	return size + word.size;
}

static void type(struct monkey_world *world, char *text)
{
	const size_t count = sci_sentence_count(world->sentences);
	const char *sentence =
		count ? sci_sentence(world->sentences, below(world, count)) : NULL;
	char line[EXH_SCI_WORD_SIZE * 2];
	size_t size = 0;

	if (!sentence || !below(world, 4)) {
		for (unsigned i = below(world, MOST_WORDS) + 1; i; i--)
			size = add_word(world, line, size);
		line[size] = '\0';
		sentence = line;
	}
	snprintf(text, MONKEY_TEXT, "\"%.150s\" enter", *sentence ? sentence : "x");
}

/* Chooses an item in a menu: Esc opens it. */
static void choose_in_menu(struct monkey_world *world, char *text)
{
	size_t size = (size_t)snprintf(text, MONKEY_TEXT, "esc");

	for (unsigned i = below(world, 4); i; i--)
		size += (size_t)snprintf(text + size, MONKEY_TEXT - size, " right");
	for (unsigned i = below(world, 5); i; i--)
		size += (size_t)snprintf(text + size, MONKEY_TEXT - size, " down");
	snprintf(text + size, MONKEY_TEXT - size, " enter");
}

void monkey_act_choose(struct monkey_world *world, struct monkey_act *out)
{
	const unsigned which = below(world, 100);

	*out = (struct monkey_act){ .name = "press" };
	if (which < 22) {
		out->name = "type";
		type(world, out->text);
	} else if (which < 40) {
		out->name = "click";
		place(world, out->text);
	} else if (which < 48) {
		out->name = which < 44 ? "rclick" : "move";
		place(world, out->text);
	} else if (which < 50) {
		out->name = world->has_no_walks ? "click" : "walk";
		place(world, out->text);
	} else if (which < 56) {
		choose_in_menu(world, out->text);
	} else if (which < 59 && world->room_count && !world->has_window) {
		out->name = "room";
		snprintf(out->text, MONKEY_TEXT, "%u",
			 world->rooms[below(world, world->room_count)]);
	} else if (which < 72) {
		snprintf(out->text, MONKEY_TEXT, "%s", which < 69 ? "enter" : "esc");
	} else if (which < 85) {
		out->name = "wait";
		snprintf(out->text, MONKEY_TEXT, "%u", 1 + below(world, MOST_WAIT));
	} else {
		press(world, out->text);
	}
}

void monkey_act_judge(struct monkey_world *world, const struct monkey_act *act,
		      uint64_t cycles, bool has_failed)
{
	const bool is_room = !strcmp(act->name, "room");
	const unsigned room = is_room ? (unsigned)strtoul(act->text, NULL, 10) : 0;
	size_t count = 0;

	if (!strcmp(act->name, "walk") && cycles > LONG_WALK)
		world->has_no_walks = true;
	for (size_t i = 0; i < world->room_count; i++)
		if (!is_room || !has_failed || world->rooms[i] != room)
			world->rooms[count++] = world->rooms[i];
	world->room_count = count;
}

/*
 * Lists.
 */

void monkey_acts_add(struct monkey_acts *acts, const struct monkey_act *act)
{
	*MEM_ADD(acts) = *act;
}

void monkey_acts_copy(struct monkey_acts *to, const struct monkey_acts *from)
{
	to->items =
		mem_grow(to->items, &to->capacity, from->count + 1, sizeof *to->items);
	if (from->count)
		memcpy(to->items, from->items, from->count * sizeof *to->items);
	to->count = from->count;
}

void monkey_acts_free(struct monkey_acts *acts)
{
	free(acts->items);
	*acts = (struct monkey_acts){ .count = 0 };
}

void monkey_acts_print(const struct monkey_acts *acts, struct exh_writer *out)
{
	for (size_t i = 0; i < acts->count; i++)
		text_put(out, "%s %s\n", acts->items[i].name, acts->items[i].text);
}

/*
 * Shrinking.
 */

struct shrinking {
	struct monkey_acts tried;
	size_t calls_left;
	bool (*does)(void *context, const struct monkey_acts *acts);
	void *context;
};

static bool holds(struct shrinking *s)
{
	if (!s->calls_left)
		return false;
	s->calls_left--;
	return s->does(s->context, &s->tried);
}

/* Leaves out parts of this size, the last ones first. True if a part could be left
 * out. */
static bool leave_out(struct shrinking *s, struct monkey_acts *acts, size_t size)
{
	bool is_shorter = false;

	for (size_t end = acts->count; end;) {
		const size_t begin = end > size ? end - size : 0;

		monkey_acts_copy(&s->tried, acts);
		memmove(s->tried.items + begin, s->tried.items + end,
			(s->tried.count - end) * sizeof *s->tried.items);
		s->tried.count -= end - begin;
		if (holds(s)) {
			monkey_acts_copy(acts, &s->tried);
			is_shorter = true;
		}
		end = begin;
	}
	return is_shorter;
}

/* Makes waits as short as possible. */
static void shorten_waits(struct shrinking *s, struct monkey_acts *acts)
{
	static const unsigned lengths[] = { 1, MIDDLE_WAIT };

	for (size_t i = 0; i < acts->count; i++)
		for (size_t k = 0; k < 2; k++) {
			if (strcmp(acts->items[i].name, "wait") != 0 ||
			    strtoul(acts->items[i].text, NULL, 10) <= lengths[k])
				continue;
			monkey_acts_copy(&s->tried, acts);
			snprintf(s->tried.items[i].text, MONKEY_TEXT, "%u", lengths[k]);
			if (holds(s))
				monkey_acts_copy(acts, &s->tried);
		}
}

void monkey_acts_shrink(struct monkey_acts *acts, size_t most_calls,
			bool (*does)(void *context, const struct monkey_acts *acts),
			void *context)
{
	struct shrinking s = { .calls_left = most_calls,
			       .does = does,
			       .context = context };

	for (size_t size = (acts->count + 1) / 2; size;)
		if (!leave_out(&s, acts, size) || size > 1)
			size = size > 1 ? (size + 1) / 2 : 0;
	shorten_waits(&s, acts);
	monkey_acts_free(&s.tried);
}
