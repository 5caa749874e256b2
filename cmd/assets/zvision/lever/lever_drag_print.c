#include "zv_lever.h"

#include "task/text.h"

static json_t *releases_to_json(const struct exh_zv_drag *drag)
{
	json_t *releases = json_array();

	for (size_t i = 0; i < drag->release_count; i++)
		json_array_append_new(releases, json_array());
	for (size_t i = 0; i < drag->frame_count; i++)
		if (drag->frames[i].release != EXH_ZV_NOT_RELEASED)
			json_array_append_new(
				json_array_get(releases, drag->frames[i].release),
				json_integer(drag->frames[i].position));
	return releases;
}

static const char *state_name(enum exh_zv_lever_state state)
{
	static const char *const names[] = { [EXH_ZV_LEVER_RESTS] = "rests",
					     [EXH_ZV_LEVER_HELD] = "held",
					     [EXH_ZV_LEVER_RETURNS] = "returns" };

	return names[state];
}

static json_t *step_to_json(const struct exh_zv_drag *drag, size_t i)
{
	const struct exh_zv_hand_step *hand = &drag->hand->steps[i];
	const struct exh_zv_drag_step *step = &drag->steps[i];
	json_t *json = json_pack("{s:s}", "event", exh_zv_hand_words[hand->kind]);
	json_t *frames = json_array();

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
		json_array_append_new(frames, json_integer(drag->frames[k].file_frame));
	json_object_set_new(json, "file_frames", frames);
	return json;
}

json_t *drag_to_json(const struct exh_zv_drag *drag)
{
	json_t *json = json_object(), *positions = json_array();
	json_t *frames = json_array(), *steps = json_array();

	for (size_t i = 0; i < drag->hand->count; i++) {
		json_array_append_new(positions, json_integer(drag->steps[i].position));
		json_array_append_new(steps, step_to_json(drag, i));
	}
	for (size_t i = 0; i < drag->frame_count; i++)
		json_array_append_new(frames, json_integer(drag->frames[i].file_frame));
	json_object_set_new(json, "positions", positions);
	json_object_set_new(json, "release", releases_to_json(drag));
	json_object_set_new(json, "file_frames", frames);
	json_set_number(json, "start", drag->start);
	json_object_set_new(json, "steps", steps);
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
