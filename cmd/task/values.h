/* Numbers of a request that may be left out. */
#ifndef CMD_TASK_VALUES_H
#define CMD_TASK_VALUES_H

#include <stdbool.h>
#include <stdint.h>

/* A whole number, and one with a fraction. given: the option was there. */
struct given_integer {
	int32_t value;
	bool given;
};

struct given_real {
	double value;
	bool given;
};

#endif
