#include "../../base/common.h"
#include "../../zvision/script_words.h"
#include "exhume/advanced/zvision_lever.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

const char *const exh_zv_hand_words[] = { [EXH_ZV_HAND_DOWN] = "down",
					  [EXH_ZV_HAND_MOVE] = "move",
					  [EXH_ZV_HAND_UP] = "up",
					  [EXH_ZV_HAND_WAIT] = "wait" };

enum {
	MAX_FRAMES = 1 << 20,
	MAX_WAIT = 3600 * 1000, /* milliseconds */
	MAX_PLACE = 1000000,	/* pixels, either way */
};

/*
 * The script.
 */

/* Rest of a line, without its end and its comment. */
struct script_line {
	struct exh_bytes left;
	size_t offset; /* offset of the line */
	size_t number;
};

static bool next_line(struct exh_bytes *script, struct script_line *line)
{
	const uint8_t *hash;

	if (!exh_zv_script_line(script, &line->left))
		return false;
	line->offset = line->left.base;
	line->number++;
	hash = line->left.size ? memchr(line->left.data, '#', line->left.size) : NULL;
	if (hash)
		line->left.size = (size_t)(hash - line->left.data);
	return true;
}

static bool is_blank(struct exh_bytes left)
{
	return left.size && (left.data[0] == ' ' || left.data[0] == '\t');
}

static void skip_blanks(struct script_line *line)
{
	while (is_blank(line->left))
		line->left = script_skip(line->left, 1);
}

static enum exh_status wrong(const struct script_line *line, const char *expected,
			     struct exh_error *err)
{
	return exh_fail(err, EXH_INVALID, line->left.base,
			"line %zu column %zu: expected %s", line->number,
			line->left.base - line->offset + 1, expected);
}

/* Takes a word that consists only of letters, in upper or lower case. */
static bool take_word(struct script_line *line, const char *word)
{
	const size_t size = strlen(word);
	struct exh_bytes rest;

	if (line->left.size < size)
		return false;
	for (size_t i = 0; i < size; i++)
		if ((line->left.data[i] | 0x20) != (uint8_t)word[i])
			return false;
	rest = script_skip(line->left, size);
	if (rest.size && !is_blank(rest))
		return false;
	line->left = rest;
	return true;
}

static bool take_number(struct script_line *line, int32_t least, int32_t most,
			int32_t *number)
{
	struct exh_bytes left;
	bool negative;
	int64_t value;

	skip_blanks(line);
	left = line->left;
	negative = exh_zv_script_take_byte(&left, '-');
	if (!exh_zv_script_take_digits(&left, &value) || (left.size && !is_blank(left)))
		return false;
	if (negative)
		value = -value;
	if (value < least || value > most)
		return false;
	line->left = left;
	*number = (int32_t)value;
	return true;
}

static enum exh_status read_step(struct script_line *line, struct exh_zv_hand_step *step,
				 struct exh_error *err)
{
	unsigned kind = EXH_ZV_HAND_DOWN;
	int32_t ms = 0;

	while (kind <= EXH_ZV_HAND_WAIT && !take_word(line, exh_zv_hand_words[kind]))
		kind++;
	if (kind > EXH_ZV_HAND_WAIT)
		return wrong(line, "down X Y, move X Y, up X Y or wait MS", err);
	*step = (struct exh_zv_hand_step){ .kind = (enum exh_zv_hand_kind)kind };
	if (kind == EXH_ZV_HAND_WAIT) {
		if (!take_number(line, 0, MAX_WAIT, &ms))
			return wrong(line, "milliseconds, 0 to 3600000", err);
		step->ms = (uint32_t)ms;
	} else if (!take_number(line, -MAX_PLACE, MAX_PLACE, &step->x) ||
		   !take_number(line, -MAX_PLACE, MAX_PLACE, &step->y)) {
		return wrong(line, "two numbers, -1000000 to 1000000", err);
	}
	skip_blanks(line);
	return line->left.size ? wrong(line, "the end of the line", err) : EXH_OK;
}

static size_t count_lines(struct exh_bytes script)
{
	size_t count = 1;

	for (size_t i = 0; i < script.size; i++)
		count += script.data[i] == '\n' || script.data[i] == '\r';
	return count;
}

enum exh_status exh_zv_hand_read(struct exh_bytes script, struct exh_zv_hand *hand,
				 struct exh_error *err)
{
	struct script_line line = { .number = 0 };
	enum exh_status status = EXH_OK;

