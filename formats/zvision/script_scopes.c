/*
 * Faults of a game's scripts that show in the places they are of: keys of effects that
 * other places start, changes to the place itself, rests of timers, and rectangles that
 * almost fit.
 *
 * Source: zvision, second part, 8.
 */
#include "script_words.h"

#include "../base/common.h"
#include "exhume/advanced/zvision_script_set.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
	PLACE_LETTERS = 4,
	TIMER_ENDED = 2,  /* the key of a timer that ended */
	ALMOST = 2,	  /* pixels */
	FIRST_CORNER = 1, /* argument of animplay and playpreload */
	SHOWN = 63
};

struct scopes {
	const struct exh_zv_script *const *scripts;
	const struct exh_zv_lint_sources *sources;
	exh_zv_set_problem_fn *report;
	void *context;
	size_t script; /* script that is walked */
};

static void report(const struct scopes *s, size_t script, const struct exh_zv_node *owner,
		   uint32_t line, uint32_t column, enum exh_zv_problem_kind kind,
		   const char *format, ...) __attribute__((format(printf, 7, 8)));

static void report(const struct scopes *s, size_t script, const struct exh_zv_node *owner,
		   uint32_t line, uint32_t column, enum exh_zv_problem_kind kind,
		   const char *format, ...)
{
	struct exh_zv_problem problem = { .kind = kind,
					  .node = owner,
					  .line = line,
					  .column = column,
					  .offset = EXH_NO_OFFSET };
	va_list args;

	va_start(args, format);
	vsnprintf(problem.text, sizeof problem.text, format, args);
	va_end(args);
	s->report(s->context, script, &problem);
}

/* The place of a script, its file's name without the extension. */
static struct exh_bytes place_of(const struct scopes *s, size_t script)
{
	struct exh_bytes name = bytes_of_text(s->sources->names[script]);
	const char *dot = strrchr(s->sources->names[script], '.');

	if (dot)
		name.size = (size_t)(dot - s->sources->names[script]);
	return name;
}

/* True for names of scripts of a world, a room or a place. */
static bool is_scope(struct exh_bytes place)
{
	return place.size == 1 || place.size == 2 || place.size == PLACE_LETTERS;
}

/* True if both scripts may be loaded at the same time. */
static bool are_together(const struct scopes *s, size_t a, size_t b)
{
	struct exh_bytes one = place_of(s, a), other = place_of(s, b);

	if (!is_scope(one) || !is_scope(other))
		return true; /* "universe", or a name of no place */
	if (one.size == other.size)
		return a == b;
	one.size = other.size = one.size < other.size ? one.size : other.size;
	return exh_zv_script_same(one, other);
}

/*
 * Keys of animations and sounds.
 */

static bool is_one_of(const char *word, const char *const *words)
{
	while (*words && strcmp(word, *words) != 0)
		words++;
	return *words != NULL;
}

/* Returns the action if all writes of a key start animations or sounds of one place;
 * NULL if there is none, or another. */
static const char *starter_of(const struct exh_zv_set_use *uses, size_t count)
{
	static const char *const starters[] = { "animplay", "animpreload", "playpreload",
						"music", NULL };
	static const char *const enders[] = { "kill", "stop", "animunload", NULL };
	const char *found = NULL;

	for (size_t i = 0; i < count; i++) {
		const struct exh_zv_use *use = &uses[i].use;

		if (use->kind == EXH_ZV_USE_PUZZLE || use->kind == EXH_ZV_USE_CONTROL)
			return NULL;
		if (use->kind != EXH_ZV_USE_WRITE || is_one_of(use->how, enders))
			continue;
		if (!is_one_of(use->how, starters))
			return NULL;
		found = use->how;
	}
	return found;
}

static bool is_started(const struct scopes *s, const struct exh_zv_set_use *uses,
		       size_t count, size_t script)
{
	for (size_t i = 0; i < count; i++)
		if (uses[i].use.kind == EXH_ZV_USE_WRITE &&
		    are_together(s, uses[i].script, script))
			return true;
	return false;
}

/* Each script is looked at once, at its first test of the key. */
static void check_effect(const struct scopes *s, const struct exh_zv_set_use *uses,
			 size_t count)
{
	static const char *const tests[] = { "criteria", "assign", "add", NULL };
	const char *starter = starter_of(uses, count);
	size_t seen = SIZE_MAX;

	for (size_t i = 0; i < count && starter; i++) {
		const struct exh_zv_use *use = &uses[i].use;

		if (use->kind != EXH_ZV_USE_READ || uses[i].script == seen ||
		    !is_one_of(use->how, tests))
			continue;
		seen = uses[i].script;
		if (!is_started(s, uses, count, seen))
			report(s, seen, use->owner, use->line, use->column,
			       EXH_ZV_PROBLEM_OTHER_SCOPE,
			       "key %" PRId64
			       " is tested, but only other places set it, by %s",
			       use->key, starter);
	}
}

