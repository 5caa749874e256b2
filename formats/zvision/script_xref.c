#include "exhume/zvision_script_set.h"

#include "../base/name.h"

#include <string.h>

enum { PLACE_LETTERS = 4 };

static const char BACK[] = "0000";

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

static bool reserve(struct exh_zv_xref *out, size_t script_count, struct exh_arena *arena)
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
	if (!from || !reserve(out, count, arena))
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
