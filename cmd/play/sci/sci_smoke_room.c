#include "play_sci.h"

#include "task/jobs.h"
#include "task/memory.h"

#include <exhume/sci.h>
#include <exhume/advanced/sci_look.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ticks of the game's time. */
enum {
	ENTER_KEY = '\r',
	ESCAPE_KEY = 27,
	CODE_SHIFT = 24,		/* position of EXH_SCI_KEY_CODE's lowest bit */
	KEY_STEPS = 8,			/* steps between two keys that dismiss windows */
	MOST_WAIT = 60 * EXH_SCI_TICKS, /* to start, to enter, or to become quiet */
	MOST_DEAF = SCI_DEAF_SECONDS * EXH_SCI_TICKS,
	/* time with events taken before the room counts as quiet */
	QUIET = EXH_SCI_TICKS / 2,
	ANSWER = 2 * EXH_SCI_TICKS,	/* time to answer a sentence */
	PROBE_WAIT = 2 * EXH_SCI_TICKS, /* time until the next try to type */
	DISMISS_KEYS = 16,
	TYPED_SIZE = SAID_SENTENCE_SIZE + 16,
	NUDGE_STEPS = 20, /* steps after a key that leads on */
};

#define PROBE_SENTENCE "look"

/* A room being tested. */
struct test {
	const struct smoke_game *game;
	struct smoke_room *room;
	struct sci_player player;
	/* game with the test's resources; the engine keeps a pointer to it */
	struct sci_run_game played;
	struct exh_sci_resources resources;
	struct exh_host host;
	uint64_t most_prelude; /* most steps until the player may type */
	const char *sentence;  /* last sentence typed; NULL: none */
	/* findings are added; those of the start belong to room 0 */
	bool counts;
	/* Since the sentence was typed. */
	bool is_parsed, is_answered;
	bool is_passed; /* the room was entered, even if only for a moment */
	bool has_ended;
};

/* State that a sentence may change. */
struct look {
	struct exh_sci_engine_state state;
	struct exh_sci_reg score;
	size_t clones;
};

/*
 * Reports of the machine.
 */

bool sci_smoke_read(const struct smoke_game *game, struct sci_findings *findings,
		    const char *sentence, unsigned type, unsigned number,
		    struct exh_bytes *out)
{
	const bool is_there = sci_shared_find(game->shared, type, number, out);

	/* Games may lack vocabularies and patches of devices, and still play. */
	if (!is_there && findings && type != EXH_SCI_VOCAB && type != EXH_SCI_PATCH)
		sci_findings_add(findings,
				 &(struct sci_finding){ .kind = SCI_FOUND_MISSING,
							.number = number,
							.place = type,
							.sentence = sentence });
	return is_there;
}

static bool read_resource(void *context, unsigned type, unsigned number,
			  struct exh_bytes *out)
{
	struct test *t = context;

	return sci_smoke_read(t->game, t->counts ? &t->room->findings : NULL, t->sentence,
			      type, number, out);
}

void sci_smoke_lack(struct sci_findings *findings, const char *sentence, unsigned type,
		    unsigned number, const char *why)
{
	char text[256];

	snprintf(text, sizeof text, "%s", why ? why : "");
	if (why || type == EXH_SCI_TEXT || type == EXH_SCI_VOCAB)
		sci_findings_add(findings,
				 &(struct sci_finding){ .kind = SCI_FOUND_MISSING,
							.number = number,
							.place = type,
							.text = why ? text : NULL,
							.sentence = sentence });
}

static void note_lack(void *context, unsigned type, unsigned number, const char *why)
{
	struct test *t = context;

	if (t->counts)
		sci_smoke_lack(&t->room->findings, t->sentence, type, number, why);
}

static void note_fault(void *context, const struct exh_sci_vm *vm,
		       enum exh_sci_fault fault, const char *text)
{
	struct test *t = context;

	if (t->counts)
		sci_findings_add_fault(&t->room->findings, vm, fault, text, t->sentence);
}

static void hear(void *context, const struct exh_event *event)
{
	struct test *t = context;

	if (!strcmp(event->name, "typed")) {
		t->is_parsed = true;
		t->is_answered = false;
	} else if (!strcmp(event->name, "text") || !strcmp(event->name, "button")) {
		t->is_answered = true;
	} else if (!strcmp(event->name, "said") && event->count > 3) {
		t->is_answered |= event->fields[3].number != 0;
	} else if (!strcmp(event->name, "room")) {
		t->is_passed |= event->fields[0].number == t->room->number;
	}
}

