#include "exhume/sci.h"

#include "music.h"
#include "save_parts.h"

#include <stdlib.h>
#include <string.h>

enum function {
	SOUND_INIT,
	SOUND_PLAY,
	SOUND_NOTHING,
	SOUND_KILL,
	SOUND_ON,
	SOUND_STOP,
	SOUND_PAUSE,
	SOUND_RESUME,
	SOUND_VOLUME,
	SOUND_UPDATE,
	SOUND_FADE,
	SOUND_VOICES,
};

enum state { STATE_NONE, STATE_READY, STATE_BLOCKED, STATE_ACTIVE };

enum {
	VOICES = 9,
	MEMORY = 1 << 22, /* limit for a sound's events */
	CUES = 16,	  /* waiting cues of a song */
	PROGRAM_CHANGE = 0xc0,
	CONTROLLER = 0xb0,
	CUMULATIVE_CUE = 0x60,
	FIRST_CUE = 127,
	FADE_STEP_TICKS = 10,
	FADE_STEPS = 26,	/* steps of 5 each, from 127 */
	STEPS_A_POLL = 1 << 16, /* events that one poll may go through */
	NAME_SIZE = 64,		/* bytes of an object's name in a trace */
};

struct song {
	reg object; /* null: the slot is empty */
	uint16_t number;
	enum state state;
	bool is_paused;
	bool is_fading;
	int32_t priority, loops; /* loops: remaining loops; below 0: endless */
	struct exh_arena arena;
	struct exh_sci_sound sound;
	size_t event;	   /* index of the next event */
	uint64_t base;	   /* added to the events' ticks in the current pass */
	uint64_t at;	   /* ticks played of the song */
	uint64_t fade_end; /* end of the fade, in ticks as `at` */
	uint32_t counter;  /* cumulative cues */
	int32_t cues[CUES];
	size_t cue_count;
	uint64_t order; /* order of Play: earlier songs go first */
};

struct stage_sound {
	struct song songs[STAGE_SOUNDS];
	uint64_t tick; /* everything up to this tick is played */
	uint64_t order;
	bool is_off, is_paused;
	int32_t volume;
	struct stage_music music;
	reg playing; /* object whose notes the devices play; null: none */
};

/* Returns NULL if memory is short. */
static struct stage_sound *sounds_of(stage *s)
{
	if (!s->sounds) {
		s->sounds = calloc(1, sizeof *s->sounds);
		if (s->sounds) {
			s->sounds->volume = EXH_SCI_LOUDEST;
			s->sounds->tick = s->tick;
		}
	}
	return s->sounds;
}

static void drop(struct song *song)
{
	exh_arena_free(&song->arena);
	*song = (struct song){ .number = 0 };
}

void exh_stage_sounds_free(stage *s)
{
	for (size_t i = 0; s->sounds && i < STAGE_SOUNDS; i++)
		drop(&s->sounds->songs[i]);
	free(s->sounds);
}

/*
 * Output to the devices.
 */

/* Returns the volume of the game, reduced for a song that fades. */
static unsigned volume_of(const struct stage_sound *all, const struct song *song)
{
	const uint64_t left = song->fade_end > song->at ? song->fade_end - song->at : 0;
	const uint64_t steps = (left + FADE_STEP_TICKS - 1) / FADE_STEP_TICKS;

	return song->is_fading ? (unsigned)((uint64_t)all->volume * steps / FADE_STEPS)
			       : (unsigned)all->volume;
}

static bool is_listened_to(const struct stage_sound *all, const struct song *song)
{
	return stage_equal(all->playing, song->object);
}

/* Lets the devices play a song, if it is another one than before. */
static void listen_to(stage *s, struct stage_sound *all, const struct song *song,
		      uint64_t tick)
{
	if (all->is_off || is_listened_to(all, song))
		return;
	all->playing = song->object;
	exh_stage_music_begin(s, &all->music, &song->sound, song->event, song->base != 0,
			      volume_of(all, song), tick);
}

static void fall_silent(stage *s, struct stage_sound *all, uint64_t tick)
{
	exh_stage_music_stop(s, &all->music, tick);
	all->playing = stage_int(0);
}

