#include "zv_lever.h"

#include "task/text.h"

static struct json *releases_to_json(const struct exh_zv_drag *drag)
{
	struct json *releases = json_new_list();

	for (size_t i = 0; i < drag->release_count; i++)
		json_push(releases, json_new_list());
	for (size_t i = 0; i < drag->frame_count; i++)
		if (drag->frames[i].release != EXH_ZV_NOT_RELEASED)
			json_push(json_at(releases, drag->frames[i].release),
				  json_new_number(drag->frames[i].position));
	return releases;
}

static const char *state_name(enum exh_zv_lever_state state)
{
	static const char *const names[] = { [EXH_ZV_LEVER_RESTS] = "rests",
					     [EXH_ZV_LEVER_HELD] = "held",
					     [EXH_ZV_LEVER_RETURNS] = "returns" };

	return names[state];
}

static struct json *step_to_json(const struct exh_zv_drag *drag, size_t i)
{
	const struct exh_zv_hand_step *hand = &drag->hand->steps[i];
	const struct exh_zv_drag_step *step = &drag->steps[i];
	struct json *json = json_make("{s:s}", "event", exh_zv_hand_words[hand->kind]);
	struct json *frames = json_new_list();

	if (hand->kind == EXH_ZV_HAND_WAIT) {
		json_set_number(json, "ms", hand->ms);
	} else {
		json_set_number(json, "x", hand->x);
		json_set_number(json, "y", hand->y);
	}
	if (hand->kind == EXH_ZV_HAND_DOWN)
		json_set_flag(json, "grabbed", step->grabbed);
	json_set_number(json, "position", step->position);
	json_set_string(json, "state", state_name(step->state));
	for (size_t k = step->frame_from; k < step->frame_to; k++)
		json_push(frames, json_new_number(drag->frames[k].file_frame));
	json_set(json, "file_frames", frames);
	return json;
}

struct json *drag_to_json(const struct exh_zv_drag *drag)
{
	struct json *json = json_new_object(), *positions = json_new_list();
	struct json *frames = json_new_list(), *steps = json_new_list();

	for (size_t i = 0; i < drag->hand->count; i++) {
		json_push(positions, json_new_number(drag->steps[i].position));
		json_push(steps, step_to_json(drag, i));
	}
	for (size_t i = 0; i < drag->frame_count; i++)
		json_push(frames, json_new_number(drag->frames[i].file_frame));
	json_set(json, "positions", positions);
	json_set(json, "release", releases_to_json(drag));
	json_set(json, "file_frames", frames);
	json_set_number(json, "start", drag->start);
	json_set(json, "steps", steps);
	return json;
}

/* Of those that were drawn by a step: their positions, if it was a return, and frames. */
static void put_frames(const struct exh_zv_drag *drag,
		       const struct exh_zv_drag_step *step, struct exh_writer *out)
{
	if (step->frame_from == step->frame_to)
		return;
	if (drag->frames[step->frame_from].release != EXH_ZV_NOT_RELEASED) {
		text_put(out, " release");
		for (size_t i = step->frame_from; i < step->frame_to; i++)
			text_put(out, " %d", (int)drag->frames[i].position);
	}
	text_put(out, " frames");
	for (size_t i = step->frame_from; i < step->frame_to; i++)
		text_put(out, " %u", (unsigned)drag->frames[i].file_frame);
}

void drag_to_text(const struct exh_zv_drag *drag, struct exh_writer *out)
{
	text_put(out, "start position %d frames %d\n", (int)drag->start,
		 (int)drag->start);
	for (size_t i = 0; i < drag->hand->count; i++) {
		const struct exh_zv_hand_step *hand = &drag->hand->steps[i];
		const struct exh_zv_drag_step *step = &drag->steps[i];

		if (hand->kind == EXH_ZV_HAND_WAIT)
			text_put(out, "wait %u", (unsigned)hand->ms);
		else
			text_put(out, "%s %d %d", exh_zv_hand_words[hand->kind],
				 (int)hand->x, (int)hand->y);
		text_put(out, " position %d %s", (int)step->position,
			 state_name(step->state));
		put_frames(drag, step, out);
		text_put(out, "\n");
	}
	text_put(out, "file_frames");
	for (size_t i = 0; i < drag->frame_count; i++)
		text_put(out, " %u", (unsigned)drag->frames[i].file_frame);
	text_put(out, "\n");
}
