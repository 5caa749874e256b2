/*
 * Most bytes of output from one input: 64 MiB and 200 times its size, or the value of
 * --max-output. A small file must not fill a disk.
 *
 * Outputs are written in many places and by many threads, and all of them count. So there
 * is one budget in the whole process: that of the current input or game. Without a budget
 * nothing is counted.
 */
#ifndef CMD_TASK_BUDGET_H
#define CMD_TASK_BUDGET_H

#include <exhume/base.h>

enum {
	BUDGET_TIMES = 200,
	BUDGET_SMALL_MIB = 64,
};

/* Returns the budget in bytes; most: the option's value, 0: not given. */
uint64_t budget_of(uint64_t most, uint64_t input_size);

/* Begins a budget; an earlier one is forgotten. */
void budget_start(uint64_t bytes);

/* Takes bytes that will be written. False if fewer are left: then none are taken, and
 * the budget is spent. */
bool budget_take(size_t size);
/* As budget_take, with an error, for streams. */
enum exh_status budget_charge(size_t size, struct exh_error *err);
/* True if the spent budget caused the error. */
bool budget_is_cause(const struct exh_error *err);
bool budget_is_spent(void);
/* Returns the minimum of most and the bytes left. */
size_t budget_left(size_t most);

/* Counts files, for the message at the end. */
void budget_count(size_t written, size_t all);

/* The state of a budget at its end. */
struct budget {
	bool is_spent;
	uint64_t bytes;
	size_t written, all; /* files */
};
/* Ends the budget. */
struct budget budget_end(void);

#endif
