#include "outputs.h"

#include "file.h"
#include "testing.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void assert_path(const char *input, const char *expected)
{
	char *path = output_input_path(input);

	assert_non_null(path);
	assert_string_equal(path, expected);
	free(path);
}

static void slashes_at_the_end_are_no_part_of_a_name(void **state)
{
	(void)state;
	assert_path("game", "game");
	assert_path("game/", "game");
	assert_path("game///", "game");
	assert_path("game/.", "game");
	assert_path("game/././/", "game");
	assert_path("/a/game/", "/a/game");
	assert_path("a.tga", "a.tga");
	assert_path("-", "-");
	assert_path("missing/..", "missing/..");
	assert_path("/", "/../root");
}

static void dots_stand_for_a_folder_that_has_a_name(void **state)
{
	char folder[] = "/tmp/exhume-names-XXXXXX", before[4096], expected[64];
	const char *name;

	(void)state;
	assert_non_null(getcwd(before, sizeof before));
	assert_non_null(mkdtemp(folder));
	name = file_name(folder);
	assert_int_equal(chdir(folder), 0);
	assert_int_equal(mkdir("below", 0777), 0);
	snprintf(expected, sizeof expected, "../%s", name);
	assert_path(".", expected);
	assert_path("./", expected);
	assert_path("././", expected);
	snprintf(expected, sizeof expected, "below/../../%s", name);
	assert_path("below/..", expected);
	assert_path("below/../.", expected);
	assert_int_equal(chdir("below"), 0);
	snprintf(expected, sizeof expected, "../../%s", name);
	assert_path("..", expected);
	assert_int_equal(chdir(before), 0);
	snprintf(expected, sizeof expected, "%s/below", folder);
	assert_int_equal(rmdir(expected), 0);
	assert_int_equal(rmdir(folder), 0);
}

static void assert_folder(const struct common *common, const char *input, bool several,
			  const char *expected)
{
	char *path = output_folder_for(common, input, several);

	assert_string_equal(path, expected);
	free(path);
}

static void folders_lie_beside_their_inputs_or_in_the_one_that_is_given(void **state)
{
	const struct common none = { 0 }, given = { .output = "out" };
	char *path;

	(void)state;
	assert_folder(&none, "a/game/", false, "a/game.extracted");
	assert_folder(&none, "a/game/.", true, "a/game.extracted");
	assert_folder(&given, "a/game/", false, "out");
	assert_folder(&given, "a/game/", true, "out/game");
	path = output_file_for(&given, "a/frames/", true, NULL, ".rlf");
	assert_string_equal(path, "out/frames.rlf");
	free(path);
	path = output_file_for(&none, "a/frames/", false, "", ".rlf");
	assert_string_equal(path, "a/frames.rlf");
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(slashes_at_the_end_are_no_part_of_a_name),
		cmocka_unit_test(dots_stand_for_a_folder_that_has_a_name),
		cmocka_unit_test(
			folders_lie_beside_their_inputs_or_in_the_one_that_is_given),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
