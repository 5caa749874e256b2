#include "play_keen.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <assert.h>
#include <stdlib.h>

enum {
	WARNED_KIB = 335,	/* the game warns below it */
	EVENTS_LIMIT = 1 << 28, /* bytes */
	PICTURE_LIMIT = 1 << 26,
	NAME_SIZE = 40,
};

/*
 * Levels of a run.
 */

void keen_memory_begin(struct keen_memory_levels *levels, unsigned map)
{
	levels->count = 0;
	levels->over = false;
	*MEM_ADD(levels) = map;
}

void keen_memory_frame(struct keen_memory_levels *levels,
		       const struct exh_keen_frame_state *state)
{
	if (levels->over)
		*MEM_ADD(levels) = state->map;
	levels->over = state->playstate != EXH_KEEN_PLAYING;
}

/*
 * Replaying.
 */

struct step {
	struct exh_keen_cache_step what;
	char label[NAME_SIZE]; /* "level 7" */
	struct exh_keen_cache_result result;
	uint16_t least; /* paragraphs: of a level by itself, after the start */
};

struct replay {
	const struct keen_memory_options *options;
	const struct keen_game *game;
	struct report *report;
	struct exh_keen_cache *cache;
	struct step *steps;
	size_t count, taken; /* the last step may have failed */
	bool fits;
	struct exh_error err; /* why a step does not fit */
	uint32_t free_bytes;  /* before anything is loaded */
	uint16_t least;	      /* of all, paragraphs; 0: no memory is enough */
	/* During a replay. */
	size_t current;
	uint64_t moments;
	struct keen_memory_map *map; /* or NULL */
	struct exh_writer *events;   /* or NULL */
};

static void add_step(struct replay *replay, enum exh_keen_cache_step_kind kind,
		     unsigned map)
{
	struct step *step = &replay->steps[replay->count++];
	const char *name = exh_keen_cache_step_name(kind);

	step->what = (struct exh_keen_cache_step){ kind, map };
	if (kind == EXH_KEEN_CACHE_LEVEL)
		snprintf(step->label, sizeof step->label, "%s %u", name, map);
	else
		snprintf(step->label, sizeof step->label, "%s", name);
}

static void add_level_steps(struct replay *replay, unsigned map)
{
	add_step(replay, EXH_KEEN_CACHE_LEVEL, map);
	if (!replay->options->panel)
		return;
	add_step(replay, EXH_KEEN_CACHE_PANEL, 0);
	add_step(replay, EXH_KEEN_CACHE_BACK, 0);
}

static size_t count_levels(const struct keen_memory_options *options,
			   const struct keen_memory_levels *levels)
{
	size_t count = 0;

	if (!options->levels)
		return levels->count;
	for (size_t i = 0; i < options->range_count; i++)
		count += options->ranges[i].last - options->ranges[i].first + 1;
	return count;
}

static void list_steps(struct replay *replay, const struct keen_memory_levels *levels)
{
	const struct keen_memory_options *options = replay->options;

	replay->steps =
		mem_alloc(3 + 3 * count_levels(options, levels), sizeof *replay->steps);
	add_step(replay, EXH_KEEN_CACHE_START, 0);
	if (options->panel) {
		add_step(replay, EXH_KEEN_CACHE_PANEL, 0);
		add_step(replay, EXH_KEEN_CACHE_BACK, 0);
	}
	for (size_t i = 0; !options->levels && i < levels->count; i++)
		add_level_steps(replay, levels->items[i]);
	for (size_t i = 0; i < options->range_count; i++)
		for (uint32_t k = 0;
		     k <= options->ranges[i].last - options->ranges[i].first; k++)
			add_level_steps(replay, range_at(&options->ranges[i], k));
}

/*
 * Events.
 */

static void owner_name(uint16_t owner, char name[NAME_SIZE])
{
	static const char *const others[] = { "buffer",	    "packed",	  "rlew",
					      "screen",	    "title",	  "header",
					      "background", "foreground", "info" };

	if (owner == EXH_KEEN_NO_OWNER)
		snprintf(name, NAME_SIZE, "-");
	else if (owner < EXH_KEEN_OWNER_CHUNKS)
		snprintf(name, NAME_SIZE, "chunk %u", owner);
	else if (owner >= EXH_KEEN_OWNER_SOUNDS)
		snprintf(name, NAME_SIZE, "sound %u", owner - EXH_KEEN_OWNER_SOUNDS);
	else
		snprintf(name, NAME_SIZE, "%s", others[owner - EXH_KEEN_OWNER_BUFFER]);
}