/*
 * Playing.
 */

static const struct exh_sci_vm *machine(const struct test *t)
{
	return exh_sci_engine_vm(t->player.engine);
}

static struct exh_sci_engine_state state_of(const struct test *t)
{
	return sci_state_of(&t->player);
}

static void note_end(struct test *t)
{
	const char *why = "";
	const enum exh_sci_fault fault = exh_sci_vm_fault(machine(t), &why);

	t->has_ended = true;
	if (fault)
		note_fault(t, machine(t), fault, why);
}

/* Makes one step. False: the game has ended, or the user has interrupted it. */
static bool step(struct test *t, const struct exh_input_frame *input)
{
	if (t->has_ended || t->room->is_interrupted)
		return false;
	if (interrupt_pending()) {
		t->room->is_interrupted = true;
		return false;
	}
	exh_sci_devices_press(&t->player.devices, input, t->player.engine);
	if (exh_sci_engine_step(t->player.engine, &t->host))
		return true;
	note_end(t);
	return false;
}

static bool press(struct test *t, unsigned key)
{
	return step(t, &(struct exh_input_frame){ .keys = (uint32_t)key << CODE_SHIFT });
}

/* True if the game has taken no events for so long that it never will. Then it counts as
 * ended. */
static bool is_deaf(struct test *t)
{
	const struct exh_sci_engine_state state = state_of(t);

	if (state.tick - state.polled < MOST_DEAF)
		return false;
	if (t->counts)
		sci_findings_add_fault(&t->room->findings, machine(t), EXH_SCI_NO_FAULT,
				       "it takes no more events", t->sentence);
	t->has_ended = true;
	return true;
}

/* Makes steps until the game has taken events for a while with at most so many windows;
 * other windows are dismissed. False: that does not happen. */
static bool settle(struct test *t, size_t windows, uint64_t most)
{
	const uint64_t start = state_of(t).tick;
	uint64_t quiet = 0;

	for (size_t i = 0; state_of(t).tick - start < most; i++) {
		const struct exh_sci_engine_state before = state_of(t);
		const bool is_more = before.windows > windows;

		if (quiet >= QUIET)
			return true;
		if (is_deaf(t) ||
		    !press(t, is_more && i % KEY_STEPS == KEY_STEPS - 1 ? ENTER_KEY : 0))
			return false;
		if (is_more || state_of(t).polled <= before.polled)
			quiet = 0;
		else
			quiet += state_of(t).tick - before.tick;
	}
	return false;
}

/* Starts from the state at the end of the game's start. */
static bool start_there(struct test *t)
{
	t->played = *t->game->game;
	t->played.resources = t->resources;
	t->played.is_lenient = true;
	t->played.sound_devices = 1u << EXH_AUDIO_NONE;
	if (sci_engine.load(&t->player, &t->played, t->game->start, &t->room->err))
		return false;
	exh_sci_engine_watch_faults(t->player.engine, note_fault, t);
	return true;
}

static bool start_anew(struct test *t)
{
	const struct sci_run_options *options = t->game->options;
	const struct exh_sci_start begin = {
		.seed = (uint32_t)options->seed.value,
		.instructions_a_tick = (unsigned)options->instructions.value,
		.is_lenient = true,
		.animate = options->animate ? EXH_SCI_ANIMATE_SEED
					    : EXH_SCI_ANIMATE_CORRECTED,
		.has_no_mouse = options->has_no_mouse,
		.sound_devices = 1u << EXH_AUDIO_NONE,
		.is_before_502 = t->game->game->is_before_502,
	};

	if (exh_sci_engine_new(&t->game->game->program.program, &t->resources, &begin,
			       &t->player.engine, &t->room->err))
		return false;
	exh_sci_engine_watch_faults(t->player.engine, note_fault, t);
	while (!state_of(t).polled && state_of(t).tick < MOST_WAIT)
		if (!press(t, 0))
			return false;
	return state_of(t).polled || !is_deaf(t);
}

/* Enters the room as the act "room" does, and dismisses windows on the way. */
static bool enter(struct test *t)
{
	const uint64_t begin = state_of(t).tick;

	for (size_t i = 0; state_of(t).room != t->room->number && !t->is_passed; i++) {
		if (is_deaf(t) || state_of(t).tick - begin > MOST_WAIT)
			return false;
		exh_sci_engine_enter_room(t->player.engine, t->room->number);
		if (!press(t, i % KEY_STEPS == KEY_STEPS - 1 ? ENTER_KEY : 0))
			return false;
	}
	return true;
}

