/* The list of what scripts can say is that of the engine. */
#include "stage_testing.h"

enum { LIMIT = 1 << 16 };

struct lists {
	struct exh_writer script; /* puzzles with each action, criterion and flag */
	struct exh_writer controls;
	int counts[3]; /* there, partly, missing */
	int key;
};

static void put(struct exh_writer *out, const char *text)
{
	exh_write_bytes(out, text, strlen(text));
}

static void count(struct lists *lists, const struct exh_zv_support *support)
{
	static const char *const states[] = { "there", "partly", "missing" };

	for (int i = 0; i < 3; i++)
		if (strcmp(support->state, states[i]) == 0) {
			lists->counts[i]++;
			assert_true(i != 0 || !support->missing);
			assert_true(i == 0 || support->missing);
			return;
		}
	fail_msg("%s: %s", support->name, support->state);
}

/* Keys 500 and on are 1 in the first tick if their puzzle fires: a criterion holds for
 * some value, and DISABLED never fires. */
static void put_puzzle(struct lists *lists, const char *criteria, const char *result,
		       const char *flag)
{
	char text[256];

	snprintf(text, sizeof text,
		 "puzzle:%d {\ncriteria {\n%s\n}\nresults {\na:%s\n}\n"
		 "flags {\n%s\n}\n}\n",
		 lists->key++, criteria, result, flag);
	put(&lists->script, text);
}

static void take(void *context, const struct exh_zv_support *support)
{
	struct lists *lists = context;
	char text[128];

	count(lists, support);
	if (strcmp(support->kind, "action") == 0) {
		snprintf(text, sizeof text, "%s()", support->name);
		put_puzzle(lists, "[300] = 0", text, "DO_ME_NOW");
	} else if (strcmp(support->kind, "flag") == 0) {
		put_puzzle(lists, "[300] = 0", "assign(1 1)", support->name);
	} else if (strcmp(support->kind, "control") == 0) {
		snprintf(text, sizeof text, "control:%d %s {\n}\n", lists->key++,
			 support->name);
		put(&lists->controls, text);
	} else {
		const char op = support->name[4];
		const char *value = strchr(support->name + 5, '[') ? "[301]"
				    : op == '='			   ? "0"
				    : op == '<'			   ? "1"
								   : "-1";

		snprintf(text, sizeof text, "[300] %c %s", op, value);
		put_puzzle(lists, text, "assign(1 1)", "DO_ME_NOW");
	}
}

/* No word of the list is unknown to the engine, and each criterion holds. */
static void the_engine_knows_each_word(void **unused)
{
	struct lists lists = { .script = { .limit = LIMIT },
			       .controls = { .limit = LIMIT },
			       .key = 500 };
	struct exh_zv_engine_state state;
	struct stage stage = { .file_count = 0 };
	int fired = 0;

	(void)unused;
	exh_zv_support_list(take, &lists);
	assert_true(lists.counts[0] > 40);
	assert_true(lists.counts[1] > 5);
	assert_int_equal(lists.counts[2], 7);
	stage_written(&stage, "gary.scr", &lists.script);
	stage_written(&stage, "gbry.scr", &lists.controls);
	stage_start(&stage, EXH_ZV_NEMESIS, &(struct exh_zv_start){ .seed = 1 });
	stage_step(&stage, 1);
	stage.input.presses[0] = 'N'; /* quit asks */
	stage.input.press_count = 1;
	stage_step(&stage, 2);
	for (int key = 500; key < lists.key; key++)
		fired += stage_key(&stage, key) == 1;
	/* All but controls, and the flag DISABLED. */
	assert_int_equal(fired, lists.key - 500 - 13 - 1);
	exh_zv_engine_state(stage.engine, &state);
	assert_int_equal(state.unknown_actions, 0);
	assert_int_equal(exh_zv_engine_go(stage.engine, "gbry", 0, NULL), EXH_OK);
	stage_step(&stage, 4);
	assert_false(stage_noted(&stage, "no such control"));
	assert_false(stage_noted(&stage, "no such action"));
	assert_false(stage_noted(&stage, "expected"));
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_engine_knows_each_word),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
