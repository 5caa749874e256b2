#include "script_words.h"

#include <string.h>

struct walk {
	const struct exh_zv_script *script;
	exh_zv_use_fn *report;
	void *context;
	const struct exh_zv_node *owner;
};

static void report(const struct walk *walk, struct exh_zv_use *use,
		   const struct exh_zv_node *node, struct exh_bytes at)
{
	const size_t start = node->text.offset + walk->script->file.base;

	use->owner = walk->owner;
	use->node = node;
	use->line = node->line;
	use->column = node->column;
	if (at.size && at.base >= start)
		use->column += (uint32_t)(at.base - start);
	walk->report(walk->context, use);
}

static void report_key(const struct walk *walk, enum exh_zv_use_kind kind, int64_t key,
		       const char *how, const struct exh_zv_node *node,
		       struct exh_bytes at)
{
	struct exh_zv_use use = { .kind = kind, .key = key, .how = how };

	report(walk, &use, node, at);
}

/* A number is not a file, nor is the value of a key. */
static bool is_file(struct exh_bytes argument)
{
	int64_t number;

	return !exh_zv_script_number(argument, true, &number) && argument.data[0] != '[';
}

/* "useart[x,y,depth]" takes its picture from the background. */
static bool is_art(struct exh_bytes argument)
{
	return argument.size > 6 &&
	       exh_zv_script_is_word((struct exh_bytes){ argument.data, 6, 0 }, "useart");
}

static void report_argument(const struct walk *walk, const struct exh_zv_node *node,
			    char role, const char *how, struct exh_bytes argument)
{
	int64_t key;

	if (exh_zv_argument_is_key(argument, &key)) {
		report_key(walk, EXH_ZV_USE_READ, key, how, node, argument);
		return;
	}
	if (role == 'F' && is_file(argument) && !is_art(argument)) {
		struct exh_zv_use use = { .kind = EXH_ZV_USE_FILE,
					  .text = argument,
					  .how = how };

		report(walk, &use, node, argument);
		return;
	}
	if (!exh_zv_script_number(argument, false, &key))
		return;
	if (role == 'R' || role == 'B')
		report_key(walk, EXH_ZV_USE_READ, key, how, node, argument);
	if (role == 'W' || role == 'B')
		report_key(walk, EXH_ZV_USE_WRITE, key, how, node, argument);
	if (role == 'E')
		report_key(walk, EXH_ZV_USE_ENABLE, key, how, node, argument);
	if (role == 'D')
		report_key(walk, EXH_ZV_USE_DISABLE, key, how, node, argument);
}

/* inventory(addi K), inventory(dropi K) */
static const char *inventory_roles(struct exh_bytes args)
{
	struct exh_bytes word;

	exh_zv_script_argument(&args, &word);
	return exh_zv_script_is_word(word, "addi") || exh_zv_script_is_word(word, "dropi")
		       ? "VR"
		       : "VV";
}

/* A type of 4 is a note, which has no file. */
static const char *music_roles(struct exh_bytes args)
{
	struct exh_bytes type;

	return exh_zv_script_argument(&args, &type) && exh_zv_script_is_word(type, "4")
		       ? "VVVV"
		       : "VFVV";
}

static const char *roles_of(const struct script_action *action, struct exh_bytes args)
{
	if (strcmp(action->name, "inventory") == 0)
		return inventory_roles(args);
	if (strcmp(action->name, "music") == 0 ||
	    strcmp(action->name, "universe_music") == 0)
		return music_roles(args);
	return action->roles;
}

static void report_arguments(const struct walk *walk, const struct exh_zv_node *node,
			     const char *roles, const char *how)
{
	struct exh_bytes args = exh_zv_script_text(walk->script, node->args), argument;

	while (exh_zv_script_argument(&args, &argument)) {
		report_argument(walk, node, *roles, how, argument);
		roles += *roles != '\0';
	}
}

/* World, room and the rest of the four letters are separate arguments; what is missing is
 * that of gary, where games begin. */
