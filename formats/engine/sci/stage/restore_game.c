/* Engines out of saved states, and what takes the place of one that runs. */
#include "save_parts.h"

static enum exh_status load_state(struct exh_sci_engine *engine, struct exh_bytes saved,
				  bool has_files, struct exh_sci_engine **out,
				  struct exh_error *err)
{
	struct exh_sci_vm *vm;
	struct exh_sci_engine *loaded;
	struct save_walk w = { .in = { .in = saved } };
	size_t used;
	enum exh_status status = exh_stage_load_machine(engine, saved, &used, &vm, err);

	*out = NULL;
	if (status)
		return status;
	loaded = exh_stage_make(engine->program, &engine->resources, &engine->start, vm);
	if (!loaded) {
		exh_sci_vm_free(vm);
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	}
	rd_take(&w.in, used);
	exh_stage_walk_state(&w, loaded, has_files);
	if (!w.fault && rd_left(&w.in))
		walk_fail(&w, "there is more after its end");
	if (w.fault) {
		status = exh_fail(err, EXH_INVALID, rd_tell(&w.in), "%s", w.fault);
		exh_sci_engine_free(loaded);
		return status;
	}
	loaded->polled = loaded->tick;
	*out = loaded;
	return EXH_OK;
}

struct exh_sci_engine *exh_sci_engine_copy(const struct exh_sci_engine *engine)
{
	struct exh_writer saved = { .limit = STAGE_STATE_LIMIT };
	stage *copy =
		exh_stage_make(engine->program, &engine->resources, &engine->start, NULL);
	struct exh_error err;

	if (copy && (!exh_sci_engine_save(engine, &saved) || saved.failed ||
		     exh_sci_engine_load(copy, exh_writer_bytes(&saved), &err))) {
		exh_sci_engine_free(copy);
		copy = NULL;
	}
	exh_writer_free(&saved);
	return copy;
}

enum exh_status exh_sci_engine_load(struct exh_sci_engine *engine, struct exh_bytes saved,
				    struct exh_error *err)
{
	struct exh_sci_engine *loaded;
	const enum exh_status status = load_state(engine, saved, true, &loaded, err);

	if (!status)
		exh_stage_take_over(engine, loaded);
	return status;
}

/*
 * Games that are restored or restarted.
 */

/* Faults stay noted. */
static void keep_notes(stage *s, stage *next)
{
	const struct exh_arena arena = next->notes_arena;

	next->notes = s->notes;
	next->notes_arena = s->notes_arena;
	memcpy(next->passed, s->passed, sizeof next->passed);
	next->passed_count = s->passed_count;
	s->notes_arena = arena;
}

/* The clock and input are those of before. */
static void keep_outside(const stage *s, stage *next)
{
	next->tick = s->tick;
	next->last_wait = s->last_wait;
	next->counted = s->counted;
	next->step_end = s->step_end;
	next->steps = s->steps;
	next->cycles = s->cycles;
	next->missing = s->missing;
	next->host = s->host;
	exh_sci_vm_watch(next->vm, s->watch, s->watch_context);
	next->watch = s->watch;
	next->watch_context = s->watch_context;
	exh_sci_engine_trace(next, s->trace.level, s->trace.add, s->trace.context);
	next->watch_fault = s->watch_fault;
	next->fault_context = s->fault_context;
	next->polled = s->polled;
	next->mouse_x = s->mouse_x;
	next->mouse_y = s->mouse_y;
	memcpy(next->events, s->events, sizeof next->events);
	next->event_count = s->event_count;
	next->is_dirty = true;
	next->dirty = (struct rect){ 0, 0, STAGE_WIDTH, STAGE_HEIGHT };
}

/* next takes the place of an engine that runs. */
static void become(stage *s, stage *next)
{
	struct exh_sci_files *files = s->files;

	exh_stage_replace_sounds(s, next);
	keep_outside(s, next);
	keep_notes(s, next);
	s->files = next->files;
	next->files = files;
	exh_stage_take_over(s, next);
}

static void restore(stage *s)
{
	struct exh_sci_engine *next = NULL;
	struct exh_error err = { 0 };

	if (load_state(s, exh_writer_bytes(&s->restored), false, &next, &err) || !next) {
		exh_stage_note_damaged(s, s->restored_name, err.text);
		return;
	}
	next->pending_count = 0;
	exh_sci_vm_replay(next->vm, exh_sci_vm_steps(s->vm));
	become(s, next);
}

static void restart(stage *s)
{
	struct exh_sci_vm *vm;
	stage *next;

	if (exh_sci_vm_restart(s->vm, &vm, NULL))
		return;
	next = exh_stage_make(s->program, &s->resources, &s->start, vm);
	if (next)
		become(s, next);
	else
		exh_sci_vm_free(vm);
}

bool exh_stage_restore_or_restart(stage *s)
{
	const bool is_wanted = s->restored.size || s->is_restarted;

	if (s->restored.size)
		restore(s);
	else if (s->is_restarted)
		restart(s);
	return is_wanted;
}
