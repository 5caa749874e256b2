/* The games' own saved games. */
#include "zv_parts.h"
#include "stage_testing.h"

enum { LIMIT = 1 << 20 };

static const struct exh_zv_start from_start = { .seed = 1 };

static const char universe[] =
	"puzzle:700 {\nresults {\na:timer:600(3)\n}\n}\n"
	"puzzle:701 {\ncriteria {\n[200] = 1\n}\nresults {\na:restore_game(R.SVR)\n"
	"a:assign(201 1)\n}\n}\n"
	"puzzle:702 {\ncriteria {\n[200] = 1\n}\nresults {\na:assign(202 1)\n}\n}\n";

static void start(struct stage *stage)
{
	stage_text(stage, "universe.scr", universe);
	stage_text(stage, "gary.scr",
		   NOW(800, "a:assign(300 -7)\na:disable_control(801)\n"
			    "a:change_location(h,a,ll,55)\n"));
	stage_text(stage, "hall.scr", NOW(802, "a:add(301 1)\n"));
	stage_start(stage, EXH_ZV_NEMESIS, &from_start);
}

static struct exh_writer saved_of(const struct stage *stage)
{
	struct exh_writer out = { .limit = LIMIT };

	exh_zv_engine_save_game(stage->engine, &out);
	assert_false(out.failed);
	return out;
}

static void a_saved_game_has_place_timers_flags_and_values(void **unused)
{
	struct stage stage = { .file_count = 0 };
	struct exh_writer out;

	(void)unused;
	start(&stage);
	stage_step(&stage, 4);
	out = saved_of(&stage);
	assert_int_equal(out.size, 12 + 16 + 16 + 2 * (8 + 60000));
	assert_memory_equal(out.data, "ZNSG\4\0\0\0\0\0\0\0LOC \10\0\0\0hall\67\0\0\0",
			    28);
	/* The timer was started in the second tick, after that tick's effects. */
	assert_memory_equal(out.data + 28, "TIMR\10\0\0\0\130\2\0\0", 12);
	assert_int_equal(out.data[40] | out.data[41] << 8, 3000 - 2 * 33);
	assert_memory_equal(out.data + 44, "FLAG\140\352\0\0", 8);
	assert_int_equal(out.data[52 + 2 * 801], 2);
	assert_memory_equal(out.data + 60052, "PUZZ\140\352\0\0", 8);
	assert_int_equal(out.data[60060 + 2 * 300], 0xf9);
	assert_int_equal(out.data[60061 + 2 * 300], 0xff);
	exh_writer_free(&out);
	stage_end(&stage);
}

/* Music that was playing plays again; an animation does not, and its key is reported. */
static void music_goes_on_in_a_loaded_game(void **unused)
{
	static const uint8_t sound[4000];
	static const char room[] =
		"puzzle:3 {\ncriteria {\n[200] = 1\n}\nresults {\na:assign(200 0)\n"
		"a:music:501(1 a000h1t8.raw 0)\na:animplay:502(swing.rlf 0 0 3 3 0 4 0)\n"
		"}\n}\n"
		"puzzle:4 {\ncriteria {\n[501] = 2\n}\nresults {\na:add(510 1)\n}\n}\n";
	struct stage stage = { .file_count = 0 }, other = { .file_count = 0 };
	struct exh_error err;
	struct exh_writer out;

	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct stage *s = i ? &other : &stage;

		stage_text(s, "universe.scr", universe);
		stage_text(s, "gary.scr", room);
		stage_film(s, "swing.rlf", 4, 4, 5, 66);
		stage_add(s, "a000h1t8.raw", (struct exh_bytes){ sound, sizeof sound, 0 },
			  NULL);
		stage_start(s, EXH_ZV_NEMESIS, &from_start);
		stage_step(s, 3);
	}
	exh_zv_engine_set_key(stage.engine, 200, 1);
	stage_step(&stage, 2);
	assert_int_equal(stage_key(&stage, 501), 1);
	assert_int_equal(stage_key(&stage, 502), 1);
	out = saved_of(&stage);
	assert_int_equal(
		exh_zv_engine_load_game(other.engine, exh_writer_bytes(&out), &err),
		EXH_OK);
	stage_step(&other, 3);
	assert_int_equal(stage_key(&other, 501), 1);
	stage_step(&other, 60);
	assert_int_equal(stage_key(&other, 501), 2);
	assert_int_equal(stage_key(&other, 510), 1);
	assert_int_equal(stage_key(&other, 502), 1);
	assert_true(stage_noted(&other, "anim key 502 left at 1"));
	exh_writer_free(&out);
	stage_end(&stage);
	stage_end(&other);
}

