#include "play_sci.h"

#include "play/play.h"
#include "task/jobs.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LIMIT = 1 << 28, STATE_LIMIT = 1 << 26, NAME_SIZE = 16 };

struct smoke {
	struct smoke_game game;
	struct smoke_room *rooms; /* the first one is the start */
	size_t count;
	struct sci_known known;
	struct exh_writer start; /* state from which rooms are entered */
	const char *input;
	struct report *report;
};

/*
 * Rooms.
 */

/* False: the report has the reason. */
static bool list_rooms(struct smoke *smoke)
{
	const struct given_integer *only = &smoke->game.options->room;
	size_t count;
	bool *is_led_to = NULL;
	uint16_t *numbers = sci_list_rooms(smoke->game.game, &is_led_to, &count);

	if (!numbers)
		return false;
	smoke->rooms = mem_alloc(count + 1, sizeof *smoke->rooms);
	smoke->count = 1;
	for (size_t i = 0; i < count; i++)
		if (!only->given || numbers[i] == (unsigned)only->value)
			smoke->rooms[smoke->count++] =
				(struct smoke_room){ .number = numbers[i],
						     .is_led_to = is_led_to[i] };
	free(numbers);
	free(is_led_to);
	if (smoke->count > 1)
		return true;
	if (only->given)
		report_error(smoke->report, smoke->input, EXH_NO_OFFSET,
			     "the game has no room %d", (int)only->value);
	else
		report_warning(smoke->report, smoke->input, EXH_NO_OFFSET,
			       "the game has no rooms");
	return !only->given;
}

/* Plays from the start until rooms can be entered. False: the report has the reason. */
static bool test_start(struct smoke *smoke)
{
	const struct run_options *run = &smoke->game.options->run;
	struct smoke_room *room = &smoke->rooms[0];
	const struct said_flaws *flaws = &smoke->game.sentences->flaws;

	for (size_t i = 0; i < flaws->count; i++)
		sci_findings_add(&room->findings,
				 &(struct sci_finding){ .kind = SCI_FOUND_SAID,
							.number = flaws->items[i].script,
							.place = flaws->items[i].offset,
							.text = flaws->items[i].text });
	if (run->input || run->load_state) {
		if (!sci_smoke_prelude(&smoke->game, room, &smoke->start, smoke->report))
			return false;
	} else {
		sci_smoke_room(&smoke->game, room, &smoke->start);
		if (!room->can_type && !room->is_interrupted && !room->err.status)
			report_warning(smoke->report, smoke->input, EXH_NO_OFFSET,
				       "no room lets the player type, whichever key is "
				       "pressed: --input or --load-state can lead there");
	}
	smoke->game.start = exh_writer_bytes(&smoke->start);
	return true;
}

static void test_room(void *context, size_t i)
{
	const struct smoke *smoke = context;

	sci_smoke_room(&smoke->game, &smoke->rooms[i + 1], NULL);
}

/* False: the report has the reason. */
static bool test_rooms(struct smoke *smoke)
{
	const size_t wanted = smoke->rooms[0].is_interrupted ? 0 : smoke->count - 1;
	const size_t done = jobs_run(smoke->report->common, smoke->report->command,
				     wanted, test_room, smoke);
	bool is_whole = done == wanted;

	for (size_t i = 0; i < smoke->count; i++) {
		const struct smoke_room *room = &smoke->rooms[i];

		if (is_whole && room->err.status) {
			report_failure(smoke->report, smoke->input, &room->err);
			return false;
		}
		is_whole &= !room->is_interrupted;
	}
	if (!is_whole)
		report_error(smoke->report, NULL, EXH_NO_OFFSET, "interrupted");
	return is_whole;
}

/*
 * Reports.
 */

static void put_room_name(const struct smoke_room *room, struct exh_writer *out)
{
	if (room->number)
		text_put(out, "room %u", room->number);
	else
		text_put(out, "start");
}

