/* --scale of all commands that draw. */
#ifndef CMD_CLI_SCALE_OPTIONS_H
#define CMD_CLI_SCALE_OPTIONS_H

#include "opt.h"

enum { SCALE_MOST = 64 };

/* An entry of the options; 0 in the request is not given. */
#define SCALE_OPTION(request, member)                                        \
	{                                                                    \
		NUMBER_OPTION("scale", "N", request, member, 1, SCALE_MOST), \
			.help = "enlarge pictures N times (1 to 64)"         \
	}

#endif
