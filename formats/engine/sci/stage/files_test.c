#include "exhume/advanced/sci_files.h"

#include "stage_testing.h"

static const char texts[] =
	".strings\nfile: .string \"/Save/A.txt\"\nnone: .string \"none\"\nid: .string "
	"\"quest\"\nlines: .string \"one\\ntwo three\"\nfirst: .string "
	"\"First\"\nsecond: .string \"Second\"\nold: .string \"1.0\"\nnew: "
	".string \"1.1\"\nfolder: .string \"here\"";

#define PLAY " .method play = Game::play\n"
#define BEGIN ".self game\nGame::play:\n"

static void files_are_opened_written_and_read(void **state)
{
	struct test_stage s;
	struct exh_bytes out;

	(void)state;
	test_stage_start(
		&s,
		BEGIN
		/* none: not to be read; 2 truncates */
		" push2\n lofss none\n push1\n callk FOpen, 4\n sag 10\n"
		" push2\n lofss file\n push2\n callk FOpen, 4\n sag 11\n"
		" push2\n lsg 11\n lofss lines\n callk FPuts, 4\n"
		" push1\n lsg 11\n callk FClose, 2\n"
		/* 1 reads: a line, a part of one, its rest, the end */
		" push2\n lofss file\n push1\n callk FOpen, 4\n sag 11\n"
		" pushi 3\n lea 0, 20\n push\n pushi 30\n lsg 11\n callk FGets, 6\n"
		" pushi 3\n lea 0, 30\n push\n pushi 6\n lsg 11\n callk FGets, 6\n"
		" pushi 3\n lea 0, 40\n push\n pushi 30\n lsg 11\n callk FGets, 6\n not\n"
		" sag 12\n pushi 3\n lea 0, 50\n push\n pushi 30\n lsg 11\n callk FGets, "
		"6\n"
		" sag 13\n"
		/* calls of some scripts with too few arguments, or with a closed file */
		" push2\n lea 0, 50\n push\n pushi 30\n callk FGets, 4\n sag 14\n"
		" push1\n pushi -1\n callk FClose, 2\n push1\n push0\n callk FClose, 2\n"
		/* 0 appends to it */
		" push2\n lofss file\n push0\n callk FOpen, 4\n sag 15\n"
		" push2\n lsg 15\n lofss id\n callk FPuts, 4\n ret\n",
		PLAY, texts);
	test_stage_play(&s);
	assert_int_equal(test_global(&s, 10), 0xffff);
	assert_int_equal(test_global(&s, 11), 1);
	test_assert_text(&s, 20, "one");
	test_assert_text(&s, 30, "two t");
	test_assert_text(&s, 40, "hree");
	assert_int_equal(test_global(&s, 12), 0);
	assert_int_equal(test_global(&s, 13), 0);
	assert_int_equal(test_global(&s, 14), 0);
	assert_int_equal(test_global(&s, 15), 2);
	assert_true(exh_sci_files_read(exh_sci_engine_files(s.engine), "a.txt", &out));
	assert_int_equal(out.size, 18);
	assert_memory_equal(out.data, "one\ntwo threequest", 18);
	test_stage_free(&s);
}

#define MISSING " push2\n lofss none\n push1\n callk FOpen, 4\n"

/* -1, but where the script compares with 0 first. */
static void missing_files_are_what_the_script_expects(void **state)
{
	struct test_stage s;

	(void)state;
	test_stage_start(
		&s,
		BEGIN
			/* Sierra's: (if (== (= handle (FOpen ..)) -1) ..) */
			MISSING
		" sat 0\n push\n ldi 65535\n eq?\n bnt a\na: lat 0\n sag 10\n"
		/* (if (not ..)), (if handle ..), (== handle 0), (!= 0 handle) */
		MISSING " sag 11\n not\n bnt b\nb:\n" MISSING
		" sag 12\n push1\n ldi 3\n add\n lag 12\n bnt c\nc:\n" MISSING
		" sag 13\n lsg 13\n ldi 0\n eq?\n" MISSING
		" sag 14\n push0\n lag 14\n ne?\n"
		/* The result is replaced before the test, or tested after -1. */
		MISSING " sag 15\n ldi 1\n sag 15\n lag 15\n bnt d\nd:\n" MISSING
		" sag 16\n lsg 16\n ldi 65535\n eq?\n bnt e\ne:\n lag 16\n not\n"
		/* A file that is not open may be closed, read and converted to a number.
		 */
		" push1\n push0\n callk FClose, 2\n"
		" pushi 3\n lea 0, 20\n push\n pushi 30\n push0\n callk FGets, 6\n"
		" sag 17\n push1\n lsg 17\n callk ReadNumber, 2\n sag 18\n ret\n",
		PLAY, texts);
	test_stage_play(&s);
	assert_int_equal(test_global(&s, 10), 0xffff);
	for (unsigned i = 11; i < 15; i++)
		assert_int_equal(test_global(&s, i), 0);
	assert_int_equal(test_global(&s, 16), 0xffff);
	assert_int_equal(test_global(&s, 17), 0);
	assert_int_equal(test_global(&s, 18), 0);
	test_stage_free(&s);
}

