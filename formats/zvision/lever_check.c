#include "script_words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
	ANGLE_COUNT = 361,  /* angles measured by the engine: 0 to 360 */
	OLD_DIRECTIONS = 4, /* directions supported by an old engine */
};

static const char *const names[] = {
	[EXH_ZV_LEVER_NO_FILENAME] = "no-filename",
	[EXH_ZV_LEVER_NO_FRAMES] = "no-frames",
	[EXH_ZV_LEVER_NO_RECTANGLE] = "no-rectangle",
	[EXH_ZV_LEVER_NO_HOTSPOT] = "no-hotspot",
	[EXH_ZV_LEVER_BAD_START] = "bad-start",
	[EXH_ZV_LEVER_MISSING_POSITION] = "missing-position",
	[EXH_ZV_LEVER_MISSING_FRAMES] = "missing-frames",
	[EXH_ZV_LEVER_MIRRORED_FRAMES] = "mirrored-frames",
	[EXH_ZV_LEVER_DIRECTION_NOWHERE] = "direction-nowhere",
	[EXH_ZV_LEVER_DIRECTION_HIDDEN] = "direction-hidden",
	[EXH_ZV_LEVER_MANY_DIRECTIONS] = "many-directions",
	[EXH_ZV_LEVER_BAD_ANGLE] = "bad-angle",
	[EXH_ZV_LEVER_PATH_NOWHERE] = "path-nowhere",
	[EXH_ZV_LEVER_PATH_START] = "path-start",
	[EXH_ZV_LEVER_WRONG_END] = "wrong-end",
	[EXH_ZV_LEVER_NO_RETURN] = "no-return",
	[EXH_ZV_LEVER_UNREACHABLE] = "unreachable",
	[EXH_ZV_LEVER_OUTSIDE_PICTURE] = "outside-picture",
	[EXH_ZV_LEVER_OUTSIDE_WINDOW] = "outside-window",
};

const char *exh_zv_lever_check_name(enum exh_zv_lever_check check)
{
	return (unsigned)check < EXH_ZV_LEVER_CHECK_COUNT ? names[check] : "unknown";
}

/* Input of the checks, and their findings. */
struct search {
	const struct exh_zv_lever *lever;
	const struct exh_zv_lever_known *known;
	struct exh_arena *arena;
	const struct exh_zv_lever_finding **last;
	bool failed; /* out of memory */
	/* Indexed like lever->positions. */
	size_t *next; /* first position from here on that was not reached yet */
	bool *rests;  /* a return ends here, or the lever starts here */
	bool any_return;
};

static void find(struct search *search, enum exh_zv_lever_check check, bool breaks,
		 const struct exh_zv_lever_place *place, const char *format, ...)
	EXH_PRINTF(5, 6);

static void find(struct search *search, enum exh_zv_lever_check check, bool breaks,
		 const struct exh_zv_lever_place *place, const char *format, ...)
{
	struct exh_zv_lever_finding *finding =
		exh_alloc(search->arena, 1, sizeof *finding);
	va_list args;

	if (!finding) {
		search->failed = true;
		return;
	}
	finding->check = check;
	finding->breaks = breaks;
	finding->place = *place;
	va_start(args, format);
	vsnprintf(finding->text, sizeof finding->text, format, args);
	va_end(args);
	*search->last = finding;
	search->last = &finding->next;
}

/*
 * All checks.
 */

static const struct exh_zv_lever_field *field_of(const struct search *search,
						 enum exh_zv_lever_key key)
{
	return &search->lever->fields[key];
}

static void check_rectangles(struct search *search)
{
	const struct exh_zv_lever_field *area =
		field_of(search, EXH_ZV_LEVER_ANIM_COORDS);
	const struct exh_zv_lever_field *size =
		field_of(search, EXH_ZV_LEVER_HOTSPOT_DELTAS);

	if (!area->known)
		find(search, EXH_ZV_LEVER_NO_RECTANGLE, true, &area->place,
		     "there is no anim_coords: the lever has no place");
	else if (area->values[2] < area->values[0] || area->values[3] < area->values[1])
		find(search, EXH_ZV_LEVER_NO_RECTANGLE, true, &area->place,
		     "anim_coords is empty: right and bottom must be at least left and "
		     "top");
	if (!size->known)
		find(search, EXH_ZV_LEVER_NO_HOTSPOT, true, &size->place,
		     "there is no hotspot_deltas: the lever can't be grabbed");
	else if (size->values[0] <= 0 || size->values[1] <= 0)
		find(search, EXH_ZV_LEVER_NO_HOTSPOT, true, &size->place,
		     "hotspot_deltas is empty: the lever can't be grabbed");
}

