#include "play.h"

#include "task/text.h"

#include <stdio.h>
#include <string.h>

const char *typed_act_named(const struct engine_type *type, const char *command)
{
	for (const char *const *act = type->acts; *act; act++)
		if (!strcmp(*act, command))
			return *act;
	return NULL;
}

bool typed_act_begin(struct typed_act *typed, const struct engine_type *type,
		     const struct exh_code_page *page, const char *name, const char *text,
		     struct exh_writer *why)
{
	struct exh_error err = { .status = EXH_OK };

	if (typed->is_under_way) {
		text_put(why, "%s is still under way", typed->act.name);
		return false;
	}
	snprintf(typed->text, sizeof typed->text, "%s", text);
	typed->act = (struct exh_input_act){ .name = name,
					     .text = typed->text,
					     .file = "standard input" };
	typed->state = (struct engine_act_state){ .calls = 0 };
	typed->is_under_way = !type->act_check(page, &typed->act, &err);
	if (!typed->is_under_way)
		text_put(why, "%s %s: %s", name, typed->text, err.text);
	return typed->is_under_way;
}

void typed_act_go_on(struct typed_act *typed, const struct engine_type *type,
		     void *player, struct exh_input_frame *input, struct report *report)
{
	struct exh_error err = { .status = EXH_OK };
	enum engine_act done;

	if (!typed->is_under_way)
		return;
	done = type->act(player, &typed->act, &typed->state, input, &err);
	typed->state.calls++;
	if (done == ENGINE_ACT_FAILED)
		report_warning(report, NULL, EXH_NO_OFFSET, "%s: %s", typed->act.name,
			       err.text);
	typed->is_under_way = done == ENGINE_ACT_AGAIN;
}
