/*
 * Where a virtual machine of SCI0 spends its instructions and its time, by the calls that
 * lead there.
 *
 * Memory: the profile has its own, freed by exh_sci_profile_free; the program must
 * outlive it. Source: sci0-vm 3.
 */
#ifndef EXHUME_SCI_PROFILE_H
#define EXHUME_SCI_PROFILE_H

#include "sci_look.h"

#ifdef __cplusplus
extern "C" {
#endif

struct exh_sci_profile;

enum { EXH_SCI_PROFILE_NODES = 1 << 18 }; /* more calls count for their callers */

/* now: a clock in nanoseconds; NULL: no time is taken. NULL when memory is short. */
EXH_API struct exh_sci_profile *exh_sci_profile_new(const struct exh_sci_program *program,
						    uint64_t (*now)(void *context),
						    void *context);
/* Takes NULL. */
EXH_API void exh_sci_profile_free(struct exh_sci_profile *profile);

/* Before each instruction: for exh_sci_vm_watch, whose context is the profile. */
EXH_API void exh_sci_profile_step(void *profile, const struct exh_sci_vm *vm);

/* A function that was called from the function of parent, and so on up to 0, which is
 * what comes from outside. */
struct exh_sci_profile_node {
	size_t parent; /* below the node's own number */
	bool is_kernel;
	unsigned script; /* of a kernel function 0 */
	unsigned start;	 /* offset of its first instruction; a kernel function's number */
	uint64_t calls, instructions, nanoseconds; /* its own, without what it calls */
};

/* By number, each after its parent; those of one parent are all different. */
EXH_API const struct exh_sci_profile_node *
exh_sci_profile_nodes(const struct exh_sci_profile *profile, size_t *count);

#ifdef __cplusplus
}
#endif
#endif
