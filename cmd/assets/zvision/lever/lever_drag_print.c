#include "zv_lever.h"

#include "task/fields.h"
#include "task/memory.h"
#include "task/text.h"

static const char *const states[] = { [EXH_ZV_LEVER_RESTS] = "rests",
				      [EXH_ZV_LEVER_HELD] = "held",
				      [EXH_ZV_LEVER_RETURNS] = "returns",
				      NULL };

/* Positions of one return. */
struct release {
	int32_t *positions;
	size_t count;
};
static const struct field release_field[] = {
	FIELD_LIST_OF("", FIELD_NUMBER, struct release, positions, count, NULL,
		      "positions that one return passed"),
};
static const struct fields release_table =
	FIELDS("release", struct release, release_field);

struct step {
	bool is_wait, is_place, is_down;
	struct exh_zv_hand_step hand;
	struct exh_zv_drag_step step;
	const char *event;
	uint32_t *frames;
	size_t count;
};
#define ROW struct step
static const struct field step_field[] = {
	FIELD(ROW, event, NULL, "action of the mouse: down, move, up or wait"),
	FIELD_AS("ms", ROW, hand.ms, "ms", "time that passes; of a wait",
		 FIELD_HAS(ROW, is_wait)),
	FIELD_AS("x", ROW, hand.x, "pixels", "place in the window, from the left",
		 FIELD_HAS(ROW, is_place)),
	FIELD_AS("y", ROW, hand.y, "pixels", "place in the window, from the top",
		 FIELD_HAS(ROW, is_place)),
	FIELD_AS("grabbed", ROW, step.grabbed, NULL,
		 "true: it grabbed the lever; of a down", FIELD_HAS(ROW, is_down)),
	FIELD_AS("position", ROW, step.position, NULL,
		 "position of the lever after this line"),
	FIELD_OF("state", FIELD_NAME, ROW, step.state, NULL,
		 "state of the lever after this line", .names = states),
	FIELD_LIST_OF("file_frames", FIELD_NUMBER, ROW, frames, count, NULL,
		      "frames of the file that were drawn, in their order"),
};
#undef ROW
static const struct fields step_table = FIELDS("step", struct step, step_field);

struct drag {
	int32_t *positions;
	uint32_t *frames;
	struct release *releases;
	struct step *steps;
	size_t count, frame_count, release_count;
	int32_t start;
};
#define ROW struct drag
static const struct field drag_field[] = {
	FIELD_LIST(ROW, positions, count, NULL,
		   "position of the lever after each line of the script"),
	FIELD_LIST_OF("release", FIELD_ROW, ROW, releases, release_count, NULL,
		      "for each up, the positions that its return passed",
		      .of = &release_table),
	FIELD_LIST_OF("file_frames", FIELD_NUMBER, ROW, frames, frame_count, NULL,
		      "frames of the file that were drawn, in their order"),
	FIELD(ROW, start, NULL, "position before the first line"),
	FIELD_ROWS(ROW, steps, count, &step_table,
		   "lines of the script, with their effects"),
};
#undef ROW
const struct fields drag_fields = FIELDS("drag", struct drag, drag_field);

/* The frames of a return follow each other. */
static void fill_frames(const struct exh_zv_drag *from, struct drag *to, int32_t *passed)
{
	for (size_t i = 0; i < from->frame_count; i++) {
		const struct exh_zv_drag_frame *frame = &from->frames[i];
		struct release *release;

		to->frames[i] = frame->file_frame;
		passed[i] = frame->position;
		if (frame->release == EXH_ZV_NOT_RELEASED)
			continue;
		release = &to->releases[frame->release];
		if (!release->count++)
			release->positions = &passed[i];
	}
}

static struct step step_row(const struct exh_zv_drag *from, size_t i, uint32_t *frames)
{
	const struct exh_zv_hand_step *hand = &from->hand->steps[i];
	const struct exh_zv_drag_step *step = &from->steps[i];

	return (struct step){ .is_wait = hand->kind == EXH_ZV_HAND_WAIT,
			      .is_place = hand->kind != EXH_ZV_HAND_WAIT,
			      .is_down = hand->kind == EXH_ZV_HAND_DOWN,
			      .hand = *hand,
			      .step = *step,
			      .event = exh_zv_hand_words[hand->kind],
			      .frames = frames + step->frame_from,
			      .count = step->frame_to - step->frame_from };
}

struct json *drag_to_json(const struct exh_zv_drag *from)
{
	struct exh_arena arena = { .limit = SIZE_MAX };
	struct drag to = { .count = from->hand->count,
			   .frame_count = from->frame_count,
			   .release_count = from->release_count,
			   .start = from->start };
	struct json *json;

	to.positions = mem_arena(&arena, to.count, sizeof *to.positions);
	to.frames = mem_arena(&arena, to.frame_count, sizeof *to.frames);
	to.releases = mem_arena(&arena, to.release_count, sizeof *to.releases);
	to.steps = mem_arena(&arena, to.count, sizeof *to.steps);
	fill_frames(from, &to, mem_arena(&arena, to.frame_count, sizeof(int32_t)));
	for (size_t i = 0; i < to.count; i++) {
		to.positions[i] = from->steps[i].position;
		to.steps[i] = step_row(from, i, to.frames);
	}
	json = fields_to_json(&drag_fields, &to);
	exh_arena_free(&arena);
	return json;
}

/* Appends the frames that a step drew: their positions, if it was a return, and their
 * numbers. */
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
			 states[step->state]);
		put_frames(drag, step, out);
		text_put(out, "\n");
	}
	text_put(out, "file_frames");
	for (size_t i = 0; i < drag->frame_count; i++)
		text_put(out, " %u", (unsigned)drag->frames[i].file_frame);
	text_put(out, "\n");
}
