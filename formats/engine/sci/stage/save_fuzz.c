/*
 * For any saved state of the stage: it is refused, and the stage stays as it was, or it
 * is loaded, saves as itself, and goes on.
 *
 * Input: number of calls that are made before the state is saved, plus 32 for a file, 64
 * for a member of the cast, 128 for a call that goes on (1 byte); then changes of that
 * state: three bytes for a place in it (modulo its size), one for what is put
 *        there; 255, 255, 255 and a byte cut it.
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "calls_testing.h"

#include "../../../base/fuzzing.h"

enum { CHANGE_SIZE = 4, LIMIT = 1 << 22, STEPS = SMALLER(1, 3), CUT = 0xffffff };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Made once, since each takes longer than a run: two stages, the second of which loads
 * states of the first, the states to change, and buffers. */
static _Thread_local struct tested tested, other;
static _Thread_local struct exh_writer bases[256], before, changed, saved, again;

/* Adds windows, menus, events and texts, so that a state has all kinds. */
static void fill(struct tested *t, unsigned calls)
{
	static const int32_t window[] = { 20, 30, 60, 90, 0, 0, -1, 0, 15 };
	static const int32_t graph[] = { 4, 1, 1, 100, 100, 5, 5 };
	const struct exh_sci_event key = { .type = EXH_SCI_EVENT_KEY, .message = 'a' };
	const reg texts[] = { t->text, t->text };

	for (unsigned i = 0; i < calls; i++) {
		switch (i % 4) {
		case 0:
			tested_call(t, "NewWindow", 9, window);
			break;
		case 1:
			tested_named(t, "AddMenu", texts, 2);
			break;
		case 2:
			tested_call(t, "Graph", 7, graph);
			break;
		default:
			exh_sci_engine_input(t->s, &key);
			tested_named(t, "Display", texts, 1);
		}
	}
}

static void fill_more(struct tested *t, unsigned what)
{
	static const uint8_t text[] = "saved";
	kernel_call call = { .number = 1 };

	if (what & 32)
		exh_sci_files_write(exh_sci_engine_files(t->s), "GAME.SG",
				    (struct exh_bytes){ text, sizeof text, 0 });
	if (what & 64)
		t->s->cast[t->s->cast_count++].object = t->objects[0];
	if (what & 64)
		t->s->backup_count = t->s->cast_count;
	if (what & 128)
		exh_stage_pending(t->s, &call)->until = 1;
}

static void save(const stage *s, struct exh_writer *out)
{
	bool is_saved;

	out->limit = LIMIT;
	out->size = 0;
	is_saved = exh_sci_engine_save(s, out);
	assert(is_saved && !out->failed);
}

static bool is_same(const struct exh_writer *a, const struct exh_writer *b)
{
	return a->size == b->size && !memcmp(a->data, b->data, a->size);
}

static void load(stage *s, const struct exh_writer *from)
{
	const enum exh_status status =
		exh_sci_engine_load(s, exh_writer_bytes(from), NULL);

	assert(!status);
}

static void start(struct tested *t, const struct exh_sci_program *program)
{
	bool is_made;

	if (program)
		t->program = *program;
	is_made = tested_start(t, EXH_SCI_ANIMATE_CORRECTED, NULL);
	assert(is_made);
}

static void make_base(unsigned kind)
{
	struct tested t = { .program = tested.program };

	start(&t, NULL);
	fill(&t, kind % 32);
	fill_more(&t, kind);
	save(t.s, &bases[kind]);
	tested_end(&t);
}

static void change(struct exh_writer *state, const uint8_t *data, size_t size)
{
	for (size_t i = 0; i + CHANGE_SIZE <= size; i += CHANGE_SIZE) {
		const size_t at =
			data[i] | (size_t)data[i + 1] << 8 | (size_t)data[i + 2] << 16;

		if (at == CUT)
			state->size = state->size * data[i + 3] / 256;
		else if (state->size)
			state->data[at % state->size] = data[i + 3];
	}
}

/* Checks that a loaded state saves and loads the same, and goes on the same. */
static void check_loaded(void)
{
	save(tested.s, &saved);
	load(other.s, &saved);
	save(other.s, &again);
	assert(is_same(&saved, &again));
	/* The hash is that of the saved bytes. */
	assert(SMALLER(true,
		       exh_sci_engine_hash(tested.s) == exh_sci_engine_hash(other.s)));
	for (int i = 0; i < STEPS; i++) {
		const bool goes_on = exh_sci_engine_step(tested.s, NULL);
		const bool other_goes_on = exh_sci_engine_step(other.s, NULL);

		assert(goes_on == other_goes_on);
		if (!goes_on)
			break;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_writer *base;
	struct exh_error err;

	if (!size)
		return 0;
	if (!tested.s) {
		start(&tested, NULL);
		start(&other, &tested.program);
	}
	base = &bases[data[0]];
	if (!base->size)
		make_base(data[0]);
	/* Saves the state before any load, valid or not: loading takes longer than
	 * saving. */
	save(tested.s, &before);
	changed.limit = LIMIT;
	changed.size = 0;
	exh_write_bytes(&changed, base->data, base->size);
	change(&changed, data + 1, size - 1);
	if (exh_sci_engine_load(tested.s, exh_writer_bytes(&changed), &err)) {
		assert(err.status && size > CHANGE_SIZE);
		save(tested.s, &saved);
		assert(is_same(&saved, &before));
	} else {
		check_loaded();
	}
	return 0;
}