static void check_animation(struct search *search)
{
	const struct exh_zv_lever_field *frames = field_of(search, EXH_ZV_LEVER_FRAMES);
	const bool mirrored = exh_zv_lever_is_mirrored(search->lever);
	const uint32_t wanted =
		(uint32_t)exh_zv_lever_frames(search->lever) * (mirrored ? 2 : 1);
	const uint32_t there = search->known->animation_frames;

	if (!search->known->has_animation)
		return;
	if (mirrored && there != wanted)
		find(search, EXH_ZV_LEVER_MIRRORED_FRAMES, there < wanted,
		     &field_of(search, EXH_ZV_LEVER_MIRRORED)->place,
		     "the animation has %u frames, mirrored wants %u: twice %d",
		     (unsigned)there, (unsigned)wanted,
		     (int)exh_zv_lever_frames(search->lever));
	else if (there < wanted)
		find(search, EXH_ZV_LEVER_MISSING_FRAMES, true, &frames->place,
		     "the animation has %u frames, expected at least %u", (unsigned)there,
		     (unsigned)wanted);
}

static void check_header(struct search *search)
{
	const struct exh_zv_lever_field *frames = field_of(search, EXH_ZV_LEVER_FRAMES);
	const struct exh_zv_lever_field *start = field_of(search, EXH_ZV_LEVER_START_POS);
	const int32_t count = exh_zv_lever_frames(search->lever);

	if (!search->lever->filename.size)
		find(search, EXH_ZV_LEVER_NO_FILENAME, true,
		     &search->lever->filename_place, "no animation is named");
	check_rectangles(search);
	if (!count)
		find(search, EXH_ZV_LEVER_NO_FRAMES, true, &frames->place,
		     "there are no frames, hence no positions");
	if (count && (start->values[0] < 0 || start->values[0] >= count))
		find(search, EXH_ZV_LEVER_BAD_START, true, &start->place,
		     "it starts at %d, expected 0 to %d", (int)start->values[0],
		     (int)count - 1);
	check_animation(search);
}

static void check_gap(struct search *search, int32_t from, int32_t below)
{
	const struct exh_zv_lever_place *place =
		&field_of(search, EXH_ZV_LEVER_FRAMES)->place;

	if (from + 1 == below)
		find(search, EXH_ZV_LEVER_MISSING_POSITION, true, place,
		     "there is no line for position %d", (int)from);
	else if (from < below)
		find(search, EXH_ZV_LEVER_MISSING_POSITION, true, place,
		     "there are no lines for positions %d to %d", (int)from,
		     (int)below - 1);
}

static void check_gaps(struct search *search)
{
	int32_t next = 0;

	for (size_t i = 0; i < search->lever->position_count; i++) {
		check_gap(search, next, search->lever->positions[i].number);
		next = search->lever->positions[i].number + 1;
	}
	check_gap(search, next, exh_zv_lever_frames(search->lever));
}

/*
 * Directions.
 */

/* True if some angle is matched by this direction and by none before it. Marks its angles
 * as taken. */
static bool take_angles(bool *taken, int32_t angle)
{
	const int64_t first = (int64_t)angle - EXH_ZV_LEVER_MAX_DEVIATION;
	bool any = false;

	for (int64_t i = first < 0 ? 0 : first;
	     i <= (int64_t)angle + EXH_ZV_LEVER_MAX_DEVIATION && i < ANGLE_COUNT; i++) {
		any |= !taken[i];
		taken[i] = true;
	}
	return any;
}

static bool is_position(const struct exh_zv_lever *lever, int32_t number)
{
	return number >= 0 && number < exh_zv_lever_frames(lever);
}

static void check_direction(struct search *search,
			    const struct exh_zv_lever_position *position,
			    const struct exh_zv_lever_direction *direction, bool *taken)
{
	const bool matches = take_angles(taken, direction->angle);

	if (!is_position(search->lever, direction->to))
		find(search, EXH_ZV_LEVER_DIRECTION_NOWHERE, true, &direction->place,
		     "position %d: a direction leads to %d, which is not a position",
		     (int)position->number, (int)direction->to);
	else if (!exh_zv_lever_find(search->lever, direction->to))
		find(search, EXH_ZV_LEVER_DIRECTION_NOWHERE, true, &direction->place,
		     "position %d: a direction leads to %d, which has no line",
		     (int)position->number, (int)direction->to);
	if (direction->angle < 0 || direction->angle > 359)
		find(search, EXH_ZV_LEVER_BAD_ANGLE, !matches, &direction->place,
		     "position %d: an angle of %d, expected 0 to 359",
		     (int)position->number, (int)direction->angle);
	else if (!matches)
		find(search, EXH_ZV_LEVER_DIRECTION_HIDDEN, true, &direction->place,
		     "position %d: the direction %d to %d never matches: earlier ones "
		     "do within 30 degrees of it",
		     (int)position->number, (int)direction->angle, (int)direction->to);
}