static void there_is_one_device(void **state)
{
	struct test_stage s;

	(void)state;
	test_stage_start(&s,
			 BEGIN
			 " ldi 5\n push1\n lea 0, 20\n push\n ldi 5\n callk "
			 "DeviceInfo, 2\n sag 10\n"
			 " pushi 3\n push0\n lofss file\n lea 0, 30\n push\n callk "
			 "DeviceInfo, 6\n"
			 " pushi 3\n push2\n lea 0, 20\n push\n lea 0, 30\n push\n"
			 " callk DeviceInfo, 6\n sag 11\n"
			 " push2\n pushi 3\n lea 0, 20\n push\n callk DeviceInfo, "
			 "4\n sag 12\n"
			 " pushi 4\n pushi 8\n lea 0, 40\n push\n lofss id\n push2\n"
			 " callk DeviceInfo, 8\n"
			 " pushi 3\n pushi 7\n lea 0, 50\n push\n lofss id\n"
			 " callk DeviceInfo, 6\n"
			 " push1\n lofss file\n callk ValidPath, 2\n sag 13\n"
			 " push1\n lofss file\n callk CheckFreeSpace, 2\n sag 14\n "
			 "ret\n",
			 PLAY, texts);
	test_stage_play(&s);
	test_assert_text(&s, 20, "/");
	assert_int_equal(test_global(&s, 10), 5);
	assert_int_equal(test_global(&s, 11), 1);
	assert_int_equal(test_global(&s, 12), 0);
	test_assert_text(&s, 40, "questsg.002");
	test_assert_text(&s, 50, "questsg.dir");
	assert_int_equal(test_global(&s, 13), 1);
	assert_int_equal(test_global(&s, 14), 1);
	test_stage_free(&s);
}

/* Saves to a slot, with a description, for version 1.0. */
#define SAVE(slot, text)                                                  \
	" pushi 4\n lofss id\n pushi " #slot "\n lofss " text "\n lofss " \
	"old\n callk SaveGame, 8\n"

static void saved_games_are_restored(void **state)
{
	struct test_stage s;

	(void)state;
	test_stage_start(
		&s,
		BEGIN " ldi 7\n sag 10\n" SAVE(
			0, "first") " sag 11\n"
				    " ldi 9\n sag 10\n"
				    " push1\n pushi 30\n callk Wait, 2\n"
				    /* another version, and a slot without a game */
				    " pushi 3\n lofss id\n push0\n lofss new\n callk "
				    "RestoreGame, 6\n"
				    " sag 12\n"
				    " pushi 3\n lofss id\n push2\n lofss old\n callk "
				    "RestoreGame, 6\n"
				    " push\n lag 12\n add\n sag 12\n"
				    " push0\n callk GetTime, 0\n sal 99\n"
				    " pushi 3\n lofss id\n push0\n lofss old\n callk "
				    "RestoreGame, 6\n"
				    " ldi 1\n sag 20\n ret\n"
				    "Game::replay:\n push0\n callk GameIsRestarting, 0\n "
				    "sag 21\n"
				    " push0\n callk GetTime, 0\n sag 22\n"
				    " push1\n push0\n callk GameIsRestarting, 2\n"
				    " push0\n callk GameIsRestarting, 0\n sag 23\n ret\n",
		PLAY " .method replay = Game::replay\n", texts);
	test_stage_play(&s);
	/* Variables as they were saved: within the call, before its result. */
	assert_int_equal(test_global(&s, 10), 7);
	assert_int_equal(test_global(&s, 11), 0);
	assert_int_equal(test_global(&s, 12), 0);
	assert_int_equal(test_global(&s, 20), 0);
	assert_int_equal(test_global(&s, 21), 2);
	assert_int_equal(test_global(&s, 23), 0);
	/* The clock goes on. */
	assert_true(test_global(&s, 22) >= 30);
	assert_true(exh_sci_vm_steps(s.engine->vm) > 45);
	test_stage_free(&s);
}

