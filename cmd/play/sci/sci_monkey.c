#include "play_sci.h"

#include "play/play.h"
#include "task/jobs.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	GAME_ACTS = 150,    /* acts after which the game starts anew */
	SHRINK_CALLS = 600, /* most replays to shrink a script */
	/* time without events taken after which a game is given up */
	STUCK_SECONDS = 60,
	TEXT_LIMIT = 1 << 24, /* bytes of printed text */
	LOOK_UP = 64,	      /* cycles between two updates of the progress */
};

/* Outcome of an act, or of a game's acts. */
enum outcome {
	PLAY_GOES_ON,
	PLAY_ENDED, /* the game ended, or all requested cycles were made */
	PLAY_FAULT,
	PLAY_FAILED, /* the act failed */
	PLAY_STUCK,
	PLAY_INTERRUPTED,
};

struct fault_place {
	enum exh_sci_fault fault;
	unsigned script, offset;
};

/* A fault, and the shortest script that leads to it. */
struct monkey_fault {
	struct fault_place place;
	struct monkey_acts acts;
	size_t first_count; /* number of acts before shrinking */
	char *path;	    /* path of the script; NULL: not written */
	bool is_again;	    /* the fault comes again when the acts are repeated */
	bool is_first;	    /* is_again, and no other fault comes before it */
};

struct monkey {
	const struct sci_run_options *options;
	const char *input;
	struct report *report;
	struct sci_run_options game_options; /* options as for a run of a script */
	struct sci_run_game game;
	struct sci_shared shared; /* unpacked once, since games start anew many times */
	struct sci_sentences sentences;
	uint16_t *rooms;
	struct monkey_world world;
	char *path; /* path of the first script */
	/* Results. */
	uint64_t cycles, shown, acts, games, stuck;
	struct sci_findings findings; /* findings of the faults, with the same indices */
	struct {
		struct monkey_fault *items;
		size_t count, capacity;
	} faults;
	size_t settled_count;	   /* number of shrunk faults */
	struct fault_place wanted; /* fault that shrinking looks for */
	bool is_wanted_found;
	bool is_over; /* interrupted, or the game can't be started */
	struct progress progress;
};

/*
 * Playing.
 */

static struct fault_place place_of(const struct exh_sci_vm *vm, enum exh_sci_fault fault)
{
	struct exh_sci_where where = { .script = 0 };

	exh_sci_vm_where(vm, &where);
	return (struct fault_place){ fault, where.script, where.offset };
}

static enum exh_sci_fault fatal_fault(const struct sci_player *player, const char **why)
{
	return exh_sci_vm_fault(exh_sci_engine_vm(player->engine), why);
}

static bool is_same(struct fault_place a, struct fault_place b)
{
	return a.fault == b.fault && a.script == b.script && a.offset == b.offset;
}

/* Makes a frame as the runner does. cycles: counted up by the game's cycles, or by 1 if
 * it made none. */
static enum outcome make_frame(struct sci_player *player,
			       const struct exh_input_frame *input, uint64_t *cycles)
{
	const struct exh_host host = { .context = NULL };
	const uint64_t before = sci_state_of(player).cycles;
	struct exh_sci_engine_state state;
	bool goes_on;

	if (interrupt_pending())
		return PLAY_INTERRUPTED;
	sci_engine.press(player, input);
	goes_on = sci_engine.step(player, &host);
	state = sci_state_of(player);
	*cycles += state.cycles > before ? state.cycles - before : 1;
	if (!goes_on)
		return fatal_fault(player, NULL) ? PLAY_FAULT : PLAY_ENDED;
	return state.tick - state.polled < STUCK_SECONDS * EXH_SCI_TICKS ? PLAY_GOES_ON
									 : PLAY_STUCK;
}

