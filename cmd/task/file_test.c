#include "file.h"
#include "testing.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder with a file of ten digits; removed after the test. */
struct place {
	char folder[64], path[80];
};

static void make_place(struct place *place)
{
	FILE *file;

	strcpy(place->folder, "/tmp/exhume-file-XXXXXX");
	assert_non_null(mkdtemp(place->folder));
	snprintf(place->path, sizeof place->path, "%s/digits", place->folder);
	file = fopen(place->path, "w");
	assert_non_null(file);
	assert_int_equal(fwrite("0123456789", 1, 10, file), 10);
	assert_int_equal(fclose(file), 0);
}

static void leave_place(const struct place *place)
{
	unlink(place->path);
	assert_int_equal(rmdir(place->folder), 0);
}

static void assert_reads(const struct file_reader *reader, size_t offset, size_t size,
			 const char *expected)
{
	char found[16] = "";

	assert_int_equal(file_reader_read(reader, offset, found, size, NULL), EXH_OK);
	assert_string_equal(found, expected);
}

static void assert_reads_digits(const struct file_reader *reader)
{
	struct exh_error err;
	char rest[16];

	assert_int_equal(reader->size, 10);
	assert_reads(reader, 7, 3, "789");
	assert_reads(reader, 0, 10, "0123456789");
	assert_reads(reader, 10, 0, "");
	assert_int_equal(file_reader_read(reader, 8, rest, 3, &err), EXH_TRUNCATED);
	assert_int_equal(err.offset, 10);
	assert_int_equal(file_reader_read(reader, 11, rest, 0, NULL), EXH_TRUNCATED);
	assert_int_equal(file_reader_read(reader, SIZE_MAX, rest, 2, NULL),
			 EXH_TRUNCATED);
	assert_int_equal(file_reader_read(reader, 2, rest, SIZE_MAX, NULL),
			 EXH_TRUNCATED);
}

static void a_path_is_seen_from_a_folder(void **state)
{
	static const struct {
		const char *folder, *path, *expected; /* NULL: far */
	} cases[] = {
		{ "/tmp/a/out", "/tmp/a/game", "../game" },
		{ "/tmp/a/out/", "/tmp/a/game/", "../game" },
		{ "/tmp/a", "/tmp/a/b/game", "b/game" },
		{ "/tmp/a/b/c", "/tmp/a", "../../../a" },
		{ "/tmp/a/out", "/tmp/a/games.tgz/games/digger",
		  "../games.tgz/games/digger" },
		{ "/tmp/ab", "/tmp/abc/game", "../abc/game" },
		{ "/tmp", "/usr/nothing/game", NULL },
		{ "/tmp/a", "/nothing", "../../nothing" },
		{ "/", "/usr/nothing/game", "usr/nothing/game" },
		{ "no-folder/out", "no-game", "../../no-game" },
		{ "no-folder", "no.zip/deep/game", "../no.zip/deep/game" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		bool is_far;
		char *path = file_relative(cases[i].folder, cases[i].path, &is_far);

		assert_int_equal(is_far, !cases[i].expected);
		assert_string_equal(path, cases[i].expected ? cases[i].expected : "game");
		free(path);
	}
}

static void a_file_is_read_at_any_offset(void **state)
{
	struct file_reader reader;
	struct place place;

	(void)state;
	make_place(&place);
	assert_int_equal(file_reader_open(&reader, place.path, NULL), EXH_OK);
	assert_reads_digits(&reader);
	file_reader_close(&reader);
	leave_place(&place);
}

/* Calls check with the file as standard input after skip bytes; restores standard
 * input. */
static void read_standard_input(int fd, size_t skip, void (*check)(void))
{
	const int before = dup(STDIN_FILENO);
	char some[16];

	assert_int_equal(dup2(fd, STDIN_FILENO), STDIN_FILENO);
	assert_int_equal(read(STDIN_FILENO, some, skip), skip);
	check();
	dup2(before, STDIN_FILENO);
	close(before);
}

static void check_ten_digits(void)
{
	struct file_reader reader;

	assert_int_equal(file_reader_open(&reader, "-", NULL), EXH_OK);
	assert_reads_digits(&reader);
	file_reader_close(&reader);
}

static void check_from_four_on(void)
{
	struct file_reader reader;

	assert_int_equal(file_reader_open(&reader, "-", NULL), EXH_OK);
	assert_int_equal(reader.size, 6);
	assert_reads(&reader, 0, 6, "456789");
	file_reader_close(&reader);
	assert_true(fcntl(STDIN_FILENO, F_GETFD) >= 0); /* still open */
}

static void a_pipe_is_read_like_a_file(void **state)
{
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], "0123456789", 10), 10);
	close(ends[1]);
	read_standard_input(ends[0], 0, check_ten_digits);
	close(ends[0]);
}