static void a_loaded_game_goes_on_in_its_place(void **unused)
{
	struct stage stage = { .file_count = 0 }, other = { .file_count = 0 };
	struct exh_writer out;
	struct exh_error err;

	(void)unused;
	start(&stage);
	stage_step(&stage, 4);
	out = saved_of(&stage);
	start(&other);
	stage_step(&other, 1);
	assert_int_equal(
		exh_zv_engine_load_game(other.engine, exh_writer_bytes(&out), &err),
		EXH_OK);
	stage_step(&other, 1);
	assert_int_equal(stage_key(&other, 3), 'h');
	assert_int_equal(stage_key(&other, 7), 55);
	assert_int_equal(stage_key(&other, 40), 'g'); /* value when it was saved */
	assert_int_equal(stage_key(&other, 300), -7);
	assert_int_equal(stage_key(&other, 301), 1); /* the puzzle was done before */
	assert_int_equal(stage_key(&other, 20), 1);
	stage_step(&other, 87); /* 2934 ms */
	assert_int_equal(stage_key(&other, 600), 1);
	stage_step(&other, 1);
	assert_int_equal(stage_key(&other, 600), 2);
	exh_writer_free(&out);
	stage_end(&stage);
	stage_end(&other);
}

static void restoring_ends_the_pass(void **unused)
{
	struct stage stage = { .file_count = 0 };
	struct exh_writer out;

	(void)unused;
	start(&stage);
	stage_step(&stage, 4);
	out = saved_of(&stage);
	stage_written(&stage, "r.svr", &out);
	exh_zv_engine_set_key(stage.engine, 300, 9);
	exh_zv_engine_set_key(stage.engine, 200, 1);
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 300), -7);
	stage_step(&stage, 3);
	assert_int_equal(stage_key(&stage, 200), 0);
	assert_int_equal(stage_key(&stage, 201), 0); /* the rest was not done */
	assert_int_equal(stage_key(&stage, 202), 0);
	assert_int_equal(stage_key(&stage, 3), 'h');
	stage_end(&stage);
}

static void a_missing_saved_game_is_said(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage);
	exh_zv_engine_set_key(stage.engine, 200, 1);
	stage_step(&stage, 4);
	assert_int_equal(stage_key(&stage, 201), 1);
	assert_true(stage_noted(&stage, "restore_game: the game has no saved game"));
	stage_end(&stage);
}

static void damaged_and_foreign_ones_are_refused(void **unused)
{
	struct stage stage = { .file_count = 0 }, zgi = { .file_count = 0 };
	struct exh_writer out;
	struct exh_error err;
	uint32_t hash;

	(void)unused;
	start(&stage);
	stage_step(&stage, 4);
	out = saved_of(&stage);
	hash = exh_zv_engine_hash(stage.engine);
	for (size_t size = 0; size < out.size; size += size < 100 ? 1 : 997) {
		uint8_t *tight = tight_copy(out.data, size);

		assert_int_not_equal(
			exh_zv_engine_load_game(
				stage.engine, (struct exh_bytes){ tight, size, 0 }, &err),
			EXH_OK);
		free(tight);
	}
	assert_int_equal(exh_zv_engine_hash(stage.engine), hash);
	stage_start(&zgi, EXH_ZV_ZGI, &from_start);
	assert_int_equal(
		exh_zv_engine_load_game(zgi.engine, exh_writer_bytes(&out), &err),
		EXH_INVALID);
	assert_string_equal(
		err.text, "30000 keys, but this game has 20000: it is of the other game");
	out.data[20] = '/';
	assert_int_equal(
		exh_zv_engine_load_game(stage.engine, exh_writer_bytes(&out), &err),
		EXH_INVALID);
	exh_writer_free(&out);
	stage_end(&stage);
	stage_end(&zgi);
}