/*
 * Sentences.
 */

static size_t count_clones(const struct test *t)
{
	struct exh_sci_segment segment;
	size_t count = 0;

	for (unsigned i = 1; i < exh_sci_vm_segment_count(machine(t)); i++)
		if (exh_sci_vm_segment(machine(t), i, &segment) &&
		    segment.type == EXH_SCI_SEGMENT_CLONES)
			count += segment.live;
	return count;
}

static struct look look_at(const struct test *t)
{
	struct look look = { .state = state_of(t), .clones = count_clones(t) };

	sci_score(&t->player, &look.score);
	return look;
}

static bool has_changed(const struct look *before, const struct look *after)
{
	const struct exh_sci_engine_state *a = &before->state, *b = &after->state;

	return a->room != b->room || a->ego_x != b->ego_x || a->ego_y != b->ego_y ||
	       a->is_ego_moving != b->is_ego_moving || a->cast_size != b->cast_size ||
	       a->windows != b->windows || before->clones != after->clones ||
	       before->score.segment != after->score.segment ||
	       before->score.offset != after->score.offset;
}

/* Types a line. False: the game has ended. */
static bool type_line(struct test *t, const char *sentence)
{
	char typed[TYPED_SIZE];
	const struct exh_input_act act = { .name = "type", .text = typed };
	struct engine_act_state state = { .calls = 0 };
	struct exh_error err;

	snprintf(typed, sizeof typed, "\"%s\" enter", sentence);
	for (;; state.calls++) {
		struct exh_input_frame input = { .act = NULL };

		if (is_deaf(t) ||
		    sci_act(&t->player, &act, &state, &input, &err) != ENGINE_ACT_AGAIN)
			return true;
		if (!step(t, &input))
			return false;
	}
}

static bool wait_for(struct test *t, const bool *sign)
{
	const uint64_t begin = state_of(t).tick;

	while (!*sign && state_of(t).tick - begin < ANSWER)
		if (is_deaf(t) || !press(t, 0))
			return false;
	return *sign;
}

static void add(struct test *t, enum sci_finding_kind kind, size_t number)
{
	sci_findings_add(&t->room->findings,
			 &(struct sci_finding){ .kind = kind,
						.number = (unsigned)number,
						.sentence = t->sentence });
}

/* Dismisses windows opened since the sentence: Enter, then Esc. */
static void dismiss(struct test *t, size_t windows)
{
	for (size_t i = 0; i < DISMISS_KEYS && state_of(t).windows > windows; i++) {
		if (is_deaf(t) ||
		    !press(t, i < DISMISS_KEYS / 2 ? ENTER_KEY : ESCAPE_KEY))
			return;
		for (size_t k = 0; k < KEY_STEPS; k++)
			if (!press(t, 0))
				return;
	}
}

static void judge(struct test *t, const struct look *before)
{
	struct look after;
	bool is_changed;

	wait_for(t, &t->is_answered);
	if (t->has_ended || t->room->is_interrupted)
		return;
	after = look_at(t);
	is_changed = has_changed(before, &after);
	dismiss(t, before->state.windows);
	if (!t->has_ended && !is_deaf(t))
		settle(t, SIZE_MAX, ANSWER);
	if (t->has_ended || t->room->is_interrupted)
		return;
	after = look_at(t);
	is_changed |= has_changed(before, &after);
	if (!t->is_answered && !is_changed)
		add(t, SCI_FOUND_NO_ANSWER, 0);
	/* the room change discards windows and clones */
	if (after.state.room != before->state.room)
		return;
	if (after.state.windows > before->state.windows)
		add(t, SCI_FOUND_WINDOW, after.state.windows - before->state.windows);
	if (after.clones > before->clones)
		add(t, SCI_FOUND_CLONE, after.clones - before->clones);
}

/* After a fault there is no state to copy. */
static bool fail_copy(struct test *t)
{
	exh_fail(&t->room->err, EXH_INVALID, EXH_NO_OFFSET,
		 "room %u: the game's state can't be copied", t->room->number);
	return false;
}

/* Returns to the state of the snapshot. False: it can't be copied. */
static bool go_back(struct test *t, const struct sci_player *snapshot)
{
	sci_engine.copy(&t->player, snapshot);
	t->has_ended = false;
	t->is_parsed = t->is_answered = false;
	sci_findings_break(&t->room->findings);
	if (!t->player.engine)
		return fail_copy(t);
	exh_sci_engine_watch_faults(t->player.engine, note_fault, t);
	return true;
}