/*
 * Timers: a timer that is killed leaves the rest of its time in its key.
 */

/* True if an action of this name writes the key. */
static bool has_write(const struct exh_zv_set_use *uses, size_t count,
		      const char *const *actions)
{
	for (size_t i = 0; i < count; i++)
		if (uses[i].use.kind == EXH_ZV_USE_WRITE &&
		    is_one_of(uses[i].use.how, actions))
			return true;
	return false;
}

static void check_timer(const struct scopes *s, const struct exh_zv_set_use *uses,
			size_t count)
{
	static const char *const timers[] = { "timer", NULL };
	static const char *const kills[] = { "kill", "stop", NULL };

	if (!has_write(uses, count, timers) || !has_write(uses, count, kills))
		return;
	for (size_t i = 0; i < count; i++) {
		const struct exh_zv_node *node = uses[i].use.node;

		if (uses[i].use.kind == EXH_ZV_USE_READ &&
		    node->kind == EXH_ZV_CRITERION && node->key == uses->use.key &&
		    node->op == '>' && !node->arg_is_key && node->arg > TIMER_ENDED)
			report(s, uses[i].script, node, node->line, node->column,
			       EXH_ZV_PROBLEM_TIMER_REST,
			       "timer %" PRId64 " leaves the rest of its time when it is "
			       "killed: %" PRId64 " or less is missed",
			       node->key, node->arg);
	}
}

/*
 * Changes to the place itself.
 */

static bool is_action(const struct scopes *s, const struct exh_zv_node *node,
		      const char *name)
{
	return exh_zv_script_is_word(
		exh_zv_script_text(s->scripts[s->script], node->name), name);
}

/* True if the arguments name the script's own place. */
static bool leads_here(const struct scopes *s, const struct exh_zv_node *node)
{
	struct exh_bytes args = exh_zv_script_text(s->scripts[s->script], node->args);
	const struct exh_bytes place = place_of(s, s->script);
	struct exh_bytes word;
	size_t at = 0;

	for (int i = 0; i < 3 && exh_zv_script_argument(&args, &word); i++)
		for (size_t k = 0; k < word.size; k++, at++)
			if (at >= place.size ||
			    script_lower(word.data[k]) != script_lower(place.data[at]))
				return false;
	return at == PLACE_LETTERS && place.size == PLACE_LETTERS;
}

/* change: an earlier change to this place in the same results, or NULL. */
static const struct exh_zv_node *check_change(const struct scopes *s,
					      const struct exh_zv_node *node,
					      const struct exh_zv_node *change)
{
	if (change && change->parent != node->parent)
		change = NULL;
	if (is_action(s, node, "change_location"))
		return !change && leads_here(s, node) ? node : change;
	if (!change || (!is_action(s, node, "assign") && !is_action(s, node, "add")))
		return change;
	report(s, s->script, node, node->line, node->column, EXH_ZV_PROBLEM_AFTER_CHANGE,
	       "it comes after a change to this place (line %u), and may never be "
	       "reached",
	       (unsigned)change->line);
	return NULL;
}

/*
 * Rectangles: a film that is half as large is scaled, a little off it is not.
 */

struct words {
	struct exh_bytes items[FIRST_CORNER + 4];
	size_t count;
};

static struct words words_of(const struct scopes *s, const struct exh_zv_node *node)
{
	struct exh_bytes args = exh_zv_script_text(s->scripts[s->script], node->args);
	struct words words = { .count = 0 };

	words.items[0] = (struct exh_bytes){ NULL, 0, 0 };
	while (words.count < FIRST_CORNER + 4 &&
	       exh_zv_script_argument(&args, &words.items[words.count]))
		words.count++;
	return words;
}

static bool is_almost(int64_t side, int64_t film)
{
	return side >= 2 * film - ALMOST && side <= 2 * film + ALMOST;
}

/* True if the room of the script is a panorama, whose films are stored transposed. */
static bool is_panorama(const struct exh_zv_script *script)
{
	for (const struct exh_zv_node *node = script->root.first; node; node = node->next)
		if (node->kind == EXH_ZV_CONTROL &&
		    exh_zv_script_is_word(exh_zv_script_text(script, node->name), "pana"))
			return true;
	return false;
}

