#include "file.h"
#include "testing.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static struct exh_bytes bytes_of(const char *text)
{
	return (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 };
}

static struct files *open_game(void)
{
	const struct files_entry entries[] = {
		{ "KDREAMS.EGA", bytes_of("graphics") },
		{ "egahead.kdr", bytes_of("0123456789") },
		{ "EGAHEAD.CK4", bytes_of("") },
		{ "egahead.ck4", bytes_of("low") },
		{ "EGAHEADER", bytes_of("other") },
		{ "egahead.old.kdr", bytes_of("old") },
		{ "Egahead", bytes_of("bare") },
	};
	struct files *files =
		files_open_memory(entries, sizeof entries / sizeof *entries);

	assert_non_null(files);
	return files;
}

static void assert_names(const char *const *found, const char *expected)
{
	char all[256] = "";

	assert_non_null(found);
	for (size_t i = 0; found[i]; i++) {
		strcat(all, found[i]);
		strcat(all, " ");
	}
	assert_string_equal(all, expected);
}

static void assert_reads(const struct files *files, const char *name,
			 const char *expected)
{
	struct file_reader reader;
	char content[32] = "";
	struct file file;

	assert_int_equal(files_read(files, name, 1 << 10, &file, NULL), EXH_OK);
	assert_int_equal(file.size, strlen(expected));
	assert_memory_equal(file.data, expected, file.size);
	free(file.data);
	assert_int_equal(files_reader_open(files, name, &reader, NULL), EXH_OK);
	assert_int_equal(reader.size, strlen(expected));
	assert_int_equal(file_reader_read(&reader, 0, content, reader.size, NULL),
			 EXH_OK);
	assert_string_equal(content, expected);
	file_reader_close(&reader);
}

/*
 * Memory.
 */

static void names_have_an_order_that_ignores_case(void **state)
{
	struct files *files = open_game();
	const char *names[8] = { 0 };

	(void)state;
	assert_int_equal(files_count(files), 7);
	for (size_t i = 0; i < 7; i++)
		names[i] = files_name(files, i);
	assert_names(names, "Egahead EGAHEAD.CK4 egahead.ck4 egahead.kdr egahead.old.kdr "
			    "EGAHEADER KDREAMS.EGA ");
	files_close(files);
}

static void names_can_have_the_order_of_their_bytes(void **state)
{
	struct files *files = open_game();
	const char **names = files_sorted(files, files_by_bytes);

	(void)state;
	assert_true(files_are_listed(files));
	assert_names(names, "EGAHEAD.CK4 EGAHEADER Egahead KDREAMS.EGA egahead.ck4 "
			    "egahead.kdr egahead.old.kdr ");
	free((void *)names);
	files_close(files);
}

static void a_name_is_found_in_upper_or_lower_case(void **state)
{
	struct files *files = open_game();

	(void)state;
	assert_string_equal(files_find(files, "EgaHead.KDR"), "egahead.kdr");
	assert_string_equal(files_find(files, "kdreams.ega"), "KDREAMS.EGA");
	/* The same spelling goes first. */
	assert_string_equal(files_find(files, "egahead.ck4"), "egahead.ck4");
	assert_string_equal(files_find(files, "EGAHEAD.CK4"), "EGAHEAD.CK4");
	assert_string_equal(files_find(files, "Egahead.Ck4"), "EGAHEAD.CK4");
	assert_null(files_find(files, "egahea"));
	assert_null(files_find(files, "zzz"));
	assert_null(files_find(files, ""));
	files_close(files);
}

static void a_stem_finds_its_files(void **state)
{
	struct files *files = open_game();
	const char **found;

	(void)state;
	found = files_with_stem(files, "EGAHEAD", ".kdr");
	assert_names(found, "egahead.kdr Egahead EGAHEAD.CK4 egahead.ck4 ");
	free(found);
	found = files_with_stem(files, "egahead", "");
	assert_names(found, "Egahead EGAHEAD.CK4 egahead.ck4 egahead.kdr ");
	free(found);
	found = files_with_stem(files, "egadict", ".kdr");
	assert_names(found, "");
	free(found);
	files_close(files);
}