void exh_stage_replace_sounds(stage *s, stage *next)
{
	if (s->sounds)
		fall_silent(s, s->sounds, s->tick);
	if (next->sounds)
		next->sounds->tick = s->tick;
}

/*
 * Songs.
 */

static struct song *song_of(struct stage_sound *all, reg object)
{
	for (size_t i = 0; i < STAGE_SOUNDS; i++)
		if (object.segment && stage_equal(all->songs[i].object, object))
			return &all->songs[i];
	return NULL;
}

/* Returns the song to play: the highest priority, and the first of several. */
static struct song *foremost(struct stage_sound *all)
{
	struct song *best = NULL;

	for (size_t i = 0; i < STAGE_SOUNDS; i++) {
		struct song *song = &all->songs[i];

		if (song->state < STATE_BLOCKED || song->is_paused)
			continue;
		if (!best || song->priority > best->priority ||
		    (song->priority == best->priority && song->order < best->order))
			best = song;
	}
	return best;
}

static void set_state(stage *s, struct song *song, enum state state)
{
	song->state = state;
	exh_stage_set(s, song->object, SEL_STATE, (int32_t)state);
}

/* Makes the foremost song active, and blocks the other playing songs. */
static void settle(stage *s, struct stage_sound *all)
{
	const struct song *heard = foremost(all);

	for (size_t i = 0; i < STAGE_SOUNDS; i++) {
		struct song *song = &all->songs[i];
		const enum state state = song == heard ? STATE_ACTIVE : STATE_BLOCKED;

		if (song->state >= STATE_BLOCKED && song->state != state)
			set_state(s, song, state);
	}
}

static void add_cue(struct song *song, int32_t cue)
{
	if (song->cue_count < CUES)
		song->cues[song->cue_count++] = cue;
}

static void take_control(struct song *song, const struct exh_sci_sound_event *event)
{
	const unsigned kind = event->status & 0xf0;

	if ((event->status & 0x0f) != EXH_SCI_CONTROL_CHANNEL)
		return;
	if (kind == PROGRAM_CHANGE && event->data[0] < EXH_SCI_LOOP_CUE) {
		add_cue(song, event->data[0]);
	} else if (kind == CONTROLLER && event->data[0] == CUMULATIVE_CUE) {
		song->counter += event->data[1];
		add_cue(song, (int32_t)(FIRST_CUE + song->counter));
	}
}

/* Ends a pass. False: the song ends. */
static bool loop(stage *s, struct song *song)
{
	if (song->loops >= 0) {
		song->loops -= song->loops > 0;
		exh_stage_set(s, song->object, SEL_LOOP, song->loops);
		if (!song->loops)
			return false;
	}
	/* A pass of no ticks would never end. */
	if (song->sound.ticks <= song->sound.loop_tick)
		return false;
	song->base += song->sound.ticks - song->sound.loop_tick;
	song->event = song->sound.loop_event;
	return true;
}

static void end(stage *s, struct stage_sound *all, struct song *song, uint64_t tick)
{
	add_cue(song, -1);
	set_state(s, song, STATE_NONE);
	song->is_fading = false;
	fall_silent(s, all, tick);
}

/* Plays a song up to `until` of its own ticks; start: the game's tick of its tick 0.
 * False: it has ended. */
static bool play_to(stage *s, struct stage_sound *all, struct song *song, uint64_t until,
		    uint64_t start)
{
	for (unsigned i = 0; i < STEPS_A_POLL; i++) {
		const struct exh_sci_sound *sound = &song->sound;
		const struct exh_sci_sound_event *event = &sound->events[song->event];
		const bool is_over = song->event >= sound->event_count;
		const uint64_t tick = song->base + (is_over ? sound->ticks : event->tick);

		if (tick > until)
			break;
		song->at = tick;
		if (is_over || song->event + 1 == sound->event_count) {
			if (!loop(s, song))
				return false;
			continue;
		}
		take_control(song, event);
		exh_stage_music_event(s, &all->music, event, start + tick);
		song->event++;
	}
	song->at = until;
	return true;
}

