#include "zv_panorama.h"

#include "assets/zvision/zv.h"
#include "media/picture/picture.h"
#include "task/file.h"
#include "task/json.h"
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

/* Is a picture requested, or only the output of --mouse or --table? */
bool pano2png_has_output(const struct pano2png_request *request)
{
	return request->common.output || request->sweep_text || request->equirect ||
	       (!request->mouse.count && !request->table);
}

/*
 * Reports.
 */

static struct json *reasons_to_json(const struct pano_reasons *reason)
{
	return json_make("{s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "game", reason->game,
			 "kind", reason->kind, "transposed", reason->transpose, "angle",
			 reason->angle, "linscale", reason->linscale, "reverse",
			 reason->reverse, "zeropoint", reason->zeropoint);
}

static void print_range(const struct exh_zv_pano *pano, struct json *result)
{
	const struct pano_range range = pano_find_range(pano);

	json_set(result, "displacement",
		 json_make("{s:[i,i], s:[i,i]}", "dx", (int)range.least_x,
			   (int)range.most_x, "dy", (int)range.least_y,
			   (int)range.most_y));
}

/* The least and the most that the engine lets be. */
static void print_locations(const struct exh_zv_pano *pano,
			    const struct exh_zv_picture *picture, struct json *result)
{
	const bool round = pano->options.kind == EXH_ZV_PANA;
	const int32_t least = exh_zv_pano_clamp(pano, picture, round ? 0 : INT32_MIN);
	const int32_t most = exh_zv_pano_clamp(pano, picture, round ? -1 : INT32_MAX);

	json_set(result, "locations", json_make("[i,i]", (int)least, (int)most));
}

static void print_room(const struct pano_room *room, const struct pano_scene *scene,
		       struct json *result)
{
	const struct exh_zv_pano_options *options = &room->options;
	const struct exh_zv_picture *picture = scene->picture;

	json_set_string(result, "kind", pano_kind_name(options->kind));
	json_set_string(result, "game", zv_game_name(room->game));
	json_set_number(result, "width", picture->width);
	json_set_number(result, "height", picture->height);
	json_set_flag(result, "transposed", room->transposed);
	json_set_number(result, "window_width", room->width);
	json_set_number(result, "window_height", room->height);
	json_set(result, "angle", json_new_real(options->angle));
	json_set(result, "linscale", json_new_real(options->linscale));
	json_set_flag(result, "reverse", options->reverse);
	json_set_number(result, "zeropoint", options->zeropoint);
	json_set(result, "why", reasons_to_json(&room->reason));
	print_range(scene->pano, result);
	print_locations(scene->pano, picture, result);
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

/* A panorama that is not turned for a viewer has its own middle there. */
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

static struct json *point_to_json(const struct scene *scene,
				  const struct exh_zv_pano_point *mouse,
				  const struct exh_zv_pano_point *under)
{
	const bool inside = mouse->x >= 0 && mouse->y >= 0 &&
			    mouse->x < (int64_t)scene->pano.width &&
			    mouse->y < (int64_t)scene->pano.height;

	return json_make("{s:I, s:I, s:b, s:I, s:I}", "x", (int64_t)mouse->x, "y",
			 (int64_t)mouse->y, "inside", inside, "picture_x",
			 (int64_t)under->x, "picture_y", (int64_t)under->y);
}

static void report_mouse(const struct pano2png_request *request,
			 const struct scene *scene, struct json *result)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < request->mouse.count; i++) {
		struct exh_zv_pano_point mouse = { 0 }, under;

		pano2png_parse_point(request->mouse.items[i], &mouse);
		under = exh_zv_pano_under(&scene->pano, &scene->picture,
					  scene->scene.location, mouse);
		json_push(list, point_to_json(scene, &mouse, &under));
		if (!request->common.json)
			printf("%lld,%lld\n", (long long)under.x, (long long)under.y);
	}
	json_set(result, "mouse", list);
}

static void write_table(const struct pano2png_request *request, const struct scene *scene,
			struct report *report, struct json *result)
{
	struct exh_writer out = { .limit = TABLE_LIMIT };
	struct exh_error err;

	if (pano_encode_table(&scene->pano, &out, &err))
		report_failure(report, request->table, &err);
	else if (output_write(report, request->table, exh_writer_bytes(&out)))
		json_set_text(result, "table", request->table);
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
		json_set_text(result, "output", output);
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
	json_set(result, "sweep",
		 json_make("{s:i, s:i, s:i}", "first", (int)sweep.first, "last",
			   (int)sweep.last, "step", (int)sweep.step));
	pano_sweep_write(&sweep, &scene->scene, &frames, output, input, report, result);
}

static void show(const struct pano2png_request *request, const char *input,
		 const char *output, struct scene *scene, struct report *report,
		 struct json *result)
{
	if (!open_scene(request, input, scene, report))
		return;
	say_room(input, &scene->room, &scene->picture, report);
	print_room(&scene->room, &scene->scene, result);
	if (!request->sweep_text)
		json_set_number(result, "location", scene->scene.location);
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

/* A whole number, perhaps below 0, and what ends it. */
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
