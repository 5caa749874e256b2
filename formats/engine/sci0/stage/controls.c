#include "stage.h"

const struct stage_function exh_stage_controls[] = {
	{ 0 },
};
