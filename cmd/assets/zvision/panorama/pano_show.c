#include "zv_panorama.h"

#include "assets/zvision/zv.h"
#include "media/picture/picture.h"
#include "task/file.h"
#include "task/fields.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	TABLE_LIMIT = 64 << 20, /* bytes, far above what a window needs */
	PNG_LIMIT = 1 << 30,
};

/* True if a picture is requested, and not only the output of --mouse or --table. */
bool pano2png_has_output(const struct pano2png_request *request)
{
	return request->common.output || request->sweep_text || request->equirect ||
	       (!request->mouse.count && !request->table);
}

/*
 * Reports.
 */

static const char *const kinds[] = {
	[EXH_ZV_FLAT] = "flat", [EXH_ZV_PANA] = "pana", [EXH_ZV_TILT] = "tilt", NULL
};

#define ROW struct pano_reasons
static const struct field reason_field[] = {
	FIELD(ROW, game, NULL, "source of game: option, shape or default"),
	FIELD(ROW, kind, NULL, "source of kind: option, script or shape"),
	FIELD_AS("transposed", ROW, transpose, NULL,
		 "source of transposed: option or shape"),
	FIELD(ROW, angle, NULL, "source of angle: option, script or default"),
	FIELD(ROW, linscale, NULL, "source of linscale: option, script or default"),
	FIELD(ROW, reverse, NULL, "source of reverse: option, script or default"),
	FIELD(ROW, zeropoint, NULL, "source of zeropoint: option, script or default"),
};
#undef ROW
static const struct fields reason_table =
	FIELDS("reasons", struct pano_reasons, reason_field);

struct reach {
	int32_t dx[2], dy[2];
};
static const struct field range_field[] = {
	FIELD_ARRAY(struct reach, dx, "pixels",
		    "least and greatest offset to the right in the table"),
	FIELD_ARRAY(struct reach, dy, "pixels",
		    "least and greatest offset down in the table"),
};
static const struct fields range_table = FIELDS("range", struct reach, range_field);

struct described {
	struct pano_room room;
	size_t width, height;
	struct reach displacement;
	int32_t locations[2];
};
#define ROW struct described
static const struct field pano_field[] = {
	FIELD_OF("kind", FIELD_NAME, ROW, room.options.kind, NULL,
		 "pana: turns around; tilt: up and down; flat: neither", .names = kinds),
	FIELD_OF("game", FIELD_NAME, ROW, room.game, NULL, "game that has the picture",
		 .names = zv_game_choices + 1),
	FIELD(ROW, width, "pixels", "width of the picture in its true orientation"),
	FIELD(ROW, height, "pixels", "height of the picture in its true orientation"),
	FIELD_AS("transposed", ROW, room.transposed, NULL,
		 "true: stored with rows and columns swapped"),
	FIELD_AS("window_width", ROW, room.width, "pixels", "width of the window"),
	FIELD_AS("window_height", ROW, room.height, "pixels", "height of the window"),
	FIELD_AS("angle", ROW, room.options.angle, "degrees",
		 "angle of view that the table is made for"),
	FIELD_AS("linscale", ROW, room.options.linscale, NULL,
		 "linscale of the table; below 1: middle enlarged"),
	FIELD_AS("reverse", ROW, room.options.reverse, NULL,
		 "true: scrolls in the other direction"),
	FIELD_AS("zeropoint", ROW, room.options.zeropoint, "pixels",
		 "location where a new round begins; does not affect the picture"),
	FIELD_OF("why", FIELD_ROW, ROW, room.reason, NULL,
		 "source of each of these values", .of = &reason_table),
	FIELD_INSIDE(ROW, displacement, &range_table, "displacements in the table"),
	FIELD_ARRAY(ROW, locations, "pixels",
		    "least and greatest location that the engine allows"),
};
#undef ROW
static const struct fields pano_table = FIELDS("panorama", struct described, pano_field);

struct mouse {
	struct exh_zv_pano_point at, under;
	bool inside;
};
static const struct field mouse_field[] = {
	FIELD_AS("x", struct mouse, at.x, "pixels",
		 "x of the point in the window, as given"),
	FIELD_AS("y", struct mouse, at.y, "pixels",
		 "y of the point in the window, as given"),
	FIELD(struct mouse, inside, NULL, "true: the point is in the window"),
	FIELD_AS("picture_x", struct mouse, under.x, "pixels",
		 "column of the picture that is shown there"),
	FIELD_AS("picture_y", struct mouse, under.y, "pixels",
		 "row of the picture that is shown there"),
};
static const struct fields mouse_table = FIELDS("mouse", struct mouse, mouse_field);

static const struct field sweep_field[] = {
	FIELD(struct pano_sweep, first, "pixels", "first location"),
	FIELD(struct pano_sweep, last, "pixels", "last location"),
	FIELD(struct pano_sweep, step, "pixels", "from one location to the next"),
};
static const struct fields sweep_table = FIELDS("sweep", struct pano_sweep, sweep_field);