static enum outcome play_act(struct sci_player *player, const struct monkey_act *act,
			     uint64_t *cycles, uint64_t most_cycles)
{
	const struct exh_input_act used = { .name = act->name, .text = act->text };
	struct acts acts = { .type = &sci_engine, .act = &used };
	enum outcome outcome = PLAY_GOES_ON;
	struct exh_input_frame input;
	struct exh_error err;

	while (outcome == PLAY_GOES_ON)
		switch (acts_go_on(&acts, player, &input, &err)) {
		case ENGINE_ACT_DONE:
			return PLAY_GOES_ON;
		case ENGINE_ACT_FAILED:
			return PLAY_FAILED;
		default:
			outcome = make_frame(player, &input, cycles);
			if (outcome == PLAY_GOES_ON && *cycles >= most_cycles)
				outcome = PLAY_ENDED;
		}
	return outcome;
}

static struct sci_player *start(struct monkey *monkey)
{
	struct sci_player *player = sci_engine.create();

	if (sci_engine.start(player, &monkey->game, &monkey->game_options,
			     monkey->report))
		return player;
	sci_engine.destroy(player);
	monkey->is_over = true;
	return NULL;
}

static void look_for_wanted(void *context, const struct exh_sci_vm *vm,
			    enum exh_sci_fault fault, const char *text)
{
	struct monkey *monkey = context;

	(void)text;
	monkey->is_wanted_found |= is_same(place_of(vm, fault), monkey->wanted);
}

/* True if a game with these acts leads to the wanted fault. */
static bool leads_to_fault(void *context, const struct monkey_acts *acts)
{
	struct monkey *monkey = context;
	struct sci_player *player = monkey->is_over ? NULL : start(monkey);
	enum outcome outcome = PLAY_GOES_ON;
	enum exh_sci_fault fault;
	uint64_t cycles = 0;

	if (!player)
		return false;
	monkey->is_wanted_found = false;
	exh_sci_engine_watch_faults(player->engine, look_for_wanted, monkey);
	for (size_t i = 0; i < acts->count && outcome == PLAY_GOES_ON; i++)
		outcome = play_act(player, &acts->items[i], &cycles, UINT64_MAX);
	fault = outcome == PLAY_FAULT ? fatal_fault(player, NULL) : EXH_SCI_NO_FAULT;
	if (fault)
		look_for_wanted(monkey, exh_sci_engine_vm(player->engine), fault, NULL);
	monkey->is_over |= outcome == PLAY_INTERRUPTED;
	sci_engine.destroy(player);
	return monkey->is_wanted_found && !monkey->is_over;
}

/*
 * Faults.
 */

static struct exh_writer print_script(const struct monkey *monkey, size_t number)
{
	const struct sci_run_options *options = monkey->options;
	const struct monkey_fault *fault = &monkey->faults.items[number];
	const struct sci_finding *finding = &monkey->findings.items[number];
	struct exh_writer out = { .limit = SIZE_MAX };

	text_put(&out, "# Script %u at 0x%04x: %s\n", fault->place.script,
		 fault->place.offset, finding->text ? finding->text : "");
	text_put(&out, "# To see it: exhume sci-run%s",
		 fault->is_first ? " --stop-on-fault" : "");
	if (options->instructions.given)
		text_put(&out, " --instructions %d", (int)options->instructions.value);
	if (options->animate)
		text_put(&out, " --animate seed");
	if (options->has_no_mouse)
		text_put(&out, " --no-mouse");
	text_put(&out, " --input THIS_FILE GAME\n");
	monkey_acts_print(&fault->acts, &out);
	mem_check(&out);
	return out;
}

/* Writes a script. The first one has the given name, others have a number after it. */
static void write_script(struct monkey *monkey, size_t number)
{
	struct monkey_fault *fault = &monkey->faults.items[number];
	struct exh_writer out = print_script(monkey, number);
	char *path = number && strcmp(monkey->path, "-") != 0
			     ? mem_format("%s.%zu", monkey->path, number + 1)
			     : mem_text(monkey->path);

	if (output_write(monkey->report, path, exh_writer_bytes(&out)))
		fault->path = path;
	else
		free(path);
	exh_writer_free(&out);
}