static void check_directions(struct search *search,
			     const struct exh_zv_lever_position *position)
{
	bool taken[ANGLE_COUNT] = { false };

	for (size_t i = 0; i < position->direction_count; i++)
		check_direction(search, position, &position->directions[i], taken);
	if (position->direction_count > OLD_DIRECTIONS)
		find(search, EXH_ZV_LEVER_MANY_DIRECTIONS, false,
		     &position->directions[OLD_DIRECTIONS].place,
		     "position %d: %zu directions; an old engine supports %d",
		     (int)position->number, position->direction_count, OLD_DIRECTIONS);
}

/*
 * Returns.
 */

/* Position where a return from here ends: paths to nowhere are ignored. */
static int32_t end_of(const struct exh_zv_lever *lever,
		      const struct exh_zv_lever_position *position)
{
	int32_t at = position->number;

	for (size_t i = 0; i < position->path_count; i++)
		if (is_position(lever, position->paths[i].to))
			at = position->paths[i].to;
	return at;
}

static void check_paths(struct search *search,
			const struct exh_zv_lever_position *position)
{
	int32_t at = position->number;

	for (size_t i = 0; i < position->path_count; i++) {
		const struct exh_zv_lever_path *path = &position->paths[i];

		if (path->from != at)
			find(search, EXH_ZV_LEVER_PATH_START, false, &path->place,
			     "position %d: a path from %d, but the lever is at %d then",
			     (int)position->number, (int)path->from, (int)at);
		if (is_position(search->lever, path->to))
			at = path->to;
		else
			find(search, EXH_ZV_LEVER_PATH_NOWHERE, true, &path->place,
			     "position %d: a path to %d, which is not a position",
			     (int)position->number, (int)path->to);
	}
	if (position->has_end && position->end != at)
		find(search, EXH_ZV_LEVER_WRONG_END, false, &position->end_place,
		     "position %d: E(%d), but the paths end at %d", (int)position->number,
		     (int)position->end, (int)at);
}

/* Reports a position without a return, if other positions have one. */
static void check_return(struct search *search, size_t i)
{
	const struct exh_zv_lever_position *position = &search->lever->positions[i];

	if (search->any_return && !position->has_return && !search->rests[i])
		find(search, EXH_ZV_LEVER_NO_RETURN, false, &position->place,
		     "position %d: no return: a lever released here stays",
		     (int)position->number);
}

static void note_rest(struct search *search, int32_t number)
{
	const struct exh_zv_lever_position *position =
		exh_zv_lever_find(search->lever, number);

	if (position)
		search->rests[position - search->lever->positions] = true;
}

static void find_rests(struct search *search)
{
	note_rest(search, exh_zv_lever_number(search->lever, EXH_ZV_LEVER_START_POS));
	for (size_t i = 0; i < search->lever->position_count; i++) {
		const struct exh_zv_lever_position *position =
			&search->lever->positions[i];

		search->any_return |= position->has_return;
		if (position->has_return)
			note_rest(search, end_of(search->lever, position));
	}
}

/*
 * Reachable positions: by directions, or passed by a return, during which the lever can
 * be grabbed.
 */

/* Shortens each link that is passed, so that many ranges cost little. */
static size_t first_unreached(struct search *search, size_t i)
{
	while (search->next[i] != i) {
		search->next[i] = search->next[search->next[i]];
		i = search->next[i];
	}
	return i;
}

/* Adds all positions between a and b that are not yet in the queue. */
static size_t reach(struct search *search, size_t *queue, size_t count, int32_t a,
		    int32_t b)
{
	const size_t end =
		exh_zv_lever_place_from(search->lever, (int64_t)(a > b ? a : b) + 1);

	for (size_t i = first_unreached(
		     search, exh_zv_lever_place_from(search->lever, a < b ? a : b));
	     i < end; i = first_unreached(search, i)) {
		queue[count++] = i;
		search->next[i] = i + 1;
	}
	return count;
}

