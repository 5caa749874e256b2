/*
 * Profile of an SCI0 virtual machine: the instructions and the time that functions take,
 * by the calls that lead to them.
 *
 * Memory: the profile has its own, freed by exh_sci_profile_free; the program must
 *         outlive it.
 * Source: sci0-vm 3.
 */
#ifndef EXHUME_ADVANCED_SCI_PROFILE_H
#define EXHUME_ADVANCED_SCI_PROFILE_H

#include "sci_look.h"

#ifdef __cplusplus
extern "C" {
#endif

struct exh_sci_profile;

/* Nodes at most; further calls count for their callers. */
enum { EXH_SCI_PROFILE_NODES = 1 << 18 };

/* Makes an empty profile. now: a clock in nanoseconds; NULL: no time is measured. NULL
 * if memory is short. */
EXH_API struct exh_sci_profile *exh_sci_profile_new(const struct exh_sci_program *program,
						    uint64_t (*now)(void *context),
						    void *context);
/* Accepts NULL. */
EXH_API void exh_sci_profile_free(struct exh_sci_profile *profile);

/* Counts an instruction before it runs: a callback for exh_sci_vm_watch, whose context
 * is the profile. */
EXH_API void exh_sci_profile_step(void *profile, const struct exh_sci_vm *vm);

/* A function as it was called by the function of node parent, and so on up to node 0,
 * which stands for the outside. */
struct exh_sci_profile_node {
	size_t parent; /* less than the node's own number */
	bool is_kernel;
	unsigned script; /* 0 for a kernel function */
	unsigned start;	 /* offset of its first instruction; a kernel function's number */
	/* Sums of the function itself, without the functions it calls. */
	uint64_t calls, instructions, nanoseconds;
};

/* Returns all nodes by number, each after its parent; the nodes of one parent are all
 * different. Borrowed until the next step. */
EXH_API const struct exh_sci_profile_node *
exh_sci_profile_nodes(const struct exh_sci_profile *profile, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