	script.base = 0;
	*hand = (struct exh_zv_hand){ .steps = calloc(count_lines(script),
						      sizeof *hand->steps) };
	if (!hand->steps)
		return no_memory(err);
	while (!status && next_line(&script, &line)) {
		skip_blanks(&line);
		if (!line.left.size)
			continue;
		status = read_step(&line, &hand->steps[hand->count], err);
		hand->count++;
	}
	if (status)
		exh_zv_hand_free(hand);
	return status;
}

void exh_zv_hand_free(struct exh_zv_hand *hand)
{
	free(hand->steps);
	*hand = (struct exh_zv_hand){ 0 };
}

/*
 * The run.
 */

static enum exh_status draw(struct exh_zv_drag *drag,
			    const struct exh_zv_lever_motion *motion, size_t release,
			    struct exh_error *err)
{
	if (drag->frame_count == MAX_FRAMES)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"the drag shows more than %d frames", MAX_FRAMES);
	if (drag->frame_count == drag->frame_capacity) {
		const size_t more = drag->frame_capacity ? 2 * drag->frame_capacity : 64;
		struct exh_zv_drag_frame *frames =
			realloc(drag->frames, more * sizeof *frames);

		if (!frames)
			return no_memory(err);
		drag->frames = frames;
		drag->frame_capacity = more;
	}
	drag->frames[drag->frame_count++] =
		(struct exh_zv_drag_frame){ motion->position, motion->frame, release };
	return EXH_OK;
}

static enum exh_status do_step(struct exh_zv_drag *drag,
			       struct exh_zv_lever_motion *motion, size_t i,
			       struct exh_error *err)
{
	const struct exh_zv_hand_step *step = &drag->hand->steps[i];
	enum exh_status status = EXH_OK;
	uint32_t ms = step->ms;

	switch (step->kind) {
	case EXH_ZV_HAND_DOWN:
		drag->steps[i].grabbed = exh_zv_lever_down(motion, step->x, step->y);
		break;
	case EXH_ZV_HAND_MOVE:
		if (exh_zv_lever_move(motion, step->x, step->y))
			status = draw(drag, motion, EXH_ZV_NOT_RELEASED, err);
		break;
	case EXH_ZV_HAND_UP:
		if (motion->state == EXH_ZV_LEVER_HELD)
			drag->releasing = drag->release_count;
		exh_zv_lever_up(motion);
		drag->release_count++;
		break;
	case EXH_ZV_HAND_WAIT:
		while (!status && exh_zv_lever_tick(motion, &ms))
			status = draw(drag, motion, drag->releasing, err);
		break;
	}
	return status;
}

static bool lets_time_pass(const struct exh_zv_hand *hand, size_t i)
{
	return i < hand->count && hand->steps[i].kind == EXH_ZV_HAND_WAIT;
}

static enum exh_status run_steps(struct exh_zv_drag *drag,
				 struct exh_zv_lever_motion *motion,
				 struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	for (size_t i = 0; i < drag->hand->count && !status; i++) {
		struct exh_zv_drag_step *step = &drag->steps[i];

		step->frame_from = drag->frame_count;
		status = do_step(drag, motion, i, err);
		while (!status && !lets_time_pass(drag->hand, i) &&
		       !lets_time_pass(drag->hand, i + 1) && exh_zv_lever_step(motion))
			status = draw(drag, motion, drag->releasing, err);
		step->frame_to = drag->frame_count;
		step->position = motion->position;
		step->state = motion->state;
	}
	return status;
}

enum exh_status exh_zv_drag_run(const struct exh_zv_lever *lever,
				const struct exh_zv_hand *hand, struct exh_zv_drag *drag,
				struct exh_error *err)
{
	struct exh_zv_lever_motion motion;
	enum exh_status status;

	*drag = (struct exh_zv_drag){ .hand = hand };
	drag->steps = calloc(hand->count + 1, sizeof *drag->steps);
	if (!drag->steps)
		return no_memory(err);
	exh_zv_lever_start(&motion, lever,
			   exh_zv_lever_number(lever, EXH_ZV_LEVER_START_POS));
	drag->start = motion.position;
	status = run_steps(drag, &motion, err);
	if (status)
		exh_zv_drag_free(drag);
	return status;
}

void exh_zv_drag_free(struct exh_zv_drag *drag)
{
	free(drag->steps);
	free(drag->frames);
	*drag = (struct exh_zv_drag){ 0 };
}
