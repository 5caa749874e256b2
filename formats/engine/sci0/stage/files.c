#include "stage.h"

const struct stage_function exh_stage_files[] = {
	{ 0 },
};