/* Performs a fading song's step, and its end. */
static void fade(stage *s, struct stage_sound *all, struct song *song)
{
	if (!song->is_fading)
		return;
	if (song->at >= song->fade_end)
		end(s, all, song, all->tick);
	else
		exh_stage_music_volume(s, &all->music, volume_of(all, song), all->tick);
}

/* Returns the number of ticks to play at once: to now, or to the next step of a fade. */
static uint64_t span_of(const stage *s, const struct stage_sound *all,
			const struct song *song)
{
	const uint64_t all_of_it = s->tick - all->tick;
	uint64_t step;

	if (!song->is_fading || song->at >= song->fade_end)
		return all_of_it;
	step = (song->fade_end - song->at - 1) % FADE_STEP_TICKS + 1;
	return step < all_of_it ? step : all_of_it;
}

/* Plays everything up to now. */
static void play_up_to_now(stage *s, struct stage_sound *all)
{
	while (all->tick < s->tick && !all->is_paused) {
		struct song *song = foremost(all);
		uint64_t begun;
		bool goes_on;

		if (!song)
			break;
		listen_to(s, all, song, all->tick);
		begun = song->at;
		goes_on = play_to(s, all, song, begun + span_of(s, all, song),
				  all->tick - begun);
		all->tick += song->at - begun;
		if (goes_on)
			fade(s, all, song);
		else
			end(s, all, song, all->tick);
	}
	all->tick = s->tick;
	settle(s, all);
}

static void note_cue(stage *s, reg object, int32_t cue)
{
	struct exh_writer name = { .limit = NAME_SIZE };

	if (!s->trace.add)
		return;
	exh_sci_vm_print(s->vm, object, &name);
	exh_write_u8(&name, '\0');
	if (!name.failed)
		exh_stage_note(s, "cue %s %d", (const char *)name.data, (int)cue);
	exh_writer_free(&name);
}

/* Delivers one cue of each object at a time, when the game has taken the last one. */
static void deliver(stage *s, struct song *song)
{
	if (!song->cue_count || exh_stage_get(s, song->object, SEL_SIGNAL))
		return;
	note_cue(s, song->object, song->cues[0]);
	exh_stage_set(s, song->object, SEL_SIGNAL, song->cues[0]);
	memmove(song->cues, song->cues + 1, --song->cue_count * sizeof *song->cues);
}

void exh_stage_play_sounds(stage *s)
{
	if (s->sounds)
		play_up_to_now(s, s->sounds);
}

void exh_stage_poll_sounds(stage *s)
{
	if (!s->sounds)
		return;
	play_up_to_now(s, s->sounds);
	for (size_t i = 0; i < STAGE_SOUNDS; i++)
		if (!stage_is_null(s->sounds->songs[i].object))
			deliver(s, &s->sounds->songs[i]);
}

/*
 * DoSound.
 */

static struct song *slot_for(struct stage_sound *all, reg object)
{
	struct song *song = song_of(all, object), *free_one = NULL;

	for (size_t i = 0; i < STAGE_SOUNDS && !song && !free_one; i++)
		if (stage_is_null(all->songs[i].object))
			free_one = &all->songs[i];
	/* No slot is free: reuses that of a song that does not play. */
	for (size_t i = 0; i < STAGE_SOUNDS && !song && !free_one; i++)
		if (all->songs[i].state < STATE_BLOCKED)
			free_one = &all->songs[i];
	return song ? song : free_one;
}

/* Reads the resource of a song. False if the game lacks it, or it is damaged. */
static bool read_song(stage *s, struct song *song, unsigned number)
{
	struct exh_notes notes = { .arena = &song->arena,
				   .last_warning = 1,
				   .last_damage = 1 };
	struct exh_error err;
	struct exh_bytes bytes;

	song->arena.limit = MEMORY;
	if (!exh_stage_resource(s, EXH_SCI_SOUND, number, &bytes))
		return false;
	if (!exh_sci_sound_read(bytes, &song->arena, &song->sound, &notes, &err))
		return true;
	exh_stage_lacks(s, EXH_SCI_SOUND, number, err.text);
	return false;
}

