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

/* The program is the same each time. */
static const struct exh_sci0_program *own_program(void)
{
	static _Thread_local struct tested made;

	if (!made.s) {
		const bool is_made =
			tested_start(&made, EXH_SCI0_ANIMATE_CORRECTED, NULL);

		assert(is_made);
	}
	return &made.program;
}

/* Windows, menus, events and texts, so that a state has some of all. */
static void fill(struct tested *t, unsigned calls)
{
	static const int32_t window[] = { 20, 30, 60, 90, 0, 0, -1, 0, 15 };
	static const int32_t graph[] = { 4, 1, 1, 100, 100, 5, 5 };
	const struct exh_sci0_event key = { .type = EXH_SCI0_EVENT_KEY, .message = 'a' };
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
			exh_sci0_engine_input(t->s, &key);
			tested_named(t, "Display", texts, 1);
		}
	}
}

static void fill_more(struct tested *t, unsigned what)
{
	static const uint8_t text[] = "saved";
	kernel_call call = { .number = 1 };

	if (what & 32)
		exh_sci0_files_write(exh_sci0_engine_files(t->s), "GAME.SG",
				     (struct exh_bytes){ text, sizeof text, 0 });
	if (what & 64)
		t->s->cast[t->s->cast_count++].object = t->objects[0];
	if (what & 64)
		t->s->backup_count = t->s->cast_count;
	if (what & 128)
		exh_stage_pending(t->s, &call)->until = 1;
}

static struct exh_writer saved_of(const stage *s)
{
	struct exh_writer out = { .limit = LIMIT };
	const bool is_saved = exh_sci0_engine_save(s, &out);

	assert(is_saved && !out.failed);
	return out;
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

/* What was loaded saves and loads alike, and goes on alike. */
static void check_loaded(struct tested *t)
{
	stage *copy = exh_sci0_engine_copy(t->s);

	assert(copy);
	assert(exh_sci0_engine_hash(copy) == exh_sci0_engine_hash(t->s));
	for (int i = 0; i < STEPS; i++) {
		const bool goes_on = exh_sci0_engine_step(t->s, NULL);
		const bool copy_goes_on = exh_sci0_engine_step(copy, NULL);

		assert(goes_on == copy_goes_on);
		if (!goes_on)
			break;
	}
	exh_sci0_engine_free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tested t = { .program = *own_program() };
	struct exh_writer state;
	struct exh_error err;
	uint32_t before;
	bool is_made;

	if (!size)
		return 0;
	is_made = tested_start(&t, EXH_SCI0_ANIMATE_CORRECTED, NULL);
	assert(is_made);
	fill(&t, data[0] % 32);
	fill_more(&t, data[0]);
	before = exh_sci0_engine_hash(t.s);
	state = saved_of(t.s);
	change(&state, data + 1, size - 1);
	if (exh_sci0_engine_load(t.s, exh_writer_bytes(&state), &err)) {
		assert(err.status && size > CHANGE_SIZE);
		assert(exh_sci0_engine_hash(t.s) == before);
	} else {
		check_loaded(&t);
	}
	exh_writer_free(&state);
	tested_end(&t);
	return 0;
}
