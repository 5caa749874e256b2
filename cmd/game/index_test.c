#include "game.h"
#include "testing.h"

#include "task/memory.h"
#include "task/outputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Sanitizers take more memory than any limit here allows. */
#if defined(__SANITIZE_ADDRESS__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif

enum { BATCH = 1000, COUNT = IS_SANITIZED ? 5 * BATCH : 100 * BATCH, MEMORY = 64 << 20 };

static const uint8_t content[] = { 'l', 0, '\r', 0 };

static void describe(const void *options, const struct asset *asset, struct json *object)
{
	(void)options;
	json_set_text(object, "kind", "plain");
	json_set_text(object, "size", "not this one");
	json_set_number(object, "number_of_lines", asset->number % 7);
}

static const struct asset_kind kind = { .name = "text",
					.family = "zvision",
					.describe = describe };

/* Adds that many assets as an export does. */
static void add_batch(struct new_index *index, unsigned first)
{
	struct assets assets = { .kind = &kind, .path = "game" };

	for (unsigned i = 0; i < BATCH; i++) {
		char name[32];

		snprintf(name, sizeof name, "t%06u.str", first + i);
		assets_add(&assets, first + i, name, "game/all.zfs")->bytes =
			(struct exh_bytes){ content, sizeof content, 0 };
		*MEM_ADD(&assets.files) =
			(struct planned_file){ .asset = i,
					       .name = mem_format("%s.txt", name),
					       .is_done = true,
					       .size = sizeof content };
	}
	new_index_add(index, &assets, "texts", "text");
	assets_free(&assets);
}

static void write_index(const char *folder)
{
	struct common common = { .jobs = 1 };
	struct report report;
	struct extraction x = { .output = folder, .report = &report };

	report_start(&report, "test", &common);
	new_index_start(&x.made, NULL, "game");
	for (unsigned i = 0; i < COUNT; i += BATCH)
		add_batch(&x.made, i);
	x.head = json_document(EXTRACT_FORMAT, 1);
	x.others = json_new_list();
	index_write(&x);
	assert_false(report.failed);
	json_free(x.head);
	json_free(x.others);
	new_index_free(&x.made);
	report_end(&report);
}

static void read_index(const char *folder)
{
	struct old_index index;
	struct exh_error err;
	const struct old_file *file;

	assert_int_equal(
		old_index_open(&index, folder, EXTRACT_INDEX, EXTRACT_FORMAT, &err),
		EXH_OK);
	assert_int_equal(index.paths.count, COUNT);
	assert_int_equal(index.listed.count, COUNT);
	assert_int_equal(index.listed.items[COUNT - 1].asset, COUNT - 1);
	file = old_index_file(&index, "texts/t004711.str.txt");
	assert_non_null(file);
	assert_true(file->has_hash);
	assert_null(old_index_file(&index, "texts"));
	old_index_free(&index);
}

static void limit_memory(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	char line[64] = "";
	struct rlimit limit;
	unsigned long pages;

	if (IS_SANITIZED || !file || !fgets(line, sizeof line, file))
		line[0] = '\0';
	pages = strtoul(line, NULL, 10);
	if (file)
		fclose(file);
	limit.rlim_cur = limit.rlim_max = pages * (rlim_t)sysconf(_SC_PAGESIZE) + MEMORY;
	if (pages)
		assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
}

static void a_hundred_thousand_assets_take_64_mebibytes(void **state)
{
	char folder[] = "/tmp/exhume-test-XXXXXX", path[64];
	const pid_t child = mkdtemp(folder) ? fork() : -1;
	int status = -1;

	(void)state;
	if (child == 0) {
		limit_memory();
		write_index(folder);
		read_index(folder);
		_exit(0);
	}
	assert_true(child > 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	snprintf(path, sizeof path, "%s/" EXTRACT_INDEX, folder);
	unlink(path);
	rmdir(folder);
	assert_int_equal(status, 0);
}

/* Checks a member of the only asset in an index, as text. */
static void check_member(const struct new_index *index, const char *key,
			 const char *expected)
{
	struct json *asset = new_index_asset(index, 0);
	char *text = json_dump(json_get(asset, key), JSON_PACKED);

	assert_string_equal(text, expected);
	free(text);
	json_free(asset);
}

static void assets_are_what_was_added(void **state)
{
	struct new_index index;
	uint8_t sha256[32] = { 0 };

	(void)state;
	new_index_start(&index, NULL, "game");
	add_batch(&index, 0);
	assert_int_equal(index.count, BATCH);
	assert_int_equal(new_index_find(&index, "text", 7, ""), 7);
	assert_true(new_index_find(&index, "text", BATCH, "") == TEXT_NONE);
	new_index_add_file(&index, 0, INDEX_MORE, "index-data/0.js", 0, sha256);
	assert_true(new_index_has_file(&index, 0, INDEX_MORE));
	assert_false(new_index_has_file(&index, 1, INDEX_MORE));
	check_member(&index, "id", "\"text:0\"");
	check_member(&index, "source", "\"all.zfs\"");
	check_member(
		&index, "sha256",
		"\"31a02a8ff85835a3ef447fc0c55c2452d88e14a22ca0540e808d2334e44d9e89\"");
	check_member(&index, "format", "\"plain\"");
	check_member(&index, "size", "4");
	check_member(&index, "number_of_lines", "0");
	check_member(&index, "files", "[\"texts/t000000.str.txt\"]");
	check_member(&index, "files_size", "[4]");
	check_member(&index, "more", "\"index-data/0.js\"");
	new_index_free(&index);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(assets_are_what_was_added),
		cmocka_unit_test(a_hundred_thousand_assets_take_64_mebibytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
