/* fist: fingers that are bent and stretched by clicks. */
#include "zv_parts.h"

static void load(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	char name[ZV_NAME_SIZE];

	if (!exh_zv_parameter_file(state->control, "descfile", name))
		return;
	state->fist.fist = exh_zv_world_fist(engine->world, name);
	if (state->fist.fist && exh_zv_world_name(state->fist.fist->animation, name))
		exh_zv_control_film_open(engine, state, name);
}

/* A key that a parameter names. */
static void set_key(struct exh_zv_engine *engine, const struct zv_control_state *state,
		    const char *parameter, int32_t value)
{
	const int32_t key = exh_zv_parameter_number(state->control, parameter, 0, -1);

	exh_zv_set(engine, zv_known(engine, key), value);
}

static void play(struct exh_zv_engine *engine, struct zv_control_state *state,
		 const struct zv_fist_entry *entry)
{
	struct zv_control_fist *fist = &state->fist;

	fist->frame = entry->first;
	fist->last = entry->last;
	fist->wait_ms = 0;
	fist->plays = true;
	set_key(engine, state, "animation_id", 1);
	set_key(engine, state, "sound_key", entry->sound);
}

static bool is_over(const struct zv_control_state *state, struct exh_zv_pano_point at)
{
	return state->fist.fist &&
	       exh_zv_fist_finger(state->fist.fist, state->fist.bits, at) >= 0;
}

static bool event(struct exh_zv_engine *engine, struct zv_control_state *state,
		  enum zv_event_kind kind, struct exh_zv_pano_point at)
{
	struct zv_control_fist *fist = &state->fist;
	const struct zv_fist_entry *entry;
	const uint32_t before = fist->bits;
	int32_t finger;

	if (kind != EVENT_UP || !fist->fist)
		return false;
	finger = exh_zv_fist_finger(fist->fist, before, at);
	if (finger < 0)
		return false;
	exh_zv_control_used(engine, state);
	fist->bits ^= UINT32_C(1) << finger;
	entry = exh_zv_fist_entry(fist->fist, before, fist->bits);
	if (entry)
		play(engine, state, entry);
	exh_zv_set(engine, state->control->key, (int32_t)fist->bits);
	return false;
}

/* Returns the rectangle that frames are drawn in: the film's own size at the corner, as
 * the size of anim_rect is wrong in the games. */
static struct zv_rectangle place_of(const struct exh_zv_engine *engine,
				    const struct zv_control_state *state)
{
	const struct zv_film *film = state->film.film;
	const struct zv_rectangle place = state->fist.fist->place;

	if (!film || place.x1 > INT32_MAX / 2 || place.y1 > INT32_MAX / 2)
		return place;
	return zv_film_at(engine, film, place.x1, place.y1);
}

static void tick(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	struct zv_control_fist *fist = &state->fist;

	if (!fist->plays)
		return;
	for (fist->wait_ms -= EXH_ZV_TICK_MS; fist->wait_ms <= 0 && fist->plays;
	     fist->wait_ms += exh_zv_control_frame_ms(state)) {
		if (fist->frame > fist->last) {
			fist->plays = false;
			set_key(engine, state, "animation_id", 2);
			return;
		}
		exh_zv_control_film_show(engine, state, fist->frame,
					 place_of(engine, state));
		fist->frame++;
	}
}

const struct zv_control_type exh_zv_fist_control = {
	.name = "fist", .load = load, .is_over = is_over, .event = event, .tick = tick
};