/* Saves at 1 in key 210, restores at 2. */
static const char keeper[] = "puzzle:710 {\ncriteria {\n[210] = 1\n}\nresults "
			     "{\na:assign(210 0)\na:assign(710 0)\n"
			     "a:save_game(One.SAV)\n}\n}\n"
			     "puzzle:711 {\ncriteria {\n[210] = 2\n}\nresults "
			     "{\na:restore_game(one.sav)\n}\n}\n";

/* "preferences(save/other): write / read settings" */
static void preferences_are_the_settings_alone(void **unused)
{
	struct stage stage = { .file_count = 0 };
	const struct exh_notes *notes;
	struct exh_bytes file;
	const char *name;

	(void)unused;
	stage_text(&stage, "universe.scr",
		   "puzzle:700 {\ncriteria {\n[200] = 1\n}\nresults {\n"
		   "a:assign(200 0)\na:preferences(save)\na:assign(700 0)\n}\n}\n"
		   "puzzle:701 {\ncriteria {\n[200] = 2\n}\nresults {\n"
		   "a:assign(200 0)\na:preferences(restore)\na:assign(701 0)\n}\n}\n");
	stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
	notes = exh_zv_world_notes(stage.world);
	stage_text(&stage, "gary.scr", "");
	stage_step(&stage, 3);
	/* None have been saved: those of the start stay. */
	exh_zv_engine_set_key(stage.engine, 200, 2);
	stage_step(&stage, 2);
	assert_int_equal(stage_key(&stage, 53), 540);
	assert_null(notes->first);
	exh_zv_engine_set_key(stage.engine, 51, 0);
	exh_zv_engine_set_key(stage.engine, 77, 9);
	exh_zv_engine_set_key(stage.engine, 300, 5);
	exh_zv_engine_set_key(stage.engine, 200, 1);
	stage_step(&stage, 2);
	exh_zv_engine_set_key(stage.engine, 51, 1);
	exh_zv_engine_set_key(stage.engine, 77, 1);
	exh_zv_engine_set_key(stage.engine, 300, 6);
	exh_zv_engine_set_key(stage.engine, 200, 2);
	stage_step(&stage, 2);
	assert_int_equal(stage_key(&stage, 51), 0);
	assert_int_equal(stage_key(&stage, 77), 9);
	assert_int_equal(stage_key(&stage, 300), 6);
	assert_int_equal(stage_key(&stage, 20), 0); /* no game was restored */
	assert_true(exh_zv_engine_kept_game(stage.engine, 0, &name, &file));
	assert_string_equal(name, "znemesis.ini");
	assert_memory_equal(file.data,
			    "[ZorkNemesis]\r\nKeyboardTurnSpeed=5\r\n"
			    "PanaRotateSpeed=540\r\nQSoundEnabled=1\r\n",
			    15 + 21 + 21 + 17);
	assert_memory_equal(file.data + file.size - 31,
			    "JapaneseFonts=0\r\nBrightness=9\r\n", 31);
	stage_end(&stage);
}

/* Names are compared from their start, in upper or lower case; other sections are
 * others'. */
static const char inquis[] = "KEYBOARDTURNSPEED = 11\r\n[Other]\r\nPanaRotateSpeed=1\r\n"
			     "[zorkgrandinquisitor]\r\npanarotatespeed=-7\n"
			     "ShowSubtitlesAlways=0\r\nBrightness\r\nBrightness=\r\n"
			     "QSoundEnabled=x\r\n=5\r\nUnknown=3\r\nWin958=77";

static void settings_are_read_at_the_start_and_after_restoring(void **unused)
{
	struct stage stage = { .file_count = 0 };
	struct exh_writer out;

	(void)unused;
	stage_text(&stage, "inquis.ini", inquis);
	stage_text(&stage, "znemesis.ini", "[ZorkNemesis]\nCPU=9\n");
	stage_text(&stage, "gary.scr", "");
	stage_start(&stage, EXH_ZV_ZGI, &from_start);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(stage_key(&stage, 50), 11);
		assert_int_equal(stage_key(&stage, 53), -7);
		assert_int_equal(stage_key(&stage, 51), 0);
		assert_int_equal(stage_key(&stage, 57), 0);
		assert_int_equal(stage_key(&stage, 58), i ? 4 : 1);
		assert_int_equal(stage_key(&stage, 69), 1);
		assert_int_equal(stage_key(&stage, 72), 77);
		assert_int_equal(stage_key(&stage, 74), 1);
		assert_int_equal(stage_key(&stage, 77), 0);
		assert_int_equal(stage_key(&stage, 78), 2);
		stage_step(&stage, 1);
		exh_zv_engine_set_key(stage.engine, 50, 4);
		exh_zv_engine_set_key(stage.engine, 58, 4);
		exh_zv_engine_set_key(stage.engine, 72, 4);
		if (i)
			break;
		out = saved_of(&stage);
		assert_int_equal(exh_zv_engine_load_game(stage.engine,
							 exh_writer_bytes(&out), NULL),
				 EXH_OK);
		exh_writer_free(&out);
		stage_step(&stage, 1);
	}
	stage_end(&stage);
}

