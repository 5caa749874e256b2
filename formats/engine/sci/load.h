/* Scripts in memory: their objects, variables and code. Source: sci0-vm 2. */
#ifndef EXH_ENGINE_SCI0_LOAD_H
#define EXH_ENGINE_SCI0_LOAD_H

#include "state.h"

/* The segment of a script, which is loaded if it is not there or was disposed of; 0: the
 * game has none of this number, or memory is short. */
uint16_t exh_vm_load(struct exh_sci_vm *vm, unsigned number);
/* The same if it is there and was not disposed of; else 0. */
uint16_t exh_vm_loaded(const struct exh_sci_vm *vm, unsigned number);

/* The class of a number, its script loaded; null if there is none. */
reg exh_vm_class(struct exh_sci_vm *vm, unsigned number);

/* Its objects are gone and it will be loaded anew; its code may still run. */
void exh_vm_dispose(struct exh_sci_vm *vm, unsigned number);

/* What an export of a script is: an object's address, or code; false if it has none. */
bool exh_vm_export(struct exh_sci_vm *vm, uint16_t segment, unsigned number, reg *out);

/* The shape of an object with these properties and methods; below 0 when memory is short.
 */
long exh_vm_add_shape(struct exh_sci_vm *vm, const struct vm_shape *shape);

/* For saved states: a segment becomes that of a script, whose objects are as in the
 * resource, or of its locals. False if the game lacks it, or memory is short. */
bool exh_vm_add_script(struct exh_sci_vm *vm, uint16_t segment, unsigned number);
bool exh_vm_add_locals(struct exh_sci_vm *vm, uint16_t segment, unsigned number);

#endif
