/* Where a machine stands, in words. */
#ifndef CMD_PLAY_SCI0_SCI_CALLS_H
#define CMD_PLAY_SCI0_SCI_CALLS_H

#include <exhume/sci0_vm.h>

/* Whom the machine has called, in UTF-8, in a line, as messages are. To be freed. */
char *sci_list_calls(const struct exh_sci0_vm *vm);

#endif
