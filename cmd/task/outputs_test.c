#include "file.h"
#include "outputs.h"
#include "testing.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder that is removed after the test, and a quiet report. */
struct place {
	char folder[64];
	struct common common;
	struct report report;
};

static char *in_place(const struct place *place, const char *name)
{
	char *path = file_join(place->folder, name);

	assert_non_null(path);
	return path;
}

static void enter(struct place *place, bool force)
{
	strcpy(place->folder, "/tmp/exhume-outputs-XXXXXX");
	assert_non_null(mkdtemp(place->folder));
	place->common = (struct common){
		.jobs = 3, .force = force, .verbosity = -1, .progress = PROGRESS_NEVER
	};
	report_start(&place->report, "outputs", &place->common);
	/* Keeps messages off the test's standard error. */
	place->report.held = calloc(1, sizeof *place->report.held);
	assert_non_null(place->report.held);
	place->report.held->limit = 1 << 16;
}

static void leave(struct place *place)
{
	char command[128];

	report_end(&place->report);
	exh_writer_free(place->report.held);
	free(place->report.held);
	snprintf(command, sizeof command, "rm -r %s", place->folder);
	/* NOLINTNEXTLINE(cert-env33-c): a test's own words */
	assert_int_equal(system(command), 0);
}

static void put(const struct place *place, const char *name, const char *content)
{
	char *path = in_place(place, name);
	const struct exh_bytes bytes = { (const uint8_t *)content, strlen(content), 0 };

	assert_int_equal(file_write(path, bytes, true, NULL), EXH_OK);
	free(path);
}

/* content NULL: the file must not exist. */
static void assert_holds(const struct place *place, const char *name, const char *content)
{
	char *path = in_place(place, name);
	struct file file;

	if (content) {
		assert_int_equal(file_read_own(path, 1 << 10, &file, NULL), EXH_OK);
		assert_int_equal(file.size, strlen(content));
		assert_memory_equal(file.data, content, file.size);
		free(file.data);
	} else {
		assert_false(file_exists(path));
	}
	free(path);
}

static size_t count_files(const struct place *place)
{
	char command[128];
	char count[32] = "";
	FILE *list;

	snprintf(command, sizeof command, "find %s -type f | wc -l", place->folder);
	list = popen(command, "r"); /* NOLINT(cert-env33-c) */
	assert_non_null(list);
	assert_non_null(fgets(count, sizeof count, list));
	pclose(list);
	return strtoul(count, NULL, 10);
}

/*
 * Planned outputs.
 */

enum { KIND_GOOD, KIND_BAD, KIND_MANIFEST, KIND_STREAM };

static enum exh_status make(void *context, const struct output *output,
			    struct exh_writer *out, struct exh_error *err)
{
	const struct outputs *outputs = context;

	if (output->kind == KIND_BAD)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "bad");
	if (output->kind == KIND_MANIFEST) {
		for (size_t i = 0; i + 1 < outputs->count; i++)
			exh_write_u8(out, outputs->items[i].err.status ? 'x' : '.');
		return EXH_OK;
	}
	exh_write_u8(out, (uint8_t)('a' + output->which));
	return EXH_OK;
}

static enum exh_status stream(void *context, const struct output *output, bool force,
			      struct exh_error *err)
{
	(void)context;
	return file_write(output->path, (struct exh_bytes){ (const uint8_t *)"s", 1, 0 },
			  force, err);
}

static void add(struct outputs *outputs, const struct place *place, const char *name,
		int kind)
{
	outputs_add(outputs, in_place(place, name), kind, outputs->count);
}

static bool run(struct outputs *outputs, struct place *place)
{
	bool good;

	outputs->make = make;
	outputs->write = stream;
	outputs->first_written_kind = KIND_STREAM;
	outputs->context = outputs;
	good = outputs_run(outputs, &place->report, "outputs");
	assert_int_equal(good, !place->report.failed);
	outputs_free(outputs);
	return good;
}

static void all_are_made_with_their_folders(void **state)
{
	struct outputs outputs = { .manifest_last = true };
	struct place place;

	(void)state;
	enter(&place, false);
	add(&outputs, &place, "one/a", KIND_GOOD);
	add(&outputs, &place, "two/three/b", KIND_GOOD);
	add(&outputs, &place, "two/s", KIND_STREAM);
	add(&outputs, &place, "list", KIND_MANIFEST);
	assert_true(run(&outputs, &place));
	assert_holds(&place, "one/a", "a");
	assert_holds(&place, "two/three/b", "b");
	assert_holds(&place, "two/s", "s");
	assert_holds(&place, "list", "...");
	assert_int_equal(count_files(&place), 4);
	leave(&place);
}

static void nothing_is_touched_if_one_exists(void **state)
{
	struct outputs outputs = { .manifest_last = true };
	struct place place;

	(void)state;
	enter(&place, false);
	put(&place, "b", "old");
	add(&outputs, &place, "new/a", KIND_GOOD);
	add(&outputs, &place, "b", KIND_GOOD);
	add(&outputs, &place, "list", KIND_MANIFEST);
	assert_false(run(&outputs, &place));
	assert_holds(&place, "b", "old");
	assert_holds(&place, "new", NULL);
	assert_int_equal(count_files(&place), 1);
	leave(&place);
}

