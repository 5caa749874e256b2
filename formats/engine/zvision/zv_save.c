/*
 * Saved states of a run, in a format of our own: all that the engine has between two
 * ticks, after a signature, a version and the game.
 */
#include "zv_parts.h"

#include <stdlib.h>

enum { VERSION = 8, SIGNATURE_SIZE = 8, SAVE_LIMIT = 1 << 30 };

static const uint8_t signature[SIGNATURE_SIZE] = {
	'E', 'X', 'H', 'Z', 'V', 'I', 'S', 0x1a
};

static const char *const end_names[] = { "", "quit", "memory" };

static void walk_head(struct save_walk *w, const struct exh_zv_engine *engine)
{
	uint8_t found[SIGNATURE_SIZE];
	uint32_t version = VERSION, game = engine->world->game;

	memcpy(found, signature, sizeof found);
	walk_bytes(w, found, sizeof found);
	if (!w->fault && memcmp(found, signature, sizeof found) != 0)
		walk_fail(w, "it is no saved state of this engine");
	walk_u32(w, &version);
	if (!w->fault && version != VERSION)
		walk_fail(w, "it is of another version of this program");
	walk_u32(w, &game);
	if (!w->fault && game != engine->world->game)
		walk_fail(w, "it is of the other game");
}

/* Before the first tick there is none. */
static void walk_place(struct save_walk *w, char place[PLACE_SIZE])
{
	static const char none[PLACE_SIZE];

	walk_bytes(w, place, PLACE_SIZE);
	if (memcmp(place, none, PLACE_SIZE) == 0 || exh_zv_is_place(place))
		return;
	walk_fail(w, "its place is no place");
	memset(place, 0, PLACE_SIZE);
}

static void walk_change(struct save_walk *w, struct zv_change *change)
{
	walk_bool(w, &change->is_pending);
	WALK_WITHIN(w, change->ticks_left, unsigned, 0, PLACE_DELAY);
	if (change->is_pending && !change->ticks_left)
		walk_fail(w, "a change of place is overdue");
	walk_bytes(w, change->place, PLACE_SIZE);
	walk_i32(w, &change->offset);
}

static void walk_input(struct save_walk *w, struct exh_zv_engine *engine)
{
	struct exh_zv_input *input = &engine->input;
	uint32_t count = (uint32_t)engine->event_count;

	walk_i32(w, &input->x);
	walk_i32(w, &input->y);
	walk_bool(w, &input->left);
	walk_bool(w, &input->right);
	WALK_WITHIN(w, count, uint32_t, 0, MAX_EVENTS);
	engine->event_count = count;
	for (uint32_t i = 0; i < count; i++) {
		struct zv_event *event = &engine->events[i];

		WALK_WITHIN(w, event->kind, enum zv_event_kind, 0, EVENT_DOUBLE);
		walk_i32(w, &event->x);
		walk_i32(w, &event->y);
	}
	walk_u64(w, &engine->last_press.tick);
	walk_i32(w, &engine->last_press.x);
	walk_i32(w, &engine->last_press.y);
	walk_bytes(w, engine->typed, ZV_TYPED);
}

static void walk_clock(struct save_walk *w, struct exh_zv_engine *engine)
{
	uint32_t end = 0;

	walk_u64(w, &engine->tick);
	walk_u64(w, &engine->random);
	WALK_WITHIN(w, engine->phase, enum zv_phase, 0, PHASE_END);
	walk_bool(w, &engine->room_is_new);
	walk_bool(w, &engine->place_is_new);
	walk_u32(w, &engine->keys_set);
	walk_u32(w, &engine->fired);
	walk_u64(w, &engine->unknown_actions);
	while (engine->end_name && end < 2 &&
	       strcmp(engine->end_name, end_names[end]) != 0)
		end++;
	WALK_WITHIN(w, end, uint32_t, 0, 2);
	engine->end_name = end ? end_names[end] : NULL;
}