static void put_room(const struct smoke_room *room, struct exh_writer *out)
{
	put_room_name(room, out);
	text_put(out, ": %zu sentence%s", room->sentences,
		 room->sentences == 1 ? "" : "s");
	if (room->left_out)
		text_put(out, ", %zu left out", room->left_out);
	exh_write_u8(out, '\n');
	for (size_t i = 0; i < room->findings.count; i++) {
		text_put(out, "  ");
		sci_finding_print(&room->findings.items[i], out);
		exh_write_u8(out, '\n');
	}
}

static size_t count_of(const struct smoke *smoke, enum sci_finding_kind kind)
{
	size_t count = 0;

	for (size_t i = 0; i < smoke->count; i++)
		count += sci_findings_of(&smoke->rooms[i].findings, kind);
	return count;
}

/* Counts findings that are not in --known. */
static size_t count_new(const struct smoke *smoke, enum sci_finding_kind kind,
			bool are_failures)
{
	size_t count = 0;

	for (size_t i = 0; i < smoke->count; i++) {
		const struct sci_findings *list = &smoke->rooms[i].findings;

		for (size_t k = 0; k < list->count; k++)
			count += list->items[k].kind == kind &&
				 !list->items[k].is_known &&
				 list->items[k].is_failure == are_failures;
	}
	return count;
}

/* Appends "2 faults, 1 missing resource"; appends nothing if there are none. */
static void put_counts(const struct smoke *smoke, bool are_failures,
		       struct exh_writer *out)
{
	bool is_first = true;

	for (unsigned kind = 0; kind < SCI_FOUND_KINDS; kind++) {
		const size_t count = count_new(smoke, kind, are_failures);

		if (!count)
			continue;
		text_put(out, "%s%zu %s", is_first ? "" : ", ", count,
			 sci_finding_name(kind, count != 1));
		is_first = false;
	}
	if (out->size)
		exh_write_u8(out, 0);
}

static void write_text(const struct smoke *smoke)
{
	struct exh_writer out = { .limit = TEXT_LIMIT };
	size_t sentences = 0, left_out = 0, entered = 0;

	for (size_t i = 0; i < smoke->count; i++) {
		const struct smoke_room *room = &smoke->rooms[i];

		if (room->number || room->findings.count)
			put_room(room, &out);
		sentences += room->sentences;
		left_out += room->left_out;
		entered += room->is_entered;
	}
	text_put(&out, "%zu of %zu rooms entered, %zu sentence%s", entered,
		 smoke->count - 1, sentences, sentences == 1 ? "" : "s");
	if (left_out)
		text_put(&out, " (%zu left out: see --most-sentences)", left_out);
	if (smoke->game.sentences->lost_count)
		text_put(&out, "; %zu Said specs have no sentence",
			 smoke->game.sentences->lost_count);
	exh_write_u8(&out, '\n');
	output_write_text(smoke->report, "-", &out);
}

static const struct field room_field[] = {
	FIELD_AS("room", struct smoke_room, number, NULL,
		 "number of the room; 0: the start of the game"),
	FIELD_AS("entered", struct smoke_room, is_entered, NULL,
		 "true: the room was entered"),
	FIELD_AS("led_to", struct smoke_room, is_led_to, NULL,
		 "true: another script leads to it"),
	FIELD(struct smoke_room, sentences, NULL, "sentences that were typed"),
	FIELD(struct smoke_room, left_out, NULL,
	      "sentences that were left out, as there were too many"),
	FIELD_LIST_OF("findings", FIELD_ROW, struct smoke_room, findings.items,
		      findings.count, NULL, "faults of the room",
		      .of = &sci_finding_fields),
};
static const struct fields room_table = FIELDS("room", struct smoke_room, room_field);

struct smoke_row {
	const struct smoke_room *rooms;
	struct json *counts;
	size_t count, entered, without_sentence;
};

