#include "exhume/advanced/zvision_script_set.h"

#include "script_words.h"

#include "../base/name.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NAME = 64, PLACE_LETTERS = 4 };

static const char BACK[] = "0000"; /* the previous place */

/*
 * Uses.
 */

struct collection {
	struct exh_zv_set_uses *uses;
	size_t script;
	bool failed; /* out of memory */
};

static void add_use(void *context, const struct exh_zv_use *use)
{
	struct collection *collection = context;
	struct exh_zv_set_uses *uses = collection->uses;
	struct exh_zv_set_use *items =
		script_grow(uses->items, uses->count, &uses->capacity, sizeof *items);

	if (!items) {
		collection->failed = true;
		return;
	}
	uses->items = items;
	items[uses->count++] = (struct exh_zv_set_use){ *use, collection->script };
}

static bool has_key(const struct exh_zv_use *use)
{
	return use->kind != EXH_ZV_USE_PLACE && use->kind != EXH_ZV_USE_FILE;
}

static int compare(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int by_key(const void *a, const void *b)
{
	const struct exh_zv_set_use *one = a, *other = b;
	int order = compare(!has_key(&one->use), !has_key(&other->use));

	if (!order && has_key(&one->use))
		order = compare((uint64_t)one->use.key, (uint64_t)other->use.key);
	if (!order)
		order = compare(one->script, other->script);
	if (!order)
		order = compare(one->use.line, other->use.line);
	if (!order)
		order = compare(one->use.column, other->use.column);
	return order ? order : compare(one->use.kind, other->use.kind);
}

bool exh_zv_set_uses(const struct exh_zv_script *const *scripts, size_t count,
		     struct exh_zv_set_uses *out)
{
	struct collection collection = { .uses = out };

	*out = (struct exh_zv_set_uses){ 0 };
	for (size_t i = 0; i < count; i++) {
		collection.script = i;
		if (scripts[i])
			exh_zv_script_uses(scripts[i], add_use, &collection);
	}
	if (out->count)
		qsort(out->items, out->count, sizeof *out->items, by_key);
	return !collection.failed;
}

void exh_zv_set_uses_free(struct exh_zv_set_uses *uses)
{
	free(uses->items);
	*uses = (struct exh_zv_set_uses){ 0 };
}

size_t exh_zv_set_same_key(const struct exh_zv_set_uses *uses, size_t first)
{
	size_t end = first;

	while (end < uses->count && has_key(&uses->items[end].use) &&
	       uses->items[end].use.key == uses->items[first].use.key)
		end++;
	return end - first;
}

/*
 * Problems.
 */

struct checker {
	exh_zv_has_file_fn *has_file;
	exh_zv_set_problem_fn *report;
	void *context;
};

static void report(const struct checker *checker, const struct exh_zv_set_use *use,
		   enum exh_zv_problem_kind kind, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

static void report(const struct checker *checker, const struct exh_zv_set_use *use,
		   enum exh_zv_problem_kind kind, const char *format, ...)
{
	struct exh_zv_problem problem = {
		.kind = kind,
		.node = use->use.owner,
		.line = use->use.line,
		.column = use->use.column,
		.offset = EXH_NO_OFFSET,
	};
	va_list args;

	va_start(args, format);
	vsnprintf(problem.text, sizeof problem.text, format, args);
	va_end(args);
	checker->report(checker->context, use->script, &problem);
}

/* The kinds of one key's uses, as bits. */
static unsigned kinds_of(const struct exh_zv_set_use *uses, size_t count)
{
	unsigned kinds = 0;

	for (size_t i = 0; i < count; i++)
		kinds |= 1U << uses[i].use.kind;
	return kinds;
}

static const struct exh_zv_set_use *first_of(const struct exh_zv_set_use *uses,
					     size_t count, unsigned kinds)
{
	for (size_t i = 0; i < count; i++)
		if (kinds & 1U << uses[i].use.kind)
			return &uses[i];
	return NULL;
}

static bool is_disabled(const struct exh_zv_node *puzzle)
{
	for (const struct exh_zv_node *block = puzzle->first; block; block = block->next)
		for (const struct exh_zv_node *node = block->first;
		     node && block->kind == EXH_ZV_FLAGS; node = node->next)
			if (node->kind == EXH_ZV_FLAG && node->key == EXH_ZV_DISABLED)
				return true;
	return false;
}

static void check_key(const struct checker *checker, const struct exh_zv_set_use *uses,
		      size_t count)
{
	enum {
		READ = 1U << EXH_ZV_USE_READ,
		WRITE = 1U << EXH_ZV_USE_WRITE,
		ENABLE = 1U << EXH_ZV_USE_ENABLE,
		SWITCH = ENABLE | 1U << EXH_ZV_USE_DISABLE,
		OWN = 1U << EXH_ZV_USE_PUZZLE | 1U << EXH_ZV_USE_CONTROL,
	};
	const unsigned kinds = kinds_of(uses, count);
	const struct exh_zv_set_use *read = first_of(uses, count, READ);
	const struct exh_zv_set_use *change = first_of(uses, count, SWITCH);
	const int64_t key = uses->use.key;

	if (read && !(kinds & (WRITE | OWN)) && !exh_zv_key_meaning(key))
		report(checker, read, EXH_ZV_PROBLEM_NEVER_WRITTEN,
		       "key %" PRId64 " is read, but nothing in these scripts writes it",
		       key);
	if (change && !(kinds & OWN))
		report(checker, change, EXH_ZV_PROBLEM_NO_SWITCHED,
		       "no puzzle and no control %" PRId64 " in these scripts", key);
	for (size_t i = 0; i < count && !(kinds & ENABLE); i++)
		if (uses[i].use.kind == EXH_ZV_USE_PUZZLE &&
		    is_disabled(uses[i].use.owner))
			report(checker, &uses[i], EXH_ZV_PROBLEM_UNREACHED,
			       "puzzle %" PRId64
			       " never runs: it is DISABLED, and nothing in these "
			       "scripts enables it",
			       key);
}

/* A sound may exist only as a patch. */
static bool has_file(const struct checker *checker, char *name)
{
	static const char *const others[] = { ".src", ".ifp", ".raw" };
	char *dot = strrchr(name, '.');

	if (checker->has_file(checker->context, name))
		return true;
	if (!dot || (strcmp(dot, ".raw") != 0 && strcmp(dot, ".src") != 0))
		return false;
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		memcpy(dot, others[i], 4);
		if (checker->has_file(checker->context, name))
			return true;
	}
	return false;
}

static void check_file(const struct checker *checker, const struct exh_zv_set_use *use)
{
	char name[MAX_NAME], tried[MAX_NAME];
	size_t size = use->use.text.size;

	if (size >= sizeof name)
		size = sizeof name - 1;
	for (size_t i = 0; i < size; i++)
		name[i] = (char)lower_case((char)use->use.text.data[i]);
	name[size] = '\0';
	memcpy(tried, name, sizeof tried);
	if (!has_file(checker, tried))
		report(checker, use, EXH_ZV_PROBLEM_NO_FILE,
		       "no file \"%s\" in the folders", name);
}

static void check_place(const struct checker *checker, const struct exh_zv_set_use *use)
{
	char name[sizeof use->use.place + sizeof ".scr"];

	if (!use->use.place[0] || strcmp(use->use.place, BACK) == 0)
		return;
	snprintf(name, sizeof name, "%s.scr", use->use.place);
	if (!checker->has_file(checker->context, name))
		report(checker, use, EXH_ZV_PROBLEM_NO_PLACE,
		       "no %s in the folders or among the scripts", name);
}

void exh_zv_set_problems(const struct exh_zv_set_uses *uses, exh_zv_has_file_fn *has,
			 exh_zv_set_problem_fn *report_problem, void *context)
{
	const struct checker checker = { has, report_problem, context };

	for (size_t i = 0; i < uses->count;) {
		const struct exh_zv_set_use *use = &uses->items[i];
		const size_t count = exh_zv_set_same_key(uses, i);

		if (count)
			check_key(&checker, use, count);
		else if (has && use->use.kind == EXH_ZV_USE_FILE)
			check_file(&checker, use);
		else if (has && use->use.kind == EXH_ZV_USE_PLACE)
			check_place(&checker, use);
		i += count ? count : 1;
	}
}

/*
 * Uses of keys and places.
 */

const char *exh_zv_script_place(const char *name, struct exh_arena *arena)
{
	const char *dot = strrchr(name, '.');
	const size_t size = dot && dot != name ? (size_t)(dot - name) : strlen(name);
	char *place = exh_alloc(arena, size + 1, 1);

	for (size_t i = 0; place && i < size; i++)
		place[i] = (char)lower_case(name[i]);
	return place;
}

/* Arguments that don't give a place are shown unchanged. */
static const char *target_of(const struct exh_zv_use *use, struct exh_arena *arena)
{
	/* A character of Latin-1 has up to two bytes in UTF-8. */
	struct exh_writer text = { .limit = 2 * use->text.size + sizeof use->place };
	struct exh_bytes copy = { 0 };

	if (use->place[0])
		exh_write_bytes(&text, use->place, strlen(use->place));
	else
		exh_zv_latin1_to_utf8(use->text, true, &text);
	exh_write_u8(&text, '\0');
	if (!text.failed)
		copy = exh_memdup(arena, exh_writer_bytes(&text));
	exh_writer_free(&text);
	return (const char *)copy.data;
}

static bool add_way(const struct exh_zv_set_use *use, const char *from,
		    struct exh_arena *arena, struct exh_zv_xref *out)
{
	const char *to = target_of(&use->use, arena);

	if (!from || !to)
		return false;
	out->ways[out->way_count++] =
		(struct exh_zv_way){ use, from, to, strcmp(to, BACK) == 0 };
	return true;
}

static void add_key(const struct exh_zv_set_use *uses, size_t count,
		    struct exh_zv_xref *out)
{
	const int64_t key = uses->use.key;

	out->keys[out->key_count++] =
		(struct exh_zv_xref_key){ key, exh_zv_key_meaning(key), uses, count };
}

static bool make_room(struct exh_zv_xref *out, size_t script_count,
		      struct exh_arena *arena)
{
	size_t keys = 0, ways = 0;

	for (size_t i = 0; i < out->uses.count;) {
		const size_t count = exh_zv_set_same_key(&out->uses, i);

		keys += count != 0;
		ways += out->uses.items[i].use.kind == EXH_ZV_USE_PLACE;
		i += count ? count : 1;
	}
	out->keys = exh_alloc(arena, keys + 1, sizeof *out->keys);
	out->ways = exh_alloc(arena, ways + 1, sizeof *out->ways);
	out->places = exh_alloc(arena, script_count + 1, sizeof(const char *));
	return out->keys && out->ways && out->places;
}

bool exh_zv_set_xref(const struct exh_zv_script *const *scripts, const char *const *names,
		     size_t count, struct exh_arena *arena, struct exh_zv_xref *out)
{
	const char **from = exh_alloc(arena, count + 1, sizeof(const char *));
	bool good;

	*out = (struct exh_zv_xref){ 0 };
	good = exh_zv_set_uses(scripts, count, &out->uses);
	if (!from || !make_room(out, count, arena))
		return false;
	for (size_t i = 0; i < count; i++) {
		from[i] = exh_zv_script_place(names[i], arena);
		good &= from[i] != NULL;
		if (scripts[i] && from[i] && strlen(from[i]) == PLACE_LETTERS)
			out->places[out->place_count++] = from[i];
	}
	for (size_t i = 0; i < out->uses.count;) {
		const struct exh_zv_set_use *use = &out->uses.items[i];
		const size_t same = exh_zv_set_same_key(&out->uses, i);

		if (same)
			add_key(use, same, out);
		else if (use->use.kind == EXH_ZV_USE_PLACE)
			good &= add_way(use, from[use->script], arena, out);
		i += same ? same : 1;
	}
	return good;
}

void exh_zv_xref_free(struct exh_zv_xref *xref)
{
	exh_zv_set_uses_free(&xref->uses);
	*xref = (struct exh_zv_xref){ 0 };
}