static void one_that_fails_leaves_the_others(void **state)
{
	struct outputs outputs = { .manifest_last = true };
	struct place place;

	(void)state;
	enter(&place, true);
	put(&place, "list", "old");
	add(&outputs, &place, "a", KIND_GOOD);
	add(&outputs, &place, "b", KIND_BAD);
	add(&outputs, &place, "c", KIND_GOOD);
	add(&outputs, &place, "list", KIND_MANIFEST);
	assert_false(run(&outputs, &place));
	assert_holds(&place, "a", "a");
	assert_holds(&place, "b", NULL);
	assert_holds(&place, "c", "c");
	assert_holds(&place, "list", ".x.");
	leave(&place);
}

/*
 * All or none.
 */

static void together_they_replace_old_ones(void **state)
{
	struct outputs outputs = { .all_or_none = true };
	struct place place;

	(void)state;
	enter(&place, true);
	put(&place, "a", "old");
	add(&outputs, &place, "a", KIND_GOOD);
	add(&outputs, &place, "new/b", KIND_GOOD);
	assert_true(run(&outputs, &place));
	assert_holds(&place, "a", "a");
	assert_holds(&place, "new/b", "b");
	assert_int_equal(count_files(&place), 2);
	leave(&place);
}

static void together_none_is_there_if_one_fails(void **state)
{
	struct outputs outputs = { .all_or_none = true };
	struct place place;

	(void)state;
	enter(&place, true);
	put(&place, "a", "old");
	add(&outputs, &place, "a", KIND_GOOD);
	add(&outputs, &place, "b", KIND_GOOD);
	add(&outputs, &place, "c", KIND_BAD);
	assert_false(run(&outputs, &place));
	assert_holds(&place, "a", "old");
	assert_int_equal(count_files(&place), 1);
	leave(&place);
}

/* Old files are restored, and new ones removed. */
static void together_they_are_taken_back(void **state)
{
	struct file_pending one = { 0 }, other = { 0 };
	const struct exh_bytes bytes = { (const uint8_t *)"new", 3, 0 };
	struct place place;
	char *a, *b;

	(void)state;
	enter(&place, true);
	put(&place, "a", "old");
	a = in_place(&place, "a");
	b = in_place(&place, "b");
	assert_int_equal(file_pending_write(&one, a, bytes, NULL), EXH_OK);
	assert_int_equal(file_pending_write(&other, b, bytes, NULL), EXH_OK);
	assert_int_equal(file_pending_publish(&one, a, true, NULL), EXH_OK);
	assert_holds(&place, "a", "new");
	assert_int_equal(file_pending_publish(&other, b, false, NULL), EXH_OK);
	file_pending_take_back(&one, a);
	file_pending_take_back(&other, b);
	file_pending_end(&one);
	file_pending_end(&other);
	assert_holds(&place, "a", "old");
	assert_int_equal(count_files(&place), 1);
	free(a);
	free(b);
	leave(&place);
}

static void together_each_is_a_file_of_its_own(void **state)
{
	static const char *const wrong[] = { "a", "folder/", "/dev/null" };

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct outputs outputs = { .all_or_none = true };
		struct place place;

		enter(&place, true);
		if (i == 1)
			put(&place, "kept", "old");
		add(&outputs, &place, "a", KIND_GOOD);
		if (i == 2)
			outputs_add(&outputs, strdup(wrong[i]), KIND_GOOD, 1);
		else
			add(&outputs, &place, i ? "" : wrong[i], KIND_GOOD);
		assert_false(run(&outputs, &place));
		assert_int_equal(count_files(&place), i == 1);
		leave(&place);
	}
}

/*
 * One by one.
 */

static bool below_ten(const void *context, uint64_t number)
{
	(void)context;
	return number < 10;
}