/* True if the fault comes first, so that --stop-on-fault ends with it. */
static bool is_first(struct monkey *monkey, const struct monkey_fault *fault)
{
	bool is_it;

	monkey->game_options.stops = true;
	is_it = leads_to_fault(monkey, &fault->acts);
	monkey->game_options.stops = false;
	return is_it;
}

/* Makes the script as short as possible, and if possible without other faults before this
 * one. */
static void shrink(struct monkey *monkey, struct monkey_fault *fault)
{
	monkey->wanted = fault->place;
	fault->is_first = is_first(monkey, fault);
	monkey->game_options.stops = fault->is_first;
	fault->is_again = fault->is_first || leads_to_fault(monkey, &fault->acts);
	if (fault->is_again)
		monkey_acts_shrink(&fault->acts, SHRINK_CALLS, leads_to_fault, monkey);
	monkey->game_options.stops = false;
	/* Shrinking may have removed the causes of other faults. */
	if (fault->is_again && !fault->is_first)
		fault->is_first = is_first(monkey, fault);
}

/* Notes a fault's place when it first occurs. */
static void note_fault(void *context, const struct exh_sci_vm *vm,
		       enum exh_sci_fault fault, const char *text)
{
	struct monkey *monkey = context;
	const size_t known = monkey->findings.count;

	sci_findings_add_fault(&monkey->findings, vm, fault, text, NULL);
	if (monkey->findings.count > known)
		*MEM_ADD(&monkey->faults) =
			(struct monkey_fault){ .place = place_of(vm, fault) };
}

/* Shrinks and reports the faults of the last act. */
static void settle_faults(struct monkey *monkey, const struct monkey_acts *acts)
{
	for (; monkey->settled_count < monkey->faults.count; monkey->settled_count++) {
		struct monkey_fault *fault = &monkey->faults.items[monkey->settled_count];

		fault->first_count = acts->count;
		monkey_acts_copy(&fault->acts, acts);
		shrink(monkey, fault);
		write_script(monkey, monkey->settled_count);
	}
}

/*
 * The monkey.
 */

static void show(struct monkey *monkey)
{
	if (monkey->cycles - monkey->shown < LOOK_UP)
		return;
	monkey->shown = monkey->cycles;
	progress_show(&monkey->progress, (size_t)monkey->cycles,
		      (size_t)monkey->options->monkey.value);
}

static bool goes_on(const struct monkey *monkey)
{
	return !monkey->is_over &&
	       monkey->cycles < (uint64_t)monkey->options->monkey.value;
}

static void note_fatal(struct monkey *monkey, const struct sci_player *player)
{
	const char *why = "";
	const enum exh_sci_fault fault = fatal_fault(player, &why);

	note_fault(monkey, exh_sci_engine_vm(player->engine), fault, why);
}

/* Plays one more act. acts: the acts of the game so far. */
static enum outcome play_next(struct monkey *monkey, struct sci_player *player,
			      struct monkey_acts *acts)
{
	const uint64_t before = monkey->cycles;
	enum outcome outcome;
	struct monkey_act act;

	monkey->world.has_window = sci_state_of(player).windows > 1;
	monkey_act_choose(&monkey->world, &act);
	monkey_acts_add(acts, &act);
	monkey->acts++;
	outcome = play_act(player, &act, &monkey->cycles,
			   (uint64_t)monkey->options->monkey.value);
	monkey_act_judge(&monkey->world, &act, monkey->cycles - before,
			 outcome == PLAY_FAILED);
	if (outcome == PLAY_FAULT)
		note_fatal(monkey, player);
	settle_faults(monkey, acts);
	return outcome;
}

