#include "sandbox.h"

#include "file.h"
#include "leftovers.h"
#include "memory.h"
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * game/a, game/deep/b, game/link -> ../other, linked -> game, far/away and out/there.
 */
struct yard {
	char folder[64], before[4096];
};

static void make_file(const char *path)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fclose(file), 0);
}

static int make_yard(void **state)
{
	struct yard *yard = calloc(1, sizeof *yard);
	static const char *const folders[] = { "game", "game/deep", "other", "out",
					       "out/there" };

	assert_non_null(yard);
	assert_non_null(getcwd(yard->before, sizeof yard->before));
	strcpy(yard->folder, "/tmp/exhume-sandbox-XXXXXX");
	assert_non_null(mkdtemp(yard->folder));
	assert_int_equal(chdir(yard->folder), 0);
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		assert_int_equal(mkdir(folders[i], 0777), 0);
	make_file("game/a");
	make_file("game/deep/b");
	make_file("other/c");
	assert_int_equal(symlink("../other", "game/link"), 0);
	assert_int_equal(symlink("../../other/c", "game/deep/file"), 0);
	assert_int_equal(symlink("game", "linked"), 0);
	assert_int_equal(symlink("../../game", "out/there/link"), 0);
	*state = yard;
	return 0;
}

static int leave_yard(void **state)
{
	static const char *const names[] = {
		"game/a",    "game/deep/b",    "game/deep/file", "game/deep",
		"game/link", "game",	       "other/c",	 "other",
		"linked",    "out/there/link", "out/there",	 "out",
	};
	struct yard *yard = *state;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		remove(names[i]);
	assert_int_equal(chdir(yard->before), 0);
	assert_int_equal(rmdir(yard->folder), 0);
	free(yard);
	return 0;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(((const struct sandbox_place *)a)->path,
		      ((const struct sandbox_place *)b)->path);
}

/* "r path" for each, in the order of the paths. */
static void assert_places(struct sandbox *sandbox, const char *expected)
{
	static const char letters[] = {
		[SANDBOX_READ] = 'r', [SANDBOX_WRITE] = 'w', [SANDBOX_REMOVE] = 'd'
	};
	char found[1024] = "";

	if (sandbox->count)
		qsort(sandbox->items, sandbox->count, sizeof *sandbox->items, by_text);
	for (size_t i = 0; i < sandbox->count; i++) {
		const size_t size = strlen(found);

		snprintf(found + size, sizeof found - size, "%s%c %s", i ? ", " : "",
			 letters[sandbox->items[i].access], sandbox->items[i].path);
	}
	assert_string_equal(found, expected);
	sandbox_end(sandbox);
}

static void a_folder_is_read_with_what_its_links_lead_to(void **state)
{
	struct sandbox sandbox = { 0 };

	(void)state;
	sandbox_read(&sandbox, "linked");
	assert_places(&sandbox, "r linked, r linked/deep/file, r linked/link");
}

static void a_file_is_read_with_its_folder(void **state)
{
	struct sandbox sandbox = { 0 };

	(void)state;
	sandbox_read(&sandbox, "game/a");
	/* A second file there adds nothing. */
	sandbox_read(&sandbox, "game/a");
	assert_places(&sandbox, "r game, r game/link");
	sandbox_read(&sandbox, "game/deep/file");
	assert_places(&sandbox, "r game/deep, r game/deep/file");
}

static void what_is_not_there_and_standard_input_add_nothing(void **state)
{
	struct sandbox sandbox = { 0 };

	(void)state;
	sandbox_read(&sandbox, "a sentence");
	sandbox_read(&sandbox, "-");
	sandbox_read(&sandbox, "");
	sandbox_read_above(&sandbox, "nothing/there");
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
	assert_places(&sandbox, "w /dev/full, r /dev/null");
}

static void the_folder_above_is_that_of_the_path_and_the_real_one(void **state)
{
	struct sandbox sandbox = { 0 };

	(void)state;
	sandbox_read_above(&sandbox, "game/deep/b");
	assert_places(&sandbox,
		      "r game, r game/deep/.., r game/deep/../link, r game/link");
	assert_int_equal(chdir("other"), 0);
	sandbox_read_above(&sandbox, "c");
	assert_int_equal(chdir(".."), 0);
	assert_places(&sandbox, "r ./.., r ./../linked");
}

static void an_output_is_written_into_the_nearest_folder(void **state)
{
	struct sandbox sandbox = { 0 };

	(void)state;
	sandbox_write(&sandbox, "out");
	assert_places(&sandbox, "w out, w out/there/link, r out/there/link/deep/file, "
				"w out/there/link/link");
	sandbox_write(&sandbox, "out/new/folder/");
	assert_places(&sandbox, "w out");
	sandbox_write(&sandbox, "new/%03d.png");
	assert_places(&sandbox, "w .");
	sandbox_write(&sandbox, "game/a");
	assert_places(&sandbox, "w game");
	/* A link to a file is replaced; what it leads to is compared. */
	sandbox_write(&sandbox, "game/deep/file");
	assert_places(&sandbox, "w game/deep, r game/deep/file");
}

static void without_o_the_folders_of_inputs_are_written(void **state)
{
	struct sandbox sandbox = { 0 };

	(void)state;
	sandbox_write_beside(&sandbox, "game/deep/");
	assert_places(&sandbox, "w game, w game/deep/, r game/deep/file, w game/link");
	sandbox_write_beside(&sandbox, "other/c");
	assert_places(&sandbox, "w other");
	/* "." is named after what it is called above. */
	assert_int_equal(chdir("other"), 0);
	sandbox_write_beside(&sandbox, ".");
	assert_int_equal(chdir(".."), 0);
	assert_places(&sandbox, "w ., w ./.., w ./../linked");
}

/* A name as a process made it that is gone; to be freed. */
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
	sandbox_write_beside(&sandbox,
			     "game/d"); /* of which game/deep has the beginning */
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
	assert_int_equal(sandbox.count, 2);
	assert_string_equal(sandbox.items[0].path, getenv("TMPDIR"));
	assert_string_equal(sandbox.items[1].path, yard->folder);
	assert_int_equal(sandbox.items[1].access, SANDBOX_REMOVE);
	path = strdup(sandbox.temporary);
	assert_non_null(path);
	assert_true(file_is_folder(path));
	sandbox_end(&sandbox);
	assert_false(file_exists(path));
	free(path);
	/* Where none can be made, what there was stays. */
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
		cmocka_unit_test(a_folder_is_read_with_what_its_links_lead_to),
		cmocka_unit_test(a_file_is_read_with_its_folder),
		cmocka_unit_test(what_is_not_there_and_standard_input_add_nothing),
		cmocka_unit_test(a_device_is_read_and_written_alone),
		cmocka_unit_test(the_folder_above_is_that_of_the_path_and_the_real_one),
		cmocka_unit_test(an_output_is_written_into_the_nearest_folder),
		cmocka_unit_test(without_o_the_folders_of_inputs_are_written),
		cmocka_unit_test(leftovers_beside_inputs_are_removed),
		cmocka_unit_test(temporary_files_have_a_folder_that_is_removed),
	};

	return cmocka_run_group_tests(tests, make_yard, leave_yard);
}
