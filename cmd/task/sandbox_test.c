#include "sandbox.h"

#include "file.h"
#include "leftovers.h"
#include "memory.h"
#include "yard_testing.h"

#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>

/*
 * Makes game/a, game/deep/b, game/link -> ../other, linked -> game, far/away and
 * out/there.
 */
static int make_yard(void **state)
{
	static const char *const folders[] = { "game", "game/deep", "other", "out",
					       "out/there" };

	*state = yard_enter();
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		assert_int_equal(mkdir(folders[i], 0777), 0);
	make_file("game/a");
	make_file("game/deep/b");
	make_file("other/c");
	assert_int_equal(symlink("../other", "game/link"), 0);
	assert_int_equal(symlink("../../other/c", "game/deep/file"), 0);
	assert_int_equal(symlink("game", "linked"), 0);
	assert_int_equal(symlink("../../game", "out/there/link"), 0);
	return 0;
}

static int leave_yard(void **state)
{
	yard_leave(*state);
	return 0;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Appends "WORD PATH, ..." for each path. */
static void print(char found[1024], const char *word, const struct text_set *paths)
{
	for (size_t i = 0; i < paths->count; i++) {
		const size_t size = strlen(found);

		snprintf(found + size, 1024 - size, "%s%s %s", size ? ", " : "", word,
			 paths->items[i]);
	}
}

/* Checks the places: a letter for the right, and the path; then the plans for the
 * process of outputs: a path, a stem or a beginning. */
static void assert_places(struct sandbox *sandbox, const char *expected)
{
	static const char *const words[] = {
		[SANDBOX_READ] = "r",
		[SANDBOX_WRITE] = "w",
		[SANDBOX_REMOVE] = "d",
		[SANDBOX_LIST] = "l",
	};
	char found[1024] = "";

	for (size_t access = 0; access < SANDBOX_ACCESSES; access++) {
		struct text_set *paths = &sandbox->places.of[access];

		if (paths->count)
			qsort((void *)paths->items, paths->count, sizeof *paths->items,
			      by_text);
		print(found, words[access], paths);
	}
	print(found, "this", &sandbox->planned.paths);
	print(found, "stem", &sandbox->planned.stems);
	print(found, "any", &sandbox->planned.beginnings);
	assert_string_equal(found, expected);
	sandbox_end(sandbox);
}

static void a_folder_is_read_and_if_wanted_what_its_links_lead_to(void **state)
{
	struct sandbox sandbox = { 0 };

	(void)state;
	sandbox_read(&sandbox, "linked");
	assert_places(&sandbox, "r linked");
	sandbox.follows_links = true;
	sandbox_read(&sandbox, "linked");
	assert_places(&sandbox, "r linked, r linked/deep/file, r linked/link");
}

static void a_file_is_read_with_those_beside_it(void **state)
{
	struct sandbox sandbox = { 0 };

	(void)state;
	make_file("game/.hidden");
	make_file("game/z");
	sandbox_read(&sandbox, "game/a");
	/* A second file in the folder adds no places. */
	sandbox_read(&sandbox, "game/z");
	assert_places(&sandbox, "r game/a, r game/z, l game");
	sandbox_read(&sandbox, "game/.hidden");
	assert_places(&sandbox, "r game/.hidden, r game/a, r game/z, l game");
	assert_int_equal(remove("game/.hidden") | remove("game/z"), 0);
}

/* The target's neighbours are allowed, too. */
static void a_file_may_be_a_link(void **state)
{
	const struct yard *yard = *state;
	struct sandbox sandbox = { 0 };
	char expected[512];

	sandbox_read(&sandbox, "game/deep/file");
	snprintf(expected, sizeof expected,
		 "r %s/other/c, r game/deep/b, r game/deep/file, l %s/other, l game/deep",
		 yard->folder, yard->folder);
	assert_places(&sandbox, expected);
}

static void no_file_that_is_named_is_left_out(void **state)
{
	enum { FOLDERS = 3, FILES = 1500 };
	struct sandbox sandbox = { 0 };

	(void)state;
	for (unsigned i = 0; i < FOLDERS * FILES; i++) {
		char path[32];

		snprintf(path, sizeof path, "many%u", i / FILES);
		if (i % FILES == 0)
			assert_int_equal(mkdir(path, 0777), 0);
		snprintf(path, sizeof path, "many%u/%u", i / FILES, i);
		make_file(path);
		sandbox_read(&sandbox, path);
		assert_int_equal(sandbox.places.of[SANDBOX_READ].count, i + 1);
	}
	sandbox_end(&sandbox);
	disk_remove_all("many0");
	disk_remove_all("many1");
	disk_remove_all("many2");
}

static bool is_c(const char *name)
{
	return strcmp(name, "c") == 0;
}

static void files_of_a_folder_are_read_by_their_names(void **state)
{
	struct sandbox sandbox = { 0 };

	(void)state;
	sandbox_read_some(&sandbox, "other", is_c);
	sandbox_read_some(&sandbox, "game", is_c);
	sandbox_read_some(&sandbox, "none", is_c);
	assert_places(&sandbox, "r other/c, l game, l other");
}

static void what_is_not_there_and_standard_input_add_nothing(void **state)
{
	struct sandbox sandbox = { 0 };

	(void)state;
	sandbox_read(&sandbox, "a sentence");
	sandbox_read(&sandbox, "-");
	sandbox_read(&sandbox, "");
	sandbox_write_beside(&sandbox, "nothing");
	sandbox_write_beside(&sandbox, "-");
	assert_places(&sandbox, "");
}

static void a_device_is_read_and_written_alone(void **state)
{
	struct sandbox sandbox = { 0 };

	(void)state;
	sandbox_read(&sandbox, "/dev/null");
	sandbox_write(&sandbox, "/dev/full");
	assert_places(&sandbox, "r /dev/null, w /dev/full");
}

static void only_an_output_is_written_not_its_folder(void **state)
{
	struct sandbox sandbox = { 0 };

	(void)state;
	/* Links in it are broken. */
	sandbox_write(&sandbox, "out");
	assert_places(&sandbox, "w out");
	sandbox_write(&sandbox, "out/new/folder/");
	assert_places(&sandbox, "this out/new");
	sandbox_write(&sandbox, "out/new/a%03d.png");
	assert_places(&sandbox, "this out/new");
	sandbox_write(&sandbox, "out/a%03d.png");
	assert_places(&sandbox, "any out/a");
	sandbox_write(&sandbox, "game/%03d.png");
	assert_places(&sandbox, "any game/");
	sandbox_write(&sandbox, "game/new.txt");
	assert_places(&sandbox, "this game/new.txt, stem game/new");
	sandbox_write(&sandbox, ".new");
	assert_places(&sandbox, "this .new, stem .new");
	sandbox_write(&sandbox, "/new");
	assert_places(&sandbox, "this /new, stem /new");
	/* A link to a file is replaced; what it leads to is compared. */
	sandbox_write(&sandbox, "game/deep/file");
	assert_places(&sandbox,
		      "r game/deep/file, this game/deep/file, stem game/deep/file");
}

static void a_folder_of_outputs_is_made_and_gone_if_it_stays_empty(void **state)
{
	struct sandbox sandbox = { 0 };

	(void)state;
	if (!sandbox_files_version())
		skip();
	sandbox_write_folder(&sandbox, "new/and/deep/");
	assert_true(file_is_folder("new/and/deep"));
	assert_int_equal(sandbox.planned.made.count, 3);
	assert_places(&sandbox, "w new/and/deep");
	assert_int_equal(rmdir("new/and/deep") | rmdir("new/and") | rmdir("new"), 0);
	/* A pattern for any name has a folder to itself, unless it has other files. */
	sandbox_write(&sandbox, "new/%03d.png");
	assert_places(&sandbox, "w new");
	sandbox_write(&sandbox, "new/%03d.png");
	assert_places(&sandbox, "w new");
	assert_int_equal(rmdir("new"), 0);
	/* If a folder can't be made, writing to it reports this. */
	sandbox_write_folder(&sandbox, "game/a/b");
	assert_places(&sandbox, "this game/a");
}

static void without_o_what_is_named_after_inputs_is_written(void **state)
{
	struct sandbox sandbox = { 0 };

	(void)state;
	assert_int_equal(mkdir("game/deep.built", 0777), 0);
	assert_int_equal(symlink("../out", "game/deep.extracted"), 0);
	sandbox_write_beside(&sandbox, "game/deep/");
	assert_places(
		&sandbox,
		"w game/deep.built, this game/deep.extracted, this game/deep.resources, "
		"this game/deep.monkey, stem game/deep");
	assert_int_equal(rmdir("game/deep.built") | remove("game/deep.extracted"), 0);
	sandbox_write_beside(&sandbox, "other/c");
	assert_places(
		&sandbox,
		"this other/c.extracted, this other/c.resources, this other/c.built, "
		"this other/c.monkey, stem other/c");
	/* For "." outputs are named by the folder's real name. */
	assert_int_equal(chdir("other"), 0);
	sandbox_write_beside(&sandbox, ".");
	assert_int_equal(chdir(".."), 0);
	assert_places(
		&sandbox,
		"this ../other.extracted, this ../other.resources, this ../other.built, "
		"this ../other.monkey, stem ../other");
}

/* Returns a name by a process that has ended; to be freed. */
static char *name_of_the_gone(const char *before, const char *after)
{
	char *mark = leftovers_mark(), *name;
	const pid_t gone = fork();

	assert_true(gone >= 0);
	if (!gone)
		_exit(0);
	assert_int_equal(waitpid(gone, NULL, 0), gone);
	name = mem_format("%s.exhume-%ld%s%s", before, (long)gone, strchr(mark, '-'),
			  after);
	free(mark);
	return name;
}

static void leftovers_beside_inputs_are_removed(void **state)
{
	struct sandbox sandbox = { 0 };
	char *beside = name_of_the_gone("game/", "-0-0.part");
	char *inside = name_of_the_gone("game/deep/", "-0-0.part");
	char *other = name_of_the_gone("other/", "-0-0.part");

	(void)state;
	make_file(beside);
	make_file(inside);
	make_file(other);
	sandbox_write_beside(&sandbox, "game/a");
	sandbox_clear_leftovers(&sandbox);
	assert_int_not_equal(access(beside, F_OK), 0);
	assert_int_equal(access(inside, F_OK), 0);
	sandbox_end(&sandbox);
	make_file("game/d");
	sandbox_write_beside(&sandbox, "game/d"); /* game/deep begins with it */
	sandbox_clear_leftovers(&sandbox);
	assert_int_not_equal(access(inside, F_OK), 0);
	assert_int_equal(access(other, F_OK), 0);
	sandbox_end(&sandbox);
	remove("game/d");
	remove(other);
	free(beside);
	free(inside);
	free(other);
}

static void temporary_files_have_a_folder_that_is_removed(void **state)
{
	const struct yard *yard = *state;
	struct sandbox sandbox = { 0 };
	char *path;

	assert_int_equal(setenv("TMPDIR", yard->folder, 1), 0);
	sandbox_make_temporary(&sandbox);
	assert_int_equal(sandbox.places.of[SANDBOX_WRITE].count, 1);
	assert_string_equal(sandbox.places.of[SANDBOX_WRITE].items[0], getenv("TMPDIR"));
	assert_string_equal(sandbox.places.of[SANDBOX_REMOVE].items[0], yard->folder);
	path = strdup(sandbox.temporary);
	assert_non_null(path);
	assert_true(file_is_folder(path));
	sandbox_end(&sandbox);
	assert_false(file_exists(path));
	free(path);
	/* If none can be made, $TMPDIR stays unchanged. */
	assert_int_equal(setenv("TMPDIR", "/nowhere", 1), 0);
	sandbox_make_temporary(&sandbox);
	assert_null(sandbox.temporary);
	assert_string_equal(getenv("TMPDIR"), "/nowhere");
	assert_int_equal(unsetenv("TMPDIR"), 0);
	sandbox_end(&sandbox);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_folder_is_read_and_if_wanted_what_its_links_lead_to),
		cmocka_unit_test(a_file_is_read_with_those_beside_it),
		cmocka_unit_test(a_file_may_be_a_link),
		cmocka_unit_test(no_file_that_is_named_is_left_out),
		cmocka_unit_test(files_of_a_folder_are_read_by_their_names),
		cmocka_unit_test(what_is_not_there_and_standard_input_add_nothing),
		cmocka_unit_test(a_device_is_read_and_written_alone),
		cmocka_unit_test(only_an_output_is_written_not_its_folder),
		cmocka_unit_test(a_folder_of_outputs_is_made_and_gone_if_it_stays_empty),
		cmocka_unit_test(without_o_what_is_named_after_inputs_is_written),
		cmocka_unit_test(leftovers_beside_inputs_are_removed),
		cmocka_unit_test(temporary_files_have_a_folder_that_is_removed),
	};

	return cmocka_run_group_tests(tests, make_yard, leave_yard);
}