static const struct field smoke_field[] = {
	FIELD_ROWS(struct smoke_row, rooms, count, &room_table,
		   "the start, and the rooms"),
	FIELD(struct smoke_row, entered, NULL, "number of rooms that were entered"),
	FIELD_MADE(FIELD_JSON_MAP, struct smoke_row, counts, &number_fields,
		   "number of findings by kind"),
	FIELD(struct smoke_row, without_sentence, NULL, "Said specs without a sentence"),
};
const struct fields sci_smoke_fields = FIELDS("smoke", struct smoke_row, smoke_field);

static void describe(const struct smoke *smoke, struct json *result)
{
	struct smoke_row row = { smoke->rooms, json_new_object(), smoke->count, 0,
				 smoke->game.sentences->lost_count };

	for (size_t i = 0; i < smoke->count; i++)
		row.entered += smoke->rooms[i].is_entered;
	for (unsigned kind = 0; kind < SCI_FOUND_KINDS; kind++)
		json_set_number(row.counts, sci_finding_key(kind), count_of(smoke, kind));
	fields_put(&sci_smoke_fields, &row, result);
}

/* Returns the failure text of a room's test; NULL: it passed. */
static char *failure_of(const struct smoke *smoke, const struct smoke_room *room)
{
	struct exh_writer out = { .limit = TEXT_LIMIT };

	for (size_t i = 0; i < room->findings.count; i++) {
		const struct sci_finding *finding = &room->findings.items[i];

		if (finding->is_known ||
		    (!finding->is_failure && !smoke->report->common->strict))
			continue;
		if (out.size)
			text_put(&out, "; ");
		sci_finding_print(finding, &out);
	}
	if (out.size)
		exh_write_u8(&out, 0);
	return (char *)out.data;
}

/* Writes a test for each room, as for scripts. */
static void write_tests(const struct smoke *smoke)
{
	const struct run_options *options = &smoke->game.options->run;
	struct exh_input_act *acts = mem_alloc(smoke->count, sizeof *acts);
	char(*names)[NAME_SIZE] = mem_alloc(smoke->count, sizeof *names);
	struct act_log log = { .count = 0 };
	uint64_t ticks = 0;

	for (size_t i = 0; i < smoke->count; i++) {
		const struct smoke_room *room = &smoke->rooms[i];
		char *failure = failure_of(smoke, room);

		if (room->number)
			snprintf(names[i], NAME_SIZE, "%u", room->number);
		acts[i] = (struct exh_input_act){ .name = room->number ? "room" : "start",
						  .text = names[i],
						  .file = smoke->input };
		ticks += room->ticks;
		act_log_add(&log, &acts[i], ticks, failure);
		free(failure);
	}
	act_log_write(&log, options, smoke->input, EXH_SCI_TICKS, smoke->report);
	act_log_free(&log);
	free(acts);
	free(names);
}

/* Reports the counts of findings, which set the exit status. */
static void conclude(const struct smoke *smoke)
{
	struct exh_writer failures = { .limit = TEXT_LIMIT },
			  others = { .limit = TEXT_LIMIT };

	put_counts(smoke, true, &failures);
	put_counts(smoke, false, &others);
	if (failures.size)
		report_error(smoke->report, smoke->input, EXH_NO_OFFSET, "%s",
			     (char *)failures.data);
	if (others.size)
		report_warning(smoke->report, smoke->input, EXH_NO_OFFSET, "%s",
			       (char *)others.data);
	exh_writer_free(&failures);
	exh_writer_free(&others);
}

/*
 * --known.
 */

static void take_known(struct smoke *smoke, const struct smoke_room *room,
		       struct sci_finding *finding)
{
	struct exh_writer line = { .limit = TEXT_LIMIT };
	const char *detail;
	char *anywhere;