/* Types a sentence. True: the game has parsed it, or has ended. */
static bool try_sentence(struct test *t, const struct sci_player *snapshot,
			 const char *sentence)
{
	if (!go_back(t, snapshot))
		return false;
	t->sentence = sentence;
	if (type_line(t, sentence))
		wait_for(t, &t->is_parsed);
	return t->is_parsed || t->has_ended;
}

static void test_sentence(struct test *t, const struct sci_player *snapshot,
			  const char *sentence)
{
	const uint64_t begin = sci_engine.clock(snapshot).tick;
	struct look before;

	if (!go_back(t, snapshot))
		return;
	before = look_at(t);
	t->room->sentences++;
	if (!try_sentence(t, snapshot, sentence)) {
		if (!t->room->is_interrupted && t->player.engine)
			add(t, SCI_FOUND_NOT_TAKEN, 0);
	} else {
		judge(t, &before);
	}
	if (t->player.engine)
		t->room->ticks += state_of(t).tick - begin;
}

/*
 * Choice of sentences.
 */

/* True if the sentence belongs to the room's own script (is_own), or to another script
 * that is loaded in the room. */
static bool belongs(const struct test *t, const struct sci_player *snapshot, size_t i,
		    bool is_own)
{
	const int script = t->game->sentences->specs.items[i].script;
	const bool is_rooms = script >= 0 && (unsigned)script == t->room->number;

	return is_own ? is_rooms
		      : script >= 0 && !is_rooms &&
				exh_sci_vm_script(exh_sci_engine_vm(snapshot->engine),
						  (unsigned)script);
}

static bool has(const char *const *list, size_t count, const char *sentence)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(list[i], sentence))
			return true;
	return false;
}

static size_t choose(const struct test *t, const struct sci_player *snapshot,
		     const char **list)
{
	const struct sci_sentences *all = t->game->sentences;
	size_t count = 0;

	for (unsigned pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < sci_sentence_count(all); i++) {
			const char *sentence = sci_sentence(all, i);

			if (sentence && belongs(t, snapshot, i, !pass) &&
			    !has(list, count, sentence))
				list[count++] = sentence;
		}
	return count;
}

/* Waits until the room takes commands; some rooms move their hero first. */
static bool wait_for_commands(struct test *t, struct sci_player *snapshot,
			      const char *sentence)
{
	for (uint64_t waited = 0; waited < MOST_WAIT; waited += PROBE_WAIT) {
		uint64_t begin;

		t->counts = false;
		if (try_sentence(t, snapshot, sentence)) {
			t->counts = true;
			return true;
		}
		t->counts = true;
		t->sentence = NULL;
		if (!go_back(t, snapshot))
			return false;
		for (begin = state_of(t).tick; state_of(t).tick - begin < PROBE_WAIT;)
			if (!press(t, 0))
				return false;
		settle(t, 1, MOST_WAIT);
		if (t->has_ended || t->room->is_interrupted)
			return false;
		sci_engine.copy(snapshot, &t->player);
		if (!snapshot->engine)
			return false;
	}
	return false;
}

static void test_sentences(struct test *t)
{
	const size_t all = sci_sentence_count(t->game->sentences);
	const char **list = mem_alloc(all, sizeof *list);
	struct sci_player snapshot = { .engine = NULL };
	size_t count = 0;

	sci_engine.copy(&snapshot, &t->player);
	if (!snapshot.engine)
		fail_copy(t);
	else
		count = choose(t, &snapshot, list);
	if (count > t->game->most_sentences) {
		t->room->left_out = count - t->game->most_sentences;
		count = t->game->most_sentences;
	}
	t->room->can_type = count && wait_for_commands(t, &snapshot, list[0]);
	if (count && !t->room->can_type && !t->room->is_interrupted &&
	    !t->room->err.status) {
		t->sentence = NULL;
		add(t, SCI_FOUND_NOT_TAKEN, 0);
		count = 0;
	}
	for (size_t i = 0; i < count && !t->room->is_interrupted; i++)
		test_sentence(t, &snapshot, list[i]);
	exh_sci_engine_free(snapshot.engine);
	free(list);
}

/*
 * The way from the start to a room that takes commands.
 */