static void standard_input_is_read_from_where_it_stands(void **state)
{
	struct place place;
	int fd;

	(void)state;
	make_place(&place);
	fd = open(place.path, O_RDONLY);
	read_standard_input(fd, 0, check_ten_digits);
	read_standard_input(fd, 4, check_from_four_on);
	close(fd);
	leave_place(&place);
}

static void nothing_and_folders_are_refused(void **state)
{
	struct file_reader reader;
	struct exh_error err;
	struct place place;

	(void)state;
	make_place(&place);
	assert_int_equal(file_reader_open(&reader, place.folder, &err), EXH_IO);
	assert_non_null(strstr(err.text, "folder"));
	unlink(place.path);
	assert_int_equal(file_reader_open(&reader, place.path, &err), EXH_IO);
	leave_place(&place);
}

static void a_file_that_shrinks_ends_early(void **state)
{
	struct file_reader reader;
	struct place place;
	struct exh_error err;
	char some[16];

	(void)state;
	make_place(&place);
	assert_int_equal(file_reader_open(&reader, place.path, NULL), EXH_OK);
	assert_int_equal(truncate(place.path, 5), 0);
	assert_int_equal(file_reader_read(&reader, 2, some, 8, &err), EXH_TRUNCATED);
	assert_int_equal(err.offset, 5);
	file_reader_close(&reader);
	leave_place(&place);
}

static void links_to_descriptors_are_descriptors(void **state)
{
	static const char *const formats[] = { "/dev/fd/%d", "/proc/self/fd/%d",
					       "/proc/thread-self/fd/%d" };
	char path[64], first[96], second[96];
	struct place place;
	int fd;

	(void)state;
	if (access("/proc/self/fd", X_OK) != 0)
		skip();
	make_place(&place);
	fd = open(place.path, O_WRONLY);
	snprintf(first, sizeof first, "%s/first", place.folder);
	snprintf(second, sizeof second, "%s/second", place.folder);
	assert_int_equal(symlink("first", second), 0);
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		snprintf(path, sizeof path, formats[i], fd);
		assert_int_equal(symlink(path, first), 0);
		assert_int_equal(file_descriptor(path), fd);
		assert_int_equal(file_descriptor(first), fd);
		assert_int_equal(file_descriptor(second), fd);
		assert_true(file_is_special(second));
		unlink(first);
		assert_int_equal(file_descriptor(second), -1);
	}
	assert_int_equal(file_descriptor(place.path), -1);
	assert_false(file_is_special(place.path));
	assert_int_equal(file_descriptor("/dev/null"), -1);
	assert_int_equal(file_descriptor("/dev/fd/999"), -1);
	assert_int_equal(file_descriptor(""), -1);
	unlink(second);
	close(fd);
	leave_place(&place);
}

/* A descriptor is written to at its position; the link is not replaced. */
static void a_descriptor_is_written_to(void **state)
{
	const struct exh_bytes bytes = { (const uint8_t *)"new", 3, 0 };
	char path[64], found[17] = "";
	struct file_stream stream;
	struct exh_error err;
	struct place place;
	int fd;

	(void)state;
	if (access("/proc/self/fd", X_OK) != 0)
		skip();
	make_place(&place);
	originals_clear(); /* the file may have the number of one that was read */
	fd = open(place.path, O_RDWR | O_APPEND);
	snprintf(path, sizeof path, "/dev/fd/%d", fd);
	assert_int_equal(file_write(path, bytes, false, &err), EXH_OK);
	assert_int_equal(file_stream_open(&stream, path, true, true, &err), EXH_OK);
	assert_int_equal(file_stream_write(&stream, "x", 1, &err), EXH_OK);
	assert_int_equal(file_stream_close(&stream, EXH_OK, &err), EXH_OK);
	assert_int_equal(pread(fd, found, sizeof found, 0), 14);
	assert_string_equal(found, "0123456789newx");
	close(fd);
	leave_place(&place);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_path_is_seen_from_a_folder),
		cmocka_unit_test(a_file_is_read_at_any_offset),
		cmocka_unit_test(a_pipe_is_read_like_a_file),
		cmocka_unit_test(standard_input_is_read_from_where_it_stands),
		cmocka_unit_test(nothing_and_folders_are_refused),
		cmocka_unit_test(a_file_that_shrinks_ends_early),
		cmocka_unit_test(links_to_descriptors_are_descriptors),
		cmocka_unit_test(a_descriptor_is_written_to),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
