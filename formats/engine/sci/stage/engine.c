/* The engine as a whole: what it is made of, and its steps. */
#include "exhume/advanced/sci_engine.h"
#include "../../../base/common.h"
#include "exhume/advanced/sci_files.h"
#include "exhume/advanced/sci_pic.h"

#include "screen.h"

#include <stdlib.h>
#include <string.h>

enum { NOTES_LIMIT = 1 << 20 };

static const char *const selector_names[STAGE_SELECTORS] = {
#define NAME(selector, name) name,
	STAGE_SELECTOR_NAMES(NAME)
#undef NAME
};

static const struct stage_function *const tables[] = {
	exh_stage_clock,    exh_stage_events, exh_stage_pictures, exh_stage_views,
	exh_stage_animate,  exh_stage_ports,  exh_stage_windows,  exh_stage_texts,
	exh_stage_controls, exh_stage_menus,  exh_stage_parser,	  exh_stage_sounds,
	exh_stage_files,    exh_stage_saves,  exh_stage_motion,	  exh_stage_avoider,
};

static const struct stage_function *function_named(struct exh_bytes name)
{
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		for (const struct stage_function *f = tables[i]; f->name; f++)
			if (strlen(f->name) == name.size &&
			    !memcmp(f->name, name.data, name.size))
				return f;
	return NULL;
}

/* False when memory is short. */
static bool bind(stage *s)
{
	const size_t count = s->program->kernel.count;

	s->functions = calloc(count + 1, sizeof *s->functions);
	for (size_t i = 0; i < count && s->functions; i++)
		s->functions[i] =
			function_named(exh_sci_program_kernel(s->program, (unsigned)i));
	return s->functions;
}

static bool is_in(const struct stage_function *table, const struct stage_function *f)
{
	for (; table->name; table++)
		if (table == f)
			return true;
	return false;
}

/* Notes results of the game's files and the disk in the trace. */
static void note_file(stage *s, const struct stage_function *f, const kernel_call *call)
{
	if (call->end == EXH_SCI_KERNEL_DONE &&
	    (is_in(exh_stage_files, f) || is_in(exh_stage_saves, f)))
		exh_stage_note(s, "file %s %u", f->name, call->result.offset);
}

static bool run_kernel(void *context, struct exh_sci_vm *vm, kernel_call *call)
{
	stage *s = context;
	const struct stage_function *f = s->functions[call->number];

	(void)vm;
	if (!f)
		return false;
	f->run(s, call);
	if (s->trace.add)
		note_file(s, f, call);
	return true;
}

/* Reports a fault once for each place and kind. */
static void pass_fault(void *context, const struct exh_sci_vm *vm,
		       enum exh_sci_fault fault, const char *text)
{
	stage *s = context;
	struct exh_sci_where where = { 0 };

	if (s->watch_fault)
		s->watch_fault(s->fault_context, vm, fault, text);
	exh_sci_vm_where(vm, &where);
	for (size_t i = 0; i < s->passed_count; i++)
		if (s->passed[i].script == where.script &&
		    s->passed[i].offset == where.offset && s->passed[i].fault == fault)
			return;
	if (s->passed_count == STAGE_FAULTS)
		return;
	s->passed[s->passed_count].script = where.script;
	s->passed[s->passed_count].offset = where.offset;
	s->passed[s->passed_count++].fault = (uint8_t)fault;
	s->notes.arena = &s->notes_arena;
	exh_note(&s->notes, EXH_WARNING, EXH_NO_OFFSET,
		 "script %u, before 0x%04x: %s: %s (room %u, tick %llu)", where.script,
		 where.offset, exh_sci_fault_name(fault), text, exh_stage_room(s),
		 (unsigned long long)s->tick);
}

const struct exh_notes *exh_sci_engine_faults(const struct exh_sci_engine *s)
{
	return &s->notes;
}

