/* sci-pack of a folder that sci-unpack --convert made: what was not edited is what it
 * was, the rest goes through the packer of its type. */
#ifndef CMD_ASSETS_SCI0_SCI_CONVERTED_H
#define CMD_ASSETS_SCI0_SCI_CONVERTED_H

#include "sci_packing.h"

/* By its index. */
bool sci_converted_is(const char *folder);

/* Adds its resources to the plan, with their data. What is wrong is reported. False if
 * there is nothing to continue with. */
bool sci_converted_add(struct sci_packing *p, const char *folder);

#endif
