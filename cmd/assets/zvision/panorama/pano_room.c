#include "zv_panorama.h"

#include "assets/zvision/zv.h"

#include <string.h>

const char *const pano_kind_choices[] = { "auto", "pana", "tilt", "flat", NULL };

enum { AUTO };

/* In the order of the choices, after auto. */
static const enum exh_zv_game games[] = { EXH_ZV_NEMESIS, EXH_ZV_ZGI };
static const enum exh_zv_pano_kind kinds[] = { EXH_ZV_PANA, EXH_ZV_TILT, EXH_ZV_FLAT };

/*
 * The picture's shape.
 */

struct shape {
	size_t width, height;
};

static struct shape turned(struct shape shape)
{
	return (struct shape){ shape.height, shape.width };
}

/* True if the game has pictures of this shape, in its true orientation, for rooms of this
 * kind. A panorama is at least about as wide as the window. */
static bool fits(struct shape shape, enum exh_zv_pano_kind kind, enum exh_zv_game game)
{
	struct shape window;

	exh_zv_pano_window(game, &window.width, &window.height);
	switch (kind) {
	case EXH_ZV_PANA:
		return shape.height == window.height && shape.width >= 2 * window.height;
	case EXH_ZV_TILT:
		return shape.width == window.width && shape.height > window.height;
	default:
		return shape.width == window.width && shape.height == window.height;
	}
}

static bool fits_any(struct shape shape, enum exh_zv_pano_kind kind, unsigned game)
{
	for (unsigned i = 0; i < 2; i++)
		if ((game == AUTO || game == i + 1) && fits(shape, kind, games[i]))
			return true;
	return false;
}

/* True if rows are as long as a window of this game is high. */
static bool has_window_rows(struct shape stored, unsigned game)
{
	for (unsigned i = 0; i < 2; i++) {
		struct shape window;

		exh_zv_pano_window(games[i], &window.width, &window.height);
		if ((game == AUTO || game == i + 1) && stored.width == window.height)
			return true;
	}
	return false;
}

/* Panoramas are stored transposed, unless other programs turned them. */
static bool is_transposed(const struct pano_room_options *options, struct shape stored,
			  enum exh_zv_pano_kind kind)
{
	if (options->transpose != TRANSPOSE_AUTO)
		return options->transpose == TRANSPOSE_YES;
	if (kind != EXH_ZV_PANA)
		return false;
	if (fits_any(turned(stored), kind, options->game))
		return true;
	return !fits_any(stored, kind, options->game) &&
	       (stored.height >= stored.width || has_window_rows(stored, options->game));
}

static bool find_kind(const struct pano_room_options *options, struct shape stored,
		      struct pano_room *room)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		const bool transposed = is_transposed(options, stored, kinds[i]);

		if (!fits_any(transposed ? turned(stored) : stored, kinds[i],
			      options->game))
			continue;
		room->options.kind = kinds[i];
		room->reason.kind = "shape";
		return true;
	}
	return false;
}

static void find_game(const struct pano_room_options *options, struct shape shape,
		      struct pano_room *room)
{
	room->game = EXH_ZV_NEMESIS;
	room->reason.game = "default";
	if (options->game != AUTO) {
		room->game = games[options->game - 1];
		room->reason.game = "option";
		return;
	}
	for (unsigned i = 0; i < 2; i++) {
		if (!fits(shape, room->options.kind, games[i]))
			continue;
		room->game = games[i];
		room->reason.game = "shape";
		return;
	}
}

/*
 * The whole room.
 */

static void take_script(const struct pano_script *script, struct pano_room *room)
{
	room->options = script->options;
	if (script->has_angle)
		room->reason.angle = "script";
	if (script->has_linscale)
		room->reason.linscale = "script";
	if (script->has_reverse)
		room->reason.reverse = "script";
	if (script->has_zeropoint)
		room->reason.zeropoint = "script";
}

static void take_options(const struct pano_room_options *options, struct pano_room *room)
{
	if (options->angle.given) {
		room->options.angle = options->angle.value;
		room->reason.angle = "option";
	}
	if (options->linscale.given) {
		room->options.linscale = options->linscale.value;
		room->reason.linscale = "option";
	}
	if (options->zeropoint.given) {
		room->options.zeropoint = options->zeropoint.value;
		room->reason.zeropoint = "option";
	}
	if (options->reverse) {
		room->options.reverse = true;
		room->reason.reverse = "option";
	}
}

bool pano_room_find(const struct pano_room_options *options, const char *input,
		    size_t stored_width, size_t stored_height, struct report *report,
		    struct pano_room *room)
{
	static const struct pano_reasons unknown = { "default", "default", "shape",
						     "default", "default", "default",
						     "default" };
	const struct shape stored = { stored_width, stored_height };
	struct pano_script script = { 0 };

	*room = (struct pano_room){ .reason = unknown };
	if (options->script && !pano_script_read(options->script, report, &script))
		return false;
	if (options->kind != AUTO) {
		room->options.kind = kinds[options->kind - 1];
		room->reason.kind = "option";
	} else if (options->script) {
		room->options.kind = script.options.kind;
		room->reason.kind = "script";
	} else if (!find_kind(options, stored, room)) {
		report_error(report, input, EXH_NO_OFFSET,
			     "%zu by %zu pixels: the shape of neither a panorama nor a "
			     "tilt picture%s; give --kind",
			     stored_width, stored_height,
			     options->game == AUTO ? "" : " of this game");
		return false;
	}
	exh_zv_pano_defaults(room->options.kind, &room->options);
	/* Numbers for another kind of room mean nothing. */
	if (options->script && script.options.kind == room->options.kind)
		take_script(&script, room);
	take_options(options, room);
	room->transposed = is_transposed(options, stored, room->options.kind);
	if (options->transpose != TRANSPOSE_AUTO)
		room->reason.transpose = "option";
	find_game(options, room->transposed ? turned(stored) : stored, room);
	exh_zv_pano_window(room->game, &room->width, &room->height);
	return true;
}