/* Checks the rectangle of an action that plays the file. */
static void check_rectangle(const struct scopes *s, const struct exh_zv_node *node,
			    struct exh_bytes file)
{
	const struct words words = words_of(s, node);
	char name[SHOWN + 1];
	int64_t corners[4], wide, high;
	size_t width, height;

	if (words.count < FIRST_CORNER + 4)
		return;
	for (int i = 0; i < 4; i++)
		if (!exh_zv_script_number(words.items[FIRST_CORNER + i], true,
					  &corners[i]) ||
		    corners[i] > INT32_MAX || corners[i] < INT32_MIN)
			return;
	if (!file.size || file.size > SHOWN)
		return;
	for (size_t i = 0; i < file.size; i++)
		name[i] = (char)script_lower(file.data[i]);
	name[file.size] = '\0';
	if (!s->sources->film_size(s->sources->context, name, &width, &height))
		return;
	if (is_panorama(s->scripts[s->script])) {
		const size_t other = width;

		width = height;
		height = other;
	}
	wide = corners[2] - corners[0] + 1;
	high = corners[3] - corners[1] + 1;
	if (is_almost(wide, (int64_t)width) && is_almost(high, (int64_t)height) &&
	    (wide / 2 != (int64_t)width || high / 2 != (int64_t)height))
		report(s, s->script, node, node->line, node->column,
		       EXH_ZV_PROBLEM_RECTANGLE,
		       "%" PRId64 " by %" PRId64
		       " pixels, but %s doubled has %zu by %zu: "
		       "it is not doubled",
		       wide, high, name, 2 * width, 2 * height);
}

/* Checks actions that play what another of their script has loaded. */
static void check_loaded(struct scopes *s, const struct exh_zv_set_use *uses,
			 size_t count)
{
	for (size_t i = 0, end; i < count; i = end) {
		struct exh_bytes file = { NULL, 0, 0 };

		s->script = uses[i].script;
		for (end = i; end < count && uses[end].script == s->script; end++)
			if (!file.size && strcmp(uses[end].use.how, "animpreload") == 0)
				file = words_of(s, uses[end].use.node).items[0];
		for (size_t k = i; k < end && file.size; k++)
			if (uses[k].use.kind == EXH_ZV_USE_READ &&
			    strcmp(uses[k].use.how, "playpreload") == 0)
				check_rectangle(s, uses[k].use.node, file);
	}
}

/*
 * Criteria as they are written: the engines of the games need no blanks, but scripts have
 * them nearly everywhere.
 */

static void check_blanks(const struct scopes *s, const struct exh_zv_node *node)
{
	const struct exh_bytes text =
		exh_zv_script_text(s->scripts[s->script], node->text);
	const uint8_t *op = text.size ? memchr(text.data, node->op, text.size) : NULL;
	const size_t at = op ? (size_t)(op - text.data) : 0;

	if (at && at + 1 < text.size &&
	    (!script_is_blank(op[-1]) || !script_is_blank(op[1])))
		report(s, s->script, node, node->line, node->column,
		       EXH_ZV_PROBLEM_BLANKS,
		       "no blanks around the \"%c\" after [%" PRId64 "]", node->op,
		       node->key);
}

/*
 * All of them.
 */

static void check_script(const struct scopes *s)
{
	const struct exh_zv_node *change = NULL;

	for (const struct exh_zv_node *node = &s->scripts[s->script]->root; node;
	     node = exh_zv_script_next(node)) {
		if (node->kind == EXH_ZV_CRITERION && s->sources->checks_form)
			check_blanks(s, node);
		if (node->kind != EXH_ZV_RESULT)
			continue;
		if (s->sources->names)
			change = check_change(s, node, change);
		if (s->sources->film_size && is_action(s, node, "animplay"))
			check_rectangle(s, node, words_of(s, node).items[0]);
	}
}

void exh_zv_set_scope_problems(const struct exh_zv_script *const *scripts, size_t count,
			       const struct exh_zv_lint_sources *sources,
			       const struct exh_zv_set_uses *uses,
			       exh_zv_set_problem_fn *report_problem, void *context)
{
	struct scopes s = { scripts, sources, report_problem, context, 0 };

	for (; s.script < count; s.script++)
		if (scripts[s.script])
			check_script(&s);
	for (size_t i = 0; i < uses->count;) {
		const size_t same = exh_zv_set_same_key(uses, i);

		if (same) {
			check_timer(&s, &uses->items[i], same);
			if (sources->names)
				check_effect(&s, &uses->items[i], same);
			if (sources->film_size)
				check_loaded(&s, &uses->items[i], same);
		}
		i += same ? same : 1;
	}
}