static void print_event(const struct replay *replay,
			const struct exh_keen_memory_event *event)
{
	char owner[NAME_SIZE];

	owner_name(event->owner, owner);
	text_put(replay->events, "%zu\t%s\t%s\t%s\t%u\t%u\t%u\t%u\t%lu\t%lu\n",
		 replay->current, replay->steps[replay->current].label,
		 exh_keen_memory_event_name(event->kind), owner, event->start,
		 event->length, event->from, event->purge, (unsigned long)event->offset,
		 (unsigned long)event->size);
}

/* Did the picture of memory change, apart from locks and single moves? */
static bool is_moment(enum exh_keen_memory_event_kind kind)
{
	return kind == EXH_KEEN_MEMORY_ALLOCATED || kind == EXH_KEEN_MEMORY_FREED ||
	       kind == EXH_KEEN_MEMORY_PURGED || kind == EXH_KEEN_MEMORY_COMPACTED;
}

static void take_event(void *context, const struct exh_keen_memory *memory,
		       const struct exh_keen_memory_event *event)
{
	struct replay *replay = context;

	if (replay->events)
		print_event(replay, event);
	if (replay->map && event->kind == EXH_KEEN_MEMORY_COMPACTED)
		keen_memory_map_compacted(replay->map);
	if (!is_moment(event->kind))
		return;
	replay->moments++;
	if (replay->map)
		keen_memory_map_moment(replay->map, memory);
}

/* Runs all steps, or up to the one for which memory does not suffice. */
static void play(struct replay *replay)
{
	struct exh_keen_memory *memory = &replay->cache->memory;

	memory->event = take_event;
	memory->context = replay;
	replay->moments = 0;
	replay->fits = true;
	for (replay->taken = 0; replay->taken < replay->count && replay->fits;
	     replay->taken++) {
		struct step *step = &replay->steps[replay->taken];

		replay->current = replay->taken;
		if (replay->map)
			keen_memory_map_step(replay->map,
					     step->what.kind > EXH_KEEN_CACHE_LEVEL,
					     step->label);
		replay->fits = exh_keen_cache_take(replay->cache, &step->what,
						   &replay->options->plan, &step->result,
						   &replay->err) == EXH_OK;
	}
}

/*
 * The least memory.
 */

static void find_least(struct replay *replay)
{
	struct exh_keen_cache_step *steps = mem_alloc(replay->count, sizeof *steps);
	struct exh_keen_cache_step pair[2] = { replay->steps[0].what };
	uint16_t known[EXH_KEEN_MAP_LIMIT] = { 0 };

	for (size_t i = 0; i < replay->count; i++) {
		struct step *step = &replay->steps[i];

		steps[i] = step->what;
		if (step->what.kind != EXH_KEEN_CACHE_LEVEL)
			continue;
		pair[1] = step->what;
		if (!known[step->what.map])
			known[step->what.map] = exh_keen_cache_least(
				replay->cache, pair, 2, &replay->options->plan);
		step->least = known[step->what.map];
	}
	replay->least = exh_keen_cache_least(replay->cache, steps, replay->count,
					     &replay->options->plan);
	free(steps);
}

/*
 * Reports.
 */

static unsigned kib_up(uint32_t bytes)
{
	return (bytes + 1023) / 1024;
}

static uint32_t bytes_of(uint16_t paragraphs)
{
	return (uint32_t)paragraphs * EXH_KEEN_PARAGRAPH;
}

static bool does_warn(const struct replay *replay)
{
	return replay->free_bytes < (uint32_t)WARNED_KIB * 1024;
}

