/*
 * How much one input may make: 64 MiB and 200 times its own bytes, or what --max-output
 * says. A small file must not fill a disk.
 *
 * Outputs are written in many places and by many threads, and all of them count. So there
 * is one budget in the whole process: that of the input, or the game, that is worked on.
 * Without one nothing is counted.
 */
#ifndef CMD_TASK_BUDGET_H
#define CMD_TASK_BUDGET_H

#include <exhume/base.h>

enum {
	BUDGET_TIMES = 200,
	BUDGET_SMALL_MIB = 64,
};

/* most: what the option says, 0: it was not given. */
uint64_t budget_of(uint64_t most, uint64_t input_size);

/* Begins one; what an earlier one had is forgotten. */
void budget_start(uint64_t bytes);

/* Takes bytes that will be written. False if fewer are left: then none are, and the
 * budget is spent. */
bool budget_take(size_t size);
/* The same with an error, for streams. */
enum exh_status budget_charge(size_t size, struct exh_error *err);
/* True if that is why something failed. */
bool budget_is_cause(const struct exh_error *err);
bool budget_is_spent(void);
/* The least of most and what is left. */
size_t budget_left(size_t most);

/* Counts files, for the message at the end. */
void budget_count(size_t written, size_t all);

/* How it went. */
struct budget {
	bool is_spent;
	uint64_t bytes;
	size_t written, all; /* files */
};
/* Ends it. */
struct budget budget_end(void);

#endif