static void play_game(struct monkey *monkey, struct monkey_acts *acts)
{
	struct sci_player *player = start(monkey);
	enum outcome outcome = PLAY_GOES_ON;

	acts->count = 0;
	monkey->games++;
	if (player)
		exh_sci_engine_watch_faults(player->engine, note_fault, monkey);
	while (player && goes_on(monkey) && acts->count < GAME_ACTS &&
	       outcome == PLAY_GOES_ON) {
		outcome = play_next(monkey, player, acts);
		show(monkey);
	}
	monkey->stuck += outcome == PLAY_STUCK;
	monkey->is_over |= outcome == PLAY_INTERRUPTED;
	sci_engine.destroy(player);
}

static void play(struct monkey *monkey)
{
	struct monkey_acts acts = { .count = 0 };

	progress_start(&monkey->progress, monkey->report->common,
		       monkey->report->command);
	while (goes_on(monkey))
		play_game(monkey, &acts);
	progress_end(&monkey->progress);
	monkey_acts_free(&acts);
	if (interrupt_pending())
		report_error(monkey->report, NULL, EXH_NO_OFFSET, "interrupted");
}

/*
 * Reports.
 */

struct fault_row {
	struct sci_finding finding;
	const char **acts, *file;
	size_t act_count, first_acts;
	bool first, again;
};

static const struct field fault_field[] = {
	FIELD_MEMBERS_OF(struct fault_row, finding, &sci_finding_fields),
	FIELD_LIST_OF("acts", FIELD_TEXT, struct fault_row, acts, act_count, NULL,
		      "the shortest script that leads there"),
	FIELD(struct fault_row, first_acts, NULL, "acts before it was shortened"),
	FIELD(struct fault_row, first, NULL, "true: no other fault comes before it"),
	FIELD(struct fault_row, again, NULL, "true: it comes again when they are played"),
	FIELD(struct fault_row, file, NULL, "the script", .flags = FIELD_OMITTED),
};
static const struct fields fault_table = FIELDS("fault", struct fault_row, fault_field);

struct monkey_row {
	uint64_t cycles, acts, games, stuck;
	struct fault_row *faults;
	size_t fault_count;
};

static const struct field monkey_field[] = {
	FIELD(struct monkey_row, cycles, NULL, "game cycles that were played"),
	FIELD(struct monkey_row, acts, NULL, "acts of the monkey"),
	FIELD(struct monkey_row, games, NULL, "games that were begun"),
	FIELD(struct monkey_row, stuck, NULL, "games that took no events any more"),
	FIELD_ROWS(struct monkey_row, faults, fault_count, &fault_table,
		   "faults, each place once"),
};
const struct fields sci_monkey_fields = FIELDS("monkey", struct monkey_row, monkey_field);

static void describe(const struct monkey *monkey, struct json *result)
{
	struct exh_arena arena = { .limit = SIZE_MAX };
	struct monkey_row row = { monkey->cycles, monkey->acts, monkey->games,
				  monkey->stuck,  NULL,		monkey->faults.count };

	row.faults = mem_arena(&arena, row.fault_count, sizeof *row.faults);
	for (size_t i = 0; i < row.fault_count; i++) {
		const struct monkey_fault *from = &monkey->faults.items[i];
		struct fault_row *to = &row.faults[i];

		*to = (struct fault_row){
			.finding = monkey->findings.items[i],
			.act_count = from->acts.count,
			.acts = mem_arena(&arena, from->acts.count, sizeof *to->acts),
			.first_acts = from->first_count,
			.first = from->is_first,
			.again = from->is_again,
			.file = from->path,
		};
		for (size_t k = 0; k < to->act_count; k++)
			to->acts[k] = mem_arena_format(&arena, "%s %s",
						       from->acts.items[k].name,
						       from->acts.items[k].text);
	}
	fields_put(&sci_monkey_fields, &row, result);
	exh_arena_free(&arena);
}

