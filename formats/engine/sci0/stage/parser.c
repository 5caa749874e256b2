#include "parser.h"

const struct stage_function exh_stage_parser[] = {
	{ 0 },
};

void exh_stage_forget_sentence(stage *s)
{
	(void)s;
}

void exh_stage_parser_free(stage *s)
{
	(void)s;
}
