/* save: a list of saved games, whose titles stand in fields for text. */
#include "zv_parts.h"

#include <string.h>

static bool restores(const struct zv_control *control)
{
	const struct zv_parameter *type = exh_zv_parameter(control, "control_type", NULL);

	return type && type->args.count &&
	       exh_zv_script_is_word(type->args.items[0].text, "restore");
}

/* Returns the field of a savebox, and its slot; NULL: missing in this place. */
static struct zv_control_input *field_of(struct exh_zv_engine *engine,
					 const struct zv_parameter *box, int32_t *slot)
{
	if (box->args.count < 2)
		return NULL;
	*slot = box->args.items[0].number;
	return exh_zv_input_find(engine, box->args.items[1].number);
}

static void fill(struct exh_zv_engine *engine, const struct zv_control *control)
{
	const struct zv_parameter *box = NULL;
	struct zv_control_input *input;
	int32_t slot;

	while ((box = exh_zv_parameter(control, "savebox", box))) {
		input = field_of(engine, box, &slot);
		if (!input)
			continue;
		exh_zv_slot_title(engine, slot, input->text);
		input->is_fixed = restores(control);
		input->is_drawn = false;
	}
}

/* Sends a request, which is performed after all controls had their time. */
static void request(struct exh_zv_engine *engine, const struct zv_control *control,
		    int32_t slot, const char *title)
{
	struct zv_request *request = &engine->request;

	if (restores(control) && !title[0])
		return; /* no game is there */
	request->kind = restores(control) ? REQUEST_RESTORE : REQUEST_SAVE;
	request->slot = slot;
	memcpy(request->title, title, strlen(title) + 1);
}

static void tick(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	const struct zv_parameter *box = NULL;
	struct zv_control_input *input;
	int32_t slot;

	if (!state->save.is_ready)
		fill(engine, state->control);
	state->save.is_ready = true;
	while ((box = exh_zv_parameter(state->control, "savebox", box))) {
		input = field_of(engine, box, &slot);
		if (!input || !input->is_entered)
			continue;
		input->is_entered = false;
		request(engine, state->control, slot, input->text);
	}
}

const struct zv_control_type exh_zv_save_control = { .name = "save", .tick = tick };
