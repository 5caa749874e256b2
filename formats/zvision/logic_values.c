#include "logic_values.h"

#include <string.h>

static int32_t clamp(int64_t value)
{
	return value < INT32_MIN   ? INT32_MIN
	       : value > INT32_MAX ? INT32_MAX
				   : (int32_t)value;
}

/* Index of the first item that is not below value. */
static uint32_t place_of(const struct logic_values *values, int32_t value)
{
	uint32_t low = 0, high = values->count;

	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;

		if (values->items[middle] < value)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* True if the list has the value. */
static bool contains(const struct logic_values *values, int64_t value)
{
	const uint32_t at =
		value == clamp(value) ? place_of(values, (int32_t)value) : values->count;

	return at < values->count && values->items[at] == value;
}

static bool make_room(struct logic_values *values, struct exh_arena *arena, bool *failed)
{
	const uint32_t more = values->capacity ? 2 * values->capacity : 4;
	int32_t *items;

	if (values->count < values->capacity)
		return true;
	items = exh_alloc(arena, more, sizeof *items);
	if (!items) {
		*failed = true;
		return false;
	}
	if (values->count)
		memcpy(items, values->items, values->count * sizeof *items);
	values->items = items;
	values->capacity = more;
	return true;
}

/* Extends a range; a bound that moves goes to its end. */
static bool widen(struct logic_values *values, int32_t low, int32_t high)
{
	const bool down = low<values->low, up = high> values->high;

	values->low = down ? INT32_MIN : values->low;
	values->high = up ? INT32_MAX : values->high;
	return down || up;
}

static bool become_range(struct logic_values *values, int32_t low, int32_t high)
{
	values->is_range = true;
	if (!values->count || low < values->low)
		values->low = low;
	if (!values->count || high > values->high)
		values->high = high;
	return true;
}

bool exh_logic_values_add(struct logic_values *values, int64_t number,
			  struct exh_arena *arena, bool *failed)
{
	const int32_t value = clamp(number);
	uint32_t at;

	if (values->is_range)
		return widen(values, value, value);
	at = place_of(values, value);
	if (at < values->count && values->items[at] == value)
		return false;
	if (values->count == LOGIC_LIST)
		return become_range(values, value, value);
	if (!make_room(values, arena, failed))
		return false;
	if (at < values->count)
		memmove(values->items + at + 1, values->items + at,
			(values->count - at) * sizeof *values->items);
	values->items[at] = value;
	values->count++;
	values->low = values->items[0];
	values->high = values->items[values->count - 1];
	return true;
}

bool exh_logic_values_add_range(struct logic_values *values, int64_t from, int64_t to,
				struct exh_arena *arena, bool *failed)
{
	const int32_t low = clamp(from), high = clamp(to);
	bool grows = false;

	if (low > high)
		return false;
	if (values->is_range)
		return widen(values, low, high);
	if ((int64_t)high - low >= LOGIC_LIST / 2)
		return become_range(values, low, high);
	for (int64_t i = low; i <= high; i++)
		grows |= exh_logic_values_add(values, i, arena, failed);
	return grows;
}

bool exh_logic_values_add_all(struct logic_values *values,
			      const struct logic_values *from, int64_t shift,
			      struct exh_arena *arena, bool *failed)
{
	/* The set may be added to itself: its items move while it grows. */
	int32_t items[LOGIC_LIST];
	const uint32_t count = from->count;
	bool grows = false;

	if (from->is_range)
		return exh_logic_values_add_range(values, from->low + shift,
						  from->high + shift, arena, failed);
	if (count)
		memcpy(items, from->items, count * sizeof *items);
	for (uint32_t i = 0; i < count; i++)
		grows |= exh_logic_values_add(values, items[i] + shift, arena, failed);
	return grows;
}

/*
 * Tests.
 */

bool exh_logic_test_holds(const struct logic_test *test, int64_t value)
{
	switch (test->op) {
	case '=':
		return value == test->arg;
	case '!':
		return value != test->arg;
	case '>':
		return value > test->arg;
	default:
		return value < test->arg;
	}
}

struct logic_test exh_logic_opposite(const struct logic_test *test)
{
	/* Values have 32 bits. */
	const int64_t arg = test->arg > UINT32_MAX	       ? UINT32_MAX
			    : test->arg < -(int64_t)UINT32_MAX ? -(int64_t)UINT32_MAX
							       : test->arg;

	switch (test->op) {
	case '=':
		return (struct logic_test){ '!', arg };
	case '!':
		return (struct logic_test){ '=', arg };
	case '>':
		return (struct logic_test){ '<', arg + 1 };
	default:
		return (struct logic_test){ '>', arg - 1 };
	}
}

static bool all_hold(const struct logic_test *tests, size_t count, int64_t value)
{
	for (size_t i = 0; i < count; i++)
		if (!exh_logic_test_holds(&tests[i], value))
			return false;
	return true;
}

/* Each "!" excludes one value: one more than there are tests is enough to look at. */
static bool range_meets(int64_t low, int64_t high, const struct logic_test *tests,
			size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const int64_t arg = tests[i].arg;

		if ((tests[i].op == '=' || tests[i].op == '>') && arg > low - 1)
			low = tests[i].op == '>' ? (arg < high ? arg + 1 : high + 1)
						 : arg;
		if ((tests[i].op == '=' || tests[i].op == '<') && arg < high + 1)
			high = tests[i].op == '<' ? (arg > low ? arg - 1 : low - 1) : arg;
	}
	for (size_t i = 0; i <= count && low <= high; i++, low++)
		if (all_hold(tests, count, low))
			return true;
	return false;
}

bool exh_logic_values_meet(const struct logic_values *values, int64_t shift,
			   const struct logic_test *tests, size_t count)
{
	if (values->is_range)
		return range_meets(values->low + shift, values->high + shift, tests,
				   count);
	if (count == 1 && tests->op == '=')
		return contains(values, tests->arg - shift);
	for (uint32_t i = 0; i < values->count; i++)
		if (all_hold(tests, count, values->items[i] + shift))
			return true;
	return false;
}

static bool have_common(const struct logic_values *a, const struct logic_values *b)
{
	uint32_t i = 0, k = 0;

	if (a->is_range || b->is_range)
		return a->low <= b->high && b->low <= a->high;
	while (i < a->count && k < b->count) {
		if (a->items[i] == b->items[k])
			return true;
		if (a->items[i] < b->items[k])
			i++;
		else
			k++;
	}
	return false;
}

bool exh_logic_values_compare(const struct logic_values *a, char op,
			      const struct logic_values *b)
{
	switch (op) {
	case '=':
		return have_common(a, b);
	case '!':
		return a->low != a->high || b->low != b->high || a->low != b->low;
	case '>':
		return a->high > b->low;
	default:
		return a->low < b->high;
	}
}