static size_t reach_from(struct search *search, size_t *queue, size_t count,
			 const struct exh_zv_lever_position *position)
{
	int32_t at = position->number;

	for (size_t i = 0; i < position->direction_count; i++)
		count = reach(search, queue, count, position->directions[i].to,
			      position->directions[i].to);
	for (size_t i = 0; i < position->path_count; i++) {
		if (!is_position(search->lever, position->paths[i].to))
			continue;
		count = reach(search, queue, count, at, position->paths[i].to);
		at = position->paths[i].to;
	}
	return count;
}

static void find_reached(struct search *search, size_t *queue)
{
	const int32_t start = exh_zv_lever_number(search->lever, EXH_ZV_LEVER_START_POS);
	const int32_t first = is_position(search->lever, start) ? start : 0;
	size_t count = reach(search, queue, 0, first, first);

	for (size_t done = 0; done < count; done++)
		count = reach_from(search, queue, count,
				   &search->lever->positions[queue[done]]);
}

/*
 * Rectangles.
 */

struct box {
	int64_t left, top, right, bottom; /* right and bottom are outside */
};

/* Reports a rectangle that is outside. It still works: in a panorama rectangles may be
 * anywhere. */
static void check_outside(struct search *search, enum exh_zv_lever_check check,
			  const struct exh_zv_lever_position *position,
			  const struct box *box, const char *what)
{
	const int32_t *size = field_of(search, EXH_ZV_LEVER_HOTSPOT_DELTAS)->values;
	const struct box own = { position->x, position->y, (int64_t)position->x + size[0],
				 (int64_t)position->y + size[1] };

	if (own.left >= own.right || own.top >= own.bottom)
		return;
	if (own.right <= box->left || own.left >= box->right || own.bottom <= box->top ||
	    own.top >= box->bottom)
		find(search, check, false, &position->place,
		     "position %d: its rectangle lies outside of %s",
		     (int)position->number, what);
	else if (own.left < box->left || own.right > box->right || own.top < box->top ||
		 own.bottom > box->bottom)
		find(search, check, false, &position->place,
		     "position %d: its rectangle lies partly outside of %s",
		     (int)position->number, what);
}

static void check_rectangle(struct search *search,
			    const struct exh_zv_lever_position *position)
{
	const struct exh_zv_lever_field *area =
		field_of(search, EXH_ZV_LEVER_ANIM_COORDS);
	const struct box picture = { area->values[0], area->values[1],
				     (int64_t)area->values[2] + 1,
				     (int64_t)area->values[3] + 1 };
	const struct box window = { 0, 0, search->known->window_width,
				    search->known->window_height };
	char name[64];

	snprintf(name, sizeof name, "a window of %dx%d", (int)window.right,
		 (int)window.bottom);
	if (area->known && picture.left < picture.right && picture.top < picture.bottom)
		check_outside(search, EXH_ZV_LEVER_OUTSIDE_PICTURE, position, &picture,
			      "anim_coords");
	if (window.right)
		check_outside(search, EXH_ZV_LEVER_OUTSIDE_WINDOW, position, &window,
			      name);
}

static void check_position(struct search *search, size_t i)
{
	const struct exh_zv_lever_position *position = &search->lever->positions[i];

	if (search->next[i] == i)
		find(search, EXH_ZV_LEVER_UNREACHABLE, true, &position->place,
		     "position %d: nothing leads here from the start",
		     (int)position->number);
	check_rectangle(search, position);
	check_directions(search, position);
	check_paths(search, position);
	check_return(search, i);
}

enum exh_status exh_zv_lever_check(const struct exh_zv_lever *lever,
				   const struct exh_zv_lever_known *known,
				   struct exh_arena *arena,
				   const struct exh_zv_lever_finding **findings,
				   struct exh_error *err)
{
	const size_t count = lever->position_count;
	struct search search = {
		.lever = lever, .known = known, .arena = arena, .last = findings
	};
	size_t *queue = exh_alloc(arena, count + 1, sizeof *queue);

	*findings = NULL;
	search.next = exh_alloc(arena, count + 1, sizeof *search.next);
	search.rests = exh_alloc(arena, count + 1, sizeof *search.rests);
	search.failed = !queue || !search.next || !search.rests;
	for (size_t i = 0; i <= count && !search.failed; i++)
		search.next[i] = i;
	if (!search.failed) {
		find_reached(&search, queue);
		find_rests(&search);
		check_header(&search);
		check_gaps(&search);
		for (size_t i = 0; i < count; i++)
			check_position(&search, i);
	}
	return search.failed ? exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
					"out of memory for the findings")
			     : EXH_OK;
}