/* Returns NULL, and leaves the object unchanged, if there is no such sound. */
static struct song *init(stage *s, struct stage_sound *all, reg object)
{
	const unsigned number = exh_stage_get_bits(s, object, SEL_NUMBER);
	struct song *song = slot_for(all, object);

	if (!song)
		return NULL;
	if (!stage_is_null(song->object) && is_listened_to(all, song))
		fall_silent(s, all, s->tick);
	drop(song);
	if (!read_song(s, song, number)) {
		drop(song);
		exh_stage_set(s, object, SEL_HANDLE, 0);
		return NULL;
	}
	song->object = object;
	song->number = (uint16_t)number;
	exh_stage_set_reg(s, object, SEL_HANDLE, object);
	set_state(s, song, STATE_READY);
	return song;
}

static void update(stage *s, struct song *song)
{
	song->priority = exh_stage_get(s, song->object, SEL_PRIORITY);
	song->loops = exh_stage_get(s, song->object, SEL_LOOP);
}

static void play(stage *s, struct stage_sound *all, reg object)
{
	struct song *song = song_of(all, object);

	if (!song || song->number != exh_stage_get_bits(s, object, SEL_NUMBER))
		song = init(s, all, object);
	if (!song) {
		/* Scripts that wait for its end get the signal. */
		exh_stage_set(s, object, SEL_SIGNAL, -1);
		return;
	}
	update(s, song);
	song->event = 0;
	song->base = song->at = song->counter = 0;
	song->cue_count = 0;
	song->is_fading = song->is_paused = false;
	song->order = ++all->order;
	exh_stage_set(s, object, SEL_SIGNAL, 0);
	song->state = STATE_BLOCKED;
	settle(s, all);
	set_state(s, song, song->state);
}

static void stop(stage *s, struct stage_sound *all, struct song *song)
{
	const bool was_heard = is_listened_to(all, song);

	song->counter = 0;
	song->cue_count = 0;
	set_state(s, song, STATE_NONE);
	if (was_heard)
		fall_silent(s, all, s->tick);
}

static void begin_fade(stage *s, struct song *song)
{
	if (!song || song->state < STATE_BLOCKED) {
		if (song)
			exh_stage_set(s, song->object, SEL_SIGNAL, -1);
		return;
	}
	song->is_fading = true;
	song->fade_end = song->at + FADE_STEPS * FADE_STEP_TICKS;
}

/* Pauses all sounds or one. The result of all: true if playing resumes. */
static void pause_sounds(stage *s, struct stage_sound *all, kernel_call *call)
{
	const reg which = exh_stage_arg_reg(call, 1);
	bool was_paused;

	if (which.segment) {
		struct song *song = song_of(all, which);

		if (song)
			song->is_paused = exh_stage_arg(call, 2, 1) != 0;
		return;
	}
	was_paused = all->is_paused;
	all->is_paused = exh_stage_arg(call, 1, 0) != 0;
	call->result = stage_int(was_paused && !all->is_paused);
	if (all->is_paused)
		fall_silent(s, all, s->tick);
}

static void set_volume(stage *s, struct stage_sound *all, kernel_call *call)
{
	const struct song *song = song_of(all, all->playing);

	call->result = stage_int(all->volume);
	if (call->count < 2)
		return;
	all->volume = exh_stage_arg(call, 1, 0) & EXH_SCI_LOUDEST;
	if (song)
		exh_stage_music_volume(s, &all->music, volume_of(all, song), s->tick);
}

static void report(stage *s, int32_t function, reg object)
{
	const struct exh_event_field fields[] = {
		{ "function", NULL, function },
		{ "number", NULL,
		  object.segment ? exh_stage_get(s, object, SEL_NUMBER) : -1 },
	};

	exh_stage_report(s, "sound", fields, 2);
}