static void bytes_in_memory_are_read(void **state)
{
	struct files *files = open_game();
	struct file_reader reader;
	struct exh_error err;
	struct file file;
	char part[4] = "";

	(void)state;
	assert_reads(files, "KDREAMS.EGA", "graphics");
	assert_reads(files, "EGAHEAD.CK4", "");
	assert_reads(files, "egahead.ck4", "low");
	assert_int_equal(files_read(files, "egahead.kdr", 10, &file, &err), EXH_OK);
	free(file.data);
	assert_int_equal(files_read(files, "egahead.kdr", 9, &file, &err), EXH_LIMIT);
	assert_null(file.data);
	assert_int_equal(files_read(files, "kdreams.ega", 10, &file, &err), EXH_IO);
	assert_string_equal(err.text, "no such file");
	assert_int_equal(files_reader_open(files, "none", &reader, &err), EXH_IO);
	assert_int_equal(files_reader_open(files, "egahead.kdr", &reader, &err), EXH_OK);
	assert_int_equal(file_reader_read(&reader, 7, part, 3, &err), EXH_OK);
	assert_string_equal(part, "789");
	assert_int_equal(file_reader_read(&reader, 8, part, 3, &err), EXH_TRUNCATED);
	file_reader_close(&reader);
	files_close(files);
}

static void no_files_are_a_list_too(void **state)
{
	struct files *files = files_open_memory(NULL, 0);
	const char **found;

	(void)state;
	assert_int_equal(files_count(NULL), 0);
	assert_int_equal(files_count(files), 0);
	assert_null(files_find(files, "a"));
	found = files_with_stem(files, "a", "");
	assert_names(found, "");
	free(found);
	files_close(files);
	files_close(NULL);
}

/*
 * Disk.
 */

struct place {
	char folder[64], inner[80], path[80];
};

static void make_place(struct place *place)
{
	FILE *file;

	strcpy(place->folder, "/tmp/exhume-files-XXXXXX");
	assert_non_null(mkdtemp(place->folder));
	snprintf(place->inner, sizeof place->inner, "%s/Inner.ega", place->folder);
	snprintf(place->path, sizeof place->path, "%s/digits.ega", place->folder);
	assert_int_equal(mkdir(place->inner, 0777), 0);
	file = fopen(place->path, "w");
	assert_non_null(file);
	assert_int_equal(fwrite("0123456789", 1, 10, file), 10);
	assert_int_equal(fclose(file), 0);
}

static void leave_place(const struct place *place)
{
	unlink(place->path);
	rmdir(place->inner);
	assert_int_equal(rmdir(place->folder), 0);
}

static void assert_place(const struct place *place, struct files *files)
{
	const char *name = files_find(files, "DIGITS.EGA");
	char *path;

	assert_int_equal(files_count(files), 2);
	assert_string_equal(name, "digits.ega");
	assert_false(files_is_folder(files, name));
	assert_true(files_is_folder(files, "Inner.ega"));
	assert_reads(files, name, "0123456789");
	path = files_path(files, name);
	assert_string_equal(path, place->path);
	free(path);
	files_close(files);
}

static void a_folder_is_read_as_memory_is(void **state)
{
	struct place place;

	(void)state;
	make_place(&place);
	assert_place(&place, files_open_folder(place.folder));
	assert_place(&place, files_open_around(place.path));
	leave_place(&place);
}

static void one_file_is_a_list_of_one(void **state)
{
	struct place place;
	struct files *files;

	(void)state;
	make_place(&place);
	files = files_open_file(place.path);
	assert_int_equal(files_count(files), 1);
	assert_reads(files, files_name(files, 0), "0123456789");
	files_close(files);
	leave_place(&place);
}

static void what_can_not_be_listed_has_no_files(void **state)
{
	struct files *files = files_open_folder("/nowhere/at/all");

	(void)state;
	assert_non_null(files);
	assert_int_equal(files_count(files), 0);
	assert_false(files_are_listed(files));
	files_close(files);
	files = files_open_around("-");
	assert_non_null(files);
	assert_int_equal(files_count(files), 0);
	files_close(files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_have_an_order_that_ignores_case),
		cmocka_unit_test(names_can_have_the_order_of_their_bytes),
		cmocka_unit_test(a_name_is_found_in_upper_or_lower_case),
		cmocka_unit_test(a_stem_finds_its_files),
		cmocka_unit_test(bytes_in_memory_are_read),
		cmocka_unit_test(no_files_are_a_list_too),
		cmocka_unit_test(a_folder_is_read_as_memory_is),
		cmocka_unit_test(one_file_is_a_list_of_one),
		cmocka_unit_test(what_can_not_be_listed_has_no_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
