#include "memory.h"

#include "file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void test_blocks(void **state)
{
	static const char text[] = "Grog";
	char *copy = mem_text(text), *part = mem_text_part(text, 2);
	char *made = mem_format("%s-%03d", text, 7), *none = mem_alloc(0, 8);
	char *more = mem_text_part(text, 100), *bytes = mem_copy(text, 5, 1);
	char *joined = mem_join(text, "/", "Mug"), *empty = mem_join("", "", "");

	(void)state;
	assert_string_equal(copy, "Grog");
	assert_string_equal(part, "Gr");
	assert_string_equal(more, "Grog");
	assert_string_equal(made, "Grog-007");
	assert_string_equal(bytes, "Grog");
	assert_string_equal(joined, "Grog/Mug");
	assert_string_equal(empty, "");
	assert_non_null(none);
	free(copy);
	free(part);
	free(more);
	free(made);
	free(bytes);
	free(joined);
	free(empty);
	free(none);
}

static void test_list(void **state)
{
	struct {
		unsigned *items;
		size_t count, capacity;
	} list = { 0 };

	(void)state;
	for (unsigned i = 0; i < 1000; i++)
		*MEM_ADD(&list) = i;
	assert_int_equal(list.count, 1000);
	assert_in_range(list.capacity, 1000, 2000);
	for (unsigned i = 0; i < 1000; i++)
		assert_int_equal(list.items[i], i);
	free(list.items);
}

/* Standard error of a child process, and its status. */
struct end {
	char said[100];
	int status;
};

static struct end end_of(void (*act)(const char *folder), const char *folder)
{
	struct end end = { 0 };
	int pipes[2];
	pid_t child;

	assert_int_equal(pipe(pipes), 0);
	child = fork();
	if (!child) {
		dup2(pipes[1], STDERR_FILENO);
		act(folder);
		_exit(0);
	}
	close(pipes[1]);
	assert_true(read(pipes[0], end.said, sizeof end.said - 1) >= 0);
	close(pipes[0]);
	assert_int_equal(waitpid(child, &end.status, 0), child);
	return end;
}

static void ask_for_too_much(const char *folder)
{
	(void)folder;
	free(mem_alloc(SIZE_MAX / 2, 4));
}

static void grow_too_much(const char *folder)
{
	size_t capacity = 0;

	(void)folder;
	free(mem_grow(NULL, &capacity, SIZE_MAX / 2, 4));
}

static void check_failed_writer(const char *folder)
{
	const struct exh_writer out = { .failed = true };

	(void)folder;
	mem_check(&out);
}

static void test_end(void **state)
{
	void (*const acts[])(const char *) = { ask_for_too_much, grow_too_much,
					       check_failed_writer };

	(void)state;
	for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++) {
		const struct end end = end_of(acts[i], NULL);

		assert_string_equal(end.said, "exhume: out of memory\n");
		assert_true(WIFEXITED(end.status));
		assert_int_equal(WEXITSTATUS(end.status), 1);
	}
}

/* Makes a finished file, an unfinished one, and a scratch folder with a file, then
 * ends. */
static void write_and_end(const char *folder)
{
	char *whole = file_join(folder, "whole"), *half = file_join(folder, "half");
	char *scratch = file_join(folder, "scratch"), *in = file_join(scratch, "in");
	struct file_stream stream;
	struct exh_error err;

	unfinished_add(scratch);
	if (file_make_folder(scratch, &err) ||
	    file_write(in, (struct exh_bytes){ 0 }, false, &err) ||
	    file_write(whole, (struct exh_bytes){ 0 }, false, &err) ||
	    file_stream_open(&stream, half, false, false, &err) ||
	    file_stream_write(&stream, "half", 4, &err))
		_exit(9);
	mem_end();
}

static void test_nothing_half_written_stays(void **state)
{
	char folder[] = "/tmp/exhume-memory-XXXXXX";
	char *whole;
	struct end end;

	(void)state;
	assert_non_null(mkdtemp(folder));
	end = end_of(write_and_end, folder);
	assert_int_equal(WEXITSTATUS(end.status), 1);
	whole = file_join(folder, "whole");
	assert_true(file_exists(whole));
	unlink(whole);
	assert_int_equal(rmdir(folder), 0); /* no other files are left */
	free(whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_blocks),
		cmocka_unit_test(test_list),
		cmocka_unit_test(test_end),
		cmocka_unit_test(test_nothing_half_written_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