static void games_that_can_t_be_restored_give_1(void **state)
{
	struct test_stage s;

	(void)state;
	test_stage_start(&s,
			 BEGIN SAVE(0, "first") " sag 10\n"
						" pushi 3\n lofss id\n push0\n lofss "
						"new\n callk RestoreGame, 6\n sag 11\n"
						" pushi 3\n lofss id\n push2\n lofss "
						"old\n callk RestoreGame, 6\n sag 12\n "
						"ret\n",
			 PLAY, texts);
	test_stage_play(&s);
	assert_int_equal(test_global(&s, 10), 1);
	assert_int_equal(test_global(&s, 11), 1);
	assert_int_equal(test_global(&s, 12), 1);
	test_stage_free(&s);
}

/* Restores slot 0, of which the test has changed the file. */
static void restore_changed(const uint8_t *bytes, size_t size, unsigned expected,
			    const char *note)
{
	struct test_stage s;

	test_stage_start(&s,
			 BEGIN " pushi 3\n lofss id\n lea 0, 20\n push\n lea 0, 60\n"
			       " push\n callk GetSaveFiles, 6\n"
			       " pushi 3\n lofss id\n push0\n lofss old\n"
			       " callk RestoreGame, 6\n sag 10\n ldi 1\n sag 11\n ret\n",
			 PLAY, texts);
	assert_true(exh_sci_files_write(exh_sci_engine_files(s.engine), "questsg.000",
					(struct exh_bytes){ bytes, size, 0 }));
	test_stage_play(&s);
	assert_int_equal(test_global(&s, 10), expected);
	assert_int_equal(test_global(&s, 11), 1);
	assert_int_equal(exh_sci_engine_faults(s.engine)->warning_count, 1);
	assert_string_equal(exh_sci_engine_faults(s.engine)->first->text, note);
	test_stage_free(&s);
}

static void damaged_saved_games_are_noted_once(void **state)
{
	/* Signature, version, serial, description, version of the game; a state. */
	static const uint8_t saved[] = {
		'E', 'X', 'H', 'S', 'C', 'I', 'G', 26,	1,   0,	  0,   0,   1,	 0,   0,
		0,   1,	  0,   0,   0,	 2,   0,   0,	0,   'm', 'e', 1,   0,	 0,   0,
		3,   0,	  0,   0,   '1', '.', '0', 'E', 'X', 'H', 'K', 'E', 'E', 'N', 26,
	};

	(void)state;
	restore_changed(saved, 7, 1,
			"questsg.000: this saved game can't be restored: it ends too "
			"early");
	restore_changed(saved + 1, sizeof saved - 1, 1,
			"questsg.000: this saved game can't be restored: it is no saved "
			"game");
	restore_changed(saved, sizeof saved, 1,
			"questsg.000: this saved game can't be restored: it is no saved "
			"state of this machine");
}