	sci_finding_put_known(finding, room->number, &line);
	exh_write_u8(&line, 0);
	detail = strstr((char *)line.data, ": ");
	anywhere = mem_format(SCI_ANY_ROOM "%s", detail);
	finding->is_known = sci_known_take(&smoke->known, (char *)line.data);
	finding->is_known |= sci_known_take(&smoke->known, anywhere);
	free(anywhere);
	exh_writer_free(&line);
}

static enum sci_known_line_kind known_kind(void *context, const char *line)
{
	const struct smoke *smoke = context;
	struct sci_known_place place;

	if (!strncmp(line, "script ", strlen("script "))) /* lines of --lint */
		return SCI_KNOWN_OTHER;
	if (!sci_finding_read_known(line, &place))
		return SCI_KNOWN_WRONG;
	if (!smoke->game.options->room.given)
		return SCI_KNOWN_OWN;
	return !place.is_any && place.room == (unsigned)smoke->game.options->room.value
		       ? SCI_KNOWN_OWN
		       : SCI_KNOWN_OTHER;
}

/* --write-known */
static void write_known(const struct smoke *smoke)
{
	const char *path = smoke->game.options->write_known;
	struct exh_writer out = { .limit = TEXT_LIMIT };

	if (!path)
		return;
	for (size_t i = 0; i < smoke->count; i++) {
		const struct smoke_room *room = &smoke->rooms[i];

		for (size_t k = 0; k < room->findings.count; k++) {
			sci_finding_put_known(&room->findings.items[k], room->number,
					      &out);
			exh_write_u8(&out, '\n');
		}
	}
	output_write_text(smoke->report, path, &out);
}

static void mark_known(struct smoke *smoke)
{
	for (size_t i = 0; i < smoke->count; i++)
		for (size_t k = 0; k < smoke->rooms[i].findings.count; k++)
			take_known(smoke, &smoke->rooms[i],
				   &smoke->rooms[i].findings.items[k]);
}

static void tell(struct smoke *smoke, struct json *result)
{
	const struct run_options *options = &smoke->game.options->run;

	write_known(smoke);
	mark_known(smoke);
	describe(smoke, result);
	if (!options->common.json && !options->tap &&
	    !(options->junit && !strcmp(options->junit, "-")))
		write_text(smoke);
	if (options->tap || options->junit)
		write_tests(smoke);
	conclude(smoke);
	sci_known_tell(&smoke->known, known_kind, smoke, smoke->report);
}

void sci_smoke(const struct sci_run_options *options, const char *input,
	       struct report *report, struct json *result)
{
	struct sci_run_game game;
	struct sci_shared shared = { .items = NULL };
	struct sci_sentences sentences = { .found = NULL };
	struct smoke smoke = {
		.game = { .options = options,
			  .game = &game,
			  .shared = &shared,
			  .sentences = &sentences,
			  .most_sentences = options->sentences.given
						    ? (size_t)options->sentences.value
						    : SCI_SMOKE_SENTENCES },
		.start = { .limit = STATE_LIMIT },
		.input = input,
		.report = report
	};
	bool good = sci_run_game_open(&game, input, report);

	if (options->run.junit && !output_is_free(report, options->run.junit))
		good = false;
	if (options->write_known && !output_is_free(report, options->write_known))
		good = false;
	if (good)
		good = sci_known_open(&smoke.known, options->known, report);
	if (good)
		sci_shared_open(&shared, &game.program.game, report);
	if (good && sci_sentences_open(&sentences, &game.program.game, input, report) &&
	    list_rooms(&smoke) && test_start(&smoke) && test_rooms(&smoke))
		tell(&smoke, result);
	for (size_t i = 0; i < smoke.count; i++)
		sci_smoke_room_free(&smoke.rooms[i]);
	free(smoke.rooms);
	sci_known_close(&smoke.known);
	exh_writer_free(&smoke.start);
	sci_sentences_close(&sentences);
	sci_shared_close(&shared);
	sci_run_game_close(&game);
}
