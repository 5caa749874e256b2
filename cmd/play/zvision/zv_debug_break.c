#include "play_zvision.h"

#include "task/memory.h"
#include "task/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/*
 * Reading.
 */

static const char *const kind_names[] = { "puzzle", "check",	"key",	  "watch",
					  "action", "location", "effect", "line" };
enum { KINDS = sizeof kind_names / sizeof *kind_names };

bool zv_number(const char *text, int32_t *number)
{
	char *end;
	const long value = strtol(text, &end, 10);

	*number = (int32_t)value;
	return end != text && !*end && value >= INT32_MIN && value <= INT32_MAX;
}

/* Reads "[OP] VALUE" after the key: "= 5", "=5", "5". */
static bool read_test(char *const *words, size_t count, struct zv_break *out)
{
	char text[32] = "";
	const char *at = text;
	size_t size = 0;

	if (!count)
		return true;
	for (size_t i = 0; i < count && size < sizeof text; i++)
		size += (size_t)snprintf(text + size, sizeof text - size, "%s", words[i]);
	if (!size || size >= sizeof text)
		return false;
	out->op = strchr("=!<>", *at) ? *at++ : '=';
	return zv_number(at + (*at == '='), &out->value);
}

/* "gary.scr:12" */
static bool read_line(const char *text, struct zv_break *out)
{
	const char *colon = strrchr(text, ':');
	const size_t size = colon ? (size_t)(colon - text) : 0;

	if (!size || size >= sizeof out->name)
		return false;
	memcpy(out->name, text, size);
	return zv_number(colon + 1, &out->key) && out->key > 0;
}

static bool read_name(char *const *words, size_t count, struct zv_break *out)
{
	if (count == 1)
		snprintf(out->name, sizeof out->name, "%s", words[0]);
	return count == 1 || (!count && out->kind == ZV_BREAK_PLACE);
}

static bool read_break(char *const *words, size_t count, struct zv_break *out)
{
	switch (out->kind) {
	case ZV_BREAK_PUZZLE:
	case ZV_BREAK_CHECK:
	case ZV_WATCH_KEY:
		return count == 1 && zv_number(words[0], &out->key) && out->key >= 0;
	case ZV_BREAK_KEY:
		return count && zv_number(words[0], &out->key) && out->key >= 0 &&
		       read_test(words + 1, count - 1, out);
	case ZV_BREAK_LINE:
		return count == 1 && read_line(words[0], out);
	default:
		return read_name(words, count, out);
	}
}

static bool find_kind(const char *word, enum zv_break_kind *kind)
{
	unsigned i = 0;

	while (i < KINDS && strcmp(kind_names[i], word) != 0)
		i++;
	*kind = (enum zv_break_kind)i;
	return i < KINDS;
}

bool zv_break_add(struct debugger *d, char *const *words, size_t count)
{
	struct zv_break added = { .op = 0 };

	if (!count || !find_kind(words[0], &added.kind) ||
	    !read_break(words + 1, count - 1, &added)) {
		text_put(&d->out,
			 "expected puzzle N, check N, key N [=VALUE], action NAME, "
			 "location [PLACE], effect KIND or line SCRIPT:LINE");
		return false;
	}
	debugger_add_break(d, debugger_join(words, count),
			   mem_copy(&added, 1, sizeof added), false);
	return true;
}

/*
 * Events.
 */

static bool is_named(const struct exh_event *event, const char *name)
{
	return strcmp(event->name, name) == 0;
}

static bool has_text(const struct zv_break *b, const struct exh_event *event,
		     const char *key)
{
	return strcasecmp(event_text(event, key), b->name) == 0;
}

static bool is_value(const struct zv_break *b, int64_t value)
{
	switch (b->op) {
	case '=':
		return value == b->value;
	case '!':
		return value != b->value;
	case '<':
		return value < b->value;
	case '>':
		return value > b->value;
	default:
		return true;
	}
}

/* True if the event sets the key of b. A firing puzzle also sets its own key to 1, which
 * was not 1 before. */
static bool sets_key(const struct zv_break *b, const struct exh_event *event)
{
	if (is_named(event, "fire"))
		return event_number(event, "puzzle") == b->key && is_value(b, 1);
	return is_named(event, "key") && event_number(event, "key") == b->key &&
	       is_value(b, event_number(event, "value")) &&
	       (b->kind != ZV_WATCH_KEY ||
		event_number(event, "value") != event_number(event, "before"));
}

static bool stops_at(const struct zv_break *b, const struct exh_event *event)
{
	const bool fires = is_named(event, "fire");

	switch (b->kind) {
	case ZV_BREAK_PUZZLE:
		return fires && event_number(event, "puzzle") == b->key;
	case ZV_BREAK_CHECK:
		return (fires || is_named(event, "check")) &&
		       event_number(event, "puzzle") == b->key;
	case ZV_BREAK_KEY:
	case ZV_WATCH_KEY:
		return sets_key(b, event);
	case ZV_BREAK_ACTION:
		return is_named(event, "do") && has_text(b, event, "action");
	case ZV_BREAK_PLACE:
		return is_named(event, "place") &&
		       (!*b->name || has_text(b, event, "place"));
	case ZV_BREAK_EFFECT:
		return (is_named(event, "start") || is_named(event, "end")) &&
		       has_text(b, event, "effect");
	default:
		return (fires || is_named(event, "do")) && has_text(b, event, "script") &&
		       event_number(event, "line") == b->key;
	}
}

struct debug_break *zv_breaks_find(struct debug_breaks *breaks,
				   const struct exh_event *event)
{
	for (size_t i = 0; i < breaks->count; i++)
		if (stops_at(breaks->items[i].place, event))
			return &breaks->items[i];
	return NULL;
}
