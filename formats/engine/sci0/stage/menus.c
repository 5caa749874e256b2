#include "menus.h"

const struct stage_function exh_stage_menus[] = {
	{ 0 },
};

void exh_stage_menus_free(stage *s)
{
	(void)s;
}
