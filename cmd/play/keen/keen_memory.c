#include "play_keen.h"

#include "task/fields.h"
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
	/* paragraphs that the level needs if it is loaded right after the start */
	uint16_t least;
};

struct replay {
	const struct keen_memory_options *options;
	const struct keen_game *game;
	struct report *report;
	struct exh_keen_cache *cache;
	struct step *steps;
	size_t count, taken; /* the last step may have failed */
	bool fits;
	struct exh_error err; /* reason why a step does not fit */
	uint32_t free_bytes;  /* free bytes before anything is loaded */
	/* least memory for all steps, in paragraphs; 0: no size is enough */
	uint16_t least;
	/* During a replay. */
	size_t current;
	uint64_t moments;
	struct keen_memory_map *map; /* may be NULL */
	struct exh_writer *events;   /* may be NULL */
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

/* True if the event changes the map of memory; locks and single moves do not count. */
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

/* Runs all steps, or stops at the step that has too little memory. */
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

struct step_row {
	const char *step;
	bool is_level, fits;
	unsigned map, least_bytes;
	char map_name[EXH_KEEN_MAP_NAME_SIZE + 1];
	struct exh_keen_cache_result result;
};

#define RESULT(name, member, unit, meaning) \
	FIELD_AS(name, struct step_row, result.member, unit, meaning)

static const struct field step_fields[] = {
	FIELD(struct step_row, step, NULL,
	      "step of the game: start, level, panel or back"),
	FIELD(struct step_row, map, NULL, "number of the level",
	      FIELD_HAS(struct step_row, is_level)),
	FIELD_OF("map_name", FIELD_CHARS, struct step_row, map_name, NULL,
		 "name of the level", FIELD_HAS(struct step_row, is_level)),
	FIELD(struct step_row, least_bytes, "bytes",
	      "least memory for this level alone, right after the start", FIELD_IF_ANY),
	FIELD(struct step_row, fits, NULL, "false: the program ends here"),
	RESULT("needed_chunks", marked, "chunks", "chunks that are needed now"),
	RESULT("loaded", loaded, "blocks", "chunks, planes and sounds that were loaded"),
	RESULT("loaded_bytes", loaded_bytes, "bytes", "their size"),
	RESULT("reads", reads, NULL, "reads of the archive"),
	RESULT("read_bytes", read_bytes, "bytes", "bytes that were read"),
	RESULT("allocated", counts.allocated, "blocks", "blocks that were allocated"),
	RESULT("allocated_bytes", counts.allocated_bytes, "bytes", "their size"),
	RESULT("freed", counts.freed, "blocks", "blocks that were freed"),
	RESULT("purged", counts.purged, "blocks", "blocks that were purged"),
	RESULT("purged_bytes", counts.purged_bytes, "bytes", "their size"),
	RESULT("moved", counts.moved, "blocks", "blocks that were moved"),
	RESULT("moved_bytes", counts.moved_bytes, "bytes", "their size"),
	RESULT("compactions", counts.compactions, NULL, "compactions of the memory"),
	RESULT("blocks", use.blocks, "blocks", "blocks that there are now"),
	RESULT("fixed_bytes", use.fixed, "bytes", "memory of DOS and the program"),
	RESULT("locked_bytes", use.locked, "bytes", "blocks that can't be moved"),
	RESULT("kept_bytes", use.kept, "bytes", "blocks that can be moved"),
	RESULT("purgeable_bytes", use.purgeable, "bytes", "blocks that can be purged"),
	RESULT("free_bytes", use.free, "bytes", "free memory"),
	RESULT("largest_free_bytes", use.largest_free, "bytes", "the largest hole"),
	RESULT("largest_free_purged_bytes", use.largest_purged, "bytes",
	       "the largest hole if all purgeable blocks were purged"),
};
static const struct fields step_table = FIELDS("step", struct step_row, step_fields);

struct memory_row {
	unsigned memory_bytes, program_bytes, free_bytes, least_bytes;
	bool warns, fits;
	const char *text, *picture, *events;
	struct step_row *steps;
	size_t step_count;
};

#define ROW struct memory_row
static const struct field memory_fields[] = {
	FIELD(ROW, memory_bytes, "bytes", "memory of the PC"),
	FIELD(ROW, program_bytes, "bytes", "used by DOS and the program"),
	FIELD(ROW, free_bytes, "bytes", "free before anything is loaded"),
	FIELD(ROW, warns, NULL, "true: the game warns at its start of too little memory"),
	FIELD(ROW, fits, NULL, "false: the last step runs out of memory"),
	FIELD(ROW, text, NULL, "sizes that do not fit", FIELD_IF_ANY),
	FIELD(ROW, least_bytes, "bytes", "least memory with which all steps fit",
	      FIELD_IF_ANY),
	FIELD_ROWS(ROW, steps, step_count, &step_table, "loaded data, step by step"),
	FIELD(ROW, picture, NULL, "the picture that was written", FIELD_IF_ANY),
	FIELD(ROW, events, NULL, "the table of events that was written", FIELD_IF_ANY),
};
#undef ROW
static const struct fields memory_table =
	FIELDS("memory", struct memory_row, memory_fields);

struct result_row {
	struct memory_row memory;
};
static const struct field result_field[] = {
	FIELD_INSIDE(struct result_row, memory, &memory_table,
		     "the simulated memory, with --memory"),
};
const struct fields keen_memory_fields =
	FIELDS("simulated", struct result_row, result_field);

static struct step_row step_row(const struct replay *replay, const struct step *step,
				bool fits)
{
	struct step_row row = { .step = exh_keen_cache_step_name(step->what.kind),
				.is_level = step->what.kind == EXH_KEEN_CACHE_LEVEL,
				.fits = fits,
				.map = step->what.map,
				.result = step->result };

	if (row.is_level) {
		keen_game_map_name(replay->game, row.map, row.map_name);
		row.least_bytes = bytes_of(step->least);
	}
	return row;
}

static void describe(const struct replay *replay, struct json *result)
{
	const struct exh_keen_memory_plan *plan = &replay->options->plan;
	struct result_row row = {
		.memory = { .memory_bytes = bytes_of(plan->end_paragraphs),
			    .program_bytes = bytes_of(plan->low_paragraphs) +
					     bytes_of(plan->gap_paragraphs),
			    .free_bytes = replay->free_bytes,
			    .least_bytes = bytes_of(replay->least),
			    .warns = does_warn(replay),
			    .fits = replay->fits,
			    .text = replay->fits ? NULL : replay->err.text,
			    .picture = replay->options->map,
			    .events = replay->options->events,
			    .step_count = replay->taken,
			    .steps = mem_alloc(replay->taken, sizeof *row.memory.steps) }
	};

	for (size_t i = 0; i < replay->taken; i++)
		row.memory.steps[i] = step_row(replay, &replay->steps[i],
					       replay->fits || i + 1 < replay->taken);
	fields_put(&keen_memory_fields, &row, result);
	free(row.memory.steps);
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
	describe(replay, result);
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