static void write_text(const struct monkey *monkey)
{
	struct exh_writer out = { .limit = TEXT_LIMIT };

	for (size_t i = 0; i < monkey->faults.count; i++) {
		sci_finding_print(&monkey->findings.items[i], &out);
		text_put(&out, "\n  %zu acts, shrunk to %zu: %s\n",
			 monkey->faults.items[i].first_count,
			 monkey->faults.items[i].acts.count,
			 monkey->faults.items[i].path ? monkey->faults.items[i].path
						      : "not written");
	}
	text_put(&out, "%" PRIu64 " cycles, %" PRIu64 " acts, %" PRIu64 " games; ",
		 monkey->cycles, monkey->acts, monkey->games);
	if (monkey->stuck)
		text_put(&out, "%" PRIu64 " took no more events; ", monkey->stuck);
	text_put(&out, "%zu fault%s\n", monkey->faults.count,
		 monkey->faults.count == 1 ? "" : "s");
	output_write_text(monkey->report, "-", &out);
}

static void tell(const struct monkey *monkey, struct json *result)
{
	describe(monkey, result);
	if (!monkey->options->run.common.json && strcmp(monkey->path, "-") != 0)
		write_text(monkey);
	for (size_t i = 0; i < monkey->faults.count; i++)
		if (!monkey->faults.items[i].is_again && !monkey->is_over)
			report_warning(monkey->report, monkey->input, EXH_NO_OFFSET,
				       "a fault does not come again when what led there "
				       "is played again");
	if (monkey->faults.count)
		report_error(monkey->report, monkey->input, EXH_NO_OFFSET, "%zu fault%s",
			     monkey->faults.count, monkey->faults.count == 1 ? "" : "s");
}

static bool read_resource(void *context, unsigned type, unsigned number,
			  struct exh_bytes *out)
{
	return sci_shared_find(context, type, number, out);
}

/* The game's own random numbers are as in a run without options, so that scripts need
 * none. */
static void set_game_options(struct monkey *monkey)
{
	monkey->game_options = *monkey->options;
	monkey->game_options.seed = (struct given_integer){ .value = 0 };
	monkey->game_options.stops = false;
	monkey->game.sound_devices = 1u << EXH_AUDIO_NONE;
	monkey->game.resources = (struct exh_sci_resources){ .read = read_resource,
							     .context = &monkey->shared };
}

/* False: the report has the reason. */
static bool set_up(struct monkey *monkey)
{
	const struct sci_run_options *options = monkey->options;

	monkey->path = options->run.record
			       ? mem_text(options->run.record)
			       : output_folder_with(&options->run.common, monkey->input,
						    false, ".monkey");
	if (!output_is_free(monkey->report, monkey->path) ||
	    !sci_run_game_open(&monkey->game, monkey->input, monkey->report))
		return false;
	set_game_options(monkey);
	monkey_world_start(&monkey->world, (uint32_t)options->seed.value);
	monkey->rooms = sci_list_rooms(&monkey->game, NULL, &monkey->world.room_count);
	monkey->world.rooms = monkey->rooms;
	monkey->world.sentences = &monkey->sentences;
	if (!monkey->rooms)
		return false;
	sci_shared_open(&monkey->shared, &monkey->game.program.game, monkey->report);
	return sci_sentences_open(&monkey->sentences, &monkey->game.program.game,
				  monkey->input, monkey->report);
}

void sci_monkey(const struct sci_run_options *options, const char *input,
		struct report *report, struct json *result)
{
	struct monkey monkey = { .options = options, .input = input, .report = report };

	if (set_up(&monkey)) {
		play(&monkey);
		tell(&monkey, result);
	}
	for (size_t i = 0; i < monkey.faults.count; i++) {
		monkey_acts_free(&monkey.faults.items[i].acts);
		free(monkey.faults.items[i].path);
	}
	free(monkey.faults.items);
	free(monkey.rooms);
	free(monkey.path);
	sci_findings_free(&monkey.findings);
	sci_sentences_close(&monkey.sentences);
	sci_shared_close(&monkey.shared);
	sci_run_game_close(&monkey.game);
}
