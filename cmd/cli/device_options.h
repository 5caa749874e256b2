/* --device: which sound device is played. */
#ifndef CMD_CLI_DEVICE_OPTIONS_H
#define CMD_CLI_DEVICE_OPTIONS_H

#include "opt.h"

/* speaker is the PC's, whatever else it is called. */
extern const struct opt_alias device_aliases[];

#endif