static bool make_tables(stage *s)
{
	s->views = calloc(STAGE_VIEWS, sizeof *s->views);
	s->fonts = calloc(STAGE_FONTS, sizeof *s->fonts);
	s->menus = calloc(STAGE_MENUS, sizeof *s->menus);
	s->cast = calloc(STAGE_CAST, sizeof *s->cast);
	s->backup = calloc(STAGE_CAST, sizeof *s->backup);
	s->files = exh_sci_files_new();
	s->cache = exh_sci_cache_new(
		&(struct exh_sci_cache_source){ .read = s->resources.read,
						.context = s->resources.context },
		STAGE_CACHED);
	return s->views && s->fonts && s->menus && s->cast && s->backup && s->files &&
	       s->cache && bind(s);
}

static struct exh_sci_vm_options options_of(const struct exh_sci_start *start)
{
	return (struct exh_sci_vm_options){ .is_lenient = start->is_lenient,
					    .seed = start->seed };
}

static struct exh_sci_host host_of(stage *s)
{
	return (struct exh_sci_host){ .context = s,
				      .kernel = run_kernel,
				      .fault = pass_fault,
				      .text = exh_stage_note_source };
}

struct exh_sci_engine *exh_stage_make(const struct exh_sci_program *program,
				      const struct exh_sci_resources *resources,
				      const struct exh_sci_start *start,
				      struct exh_sci_vm *vm)
{
	stage *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->program = program;
	s->resources = *resources;
	s->start = *start;
	s->notes_arena.limit = NOTES_LIMIT;
	if (!s->start.instructions_a_tick)
		s->start.instructions_a_tick = EXH_SCI_INSTRUCTIONS_A_TICK;
	if (!s->start.sound_devices)
		s->start.sound_devices = 1u << EXH_AUDIO_ADLIB;
	for (size_t i = 0; i < STAGE_SELECTORS; i++)
		s->selectors[i] = exh_sci_program_selector_named(
			program, bytes_of_text(selector_names[i]));
	exh_stage_screen_start(s);
	exh_stage_usual_bands(s);
	exh_stage_ports_start(s);
	if (make_tables(s)) {
		s->vm = vm;
		return s;
	}
	exh_sci_engine_free(s);
	return NULL;
}

enum exh_status exh_sci_engine_new(const struct exh_sci_program *program,
				   const struct exh_sci_resources *resources,
				   const struct exh_sci_start *start,
				   struct exh_sci_engine **out, struct exh_error *err)
{
	const struct exh_sci_vm_options options = options_of(start);
	stage *s = exh_stage_make(program, resources, start, NULL);
	const struct exh_sci_host host = host_of(s);
	struct exh_sci_where where;
	enum exh_status status;

	*out = NULL;
	if (!s)
		return no_memory(err);
	status = exh_sci_vm_new(program, &options, &host, &s->vm, err);
	if (!status && (!exh_sci_vm_start(s->vm) || !exh_sci_vm_where(s->vm, &where))) {
		const char *text = "";

		if (!exh_sci_vm_fault(s->vm, &text))
			text = "its first object has no method play";
		status = exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "%s", text);
	}
	if (status) {
		exh_sci_engine_free(s);
		return status;
	}
	*out = s;
	return EXH_OK;
}

enum exh_status exh_stage_load_machine(struct exh_sci_engine *engine,
				       struct exh_bytes saved, size_t *used,
				       struct exh_sci_vm **out, struct exh_error *err)
{
	const struct exh_sci_vm_options options = options_of(&engine->start);
	const struct exh_sci_host host = host_of(engine);

	return exh_sci_vm_load(engine->program, &options, &host, saved, used, out, err);
}