static void with_song(stage *s, struct stage_sound *all, enum function function,
		      reg object)
{
	struct song *song = song_of(all, object);

	switch (function) {
	case SOUND_INIT:
		init(s, all, object);
		break;
	case SOUND_PLAY:
		play(s, all, object);
		break;
	case SOUND_KILL:
		if (song) {
			stop(s, all, song);
			drop(song);
		}
		exh_stage_set(s, object, SEL_HANDLE, 0);
		break;
	case SOUND_STOP:
		if (song)
			stop(s, all, song);
		break;
	case SOUND_UPDATE:
		if (song)
			update(s, song);
		break;
	default:
		begin_fade(s, song);
	}
}

static void do_sound(stage *s, kernel_call *call)
{
	struct stage_sound *all = sounds_of(s);
	const int32_t function = exh_stage_arg(call, 0, SOUND_NOTHING);
	const reg object = exh_stage_arg_reg(call, 1);

	if (!all)
		return;
	exh_stage_count_time(s);
	play_up_to_now(s, all);
	report(s, function, object);
	switch (function) {
	case SOUND_INIT:
	case SOUND_PLAY:
	case SOUND_KILL:
	case SOUND_STOP:
	case SOUND_UPDATE:
	case SOUND_FADE:
		if (object.segment)
			with_song(s, all, (enum function)function, object);
		settle(s, all);
		break;
	case SOUND_ON:
		call->result = stage_int(!all->is_off);
		if (call->count > 1)
			all->is_off = !exh_stage_arg(call, 1, 1);
		if (all->is_off)
			fall_silent(s, all, s->tick);
		break;
	case SOUND_PAUSE:
		pause_sounds(s, all, call);
		break;
	case SOUND_VOLUME:
		set_volume(s, all, call);
		break;
	case SOUND_VOICES:
		call->result = stage_int(VOICES);
		break;
	default:
		break;
	}
}

/*
 * Saving. The driver is not saved: it begins anew with the song.
 */

static void walk_cues(struct save_walk *w, struct song *song)
{
	song->cue_count = walk_count(w, song->cue_count, CUES);
	for (size_t i = 0; i < song->cue_count; i++)
		walk_i32(w, &song->cues[i]);
}

static void walk_song(struct save_walk *w, stage *s, struct song *song)
{
	uint32_t event = (uint32_t)song->event;

	walk_reg(w, &song->object);
	if (stage_is_null(song->object) || w->fault)
		return;
	walk_u16(w, &song->number);
	if (walk_loads(w) && !read_song(s, song, song->number))
		walk_fail(w, "a sound of it is not in the game");
	WALK_WITHIN(w, song->state, enum state, STATE_NONE, STATE_ACTIVE);
	walk_bool(w, &song->is_paused);
	walk_bool(w, &song->is_fading);
	walk_i32(w, &song->priority);
	walk_i32(w, &song->loops);
	WALK_WITHIN(w, event, uint32_t, 0,
		    w->fault ? 0 : (int32_t)song->sound.event_count);
	song->event = event;
	walk_u64(w, &song->base);
	walk_u64(w, &song->at);
	walk_u64(w, &song->fade_end);
	walk_u32(w, &song->counter);
	walk_u64(w, &song->order);
	walk_cues(w, song);
}

void exh_stage_walk_sounds(struct save_walk *w, stage *s)
{
	bool is_there = s->sounds;

	walk_bool(w, &is_there);
	if (!is_there || w->fault)
		return;
	if (walk_loads(w) && !sounds_of(s)) {
		walk_fail(w, "out of memory");
		return;
	}
	for (size_t i = 0; i < STAGE_SOUNDS && !w->fault; i++)
		walk_song(w, s, &s->sounds->songs[i]);
	walk_u64(w, &s->sounds->tick);
	walk_u64(w, &s->sounds->order);
	walk_bool(w, &s->sounds->is_off);
	walk_bool(w, &s->sounds->is_paused);
	WALK_WITHIN(w, s->sounds->volume, int32_t, 0, EXH_SCI_LOUDEST);
	if (s->sounds->tick > s->tick)
		walk_fail(w, "its sounds are ahead of its clock");
}

const struct stage_function exh_stage_sounds[] = {
	{ "DoSound", do_sound },
	{ 0 },
};