static void saved_games_are_listed_the_newest_first(void **state)
{
	struct test_stage s;

	(void)state;
	test_stage_start(&s,
			 BEGIN
			 " pushi 3\n lofss id\n lea 0, 20\n push\n lea 0, 60\n push\n"
			 " callk GetSaveFiles, 6\n sag 10\n" SAVE(0, "first") SAVE(
				 1, "second") SAVE(0, "second")
				 SAVE(99, "file") " pushi 3\n lofss id\n lea 0, 20\n "
						  "push\n lea 0, 80\n push\n"
						  " callk GetSaveFiles, 6\n sag 11\n"
						  " pushi 3\n lofss id\n push0\n lofss "
						  "old\n callk CheckSaveGame, 6\n"
						  " sag 12\n"
						  " pushi 3\n lofss id\n push0\n lofss "
						  "new\n callk CheckSaveGame, 6\n"
						  " sag 13\n"
						  " pushi 3\n lofss id\n pushi 3\n lofss "
						  "old\n callk CheckSaveGame, 6\n"
						  " sag 14\n ret\n",
			 PLAY, texts);
	test_stage_play(&s);
	assert_int_equal(test_global(&s, 10), 0);
	assert_int_equal(test_global(&s, 11), 3);
	assert_int_equal(test_global(&s, 80), 2);
	assert_int_equal(test_global(&s, 81), 0);
	assert_int_equal(test_global(&s, 82), 1);
	test_assert_text(&s, 20, "/Save/A.txt");
	test_assert_text(&s, 20 + 18, "Second");
	test_assert_text(&s, 20 + 36, "Second");
	assert_int_equal(test_global(&s, 20 + 54), 0);
	assert_int_equal(test_global(&s, 12), 1);
	assert_int_equal(test_global(&s, 13), 0);
	assert_int_equal(test_global(&s, 14), 0);
	test_stage_free(&s);
}

static void games_restart_with_all_as_at_first(void **state)
{
	struct test_stage s;

	(void)state;
	test_stage_start(&s,
			 BEGIN " push0\n callk GameIsRestarting, 0\n sag 10\n bt again\n"
			       " ldi 9\n sag 11\n push2\n push0\n callk GetSaveDir, 0\n "
			       "push\n lofss folder\n callk StrCpy, 4\n"
			       " push0\n callk RestartGame, 0\n ldi 1\n sag 12\n ret\n"
			       "again: push2\n lea 0, 20\n push\n push0\n callk "
			       "GetSaveDir, 0\n push\n callk StrCpy, 4\n ret\n",
			 PLAY, texts);
	test_stage_play(&s);
	assert_int_equal(test_global(&s, 10), 1);
	assert_int_equal(test_global(&s, 11), 0);
	assert_int_equal(test_global(&s, 12), 0);
	test_assert_text(&s, 20, "here");
	test_stage_free(&s);
}

/* DoBresen asks if the actor can be at its target, which runs within the function. */
static void games_are_not_saved_within_a_function(void **state)
{
	struct test_stage s;

	(void)state;
	test_stage_start(
		&s,
		BEGIN SAVE(0, "first") " sag 10\n"
				       " push1\n lofss way\n callk DoBresen, "
				       "2\n ret\n"
				       ".self actor\nActor::canBeHere:\n" SAVE(
					       1, "second") " sag 11\n"
							    " pushi 3\n lofss id\n "
							    "push0\n lofss old\n callk "
							    "RestoreGame, 6\n sag 12\n"
							    " push0\n callk RestartGame, "
							    "0\n ldi 1\n sag 13\n ret\n",
		PLAY ".class way\n species = 0\n superClass = -1\n -info- = "
		     "$8000\n name = @id\n client = @actor\n x = 5\n"
		     ".class actor\n species = 1\n superClass = -1\n -info- = "
		     "$8000\n name = @id\n x = 1\n .method canBeHere = "
		     "Actor::canBeHere\n",
		texts);
	test_stage_play(&s);
	assert_int_equal(test_global(&s, 10), 1);
	assert_int_equal(test_global(&s, 11), 0);
	assert_int_equal(test_global(&s, 12), 1);
	assert_int_equal(test_global(&s, 13), 1);
	test_stage_free(&s);
}

/* States have the files of a run, not those within a saved game. */
static void states_have_the_files(void **state)
{
	struct exh_writer saved = { .limit = 1 << 24 };
	struct test_stage s, other;
	struct exh_bytes out;
	struct exh_error err;
	const char code[] = BEGIN SAVE(0, "first") "more: push1\n pushi 5\n callk Wait, "
						   "2\n jmp more\n";

	(void)state;
	test_stage_start(&s, code, PLAY, texts);
	test_stage_start(&other, code, PLAY, texts);
	exh_sci_engine_step(s.engine, NULL);
	exh_sci_engine_step(s.engine, NULL);
	assert_true(exh_sci_engine_save(s.engine, &saved));
	assert_int_equal(exh_sci_files_count(exh_sci_engine_files(s.engine)), 1);
	if (exh_sci_engine_load(other.engine, exh_writer_bytes(&saved), &err))
		fail_msg("%s", err.text);
	assert_true(exh_sci_files_read(exh_sci_engine_files(other.engine), "questsg.000",
				       &out));
	assert_int_equal(exh_sci_engine_hash(s.engine),
			 exh_sci_engine_hash(other.engine));
	saved.size--;
	assert_int_equal(
		exh_sci_engine_load(other.engine, exh_writer_bytes(&saved), &err),
		EXH_INVALID);
	exh_writer_free(&saved);
	test_stage_free(&s);
	test_stage_free(&other);
}

