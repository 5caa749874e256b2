#include "zv_panorama.h"

#include "task/memory.h"
#include "task/outputs.h"

#include <errno.h>
#include <stdlib.h>

enum { MAX_FRAMES = 1000000 };

/* Digits, up to INT32_MAX; false if there are none. */
static bool take_number(const char **text, uint32_t *number)
{
	char *end;
	unsigned long value;

	if (**text < '0' || **text > '9')
		return false;
	errno = 0;
	value = strtoul(*text, &end, 10);
	if (errno || value > INT32_MAX)
		return false;
	*number = (uint32_t)value;
	*text = end;
	return true;
}

static bool take_letter(const char **text, char letter)
{
	if (**text != letter)
		return false;
	++*text;
	return true;
}

static size_t count_frames(const struct pano_sweep *sweep)
{
	const uint32_t way = sweep->first < sweep->last ? sweep->last - sweep->first
							: sweep->first - sweep->last;

	return (size_t)(way / sweep->step) + 1;
}

bool pano_sweep_parse(const char *text, struct pano_sweep *sweep)
{
	sweep->step = 1;
	return take_number(&text, &sweep->first) && take_letter(&text, '-') &&
	       take_number(&text, &sweep->last) &&
	       (!*text ||
		(take_letter(&text, ':') && take_number(&text, &sweep->step))) &&
	       !*text && sweep->step && count_frames(sweep) <= MAX_FRAMES;
}

/* A sweep under way. */
struct walk {
	const struct pano_sweep *sweep;
	const struct pano_scene *scene;
	size_t count;
	uint16_t *pixels;
};

static uint32_t location_at(const struct walk *walk, size_t i)
{
	const struct pano_sweep *sweep = walk->sweep;
	const uint32_t way =
		sweep->step * (uint32_t)(sweep->backwards ? walk->count - 1 - i : i);

	return sweep->first < sweep->last ? sweep->first + way : sweep->first - way;
}

static size_t get_number(void *context, size_t i)
{
	return location_at(context, i);
}

static enum exh_status get_frame(void *context, size_t i, const uint16_t **pixels,
				 struct exh_error *err)
{
	const struct walk *walk = context;
	const struct pano_scene *scene = walk->scene;
	int32_t location = (int32_t)location_at(walk, i);

	(void)err;
	if (!walk->sweep->unclamped)
		location = exh_zv_pano_clamp(scene->pano, scene->picture, location);
	exh_zv_pano_render(scene->pano, scene->picture, location, walk->pixels);
	*pixels = walk->pixels;
	return EXH_OK;
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
	while (b) {
		const uint32_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

void pano_sweep_write(const struct pano_sweep *sweep, const struct pano_scene *scene,
		      const struct sequence_options *options, const char *output,
		      const char *input, struct report *report, struct json *result)
{
	const struct exh_zv_pano *pano = scene->pano;
	const uint32_t divisor = common_divisor(sweep->milliseconds, 1000);
	struct walk walk = { sweep, scene, count_frames(sweep),
			     mem_alloc(pano->width * pano->height, sizeof(uint16_t)) };
	const struct sequence_source source = {
		.width = pano->width,
		.height = pano->height,
		.count = walk.count,
		.time_num = sweep->milliseconds / divisor,
		.time_den = 1000 / divisor,
		.get = get_frame,
		.number = get_number,
		.context = &walk,
	};

	sequence_write(&source, options, output, input, report, result);
	free(walk.pixels);
}