static void report_place(const struct walk *walk, const struct exh_zv_node *node)
{
	struct exh_zv_use use = { .kind = EXH_ZV_USE_PLACE, .how = "change_location" };
	struct exh_bytes args = exh_zv_script_text(walk->script, node->args), argument;
	size_t size = 0;

	use.text = args;
	memcpy(use.place, "gary", sizeof "gary");
	for (int i = 0; i < 3 && exh_zv_script_argument(&args, &argument); i++)
		for (size_t k = 0; k < argument.size; k++, size++)
			if (size < 4)
				use.place[size] = (char)script_lower(argument.data[k]);
	if (size > 4 || memchr(use.place, '[', 4))
		memset(use.place, 0, sizeof use.place);
	report(walk, &use, node, use.text);
}

static void report_result(const struct walk *walk, const struct exh_zv_node *node)
{
	const struct script_action *action =
		exh_zv_script_action(exh_zv_script_text(walk->script, node->name));
	const struct exh_bytes args = exh_zv_script_text(walk->script, node->args);

	if (!action) {
		report_arguments(walk, node, "", "unknown action");
		return;
	}
	if (action->has_slot && node->key >= 0)
		report_key(walk, EXH_ZV_USE_WRITE, node->key, action->name, node,
			   exh_zv_script_text(walk->script, node->slot));
	report_arguments(walk, node, roles_of(action, args), action->name);
	if (strcmp(action->name, "change_location") == 0)
		report_place(walk, node);
	else if (strcmp(action->name, "set_venus") == 0)
		report_key(walk, EXH_ZV_USE_WRITE, 13, action->name, node, args);
}

static void report_parameter(const struct walk *walk, const struct exh_zv_node *node)
{
	const struct exh_bytes type =
		exh_zv_script_text(walk->script, node->parent->name);
	const struct script_parameter *parameter = exh_zv_script_parameter(
		type, exh_zv_script_text(walk->script, node->name));

	report_arguments(walk, node, parameter ? parameter->roles : "",
			 parameter ? parameter->name : "unknown parameter");
	if (parameter && strcmp(parameter->name, "venus_id") == 0)
		report_key(walk, EXH_ZV_USE_WRITE, 13, parameter->name, node,
			   exh_zv_script_text(walk->script, node->args));
}

static void report_control(const struct walk *walk, const struct exh_zv_node *node)
{
	const struct script_control *control =
		exh_zv_script_control(exh_zv_script_text(walk->script, node->name));
	const char *how = control ? control->name : "unknown control";

	report_key(walk, EXH_ZV_USE_CONTROL, node->key, how, node,
		   (struct exh_bytes){ 0 });
	if (control && control->writes)
		report_key(walk, EXH_ZV_USE_WRITE, node->key, how, node,
			   (struct exh_bytes){ 0 });
}

static void report_criterion(const struct walk *walk, const struct exh_zv_node *node)
{
	struct exh_bytes text = exh_zv_script_text(walk->script, node->text),
			 right = text;

	report_key(walk, EXH_ZV_USE_READ, node->key, "criteria", node, text);
	if (!node->arg_is_key)
		return;
	while (right.size > 1 && right.data[0] != (uint8_t)node->op)
		right = script_skip(right, 1);
	right = exh_zv_script_trim(script_skip(right, 1));
	report_key(walk, EXH_ZV_USE_READ, node->arg, "criteria", node, right);
}

void exh_zv_script_uses(const struct exh_zv_script *script, exh_zv_use_fn *report_use,
			void *context)
{
	struct walk walk = { script, report_use, context, NULL };

	for (const struct exh_zv_node *node = script->root.first; node;
	     node = exh_zv_script_next(node)) {
		if (node->kind == EXH_ZV_PUZZLE || node->kind == EXH_ZV_CONTROL)
			walk.owner = node;
		if (node->kind == EXH_ZV_PUZZLE)
			report_key(&walk, EXH_ZV_USE_PUZZLE, node->key, "puzzle", node,
				   (struct exh_bytes){ 0 });
		else if (node->kind == EXH_ZV_CONTROL)
			report_control(&walk, node);
		else if (node->kind == EXH_ZV_CRITERION)
			report_criterion(&walk, node);
		else if (node->kind == EXH_ZV_RESULT)
			report_result(&walk, node);
		else if (node->kind == EXH_ZV_PARAMETER)
			report_parameter(&walk, node);
	}
}