/* A run goes on only in a phase that has one, of the right scope. */
static void check_run(struct save_walk *w, const struct exh_zv_engine *engine)
{
	if ((engine->wait == WAIT_VIDEO || engine->wait == WAIT_TURN) &&
	    engine->phase == PHASE_END)
		walk_fail(w, "it waits after the end of a tick");
	if (engine->run.is_on && engine->wait == WAIT_NONE && !engine->end_name)
		walk_fail(w, "it stopped within a tick");
}

static void walk_talk(struct save_walk *w, struct exh_zv_engine *engine)
{
	struct zv_request *request = &engine->request;

	WALK_WITHIN(w, engine->notice.kind, enum zv_notice_kind, 0, NOTICE_RATE);
	WALK_WITHIN(w, engine->notice.ticks_left, unsigned, 0, INT16_MAX);
	if (engine->wait != WAIT_QUESTION && engine->wait != WAIT_MESSAGE)
		return;
	WALK_WITHIN(w, engine->talk.line, enum zv_talk_line, 0, TALK_REPLACE);
	WALK_WITHIN(w, engine->talk.ticks_left, unsigned, 1, INT16_MAX);
	WALK_WITHIN(w, request->kind, enum zv_request_kind, 0, REQUEST_RESTORE);
	walk_i32(w, &request->slot);
	walk_bytes(w, request->title, ZV_TITLE_SIZE);
	request->title[ZV_TITLE_SIZE - 1] = '\0';
}

static void walk_engine(struct save_walk *w, struct exh_zv_engine *engine)
{
	walk_head(w, engine);
	WALK_WITHIN(w, engine->rules, enum exh_zv_rules, 0, EXH_ZV_RULES_ZENGINE);
	walk_place(w, engine->place);
	if (!w->fault)
		exh_zv_walk_scheduler(w, engine);
	walk_change(w, &engine->change);
	walk_input(w, engine);
	if (!w->fault)
		exh_zv_walk_view(w, engine);
	if (!w->fault)
		exh_zv_walk_effects(w, engine);
	if (!w->fault)
		exh_zv_walk_controls(w, engine);
	if (!w->fault)
		exh_zv_walk_saves(w, &engine->saves);
	walk_talk(w, engine);
	walk_clock(w, engine);
	check_run(w, engine);
}

void exh_zv_engine_save(const struct exh_zv_engine *engine, struct exh_writer *out)
{
	struct save_walk w = { .out = out };

	/* Saving changes nothing: only loading writes to the fields. */
	walk_engine(&w, (struct exh_zv_engine *)engine);
}

uint32_t exh_zv_engine_hash(const struct exh_zv_engine *engine)
{
	struct exh_writer out = { .limit = SAVE_LIMIT };
	uint32_t hash;

	exh_zv_engine_save(engine, &out);
	hash = exh_crc32(exh_writer_bytes(&out));
	exh_writer_free(&out);
	return hash;
}

static void load(struct save_walk *w, struct exh_zv_engine *engine,
		 struct exh_zv_world *world)
{
	engine->world = world;
	if (!exh_zv_scheduler_start(&engine->scheduler, zv_key_count(world))) {
		walk_fail(w, "out of memory");
		return;
	}
	exh_zv_view_start(engine);
	if (engine->end_name)
		walk_fail(w, "out of memory");
	else
		walk_engine(w, engine);
	if (!w->fault && rd_left(&w->in))
		walk_fail(w, "there is more after its end");
}

enum exh_status exh_zv_engine_load(struct exh_zv_engine *engine,
				   struct exh_zv_world *world, struct exh_bytes saved,
				   struct exh_error *err)
{
	struct save_walk w = { .in = { .in = saved } };
	struct exh_zv_engine *loaded = exh_zv_engine_new();
	enum exh_status status = EXH_OK;

	if (!loaded)
		return no_memory(err);
	load(&w, loaded, world);
	if (w.fault) {
		status = exh_fail(err, EXH_INVALID, rd_tell(&w.in), "%s", w.fault);
		exh_zv_engine_free(loaded);
		return status;
	}
	exh_zv_engine_clear(engine);
	*engine = *loaded;
	free(loaded);
	return EXH_OK;
}