static void a_series_is_refused_only_for_its_own_files(void **state)
{
	static const struct {
		const char *there;
		bool refused;
	} cases[] = {
		{ "x3y03.z", true },   { "x3y3.z", false },  { "x3y12.z", false },
		{ "x3y003.z", false }, { "x4y03.z", false }, { "x3y03", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct output_series series = { .may_come = below_ten };
		struct exh_error err;
		struct place place;
		char *pattern;

		enter(&place, false);
		put(&place, cases[i].there, "old");
		pattern = in_place(&place, "x3y%02d.z");
		series.output = pattern;
		assert_int_equal(output_series_begin(&series, &err),
				 cases[i].refused ? EXH_IO : EXH_OK);
		series.force = true;
		assert_int_equal(output_series_begin(&series, &err), EXH_OK);
		free(pattern);
		leave(&place);
	}
}

static void a_series_names_its_files(void **state)
{
	const struct exh_bytes bytes = { (const uint8_t *)"new", 3, 0 };
	struct output_series series = { 0 };
	struct exh_error err;
	struct place place;
	char *pattern;

	(void)state;
	enter(&place, false);
	pattern = in_place(&place, "new/%03d.png");
	series.output = pattern;
	assert_int_equal(output_series_begin(&series, &err), EXH_OK);
	assert_int_equal(output_series_write(&series, 7, bytes, &err), EXH_OK);
	assert_int_equal(output_series_write(&series, 1234, bytes, &err), EXH_OK);
	assert_holds(&place, "new/007.png", "new");
	assert_holds(&place, "new/1234.png", "new");
	assert_int_equal(output_series_write(&series, 7, bytes, &err), EXH_IO);
	assert_non_null(strstr(err.text, "007.png: exists"));
	free(pattern);
	leave(&place);
}

/*
 * Originals.
 */

/* Makes a file of that name that this run has read; also linked as "link". */
static void put_original(const struct place *place, const char *name)
{
	char *path = in_place(place, name), *other = in_place(place, "link");
	struct file file;

	put(place, name, "original");
	assert_int_equal(file_read(path, 1 << 10, &file, NULL), EXH_OK);
	assert_int_equal(link(path, other), 0);
	free(file.data);
	free(path);
	free(other);
}

static void no_output_is_made_if_one_is_an_original(void **state)
{
	static const char *const names[] = { "b", "link" };

	(void)state;
	for (unsigned i = 0; i < 8; i++) {
		struct outputs outputs = { .all_or_none = i & 2 };
		struct place place;

		enter(&place, true);
		put(&place, "a", "old");
		put_original(&place, "b");
		add(&outputs, &place, "a", KIND_GOOD);
		add(&outputs, &place, names[i & 1],
		    (i & 4) && !(i & 2) ? KIND_STREAM : KIND_GOOD);
		assert_false(run(&outputs, &place));
		assert_holds(&place, "a", "old");
		assert_holds(&place, "b", "original");
		assert_int_equal(count_files(&place), 3);
		originals_clear();
		leave(&place);
	}
}

static void no_original_is_written(void **state)
{
	const struct exh_bytes bytes = { (const uint8_t *)"new", 3, 0 };
	struct file_pending pending = { 0 };
	struct file_stream stream;
	struct exh_error err;
	struct place place;
	char *path;

	(void)state;
	enter(&place, true);
	put_original(&place, "a");
	path = in_place(&place, "link");
	assert_int_equal(file_write(path, bytes, true, &err), EXH_INVALID);
	assert_non_null(strstr(err.text, "an input"));
	assert_int_equal(file_stream_open(&stream, path, true, true, &err), EXH_INVALID);
	assert_int_equal(file_pending_write(&pending, path, bytes, &err), EXH_OK);
	assert_int_equal(file_pending_publish(&pending, path, true, &err), EXH_INVALID);
	file_pending_end(&pending);
	assert_holds(&place, "a", "original");
	assert_holds(&place, "link", "original");
	assert_int_equal(count_files(&place), 2);
	originals_clear();
	assert_int_equal(file_write(path, bytes, true, &err), EXH_OK);
	assert_holds(&place, "a", "original");
	free(path);
	leave(&place);
}

static void a_series_spares_originals(void **state)
{
	struct output_series series = { .may_come = below_ten, .force = true };
	struct exh_error err;
	struct place place;
	char *pattern;

	(void)state;
	enter(&place, true);
	put_original(&place, "03.png");
	pattern = in_place(&place, "%02d.png");
	series.output = pattern;
	assert_int_equal(output_series_begin(&series, &err), EXH_INVALID);
	originals_clear();
	assert_int_equal(output_series_begin(&series, &err), EXH_OK);
	free(pattern);
	leave(&place);
}

/* A new file may have the number of a removed input. */
static void a_new_file_is_no_original(void **state)
{
	const struct exh_bytes bytes = { (const uint8_t *)"new", 3, 0 };
	struct place place;
	struct stat info;
	char *path;

	(void)state;
	enter(&place, true);
	put(&place, "a", "old");
	path = in_place(&place, "a");
	assert_int_equal(stat(path, &info), 0);
	originals_add(path);
	assert_true(originals_has(path));
	originals_remove_open(&info);
	assert_false(originals_has(path));
	assert_int_equal(file_write(path, bytes, true, NULL), EXH_OK);
	assert_int_equal(stat(path, &info), 0);
	assert_false(originals_has(path));
	free(path);
	leave(&place);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_are_made_with_their_folders),
		cmocka_unit_test(nothing_is_touched_if_one_exists),
		cmocka_unit_test(one_that_fails_leaves_the_others),
		cmocka_unit_test(together_they_replace_old_ones),
		cmocka_unit_test(together_none_is_there_if_one_fails),
		cmocka_unit_test(together_they_are_taken_back),
		cmocka_unit_test(together_each_is_a_file_of_its_own),
		cmocka_unit_test(a_series_is_refused_only_for_its_own_files),
		cmocka_unit_test(a_series_names_its_files),
		cmocka_unit_test(no_output_is_made_if_one_is_an_original),
		cmocka_unit_test(no_original_is_written),
		cmocka_unit_test(a_series_spares_originals),
		cmocka_unit_test(a_new_file_is_no_original),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
