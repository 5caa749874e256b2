/* Engines that are made, and become others. */
#ifndef EXH_ENGINE_SCI0_STAGE_MAKE_H
#define EXH_ENGINE_SCI0_STAGE_MAKE_H

#include "stage.h"

/* With this machine, which is its own then; NULL if memory is short. */
struct exh_sci_engine *exh_stage_make(const struct exh_sci_program *program,
				      const struct exh_sci_resources *resources,
				      const struct exh_sci_start *start,
				      struct exh_sci_vm *vm);
/* A machine as it was saved, for an engine that it is not given to yet. */
enum exh_status exh_stage_load_machine(struct exh_sci_engine *engine,
				       struct exh_bytes saved, size_t *used,
				       struct exh_sci_vm **out, struct exh_error *err);
/* An engine becomes another one, which is freed. */
void exh_stage_take_over(struct exh_sci_engine *engine, struct exh_sci_engine *from);

#endif
