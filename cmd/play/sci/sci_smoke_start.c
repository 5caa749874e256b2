/* Start of --smoke from a place that an input script or a saved state leads to. */
#include "play_sci.h"

#include "play/play.h"

struct prelude {
	const struct smoke_game *game;
	struct smoke_room *room;
	struct run run;
	struct run_options options;
	struct sci_run_game played;
};

static bool read_resource(void *context, unsigned type, unsigned number,
			  struct exh_bytes *out)
{
	const struct prelude *p = context;

	return sci_smoke_read(p->game, &p->room->findings, NULL, type, number, out);
}

static void note_lack(void *context, unsigned type, unsigned number, const char *why)
{
	const struct prelude *p = context;

	sci_smoke_lack(&p->room->findings, NULL, type, number, why);
}

static void note_fault(void *context, const struct exh_sci_vm *vm,
		       enum exh_sci_fault fault, const char *text)
{
	const struct prelude *p = context;

	sci_findings_add_fault(&p->room->findings, vm, fault, text, NULL);
}

static void watch(void *context, const void *player)
{
	exh_sci_engine_watch_faults(((const struct sci_player *)player)->engine,
				    note_fault, context);
}

/* Sets options for the input script alone, or the state alone: without a script no frame
 * is made. */
static void set_options(struct prelude *p)
{
	const struct run_options *given = &p->game->options->run;

	p->options = (struct run_options){ .common = given->common,
					   .input = given->input,
					   .load_state = given->load_state,
					   .restart_input = given->load_state };
	p->options.common.output = NULL;
	if (!given->input)
		p->options.frames = (struct given_integer){ .given = true };
	p->played = *p->game->game;
	p->played.resources = (struct exh_sci_resources){ .read = read_resource,
							  .lacks = note_lack,
							  .context = p };
	p->played.is_lenient = true;
	p->played.sound_devices = 1u << EXH_AUDIO_NONE;
	p->run = (struct run){ .type = &sci_engine,
			       .options = &p->options,
			       .hooks = { .begin = watch, .context = p } };
}

/* Saves the state. False: the report has the reason. */
static bool keep(struct prelude *p, struct exh_writer *end)
{
	const struct sci_player *player = p->run.player;
	const char *why = "";
	const struct exh_sci_vm *vm = exh_sci_engine_vm(player->engine);
	const enum exh_sci_fault fault = exh_sci_vm_fault(vm, &why);

	if (fault)
		note_fault(p, vm, fault, why);
	p->room->ticks = sci_state_of(player).tick;
	if (p->run.has_failed)
		return false;
	if (p->run.is_over) {
		report_error(p->run.report,
			     p->options.input ? p->options.input : p->options.load_state,
			     EXH_NO_OFFSET,
			     "the game ends (%s) there: no room can be tested from it",
			     run_end_name(&p->run));
		return false;
	}
	sci_engine.save(player, end);
	return true;
}

bool sci_smoke_prelude(const struct smoke_game *game, struct smoke_room *room,
		       struct exh_writer *end, struct report *report)
{
	struct prelude prelude = { .game = game, .room = room };
	struct json *result = json_new_object();
	bool good;

	set_options(&prelude);
	prelude.run.report = report;
	good = run_open(&prelude.run) &&
	       run_begin(&prelude.run, &prelude.played, game->options) &&
	       run_play(&prelude.run, result) && keep(&prelude, end);
	room->can_type = good;
	run_close(&prelude.run);
	json_free(result);
	return good;
}