/* A disk with room for this many files. */
struct disk {
	unsigned room, count;
	char names[256];
	size_t size; /* size of the last file */
};

static bool keep(void *context, const char *name, struct exh_bytes bytes)
{
	struct disk *disk = context;

	if (!disk->room)
		return false;
	disk->room--;
	disk->count++;
	snprintf(disk->names + strlen(disk->names),
		 sizeof disk->names - strlen(disk->names), "%s ", name);
	disk->size = bytes.size;
	return true;
}

static void play_with_disk(struct disk *disk, struct test_stage *s)
{
	const struct exh_sci_resources resources = { .read = test_no_resource,
						     .keep = keep,
						     .context = disk };
	struct exh_error err;

	test_stage_start(s,
			 BEGIN " push2\n lofss file\n push2\n callk FOpen, 4\n sag 10\n"
			       " push2\n lsg 10\n lofss lines\n callk FPuts, 4\n"
			       " push2\n lsg 10\n lofss id\n callk FPuts, 4\n"
			       " push1\n lsg 10\n callk FClose, 2\n"
			       " pushi 4\n lofss id\n push0\n lofss first\n lofss old\n"
			       " callk SaveGame, 8\n sag 11\n ret\n",
			 PLAY, texts);
	exh_sci_engine_free(s->engine);
	assert_int_equal(exh_sci_engine_new(&s->t.program, &resources, &test_begin,
					    &s->engine, &err),
			 EXH_OK);
	test_stage_play(s);
}

static void the_host_keeps_files(void **state)
{
	struct disk disk = { .room = 9 };
	struct test_stage s;
	struct exh_bytes out;

	(void)state;
	play_with_disk(&disk, &s);
	assert_string_equal(disk.names, "a.txt a.txt a.txt questsg.000 ");
	assert_int_equal(test_global(&s, 11), 1);
	assert_true(
		exh_sci_files_read(exh_sci_engine_files(s.engine), "questsg.000", &out));
	assert_int_equal(disk.size, out.size);
	test_stage_free(&s);
}

/* At each of the game's writes: from there on all fail. */
static void a_full_disk_is_noticed(void **state)
{
	(void)state;
	for (unsigned room = 0; room < 4; room++) {
		struct disk disk = { .room = room };
		struct test_stage s;
		struct exh_bytes out;

		play_with_disk(&disk, &s);
		assert_int_equal(disk.count, room);
		assert_int_equal(test_global(&s, 10), room > 0 ? 1 : 0xffff);
		assert_int_equal(test_global(&s, 11), 0);
		assert_int_equal(exh_sci_files_count(exh_sci_engine_files(s.engine)),
				 room > 0);
		if (room > 0) {
			assert_true(exh_sci_files_read(exh_sci_engine_files(s.engine),
						       "a.txt", &out));
			assert_int_equal(out.size, disk.size);
		}
		test_stage_free(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_are_opened_written_and_read),
		cmocka_unit_test(missing_files_are_what_the_script_expects),
		cmocka_unit_test(there_is_one_device),
		cmocka_unit_test(saved_games_are_restored),
		cmocka_unit_test(games_that_can_t_be_restored_give_1),
		cmocka_unit_test(damaged_saved_games_are_noted_once),
		cmocka_unit_test(saved_games_are_listed_the_newest_first),
		cmocka_unit_test(games_restart_with_all_as_at_first),
		cmocka_unit_test(games_are_not_saved_within_a_function),
		cmocka_unit_test(states_have_the_files),
		cmocka_unit_test(the_host_keeps_files),
		cmocka_unit_test(a_full_disk_is_noticed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