struct shown {
	bool has_location, has_sweep;
	int32_t location;
	struct mouse *mouse;
	size_t mouse_count;
	const char *table;
	struct pano_sweep sweep;
};
#define ROW struct shown
static const struct field shown_field[] = {
	FIELD(ROW, location, "pixels", "location shown; not for a sweep",
	      FIELD_HAS(ROW, has_location)),
	FIELD_ROWS(ROW, mouse, mouse_count, &mouse_table, "points of --mouse",
		   FIELD_IF_ANY),
	FIELD(ROW, table, NULL, "file of the table of displacements, if it was written",
	      FIELD_IF_ANY),
	FIELD_INSIDE(ROW, sweep, &sweep_table, "locations of a sweep",
		     FIELD_HAS(ROW, has_sweep)),
};
#undef ROW
static const struct fields shown_table = FIELDS("shown", struct shown, shown_field);
const struct fields *const pano2png_results[] = { &pano_table, &shown_table,
						  &sequence_fields, NULL };

static void describe(const struct pano_room *room, const struct pano_scene *scene,
		     struct json *result)
{
	const struct exh_zv_pano *pano = scene->pano;
	const struct pano_range range = pano_find_range(pano);
	const bool round = pano->options.kind == EXH_ZV_PANA;
	const struct described row = {
		.room = *room,
		.width = scene->picture->width,
		.height = scene->picture->height,
		.displacement = { { range.least_x, range.most_x },
				  { range.least_y, range.most_y } },
		.locations = { exh_zv_pano_clamp(pano, scene->picture,
						 round ? 0 : INT32_MIN),
			       exh_zv_pano_clamp(pano, scene->picture,
						 round ? -1 : INT32_MAX) },
	};

	fields_put(&pano_table, &row, result);
}

static void say_room(const char *input, const struct pano_room *room,
		     const struct exh_zv_picture *picture, const struct report *report)
{
	static const char *const titles[] = {
		[EXH_ZV_FLAT] = "flat", [EXH_ZV_PANA] = "panorama", [EXH_ZV_TILT] = "tilt"
	};
	const struct exh_zv_pano_options *options = &room->options;
	char table[96] = "";

	if (options->kind != EXH_ZV_FLAT)
		snprintf(table, sizeof table, "; angle %g (%s), linscale %g (%s)",
			 options->angle, room->reason.angle, options->linscale,
			 room->reason.linscale);
	report_info(report, "%s: %s (%s), %s (%s), %zu by %zu pixels%s%s", input,
		    titles[options->kind], room->reason.kind,
		    room->game == EXH_ZV_ZGI ? "Grand Inquisitor" : "Nemesis",
		    room->reason.game, picture->width, picture->height,
		    room->transposed ? ", stored transposed" : "", table);
}

/*
 * One input.
 */

/* A room, its table and its picture. */
struct scene {
	struct pano_room room;
	struct exh_zv_picture picture;
	struct exh_arena arena;
	struct exh_zv_pano pano;
	struct pano_scene scene;
};

/* Requested location. An equirectangular panorama without one shows the picture's middle
 * in its own. */
static int32_t wanted_location(const struct pano2png_request *request,
			       const struct scene *scene)
{
	if (request->location.given)
		return request->location.value;
	if (request->equirect)
		return (int32_t)(scene->picture.width / 2);
	return scene->room.options.kind == EXH_ZV_TILT ? INT32_MIN : 0;
}

static void place(const struct pano2png_request *request, const char *input,
		  struct scene *scene, const struct report *report)
{
	const int32_t wanted = wanted_location(request, scene);
	int32_t location = exh_zv_pano_clamp(&scene->pano, &scene->picture, wanted);

	if (request->unclamped && request->location.given &&
	    scene->room.options.kind == EXH_ZV_TILT)
		location = wanted;
	scene->scene = (struct pano_scene){ &scene->pano, &scene->picture, location,
					    request->frames.scale };
	if (request->location.given && location != wanted)
		report_say(report, "%s: the engine limits location %ld to %ld", input,
			   (long)wanted, (long)location);
}

static bool open_scene(const struct pano2png_request *request, const char *input,
		       struct scene *scene, struct report *report)
{
	struct exh_error err;

	if (!pano_room_find(&request->room, input, scene->picture.width,
			    scene->picture.height, report, &scene->room))
		return false;
	if (scene->room.transposed)
		picture_turn(&scene->picture);
	if (exh_zv_pano_make(&scene->pano, &scene->room.options, scene->room.width,
			     scene->room.height, &scene->arena, &err)) {
		report_failure(report, input, &err);
		return false;
	}
	if (request->equirect && scene->room.options.kind != EXH_ZV_PANA) {
		report_error(report, input, EXH_NO_OFFSET,
			     "--equirect: not a panorama, so there is nothing to unroll");
		return false;
	}
	place(request, input, scene, report);
	return true;
}