/* Frees all parts of an engine, but not its own memory. */
static void free_parts(stage *s)
{
	exh_sci_vm_free(s->vm);
	exh_stage_caches_free(s);
	exh_stage_menus_free(s);
	exh_stage_texts_free(s);
	exh_stage_parser_free(s);
	exh_stage_sounds_free(s);
	free(s->views);
	free(s->fonts);
	free(s->menus);
	free(s->cast);
	free(s->backup);
	free(s->functions);
	free(s->transition);
	exh_arena_free(&s->notes_arena);
	exh_sci_files_free(s->files);
	exh_sci_cache_free(s->cache);
	exh_writer_free(&s->restored);
}

void exh_sci_engine_free(struct exh_sci_engine *s)
{
	if (!s)
		return;
	free_parts(s);
	free(s);
}

void exh_stage_take_over(struct exh_sci_engine *engine, struct exh_sci_engine *from)
{
	free_parts(engine);
	*engine = *from;
	engine->notes.arena = &engine->notes_arena;
	free(from);
}

/*
 * Looking.
 */

const uint8_t *exh_sci_engine_plane(const struct exh_sci_engine *s,
				    enum exh_sci_plane plane)
{
	switch (plane) {
	case EXH_SCI_PLANE_VISUAL:
		return s->visual;
	case EXH_SCI_PLANE_PRIORITY:
		return s->priority;
	case EXH_SCI_PLANE_CONTROL:
		return s->control;
	default:
		return exh_stage_is_in_transition(s) ? s->transition->presented
						     : s->shown;
	}
}

void exh_sci_engine_palette(struct exh_palette *palette)
{
	exh_sci_pic_palette(EXH_SCI_PIC_EGA, palette);
}

void exh_sci_engine_state(const struct exh_sci_engine *engine,
			  struct exh_sci_engine_state *state)
{
	stage *s = (stage *)engine;

	*state = (struct exh_sci_engine_state){ .step = s->steps,
						.tick = s->tick,
						.instructions = exh_sci_vm_steps(s->vm),
						.cycles = s->cycles,
						.cast_size = s->cast_count,
						.windows = s->stack_count,
						.polled = s->polled,
						.missing = s->missing,
						.has_ended = s->has_ended };
	state->ego = exh_stage_role(s, ROLE_EGO);
	state->game_global = exh_stage_game_global(s);
	state->room = exh_stage_room(s);
	state->is_ego_moving = exh_stage_get_reg(s, state->ego, SEL_MOVER).segment != 0;
	state->ego_x = (int16_t)exh_stage_get(s, state->ego, SEL_X);
	state->ego_y = (int16_t)exh_stage_get(s, state->ego, SEL_Y);
}

struct exh_sci_cache_state exh_sci_engine_cache(const struct exh_sci_engine *engine)
{
	return exh_sci_cache_state(engine->cache);
}

struct exh_sci_files *exh_sci_engine_files(struct exh_sci_engine *engine)
{
	return engine->files;
}

struct exh_sci_vm *exh_sci_engine_vm(const struct exh_sci_engine *engine)
{
	return engine->vm;
}

static void add_line(void *context, const char *line, size_t size)
{
	const stage *s = context;

	s->trace.add(s->trace.context, line, size);
}

bool exh_sci_engine_trace(struct exh_sci_engine *s, unsigned level,
			  void (*line)(void *context, const char *line, size_t size),
			  void *context)
{
	s->trace.add = line;
	s->trace.context = context;
	s->trace.level = level;
	return exh_sci_vm_trace(s->vm, level, line ? add_line : NULL);
}

void exh_sci_engine_watch(struct exh_sci_engine *s,
			  void (*step)(void *context, const struct exh_sci_vm *vm),
			  void *context)
{
	s->watch = step;
	s->watch_context = context;
	exh_sci_vm_watch(s->vm, step, context);
}

void exh_sci_engine_watch_faults(struct exh_sci_engine *s,
				 void (*fault)(void *context, const struct exh_sci_vm *vm,
					       enum exh_sci_fault fault,
					       const char *text),
				 void *context)
{
	s->watch_fault = fault;
	s->fault_context = context;
}