static void write_part(struct exh_writer *out, const char *tag, uint32_t count,
		       uint16_t value)
{
	exh_write_bytes(out, tag, 4);
	exh_write_u32le(out, 2 * count);
	for (uint32_t i = 0; i < count; i++)
		exh_write_u16le(out, (uint16_t)(value + i));
}

/* "Read any chunk length"; "LOC offset: only the low 16 bits"; "keys 45..49 become the
 * loaded keys 3..7, 40..44 stay as saved"; "render delay 10" */
static void parts_of_a_saved_game_have_any_length(void **unused)
{
	static const uint32_t counts[] = { 0, 60, 19737, 21000, 31000 };

	(void)unused;
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		struct exh_writer out = { .limit = 1 << 20 };
		struct stage stage = { .file_count = 0 };

		exh_write_bytes(&out, "ZNSG\4\0\0\0\0\0\0\0LOC \10\0\0\0gary", 24);
		exh_write_u32le(&out, 0x56780009);
		write_part(&out, "FLAG", 3, 0xfff8);
		write_part(&out, "PUZZ", counts[i], 0xfff0);
		stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
		stage_step(&stage, 3);
		exh_zv_engine_set_key(stage.engine, 300, 77);
		assert_int_equal(exh_zv_engine_load_game(stage.engine,
							 exh_writer_bytes(&out), NULL),
				 EXH_OK);
		for (int32_t k = 0; k < 5; k++)
			assert_int_equal(stage_key(&stage, 45 + k), i ? -13 + k : 0);
		assert_int_equal(stage_key(&stage, 40), i ? 24 : 0);
		stage_step(&stage, 1);
		assert_int_equal(stage_key(&stage, 7), 9);
		assert_int_equal(stage_key(&stage, 300), i > 1 ? 284 : 0);
		assert_int_equal(stage_key(&stage, 29999), i == 4 ? 29983 : 0);
		assert_int_equal(stage.engine->render_delay, 9);
		exh_writer_free(&out);
		stage_end(&stage);
	}
}

/* 9.26: without its saved game of the start the game begins anew, after the films. */
static void a_game_begins_again_without_r_svr(void **unused)
{
	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct stage stage = { .file_count = 0 };

		stage_text(&stage, "gary.scr", NOW(602, "a:add(301 1)\n"));
		stage_text(&stage, "gabb.scr",
			   NOW(603, "a:restore_game(R.SVR)\na:add(302 1)\n"));
		stage_start(&stage, i ? EXH_ZV_NEMESIS : EXH_ZV_ZGI, &from_start);
		stage_step(&stage, 2);
		exh_zv_engine_set_key(stage.engine, 300, 5);
		assert_int_equal(exh_zv_engine_go(stage.engine, "gabb", 0, NULL), EXH_OK);
		stage_step(&stage, 4);
		assert_true(stage_noted(&stage, "no saved game of this name: r.svr"));
		assert_int_equal(stage_key(&stage, 302), i);
		assert_int_equal(stage_key(&stage, 300), i ? 5 : 0);
		assert_int_equal(stage_key(&stage, 301), 1);
		assert_int_equal(stage_key(&stage, 16966), !i);
		assert_int_equal(stage_key(&stage, 5813), !i);
		assert_int_equal(stage_key(&stage, 19810), !i);
		assert_int_equal(stage_key(&stage, 19848), !i);
		assert_int_equal(stage_key(&stage, 3), 'g');
		assert_int_equal(stage_key(&stage, 5), i ? 'b' : 'r');
		assert_int_equal(stage_key(&stage, 20), 0);
		assert_int_equal(stage_key(&stage, 53), 540);
		stage_end(&stage);
	}
}

