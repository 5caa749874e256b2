/*
 * What the benchmarks share: a clock, medians, files, and the rows that they print. A
 * smoke run (BENCH_SMOKE is set) runs every loop once: it shows that a benchmark works,
 * and measures nothing.
 */
#ifndef BENCH_H
#define BENCH_H

#include <exhume/base.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 11 };

bool smoke(void);

/* How often to run a loop: count times, once in a smoke run. */
size_t loops(size_t count);

/* Seconds. */
double now(void);

/* Sorts the values. */
double median(double *values, size_t count);

enum better { HIGHER, LOWER };

/* One figure. Name, peer and unit together are unique in a benchmark. */
struct row {
	const char *name;
	double value;
	const char *unit;
	const char *peer;   /* measured in the same run, in turn; NULL: none */
	double target;	    /* the value to reach, or not to exceed; 0: none */
	enum better better; /* HIGHER unless given */
};

/* Prints a line of JSON: name, value, unit, peer, target, better. ROW takes them in this
 * order, all after the unit by name or left out. */
void print_row(const struct row *row);

#define ROW(...) print_row(&(const struct row){ .name = __VA_ARGS__ })

/* The figure of a peer itself: a row named "NAME, PEER". */
void print_peer(const char *name, const char *peer, double value, const char *unit,
		enum better better);

/* What a row can't say, for the reader of the table: a line on standard error. */
void note(const char *format, ...) EXH_PRINTF(1, 2);

/* Prints a message and exits: something of our own is wrong, not the data. */
_Noreturn void fail(const char *format, ...) EXH_PRINTF(1, 2);

/* The whole file; exits if it can't be read. The caller frees data. */
struct exh_bytes read_file(const char *path);

/* Keeps the compiler from running a loop of memcpy or memset once. */
static inline void keep_memory(void)
{
	__asm__ volatile("" ::: "memory");
}

#endif
