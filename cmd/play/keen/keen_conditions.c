/* Values of Keen Dreams for conditions of input scripts. */
#include "play_keen.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *playstate_word(unsigned number)
{
	return number <= EXH_KEEN_VICTORIOUS
		       ? exh_keen_playstate_name((enum exh_keen_playstate)number)
		       : NULL;
}

/* Names from other Keen games are refused with a hint at the corresponding ones. */
static const char no_ammo[] = "Keen Dreams has no ammo: flowers and bombs are what Keen "
			      "throws";
static const char no_item[] = "Keen Dreams does not have these; it has keys, bombs and "
			      "flowers";

#define SHOWN(text)                         \
	{                                   \
		.name = text, .shown = true \
	}
#define OTHER(text)          \
	{                    \
		.name = text \
	}
#define REFUSED(text, why)                   \
	{                                    \
		.name = text, .refused = why \
	}

const struct condition_name keen_condition_names[] = {
	SHOWN("frame"),
	SHOWN("tick"),
	SHOWN("x"),
	SHOWN("y"),
	SHOWN("score"),
	SHOWN("lives"),
	SHOWN("keys"),
	SHOWN("bombs"),
	SHOWN("flowers"),
	SHOWN("map"),
	{ .name = "playstate", .shown = true, .word = playstate_word },
	{ .name = "contact",
	  .kind = CONDITION_WORD,
	  .is_list = true,
	  .shown = true,
	  .word = exh_keen_engine_class_name },
	{ .name = "sound", .is_list = true, .shown = true },
	{ .name = "object *",
	  .kind = CONDITION_THING,
	  .shown = true,
	  .word = exh_keen_engine_class_name },
	{ .name = "sounds", .is_list = true },
	OTHER("xspeed"),
	OTHER("yspeed"),
	OTHER("shape"),
	OTHER("originx"),
	OTHER("originy"),
	OTHER("newtile"),
	OTHER("copied"),
	OTHER("mark1"),
	OTHER("mark2"),
	OTHER("mark3"),
	OTHER("objects"),
	OTHER("active"),
	OTHER("random"),
	REFUSED("ammo", no_ammo),
	REFUSED("shots", no_ammo),
	REFUSED("gems", no_item),
	REFUSED("drops", no_item),
	REFUSED("vitalin", no_item),
	REFUSED("pogo", no_item),
	REFUSED("keycards", no_item),
	{ .name = NULL },
};

/* Returns the larger of the distances in the two directions. */
static int distance_of(const struct exh_keen_object *object,
		       const struct exh_keen_frame_state *state)
{
	const int x = abs(object->x_units - state->x_units);
	const int y = abs(object->y_units - state->y_units);

	return x > y ? x : y;
}

/* Writes the number of objects, for "tater", or the distance of the nearest one, for
 * "tater.distance". */
static bool put_objects(const struct keen_player *player, const char *name,
			struct exh_writer *out)
{
	struct exh_keen_object objects[EXH_KEEN_OBJECTS];
	const size_t count = exh_keen_engine_objects(player->engine, objects);
	const size_t size = strcspn(name, ".");
	size_t found = 0;
	int least = INT_MAX;

	for (size_t i = 0; i < count; i++) {
		const char *class_name = objects[i].class_name;
		const int distance = distance_of(&objects[i], &player->state);

		if (strlen(class_name) != size ||
		    strncasecmp(class_name, name, size) != 0)
			continue;
		found++;
		if (distance < least)
			least = distance;
	}
	if (!name[size])
		text_put(out, "%zu", found);
	else if (found)
		text_put(out, "%d", least);
	else
		text_put(out, "none");
	return true;
}

bool keen_value(const void *context, const char *name, struct exh_writer *out)
{
	const struct keen_player *player = context;
	const struct exh_keen_frame_state *state = &player->state;
	int64_t number;

	if (!strncmp(name, "object ", 7))
		return put_objects(player, name + 7, out);
	if (!strcmp(name, "sound") || !strcmp(name, "sounds"))
		keen_state_sounds(state, out);
	else if (!strcmp(name, "contact"))
		keen_state_contacts(state, out);
	else if (!strcmp(name, "map"))
		text_put(out, "%u", state->map);
	else if (!strcmp(name, "tick"))
		text_put(out, "%" PRIu64, state->tick);
	else if (keen_state_number(state, name, &number))
		text_put(out, "%" PRId64, number);
	else
		return false;
	return true;
}
