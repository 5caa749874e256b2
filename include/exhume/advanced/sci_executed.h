/*
 * Code coverage: the instructions of a game that have run, and the ways that branches
 * went.
 *
 * Memory: its own, freed by exh_sci_executed_free; the program must outlive it.
 * Source: sci0-vm 3.
 */
#ifndef EXHUME_ADVANCED_SCI_EXECUTED_H
#define EXHUME_ADVANCED_SCI_EXECUTED_H

#include "sci_look.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Marks of the offset at which an instruction begins, as bits. */
enum {
	EXH_SCI_EXECUTED = 1,
	EXH_SCI_BRANCHED = 2, /* bt, bnt: the branch was taken */
	EXH_SCI_PASSED = 4,   /* the branch was not taken */
	EXH_SCI_EXECUTED_MARKS = 7,
};

struct exh_sci_executed;

/* Makes an empty record. NULL if memory is short. */
EXH_API struct exh_sci_executed *
exh_sci_executed_new(const struct exh_sci_program *program);
/* Accepts NULL. */
EXH_API void exh_sci_executed_free(struct exh_sci_executed *executed);

/* Marks an instruction before it runs: a callback for exh_sci_vm_watch, whose context
 * is executed. */
EXH_API void exh_sci_executed_step(void *executed, const struct exh_sci_vm *vm);

/* Returns the marks of a script, by its index in the program: one byte for each of its
 * bytes. */
EXH_API const uint8_t *exh_sci_executed_marks(const struct exh_sci_executed *executed,
					      size_t place);
/* Adds marks of another run. False if there is no such offset. */
EXH_API bool exh_sci_executed_add(struct exh_sci_executed *executed, size_t place,
				  size_t offset, unsigned marks);

#ifdef __cplusplus
}
#endif

#endif
