#include "../../../base/testing.h"

#include "calls_testing.h"

#include "exhume/sci.h"
#include "exhume/advanced/sci_sound.h"
#include "stage.h"

enum {
	INIT,
	PLAY,
	KILL = 3,
	ON,
	STOP,
	PAUSE,
	VOLUME = 8,
	FADE = 10,
	LOG_LIMIT = 1 << 14
};

/* Program 9, a note of ten ticks on channel 1, a loop mark at tick 0; then tick 20. */
static const struct exh_sci_sound_event events[] = {
	{ .tick = 0, .status = 0xc1, .data = { 9 } },
	{ .tick = 0, .status = 0xcf, .data = { 127 } },
	{ .tick = 0, .status = 0x91, .data = { 60, 100 } },
	{ .tick = 10, .status = 0x91, .data = { 60, 0 } },
	{ .tick = 20, .status = 0xfc },
};

struct heard {
	struct tested t;
	struct exh_writer sound, log;
	struct exh_host host;
};

static void hear(void *context, const struct exh_audio_write *write)
{
	struct heard *h = context;
	char line[64];
	const int size =
		snprintf(line, sizeof line, "%u:%02x %u,%u ", (unsigned)write->time,
			 write->reg, write->value & 255u, write->value >> 8u);

	if (write->device == EXH_AUDIO_MIDI)
		exh_write_bytes(&h->log, line, (size_t)size);
}

static void start(struct heard *h)
{
	struct exh_sci_sound sound = { .events = (struct exh_sci_sound_event *)events,
				       .event_count = sizeof events / sizeof *events };
	struct exh_error err;

	*h = (struct heard){ .sound.limit = LOG_LIMIT, .log.limit = LOG_LIMIT };
	sound.channels[1] = (struct exh_sci_sound_channel){ 1, EXH_SCI_MT32 };
	assert_int_equal(exh_sci_sound_write(&sound, &h->sound, &err), EXH_OK);
	h->t.resources[EXH_SCI_SOUND & 15] = exh_writer_bytes(&h->sound);
	if (!tested_start(&h->t, EXH_SCI_ANIMATE_CORRECTED, &err))
		fail_msg("%s", err.text);
	h->t.s->start.sound_devices = 1u << EXH_AUDIO_MIDI;
	h->t.s->start.midi_devices = EXH_SCI_MT32;
	h->host = (struct exh_host){ .audio = hear, .context = h };
	h->t.s->host = &h->host;
}

static void end(struct heard *h)
{
	tested_end(&h->t);
	exh_writer_free(&h->sound);
	exh_writer_free(&h->log);
}

static void call(struct heard *h, int function, size_t object)
{
	const reg arguments[] = { stage_int(function), h->t.objects[object] };

	tested_run(&h->t, exh_stage_sounds->run, arguments, 2);
}

static void play(struct heard *h, size_t object, int priority, int loops)
{
	exh_stage_set(h->t.s, h->t.objects[object], SEL_PRIORITY, priority);
	exh_stage_set(h->t.s, h->t.objects[object], SEL_LOOP, loops);
	call(h, PLAY, object);
}

/* Advances the clock to tick, and checks the output up to then. */
static void assert_heard(struct heard *h, uint64_t tick, const char *expected)
{
	h->t.s->tick = tick;
	exh_stage_poll_sounds(h->t.s);
	exh_write_u8(&h->log, 0);
	assert_string_equal((char *)h->log.data, expected);
	h->log.size = 0;
}

static void a_song_is_played_tick_by_tick(void **state)
{
	struct heard h;

	(void)state;
	start(&h);
	play(&h, 0, 1, 1);
	assert_heard(&h, 5, "0:c1 9,0 0:91 60,100 ");
	assert_heard(&h, 19, "10:91 60,0 ");
	assert_int_equal(exh_stage_get(h.t.s, h.t.objects[0], SEL_SIGNAL), 0);
	assert_heard(&h, 20, "");
	assert_int_equal(exh_stage_get(h.t.s, h.t.objects[0], SEL_SIGNAL), -1);
	end(&h);
}

/* The waiting song goes on with its own instrument, and its note ends. */
static void a_song_goes_on_after_another_one(void **state)
{
	struct heard h;

	(void)state;
	start(&h);
	play(&h, 0, 1, -1);
	assert_heard(&h, 5, "0:c1 9,0 0:91 60,100 ");
	play(&h, 1, 2, 1);
	assert_heard(&h, 20, "5:81 60,0 5:c1 9,0 5:91 60,100 15:91 60,0 ");
	assert_heard(&h, 40, "25:c1 9,0 30:91 60,0 40:91 60,100 ");
	assert_heard(&h, 41, "");
	end(&h);
}

static void a_pause_and_an_end_stop_notes(void **state)
{
	struct heard h;

	(void)state;
	start(&h);
	play(&h, 0, 1, -1);
	assert_heard(&h, 3, "0:c1 9,0 0:91 60,100 ");
	tested_call(&h.t, "DoSound", 2, (int32_t[]){ PAUSE, 1 });
	assert_heard(&h, 8, "3:81 60,0 ");
	tested_call(&h.t, "DoSound", 2, (int32_t[]){ PAUSE, 0 });
	assert_heard(&h, 20, "8:c1 9,0 15:91 60,0 ");
	assert_heard(&h, 30, "25:91 60,100 ");
	call(&h, KILL, 0);
	assert_heard(&h, 60, "30:81 60,0 ");
	end(&h);
}

/* 26 steps of ten ticks, independently of polls. */
static void a_fade_ends_after_260_ticks(void **state)
{
	struct heard h;

	(void)state;
	start(&h);
	play(&h, 0, 1, -1);
	h.t.s->tick = 3;
	call(&h, FADE, 0);
	h.t.s->tick = 262;
	exh_stage_poll_sounds(h.t.s);
	assert_int_equal(exh_stage_get(h.t.s, h.t.objects[0], SEL_SIGNAL), 0);
	h.log.size = 0;
	assert_heard(&h, 400, "263:81 60,0 ");
	assert_int_equal(exh_stage_get(h.t.s, h.t.objects[0], SEL_SIGNAL), -1);
	end(&h);
}

static void sound_that_is_off_is_not_heard_but_counts(void **state)
{
	struct heard h;

	(void)state;
	start(&h);
	tested_call(&h.t, "DoSound", 2, (int32_t[]){ ON, 0 });
	play(&h, 0, 1, 1);
	assert_heard(&h, 5, "");
	tested_call(&h.t, "DoSound", 2, (int32_t[]){ ON, 1 });
	assert_heard(&h, 20, "5:c1 9,0 10:91 60,0 ");
	assert_int_equal(exh_stage_get(h.t.s, h.t.objects[0], SEL_SIGNAL), -1);
	end(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_song_is_played_tick_by_tick),
		cmocka_unit_test(a_song_goes_on_after_another_one),
		cmocka_unit_test(a_pause_and_an_end_stop_notes),
		cmocka_unit_test(a_fade_ends_after_260_ticks),
		cmocka_unit_test(sound_that_is_off_is_not_heard_but_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
