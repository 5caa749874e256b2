#include "stage_testing.h"

#include <string.h>

struct heard {
	char text[1024];
};

static void hear(void *context, const struct exh_event *event)
{
	struct exh_writer out = { .limit = 1 << 12 };
	struct heard *heard = context;

	if (!strcmp(event->name, "text")) {
		exh_event_print(event, &out);
		exh_write_u8(&out, 0);
		strncat(heard->text, strstr((char *)out.data, "window="),
			sizeof heard->text - strlen(heard->text) - 1);
	}
	exh_writer_free(&out);
}

/* The resource's texts must exist before the engine is made. */
static void start(struct test_stage *s, const char *code)
{
	static const char texts[] = "none\0Hello.\0You have %d of %s.\0";
	struct exh_error err;
	char text[4096];

	test_start(&s->t);
	test_add(&s->t, EXH_SCI_TEXT, 7,
		 (struct exh_bytes){ (const uint8_t *)texts, sizeof texts - 1, 0 });
	snprintf(text, sizeof text,
		 ".exports\ngame\n.code\n.self game\nGame::play:\n%s ret\n"
		 ".object game\n species = -1\n superClass = -1\n -info- = 0\n name = "
		 "@game_name\n .method play = Game::play\n"
		 ".strings\ngame_name: .string \"game\"\n"
		 "own: .string \"mine\"\n.locals\n .fill 100, 0\n.relocations\n",
		 code);
	test_script(&s->t, 0, text);
	if (exh_sci_engine_new(&s->t.program, &test_resources, &test_begin, &s->engine,
			       &err))
		fail_msg("%s", err.text);
}

static void texts_are_known_by_their_resource(void **state)
{
	struct heard heard = { "" };
	const struct exh_host host = { .trace = hear, .context = &heard };
	struct test_stage s;

	(void)state;
	start(&s, /* two numbers; a copy; a pattern; the script's own */
	      " push2\n pushi 7\n push1\n callk Display, 4\n"
	      " pushi 3\n pushi 7\n push1\n lea 0, 20\n push\n callk GetFarText, 6\n"
	      " push1\n lea 0, 20\n push\n callk Display, 2\n"
	      " pushi 5\n lea 0, 20\n push\n pushi 7\n push2\n pushi 3\n lofss own\n"
	      " callk Format, 10\n push1\n lea 0, 20\n push\n callk Display, 2\n"
	      " push1\n lofss own\n callk Display, 2\n"
	      " pushi 3\n lea 0, 40\n push\n lofss own\n push1\n callk Format, 6\n"
	      " push1\n lea 0, 40\n push\n callk Display, 2\n");
	while (exh_sci_engine_step(s.engine, &host))
		;
	assert_string_equal(heard.text,
			    "window=2\ttext=Hello.\tresource=7\tnumber=1\n"
			    "window=2\ttext=Hello.\tresource=7\tnumber=1\n"
			    "window=2\ttext=You have 3 of mine.\tresource=7\tnumber=2\n"
			    "window=2\ttext=mine\nwindow=2\ttext=mine\n");
	test_stage_free(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_are_known_by_their_resource),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