static void report_mouse(const struct pano2png_request *request,
			 const struct scene *scene, struct json *result)
{
	const struct exh_zv_pano *pano = &scene->pano;
	struct shown row = { .mouse = mem_alloc(request->mouse.count, sizeof *row.mouse),
			     .mouse_count = request->mouse.count };

	for (size_t i = 0; i < row.mouse_count; i++) {
		struct mouse *to = &row.mouse[i];

		pano2png_parse_point(request->mouse.items[i], &to->at);
		to->inside = to->at.x >= 0 && to->at.y >= 0 &&
			     to->at.x < (int64_t)pano->width &&
			     to->at.y < (int64_t)pano->height;
		to->under = exh_zv_pano_under(pano, &scene->picture,
					      scene->scene.location, to->at);
		if (!request->common.json)
			printf("%lld,%lld\n", (long long)to->under.x,
			       (long long)to->under.y);
	}
	fields_put(&shown_table, &row, result);
	free(row.mouse);
}

static void write_table(const struct pano2png_request *request, const struct scene *scene,
			struct report *report, struct json *result)
{
	struct exh_writer out = { .limit = TABLE_LIMIT };
	struct exh_error err;

	if (pano_encode_table(&scene->pano, &out, &err))
		report_failure(report, request->table, &err);
	else if (output_write(report, request->table, exh_writer_bytes(&out)))
		fields_put(&shown_table, &(struct shown){ .table = request->table },
			   result);
	exh_writer_free(&out);
}

static void write_picture(const struct pano2png_request *request,
			  const struct scene *scene, const char *input,
			  const char *output, struct report *report, struct json *result)
{
	struct exh_writer out = { .limit = PNG_LIMIT };
	struct exh_error err;

	if ((request->equirect ? pano_encode_equirect : pano_encode_view)(&scene->scene,
									  &out, &err))
		report_failure(report, input, &err);
	else if (output_write(report, output, exh_writer_bytes(&out)))
		result_output(result, output);
	exh_writer_free(&out);
}

static void write_sweep(const struct pano2png_request *request, const struct scene *scene,
			const char *input, const char *output, struct report *report,
			struct json *result)
{
	struct pano_sweep sweep = request->sweep;
	const struct sequence_options frames = {
		.format = sequence_choose_rgb15(&request->frames, request->common.output),
		.scale = request->frames.scale,
	};

	sweep.backwards = scene->room.options.reverse;
	sweep.unclamped = request->unclamped;
	sweep.milliseconds = request->milliseconds;
	fields_put(&shown_table, &(struct shown){ .has_sweep = true, .sweep = sweep },
		   result);
	pano_sweep_write(&sweep, &scene->scene, &frames, output, input, report, result);
}

static void show(const struct pano2png_request *request, const char *input,
		 const char *output, struct scene *scene, struct report *report,
		 struct json *result)
{
	if (!open_scene(request, input, scene, report))
		return;
	say_room(input, &scene->room, &scene->picture, report);
	describe(&scene->room, &scene->scene, result);
	if (!request->sweep_text)
		fields_put(&shown_table,
			   &(struct shown){ .has_location = true,
					    .location = scene->scene.location },
			   result);
	if (request->mouse.count)
		report_mouse(request, scene, result);
	if (request->table)
		write_table(request, scene, report, result);
	if (request->sweep_text)
		write_sweep(request, scene, input, output, report, result);
	else if (pano2png_has_output(request))
		write_picture(request, scene, input, output, report, result);
}

void pano2png_run_input(void *context, const char *input, const char *output,
			struct report *report, struct json *result)
{
	const struct pano2png_request *request = context;
	struct scene scene = { .arena = { .limit = TABLE_LIMIT } };

	if (!pano_read(input, report, &scene.picture))
		return;
	show(request, input, output, &scene, report, result);
	exh_arena_free(&scene.arena);
	free(scene.picture.pixels);
}

/*
 * The command line.
 */

/* Takes a whole number, perhaps below 0, and its end character. */
static bool take_coordinate(const char **text, char end, int64_t *out)
{
	const char *digits = **text == '-' ? *text + 1 : *text;
	char *rest;
	long number;

	errno = 0;
	number = strtol(*text, &rest, 10);
	if (*digits < '0' || *digits > '9' || *rest != end || errno ||
	    number < INT32_MIN || number > INT32_MAX)
		return false;
	*out = number;
	*text = rest + (end != '\0');
	return true;
}

bool pano2png_parse_point(const char *text, struct exh_zv_pano_point *point)
{
	return take_coordinate(&text, ',', &point->x) &&
	       take_coordinate(&text, '\0', &point->y);
}