static bool click_once(struct test *t)
{
	const uint32_t place = EXH_SCI_SCREEN_WIDTH / 2 | EXH_SCI_SCREEN_HEIGHT / 2 << 9;

	return step(t, &(struct exh_input_frame){ .keys = place | EXH_SCI_KEY_CLICK }) &&
	       step(t, &(struct exh_input_frame){ .keys = place });
}

/* Presses Enter, Escape, or clicks, in turn, as a player who wants to go on; then
 * waits. */
static bool nudge(struct test *t, size_t turn)
{
	static const unsigned keys[] = { ENTER_KEY, ESCAPE_KEY };
	const size_t kind = turn % 3;

	if (!(kind == 2 ? click_once(t) : press(t, keys[kind])))
		return false;
	for (size_t i = 0; i < NUDGE_STEPS; i++)
		if (is_deaf(t) || !press(t, 0))
			return false;
	return true;
}

/* True if the player may type. Tested on a copy, without findings. */
static bool may_type(struct test *t, const struct sci_player *snapshot)
{
	bool may;

	t->counts = false;
	may = try_sentence(t, snapshot, PROBE_SENTENCE) && t->is_parsed;
	t->sentence = NULL;
	go_back(t, snapshot);
	t->counts = true;
	return may;
}

/* Plays until the player may type, or the allowed steps have passed. */
static void find_way(struct test *t)
{
	const uint64_t begin = state_of(t).step;
	struct sci_player snapshot = { .engine = NULL };

	settle(t, 1, MOST_WAIT);
	for (size_t turn = 0; !t->has_ended && !t->room->is_interrupted; turn++) {
		sci_engine.copy(&snapshot, &t->player);
		if (!snapshot.engine)
			break;
		t->room->can_type = may_type(t, &snapshot);
		if (t->room->can_type || t->room->err.status ||
		    state_of(t).step - begin >= t->most_prelude || !nudge(t, turn))
			break;
	}
	exh_sci_engine_free(snapshot.engine);
}

static void test_start(struct test *t, struct exh_writer *end)
{
	if (!start_anew(t))
		return;
	find_way(t);
	if (t->room->can_type && !t->has_ended && exh_sci_vm_can_save(machine(t)))
		sci_engine.save(&t->player, end);
}

static bool enter_anew(struct test *t)
{
	exh_sci_engine_free(t->player.engine);
	t->player.engine = NULL;
	exh_sci_devices_start(&t->player.devices);
	t->counts = false;
	if (!start_anew(t))
		return false;
	t->counts = true;
	return enter(t);
}

/* Enters the room from the end of the start, or else from the very beginning, since keys
 * pressed at the start may be in the way. */
static bool reach(struct test *t)
{
	if (!t->game->start.size)
		return enter_anew(t);
	if (!start_there(t))
		return false;
	t->counts = true;
	return enter(t) || (!t->has_ended && !t->room->is_interrupted && enter_anew(t));
}

static void test_room(struct test *t)
{
	if (!reach(t)) {
		if (!t->has_ended && !t->room->is_interrupted)
			sci_findings_add(&t->room->findings,
					 &(struct sci_finding){
						 .kind = SCI_FOUND_NO_ENTRY,
						 .is_failure = t->room->is_led_to });
		return;
	}
	t->room->is_entered = true;
	if (state_of(t).room != t->room->number) /* the room leads on at once */
		return;
	if (settle(t, 1, MOST_WAIT))
		test_sentences(t);
	else if (!t->has_ended && !t->room->is_interrupted)
		add(t, SCI_FOUND_DEAF, 0);
}

void sci_smoke_room(const struct smoke_game *game, struct smoke_room *room,
		    struct exh_writer *end)
{
	const struct given_integer *prelude = &game->options->prelude_cycles;
	struct test test = { .game = game,
			     .room = room,
			     .counts = !room->number,
			     .most_prelude = prelude->given ? (uint64_t)prelude->value
							    : SCI_PRELUDE_CYCLES };

	test.resources = (struct exh_sci_resources){ .read = read_resource,
						     .lacks = note_lack,
						     .context = &test };
	test.host = (struct exh_host){ .trace = hear, .context = &test };
	exh_sci_devices_start(&test.player.devices);
	test.player.score = game->options->score;
	if (room->number)
		test_room(&test);
	else
		test_start(&test, end);
	if (test.player.engine && !room->ticks)
		room->ticks = state_of(&test).tick;
	exh_sci_engine_free(test.player.engine);
}

void sci_smoke_room_free(struct smoke_room *room)
{
	sci_findings_free(&room->findings);
}
