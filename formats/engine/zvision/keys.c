/* Keys as the engine sets them, items, chance, and the end. */
#include "zv_parts.h"

#include <string.h>

void exh_zv_set(struct exh_zv_engine *engine, int32_t key, int32_t value)
{
	if (key == ZV_NO_KEY)
		return;
	exh_zv_trace_key(engine, key, value);
	engine->keys_set++;
	exh_zv_set_value(&engine->scheduler, key, value);
}

void exh_zv_hint(struct exh_zv_engine *engine, int32_t key)
{
	if (zv_get(engine, zv_known(engine, key)) > 0)
		exh_zv_set(engine, KEY_VENUS, key);
}

/* splitmix64 */
int32_t exh_zv_random(struct exh_zv_engine *engine, int32_t most)
{
	uint64_t z = engine->random += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	z ^= z >> 31;
	return most <= 0 ? 0 : (int32_t)((z >> 32) * ((uint64_t)most + 1) >> 32);
}

void exh_zv_end(struct exh_zv_engine *engine, const char *name)
{
	if (!engine->end_name)
		engine->end_name = name;
}

void exh_zv_event_drop(struct exh_zv_engine *engine)
{
	engine->event_count--;
	memmove(engine->events, engine->events + 1,
		engine->event_count * sizeof *engine->events);
}

/*
 * The items that the player has, the held one first: keys 100 and on.
 */

static void set_count(struct exh_zv_engine *engine, int32_t count)
{
	exh_zv_set(engine, KEY_ITEM_COUNT, count);
}

/* Limits the count: a script may have written anything there. */
static int32_t item_count(const struct exh_zv_engine *engine)
{
	return zv_clamp(zv_get(engine, KEY_ITEM_COUNT), 0, MAX_ITEMS);
}

/* Returns the index of an item in the list, or the list's end. */
static int32_t find_item(const struct exh_zv_engine *engine, int32_t item)
{
	const int32_t count = item_count(engine);
	int32_t at = 0;

	while (at < count && zv_get(engine, KEY_ITEMS + at) != item)
		at++;
	return at;
}

void exh_zv_inventory_add(struct exh_zv_engine *engine, int32_t item)
{
	int32_t count = item_count(engine);

	if (!count) {
		exh_zv_set(engine, KEY_ITEMS, 0);
		set_count(engine, ++count);
	}
	if (find_item(engine, item) < count || count == MAX_ITEMS)
		return;
	for (int32_t i = count; i > 0; i--)
		exh_zv_set(engine, KEY_ITEMS + i, zv_get(engine, KEY_ITEMS + i - 1));
	exh_zv_set(engine, KEY_ITEMS, item);
	exh_zv_set(engine, KEY_ITEM, item);
	set_count(engine, count + 1);
}

void exh_zv_inventory_drop(struct exh_zv_engine *engine, int32_t item)
{
	const int32_t count = item_count(engine);
	int32_t at = find_item(engine, item);

	if (at == count)
		return;
	for (; at + 1 < count; at++)
		exh_zv_set(engine, KEY_ITEMS + at, zv_get(engine, KEY_ITEMS + at + 1));
	exh_zv_set(engine, KEY_ITEMS + at, 0);
	set_count(engine, count - 1);
	exh_zv_set(engine, KEY_ITEM, zv_get(engine, KEY_ITEMS));
}

void exh_zv_inventory_cycle(struct exh_zv_engine *engine)
{
	const int32_t count = item_count(engine), first = zv_get(engine, KEY_ITEMS);

	if (!count)
		return;
	for (int32_t i = 0; i + 1 < count; i++)
		exh_zv_set(engine, KEY_ITEMS + i, zv_get(engine, KEY_ITEMS + i + 1));
	exh_zv_set(engine, KEY_ITEMS + count - 1, first);
	exh_zv_set(engine, KEY_ITEM, zv_get(engine, KEY_ITEMS));
}