static void print_step(const struct step *step, bool failed)
{
	const struct exh_keen_cache_result *r = &step->result;
	char least[16] = "-";

	if (step->least)
		snprintf(least, sizeof least, "%uK", kib_up(bytes_of(step->least)));
	printf("%-9s %6u %6llu %7llu %5llu %7llu %6llu %6llu %4llu %7lu %7lu %7lu %7lu "
	       "%7lu %6s%s\n",
	       step->label, r->marked, (unsigned long long)r->loaded,
	       (unsigned long long)r->loaded_bytes, (unsigned long long)r->reads,
	       (unsigned long long)r->read_bytes, (unsigned long long)r->counts.purged,
	       (unsigned long long)r->counts.moved,
	       (unsigned long long)r->counts.compactions, (unsigned long)r->use.locked,
	       (unsigned long)r->use.kept, (unsigned long)r->use.purgeable,
	       (unsigned long)r->use.free, (unsigned long)r->use.largest_free, least,
	       failed ? "  out of memory" : "");
}

static void print_table(const struct replay *replay)
{
	const uint32_t end = bytes_of(replay->options->plan.end_paragraphs);

	printf("%u KB of memory, %u KB of them free for the game", end / 1024,
	       replay->free_bytes / 1024);
	if (does_warn(replay))
		printf(", which warns below %d KB", WARNED_KIB);
	if (replay->fits)
		printf("; everything fits\n");
	else
		printf("\n%s\n", replay->err.text);
	if (replay->least)
		printf("%u KB are enough for everything\n",
		       kib_up(bytes_of(replay->least)));
	printf("%-9s %6s %6s %7s %5s %7s %6s %6s %4s %7s %7s %7s %7s %7s %6s\n", "step",
	       "needed", "loaded", "bytes", "reads", "bytes", "purged", "moved", "comp",
	       "locked", "kept", "may go", "free", "largest", "alone");
	for (size_t i = 0; i < replay->taken; i++)
		print_step(&replay->steps[i], !replay->fits && i + 1 == replay->taken);
}

static struct json *step_to_json(const struct replay *replay, const struct step *step,
				 bool fits)
{
	const struct exh_keen_cache_result *r = &step->result;
	const struct {
		const char *key;
		uint64_t number;
	} numbers[] = {
		{ "needed_chunks", r->marked },
		{ "loaded", r->loaded },
		{ "loaded_bytes", r->loaded_bytes },
		{ "reads", r->reads },
		{ "read_bytes", r->read_bytes },
		{ "allocated", r->counts.allocated },
		{ "allocated_bytes", r->counts.allocated_bytes },
		{ "freed", r->counts.freed },
		{ "purged", r->counts.purged },
		{ "purged_bytes", r->counts.purged_bytes },
		{ "moved", r->counts.moved },
		{ "moved_bytes", r->counts.moved_bytes },
		{ "compactions", r->counts.compactions },
		{ "blocks", r->use.blocks },
		{ "fixed_bytes", r->use.fixed },
		{ "locked_bytes", r->use.locked },
		{ "kept_bytes", r->use.kept },
		{ "purgeable_bytes", r->use.purgeable },
		{ "free_bytes", r->use.free },
		{ "largest_free_bytes", r->use.largest_free },
		{ "largest_free_purged_bytes", r->use.largest_purged },
	};
	char name[EXH_KEEN_MAP_NAME_SIZE + 1];
	struct json *json = json_new_object();

	json_set_string(json, "step", exh_keen_cache_step_name(step->what.kind));
	if (step->what.kind == EXH_KEEN_CACHE_LEVEL) {
		keen_game_map_name(replay->game, step->what.map, name);
		json_set_number(json, "map", step->what.map);
		json_set_text(json, "map_name", name);
		if (step->least)
			json_set_number(json, "least_bytes", bytes_of(step->least));
	}
	json_set_flag(json, "fits", fits);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		json_set_number(json, numbers[i].key, numbers[i].number);
	return json;
}

static struct json *replay_to_json(const struct replay *replay)
{
	const struct exh_keen_memory_plan *plan = &replay->options->plan;
	struct json *json = json_new_object(), *steps = json_new_list();

