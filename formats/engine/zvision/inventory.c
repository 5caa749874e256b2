/* The items that the player has, the held one first: keys 100 and on. */
#include "zv_parts.h"

static void set_count(struct exh_zv_engine *engine, int32_t count)
{
	exh_zv_set(engine, KEY_ITEM_COUNT, count);
}

/* A script may have written anything there. */
static int32_t item_count(const struct exh_zv_engine *engine)
{
	const int32_t count = zv_get(engine, KEY_ITEM_COUNT);

	return count < 0 ? 0 : count > MAX_ITEMS ? MAX_ITEMS : count;
}

/* Where an item is in the list, or its end. */
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
