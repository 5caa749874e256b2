/* Sets of the values that a key may have: a list, or a range that contains them. */
#ifndef EXH_ZVISION_LOGIC_VALUES_H
#define EXH_ZVISION_LOGIC_VALUES_H

#include "exhume/advanced/base.h"

/* Number of values in a list, at most: a set of more is a range. */
enum { LOGIC_LIST = 256 };

struct logic_values {
	int32_t *items; /* sorted; not of a range */
	uint32_t count, capacity;
	bool is_range;
	int32_t low, high; /* the least and the greatest, unless the set is empty */
};

/* A comparison with a number. */
struct logic_test {
	char op; /* '=', '!', '>' or '<' */
	int64_t arg;
};

/* Add values; true if the set has grown. A range that grows goes on to the limits of
 * numbers, so that a set changes a limited number of times. *failed: out of memory. */
bool exh_logic_values_add(struct logic_values *values, int64_t value,
			  struct exh_arena *arena, bool *failed);
bool exh_logic_values_add_range(struct logic_values *values, int64_t low, int64_t high,
				struct exh_arena *arena, bool *failed);
/* Adds all of from, each with shift added. */
bool exh_logic_values_add_all(struct logic_values *values,
			      const struct logic_values *from, int64_t shift,
			      struct exh_arena *arena, bool *failed);

bool exh_logic_test_holds(const struct logic_test *test, int64_t value);
/* The test that holds where this one does not. */
struct logic_test exh_logic_opposite(const struct logic_test *test);
/* True if all tests hold for one of the values with shift added. */
bool exh_logic_values_meet(const struct logic_values *values, int64_t shift,
			   const struct logic_test *tests, size_t count);
/* True if "a op b" may hold. */
bool exh_logic_values_compare(const struct logic_values *a, char op,
			      const struct logic_values *b);

#endif