	json_set_number(json, "memory_bytes", bytes_of(plan->end_paragraphs));
	json_set_number(json, "program_bytes",
			bytes_of(plan->low_paragraphs) + bytes_of(plan->gap_paragraphs));
	json_set_number(json, "free_bytes", replay->free_bytes);
	json_set_flag(json, "warns", does_warn(replay));
	json_set_flag(json, "fits", replay->fits);
	if (!replay->fits)
		json_set_text(json, "text", replay->err.text);
	if (replay->least)
		json_set_number(json, "least_bytes", bytes_of(replay->least));
	for (size_t i = 0; i < replay->taken; i++)
		json_push(steps, step_to_json(replay, &replay->steps[i],
					      replay->fits || i + 1 < replay->taken));
	json_set(json, "steps", steps);
	if (replay->options->map)
		json_set_text(json, "picture", replay->options->map);
	if (replay->options->events)
		json_set_text(json, "events", replay->options->events);
	return json;
}

/*
 * Files.
 */

static bool play_events(struct replay *replay)
{
	struct exh_writer out = { .limit = EVENTS_LIMIT };

	text_put(&out, "number\tstep\tevent\towner\tstart\tlength\tfrom\tpurge\toffset\t"
		       "size\n");
	replay->events = replay->options->events ? &out : NULL;
	play(replay);
	replay->events = NULL;
	if (replay->options->events)
		return output_write_text(replay->report, replay->options->events, &out);
	exh_writer_free(&out);
	return true;
}

static bool write_map(struct replay *replay)
{
	struct exh_writer out = { .limit = PICTURE_LIMIT };
	const struct exh_keen_memory_plan *plan = &replay->options->plan;
	struct exh_error err;
	char title[80];

	snprintf(title, sizeof title, "%u kb of memory, %u kb free: %s",
		 bytes_of(plan->end_paragraphs) / 1024, replay->free_bytes / 1024,
		 replay->fits ? "all fits" : "out of memory");
	if (!replay->fits)
		keen_memory_map_failed(replay->map);
	return output_write_encoded(
		replay->report, replay->options->map,
		keen_memory_map_encode(replay->map, title, &out, &err), &out, &err);
}

/* Replays again, now that the number of moments is known. */
static bool play_map(struct replay *replay)
{
	bool good;

	if (!replay->options->map)
		return true;
	replay->map = keen_memory_map_start(replay->moments + !replay->fits,
					    replay->options->plan.end_paragraphs);
	play(replay);
	good = write_map(replay);
	keen_memory_map_free(replay->map);
	replay->map = NULL;
	return good;
}

/* Checks that all selected levels exist. */
static bool check_levels(const struct replay *replay)
{
	for (size_t i = 0; i < replay->count; i++) {
		const struct exh_keen_cache_step *what = &replay->steps[i].what;
		const struct exh_keen_map *map =
			keen_levels_find(&replay->game->levels, what->map);

		if (what->kind != EXH_KEEN_CACHE_LEVEL || (map && !map->lost))
			continue;
		report_error(replay->report, replay->game->levels_path, EXH_NO_OFFSET,
			     "--memory-levels: level %u is %s", what->map,
			     map ? "lost" : "not there");
		return false;
	}
	return true;
}

static bool replay_all(struct replay *replay, bool print, struct json *result)
{
	struct exh_keen_memory_use use;

	if (exh_keen_memory_start(&replay->cache->memory, &replay->options->plan,
				  &replay->err)) {
		report_failure(replay->report, NULL, &replay->err);
		return false;
	}
	exh_keen_memory_measure(&replay->cache->memory, &use);
	replay->free_bytes = use.free;
	if (!play_events(replay) || !play_map(replay))
		return false;
	find_least(replay);
	json_set(result, "memory", replay_to_json(replay));
	if (print)
		print_table(replay);
	return true;
}

bool keen_memory_replay(const struct keen_memory_options *options,
			const struct keen_game *game, enum exh_audio_device device,
			const struct keen_memory_levels *levels, bool print,
			struct report *report, struct json *result)
{
	struct replay replay = { .options = options, .game = game, .report = report };
	struct exh_error err;
	bool good = false;

	if (!options->memory)
		return true;
	replay.cache = mem_alloc(1, sizeof *replay.cache);
	list_steps(&replay, levels);
	if (exh_keen_cache_open(replay.cache, &game->parts, device, &err))
		report_failure(report, game->graphics_path, &err);
	else
		good = check_levels(&replay) && replay_all(&replay, print, result);
	free(replay.steps);
	free(replay.cache);
	return good;
}
