#include "disk.h"

#include "disk_places.h"
#include "disk_process.h"
#include "text_set.h"
#include "yard_testing.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

/*
 * Makes out/a/b/, out/file, out/link -> ../away, out/a/loop -> loop, away/kept, and
 * changes to that folder.
 */
static int make_yard(void **state)
{
	static const char *const folders[] = { "out", "out/a", "out/a/b", "away" };

	*state = yard_enter();
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		assert_int_equal(mkdir(folders[i], 0777), 0);
	make_file("out/file");
	make_file("away/kept");
	assert_int_equal(symlink("../away", "out/link"), 0);
	assert_int_equal(symlink("loop", "out/a/loop"), 0);
	return 0;
}

static int leave_yard(void **state)
{
	disk_close_folders();
	yard_leave(*state);
	return 0;
}

/* Returns 0, or errno. */
static int reason_of(int fd)
{
	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

static void the_kernels_way_and_ours_lead_to_the_same(void **state)
{
	static const struct {
		const char *path;
		int reason;
	} rows[] = {
		{ "a", 0 },	     { "a/b", 0 },
		{ "a//b/", 0 },	     { "./a", 0 },
		{ "link", ELOOP },   { "link/", ELOOP },
		{ "link/x", ELOOP }, { "a/loop/x", ELOOP },
		{ "none", ENOENT },  { "a/none/x", ENOENT },
		{ "file", ENOTDIR }, { "file/x", ENOTDIR },
		{ "..", EXDEV },
	};
	const int folder = open("out", O_RDONLY | O_DIRECTORY);

	(void)state;
	assert_true(folder >= 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const int one = reason_of(place_open_beneath(folder, rows[i].path));
		const int other = reason_of(place_walk_beneath(folder, rows[i].path));

		if (one != rows[i].reason || other != rows[i].reason)
			fail_msg("%s: %s, %s", rows[i].path, strerror(one),
				 strerror(other));
	}
	close(folder);
}

/* Closes the made file. */
static bool is_made(const char *path)
{
	const int fd = disk_create(path, NULL);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static void nothing_goes_through_a_link_in_a_folder_of_outputs(void **state)
{
	(void)state;
	disk_add_folder("out", false);
	assert_true(is_made("out/a/b/new"));
	assert_false(is_made("out/link/new"));
	assert_int_equal(errno, ELOOP);
	assert_int_equal(disk_make_folder("out/link/folder"), -1);
	assert_int_equal(disk_rename("out/a/b/new", "out/link/new"), -1);
	assert_int_equal(disk_swap("out/a/b/new", "out/link/kept"), -1);
	assert_int_equal(disk_rename_new("out/link/kept", "out/a/kept"), -1);
	assert_int_equal(disk_remove("out/link/kept"), -1);
	assert_false(disk_is_folder("out/link"));
	assert_int_equal(errno, ELOOP);
	assert_true(disk_is_folder("out/a/b"));
	assert_int_equal(access("away/kept", F_OK), 0);
	assert_int_not_equal(access("away/new", F_OK), 0);
	/* The link itself can be replaced, and removed. */
	assert_int_equal(symlink("../away", "out/a/link"), 0);
	assert_int_equal(disk_rename("out/a/b/new", "out/a/link"), 0);
	assert_int_equal(disk_remove("out/a/link"), 0);
	assert_int_equal(access("away/kept", F_OK), 0);
	disk_close_folders();
	/* A folder may be a link if the user named it, not if the program did. */
	disk_add_folder("out/link", false);
	assert_true(is_made("out/link/new"));
	assert_int_equal(disk_remove("out/link/new"), 0);
	disk_close_folders();
	disk_add_folder("out/link", true);
	assert_false(is_made("out/link/new"));
	assert_int_equal(errno, ELOOP);
	assert_false(disk_is_folder("out/link"));
	disk_close_folders();
}

static void more_folders_than_are_kept_open(void **state)
{
	(void)state;
	disk_add_folder("out", false);
	for (unsigned i = 0; i < 100; i++) {
		char path[32], inner[48];

		snprintf(path, sizeof path, "out/a/%u", i);
		snprintf(inner, sizeof inner, "%s/file", path);
		assert_int_equal(disk_make_folder(path), 0);
		assert_true(is_made(inner));
	}
	assert_true(is_made("out/a/0/other"));
	assert_int_equal(access("out/a/99/file", F_OK), 0);
	disk_close_folders();
}

/*
 * The process.
 */

static bool is_first_file(const struct stat *file)
{
	struct stat first;

	return stat("away/kept", &first) == 0 && first.st_ino == file->st_ino;
}

static struct text_set folders, stems, paths, beginnings, made;

static void start(bool force)
{
	static const char *const owned[] = { "out" };
	static struct disk_plans plans;

	plans = (struct disk_plans){ .paths = &paths,
				     .stems = &stems,
				     .beginnings = &beginnings,
				     .folders = &folders,
				     .made = &made,
				     .own = owned,
				     .own_count = 1,
				     .mark = "1-2",
				     .force = force,
				     .is_kept = is_first_file };
	text_set_add(&folders, "");
	text_set_add(&folders, "away/");
	text_set_add(&stems, "away/new");
	text_set_add(&paths, "folder");
	text_set_add(&beginnings, "away/kept");
	assert_true(disk_process_start(&plans));
}

static void end(void)
{
	disk_process_end();
	text_set_free(&folders);
	text_set_free(&stems);
	text_set_free(&paths);
	text_set_free(&beginnings);
}

static bool is_refused(int result)
{
	return result == -1 && errno == EACCES;
}

static void the_process_makes_what_is_planned_and_nothing_else(void **state)
{
	(void)state;
	start(false);
	if (!disk_process_has("away/x")) {
		end();
		skip();
	}
	assert_false(disk_process_has("out/x"));
	assert_true(disk_process_has("outside"));
	/* Only temporary names are accepted beside planned ones. */
	assert_true(is_made("away/.exhume-1-2-0.part"));
	assert_true(is_refused(disk_create("away/new.png", NULL)));
	assert_true(is_refused(disk_create("away/.exhume-1-3-0.part", NULL)));
	assert_true(is_refused(disk_create("other/.exhume-1-2-0.part", NULL)));
	assert_true(is_refused(disk_create("away/../.exhume-1-2-0.part", NULL)));
	/* Planned names. */
	assert_true(is_refused(disk_rename_new("away/.exhume-1-2-0.part", "away/newer")));
	assert_true(is_refused(disk_rename_new("away/.exhume-1-2-0.part", "away/ne")));
	assert_true(is_refused(disk_rename_new("away/.exhume-1-2-0.part", "x/new.png")));
	assert_true(
		is_refused(disk_rename_new("away/.exhume-1-2-0.part", "away/new/../x")));
	assert_int_equal(disk_rename_new("away/.exhume-1-2-0.part", "away/new.png"), 0);
	assert_int_equal(access("away/new.png", F_OK), 0);
	/* Existing files are kept, files made here can be removed. */
	assert_true(is_made("away/.exhume-1-2-1.part"));
	assert_true(is_refused(disk_rename("away/.exhume-1-2-1.part", "away/kept")));
	assert_true(is_refused(disk_swap("away/.exhume-1-2-1.part", "away/kept")));
	assert_true(is_refused(disk_remove("away/kept")));
	assert_true(is_refused(disk_rename("away/kept", "away/new-kept")));
	assert_int_equal(disk_remove("away/new.png"), 0);
	/* A second temporary name may come between. */
	assert_true(is_made("away/.exhume-1-2-5.part"));
	assert_int_equal(
		disk_rename_new("away/.exhume-1-2-5.part", "away/.exhume-new-1-2-new"),
		0);
	assert_int_equal(disk_rename("away/.exhume-new-1-2-new", "away/new.b"), 0);
	assert_int_equal(disk_remove("away/new.b"), 0);
	/* A folder and files below it are accepted, but not through a link. */
	assert_true(is_refused(disk_create("away/new/.exhume-1-2-2.part", NULL)));
	assert_int_equal(disk_create("folder/.exhume-1-2-2.part", NULL), -1);
	assert_int_equal(symlink("away", "folder"), 0);
	assert_int_equal(disk_create("folder/.exhume-1-2-2.part", NULL), -1);
	assert_int_equal(errno, ELOOP);
	assert_int_equal(remove("folder"), 0);
	assert_int_equal(disk_make_folder("folder"), 0);
	assert_int_equal(disk_make_folder("folder/a"), 0);
	assert_true(is_made("folder/a/.exhume-1-2-3.part"));
	assert_int_equal(disk_rename_new("folder/a/.exhume-1-2-3.part", "folder/a/x"), 0);
	assert_int_equal(symlink("../away", "folder/link"), 0);
	assert_int_equal(disk_create("folder/link/.exhume-1-2-4.part", NULL), -1);
	assert_true(is_refused(disk_make_folder("folders")));
	end();
	/* The end removes unfinished files. */
	assert_int_not_equal(access("away/.exhume-1-2-1.part", F_OK), 0);
	assert_int_equal(access("folder/a/x", F_OK), 0);
	assert_int_equal(access("away/kept", F_OK), 0);
	disk_remove_all("folder");
}

static void with_force_the_process_replaces_all_but_what_is_kept(void **state)
{
	(void)state;
	start(true);
	if (!disk_process_has("away/x")) {
		end();
		skip();
	}
	make_file("away/new.txt");
	make_file("away/kept too");
	assert_true(is_made("away/.exhume-1-2-0.part"));
	assert_true(is_refused(disk_rename("away/.exhume-1-2-0.part", "away/kept")));
	assert_int_equal(disk_rename("away/.exhume-1-2-0.part", "away/new.txt"), 0);
	assert_true(is_made("away/.exhume-1-2-1.part"));
	assert_int_equal(disk_swap("away/.exhume-1-2-1.part", "away/kept too"), 0);
	assert_int_equal(disk_remove("away/.exhume-1-2-1.part"), 0);
	end();
	remove("away/new.txt");
	remove("away/kept too");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_kernels_way_and_ours_lead_to_the_same),
		cmocka_unit_test(nothing_goes_through_a_link_in_a_folder_of_outputs),
		cmocka_unit_test(more_folders_than_are_kept_open),
		cmocka_unit_test(the_process_makes_what_is_planned_and_nothing_else),
		cmocka_unit_test(with_force_the_process_replaces_all_but_what_is_kept),
	};

	return cmocka_run_group_tests(tests, make_yard, leave_yard);
}