static void what_a_game_saves_it_restores(void **unused)
{
	struct stage stage = { .file_count = 0 }, other = { .file_count = 0 };
	struct exh_writer state = { .limit = 1 << 24 };
	struct exh_bytes game;
	const char *name;

	(void)unused;
	stage_text(&stage, "universe.scr", keeper);
	stage_start(&stage, EXH_ZV_NEMESIS, &from_start);
	stage_step(&stage, 3);
	assert_false(exh_zv_engine_kept_game(stage.engine, 0, &name, &game));
	exh_zv_engine_set_key(stage.engine, 300, 5);
	exh_zv_engine_set_key(stage.engine, 210, 1);
	stage_step(&stage, 1);
	assert_true(exh_zv_engine_kept_game(stage.engine, 0, &name, &game));
	assert_string_equal(name, "one.sav");
	assert_int_equal(game.data[game.size - 60000 + 600], 5);
	/* The kept game is in saved states and copies. */
	exh_zv_engine_save(stage.engine, &state);
	stage_text(&other, "universe.scr", keeper);
	stage_start(&other, EXH_ZV_NEMESIS, &from_start);
	assert_int_equal(exh_zv_engine_load(other.engine, other.world,
					    exh_writer_bytes(&state), NULL),
			 EXH_OK);
	assert_int_equal(exh_zv_engine_hash(other.engine),
			 exh_zv_engine_hash(stage.engine));
	assert_true(exh_zv_engine_copy(stage.engine, other.engine));
	exh_zv_engine_set_key(stage.engine, 300, 6);
	exh_zv_engine_set_key(stage.engine, 210, 2);
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 300), 5);
	assert_int_equal(stage_key(&stage, 210), 0);
	exh_writer_free(&state);
	stage_end(&stage);
	stage_end(&other);
}

static void sixteen_saved_games_are_kept(void **unused)
{
	struct stage stage = { .file_count = 0 };
	char name[] = "a.sav";
	struct exh_error err;

	(void)unused;
	start(&stage);
	stage_step(&stage, 3);
	for (int i = 0; i < 17; i++) {
		name[0] = (char)('a' + i);
		assert_int_equal(exh_zv_engine_keep_game(stage.engine, name), i < 16);
	}
	assert_true(exh_zv_engine_keep_game(stage.engine, "C.sav")); /* again */
	assert_false(exh_zv_engine_keep_game(stage.engine, ""));
	assert_int_equal(exh_zv_engine_restore_game(stage.engine, "p.SAV", &err), EXH_OK);
	assert_int_equal(exh_zv_engine_restore_game(stage.engine, "q.sav", &err),
			 EXH_INVALID);
	assert_string_equal(err.text, "the game has no saved game of this name: q.sav");
	stage_end(&stage);
}

static void damaged_timers_are_refused(void **unused)
{
	struct stage stage = { .file_count = 0 };
	struct exh_writer out;
	struct exh_error err;

	(void)unused;
	start(&stage);
	stage_step(&stage, 4);
	out = saved_of(&stage);
	out.data[38] = 1; /* key 65536 and more */
	assert_int_equal(
		exh_zv_engine_load_game(stage.engine, exh_writer_bytes(&out), &err),
		EXH_INVALID);
	assert_int_equal(err.offset, 36);
	assert_string_equal(err.text,
			    "a timer's key is 66136: the game's are 0 to 29999");
	exh_writer_free(&out);
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_saved_game_has_place_timers_flags_and_values),
		cmocka_unit_test(music_goes_on_in_a_loaded_game),
		cmocka_unit_test(a_loaded_game_goes_on_in_its_place),
		cmocka_unit_test(restoring_ends_the_pass),
		cmocka_unit_test(a_missing_saved_game_is_said),
		cmocka_unit_test(damaged_and_foreign_ones_are_refused),
		cmocka_unit_test(what_a_game_saves_it_restores),
		cmocka_unit_test(preferences_are_the_settings_alone),
		cmocka_unit_test(settings_are_read_at_the_start_and_after_restoring),
		cmocka_unit_test(parts_of_a_saved_game_have_any_length),
		cmocka_unit_test(a_game_begins_again_without_r_svr),
		cmocka_unit_test(sixteen_saved_games_are_kept),
		cmocka_unit_test(damaged_timers_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
