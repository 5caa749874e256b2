/* Typed sentences. Source: sci0-vm 4.8. */
#ifndef EXH_ENGINE_SCI0_STAGE_KERNEL_PARSE_H
#define EXH_ENGINE_SCI0_STAGE_KERNEL_PARSE_H

#include "stage.h"

/* GetEvent: nothing was said any more. */
void exh_stage_forget_sentence(stage *s);
/* Does a Said spec match what was said? If so it may claim it. */
bool exh_stage_said(stage *s, reg spec);
void exh_stage_parser_free(stage *s);

#endif
