#include "exhume/advanced/sci_files.h"

#include "../../base/testing.h"

static struct exh_bytes text(const char *bytes)
{
	return (struct exh_bytes){ (const uint8_t *)bytes, strlen(bytes), 0 };
}

static void files_are_written_and_read(void **state)
{
	struct exh_sci_files *files = exh_sci_files_new();
	struct exh_bytes out;

	(void)state;
	assert_non_null(files);
	assert_false(exh_sci_files_read(files, "a.txt", &out));
	assert_true(exh_sci_files_write(files, "A.TXT", text("one")));
	assert_true(exh_sci_files_append(files, "/save/a.txt", text("two")));
	assert_true(exh_sci_files_append(files, "C:\\GAME\\b", text("")));
	assert_true(exh_sci_files_read(files, "a.txt", &out));
	assert_int_equal(out.size, 6);
	assert_memory_equal(out.data, "onetwo", 6);
	assert_int_equal(exh_sci_files_count(files), 2);
	assert_string_equal(exh_sci_files_at(files, 1).name, "b");
	assert_true(exh_sci_files_write(files, "a.txt", text("x")));
	assert_int_equal(exh_sci_files_at(files, 0).bytes.size, 1);
	assert_true(exh_sci_files_remove(files, "a.txt"));
	assert_false(exh_sci_files_remove(files, "a.txt"));
	assert_string_equal(exh_sci_files_at(files, 0).name, "b");
	assert_null(exh_sci_files_at(files, 1).name);
	exh_sci_files_free(files);
}

static void names_and_sizes_have_limits(void **state)
{
	struct exh_sci_files *files = exh_sci_files_new();
	uint8_t *large = calloc(1, EXH_SCI_FILE_SIZE + 1);
	char name[80];

	(void)state;
	assert_non_null(files);
	assert_non_null(large);
	assert_false(exh_sci_files_write(files, "", text("")));
	assert_false(exh_sci_files_write(files, "folder/", text("")));
	assert_false(exh_sci_files_write(files, "a/..", text("")));
	memset(name, 'a', EXH_SCI_FILE_NAME + 1);
	name[EXH_SCI_FILE_NAME + 1] = '\0';
	assert_false(exh_sci_files_write(files, name, text("")));
	assert_true(exh_sci_files_write(files, name + 1, text("")));
	assert_false(exh_sci_files_write(
		files, "b", (struct exh_bytes){ large, EXH_SCI_FILE_SIZE + 1, 0 }));
	for (unsigned i = 0; i < EXH_SCI_FILES_SIZE / EXH_SCI_FILE_SIZE; i++) {
		snprintf(name, sizeof name, "f%u", i);
		assert_true(exh_sci_files_write(
			files, name, (struct exh_bytes){ large, EXH_SCI_FILE_SIZE, 0 }));
	}
	assert_false(exh_sci_files_append(files, "f0", text("a")));
	assert_false(exh_sci_files_write(files, "b", text("a")));
	assert_true(exh_sci_files_write(files, "f0", text("")));
	for (unsigned i = 0; exh_sci_files_count(files) < EXH_SCI_FILES; i++) {
		snprintf(name, sizeof name, "g%u", i);
		assert_true(exh_sci_files_write(files, name, text("")));
	}
	assert_false(exh_sci_files_write(files, "b", text("")));
	assert_true(exh_sci_files_write(files, "g3", text("1")));
	free(large);
	exh_sci_files_free(files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_are_written_and_read),
		cmocka_unit_test(names_and_sizes_have_limits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
