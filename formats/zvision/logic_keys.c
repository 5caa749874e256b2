/* Keys, places, ranges of writes, and limits, as the parts of the logic share them. */
#include "logic_parts.h"

#include <string.h>

const char *const exh_logic_menu_places[] = { "gjse", "gjre", "gjpe" };

void *exh_logic_alloc(logic_tables *t, size_t count, size_t size)
{
	void *memory = exh_alloc(t->arena, count + 1, size);

	if (!memory)
		t->failed = true;
	return memory;
}

void exh_logic_allow_work(logic_tables *t, size_t most)
{
	t->most_work = t->work + most;
}

bool exh_logic_is_spent(logic_tables *t)
{
	t->logic->is_cut |= t->work > t->most_work;
	return t->work > t->most_work;
}

size_t exh_logic_count(const logic_tables *t, enum exh_zv_node_kind kind)
{
	size_t count = 0;

	for (size_t i = 0; i < t->script_count; i++)
		for (const struct exh_zv_node *node = t->scripts[i] ? &t->scripts[i]->root
								    : NULL;
		     node; node = exh_zv_script_next(node))
			count += node->kind == kind;
	return count;
}

int32_t exh_logic_key(int64_t key)
{
	if (key < 0 || key >= LOGIC_KEYS)
		return LOGIC_NO_KEY;
	if (key >= LOGIC_ITEMS && key <= LOGIC_LAST_ITEM)
		return LOGIC_ITEMS;
	return key >= LOGIC_CELLS && key <= LOGIC_LAST_CELL ? LOGIC_CELLS : (int32_t)key;
}

bool exh_logic_is_place_key(int32_t key)
{
	return (key >= LOGIC_PLACE && key < LOGIC_PLACE + 4) ||
	       (key >= LOGIC_LAST_PLACE && key < LOGIC_LAST_PLACE + 4) ||
	       (key >= LOGIC_MENU_PLACE && key < LOGIC_MENU_PLACE + 4);
}

int32_t exh_logic_letter_key(int32_t key)
{
	return key >= LOGIC_MENU_PLACE	 ? key - LOGIC_MENU_PLACE + LOGIC_PLACE
	       : key >= LOGIC_LAST_PLACE ? key - LOGIC_LAST_PLACE + LOGIC_PLACE
					 : key;
}

int64_t exh_logic_greatest(const logic_tables *t, const struct logic_write *write)
{
	const int64_t least = write->kind == LOGIC_TIMER ? 2 : 0;
	const int64_t arg =
		write->arg_is_key ? t->keys[write->arg].values.high : write->arg;

	return arg > least ? arg : least;
}

int32_t exh_logic_least(const logic_tables *t, const struct logic_write *write)
{
	return write->node && write->node->kind == EXH_ZV_CONTROL && !write->arg &&
			       t->keys[write->target].values.low < 0
		       ? -write->high
		       : write->arg;
}

bool exh_logic_is_exchange(const struct logic_write *write)
{
	return write->kind == LOGIC_ASSIGN && write->arg_is_key &&
	       (!write->node || write->node->kind == EXH_ZV_CONTROL);
}

static bool is_place_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool exh_logic_target(const struct exh_zv_script *script, const struct exh_zv_node *node,
		      char place[LOGIC_SCOPE_SIZE])
{
	struct exh_bytes args = exh_zv_script_text(script, node->args), word;
	size_t size = 0, count = 0;

	for (; count < 3 && exh_zv_script_argument(&args, &word); count++) {
		word = exh_zv_script_unquote(word);
		for (size_t k = 0; k < word.size && size < 4; k++)
			place[size++] = (char)script_lower(word.data[k]);
	}
	place[size] = '\0';
	for (size_t i = 0; i < size; i++)
		if (!is_place_letter(place[i]))
			return false;
	return count == 3 && size == 4;
}
