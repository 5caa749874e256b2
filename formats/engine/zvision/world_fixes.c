/* Known faults of scripts, put right when a world reads them, and what was found. */
#include "zv_world.h"

#include "exhume/advanced/zv_engine.h"

#include <stdio.h>
#include <string.h>

/* Keeps the worst state of a row, and where it was. */
static void take(void *context, const struct exh_zv_fix_found *found)
{
	const struct zv_fix_reading *reading = context;
	struct exh_zv_world *world = reading->world;
	const size_t row = (size_t)(found->fix - exh_zv_fixes(&(size_t){ 0 }));
	struct exh_zv_fix_use *use = &world->fixes[row];
	struct zv_fixed *fixed;

	if (found->state >= use->state) {
		use->state = found->state;
		use->script = reading->program->name;
		use->line = found->node ? found->node->line : 0;
	}
	if (found->state != EXH_ZV_FIX_NEEDED || !found->node)
		return;
	fixed = exh_alloc(&world->arena, 1, sizeof *fixed);
	if (!fixed)
		return; /* the caller sees that the arena is full */
	*fixed = (struct zv_fixed){ reading->program->fixed, found->fix,
				    found->node->line };
	reading->program->fixed = fixed;
}

enum exh_status exh_zv_world_fix_program(struct exh_zv_world *world,
					 struct zv_program *program,
					 struct exh_error *err)
{
	struct zv_fix_reading reading = { world, program };
	char place[ZV_NAME_SIZE];
	char *dot;

	if (!world->fixes)
		return EXH_OK;
	snprintf(place, sizeof place, "%s", program->name);
	dot = strrchr(place, '.');
	if (dot)
		*dot = '\0';
	return exh_zv_script_fix(&program->script,
				 &(struct exh_zv_fixing){ .game = world->game,
							  .edition = world->edition,
							  .place = place,
							  .applies = true },
				 &world->arena, take, &reading, err);
}

bool exh_zv_world_use_fixes(struct exh_zv_world *world, const char *edition)
{
	size_t count;
	const struct exh_zv_fix *fixes = exh_zv_fixes(&count);

	world->edition = edition;
	world->fixes = exh_alloc(&world->arena, count, sizeof *world->fixes);
	for (size_t i = 0; world->fixes && i < count; i++)
		world->fixes[i].fix = &fixes[i];
	return world->fixes != NULL;
}

const struct exh_zv_fix_use *exh_zv_world_fix(const struct exh_zv_world *world, size_t i)
{
	size_t count;
	const struct exh_zv_fix *fixes = exh_zv_fixes(&count);

	for (size_t row = 0; world->fixes && row < count; row++)
		if (fixes[row].game == world->game &&
		    exh_zv_fix_is_for(&fixes[row], world->edition) && !i--)
			return &world->fixes[row];
	return NULL;
}
