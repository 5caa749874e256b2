#include "vm.h"

#include "task/json.h"
#include "task/outputs.h"

enum { TEXT_LIMIT = 1 << 12 };

/* As traces have it. */
static struct json *value_json(const struct exh_sci_vm *vm, struct exh_sci_reg value)
{
	struct exh_writer text = { .limit = TEXT_LIMIT };

	exh_sci_vm_print(vm, value, &text);
	return json_take(&text);
}

static struct json *values_json(const struct exh_sci_vm *vm,
				const struct exh_sci_reg *values, size_t count)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < count; i++)
		json_push(list, value_json(vm, values[i]));
	return list;
}

/*
 * Objects.
 */

/* The key of a property: its name, or its place where it has none, or one that came
 * before. */
static void put_key(const struct exh_sci_program *program,
		    const struct exh_sci_object_look *look, size_t i,
		    const struct json *properties, char *key, size_t size)
{
	const struct exh_bytes name =
		i < look->selector_count
			? exh_sci_program_selector(program, look->selectors[i])
			: (struct exh_bytes){ .size = 0 };

	snprintf(key, size, "%.*s", (int)name.size,
		 name.data ? (const char *)name.data : "");
	if (!*key || json_get(properties, key))
		snprintf(key, size, "%zu", i);
}

static struct json *properties_json(const struct exh_sci_vm *vm,
				    const struct exh_sci_program *program,
				    const struct exh_sci_object_look *look)
{
	struct json *properties = json_new_object();
	char key[128];

	for (size_t i = 0; i < look->property_count; i++) {
		struct json *value = value_json(vm, look->properties[i]);

		put_key(program, look, i, properties, key, sizeof key);
		if (!json_set_shared(properties, key, value)) {
			snprintf(key, sizeof key, "%zu", i); /* no UTF-8 */
			json_set_shared(properties, key, value);
		}
		json_free(value);
	}
	return properties;
}

static struct json *object_json(const struct exh_sci_vm *vm,
				const struct exh_sci_program *program,
				struct exh_sci_reg at)
{
	struct exh_sci_object_look look;
	struct json *json = json_new_object();

	if (!exh_sci_vm_object(vm, at, &look))
		return json;
	json_set(json, "address", value_json(vm, at));
	json_set(json, "name", json_of_cp437(exh_sci_vm_name(vm, at)));
	if (look.is_class)
		json_set(json, "class", json_new_flag(true));
	if (look.property_count > EXH_SCI_SUPERCLASS)
		json_set(json, "superclass",
			 json_of_cp437(exh_sci_vm_name(
				 vm, look.properties[EXH_SCI_SUPERCLASS])));
	json_set(json, "properties", properties_json(vm, program, &look));
	return json;
}

static struct json *objects_json(const struct exh_sci_vm *vm,
				 const struct exh_sci_program *program, unsigned segment)
{
	struct json *list = json_new_list();
	struct exh_sci_reg object;
	size_t at = 0;

	while (exh_sci_vm_next(vm, segment, &at, &object))
		json_push(list, object_json(vm, program, object));
	return list;
}

/*
 * Segments.
 */

static struct json *script_state_json(const struct exh_sci_vm *vm,
				      const struct exh_sci_program *program,
				      unsigned segment, const struct exh_sci_segment *s)
{
	struct json *json =
		json_make("{s:i, s:i}", "number", (int)s->script, "size", (int)s->size);
	size_t count = 0;
	const struct exh_sci_reg *locals =
		s->is_doomed ? NULL : exh_sci_vm_locals(vm, s->script, &count);

	if (s->is_doomed)
		json_set(json, "disposed", json_new_flag(true));
	json_set(json, "locals", values_json(vm, locals, count));
	json_set(json, "objects", objects_json(vm, program, segment));
	return json;
}

static struct json *list_json(const struct exh_sci_vm *vm, struct exh_sci_reg list,
			      size_t most)
{
	struct json *json = json_new_object(), *nodes = json_new_list();
	struct exh_sci_node_values node;
	struct exh_sci_reg at;
	bool goes_on = exh_sci_vm_first_node(vm, list, &at);

	json_set(json, "address", value_json(vm, list));
	/* A circle ends: there are no more nodes than that. */
	for (; goes_on && most && exh_sci_vm_node(vm, at, &node); most--) {
		struct json *item = json_new_object();

		json_set(item, "address", value_json(vm, at));
		json_set(item, "key", value_json(vm, node.key));
		json_set(item, "value", value_json(vm, node.value));
		json_push(nodes, item);
		at = node.next;
	}
	json_set(json, "nodes", nodes);
	return json;
}

/* All nodes that live. */
static size_t node_count(const struct exh_sci_vm *vm)
{
	struct exh_sci_segment s;
	size_t count = 0;

	for (unsigned i = 1; i < exh_sci_vm_segment_count(vm); i++)
		if (exh_sci_vm_segment(vm, i, &s) && s.type == EXH_SCI_SEGMENT_NODES)
			count += s.live;
	return count;
}

static void add_lists(const struct exh_sci_vm *vm, unsigned segment, struct json *out)
{
	struct exh_sci_reg list;
	size_t at = 0;

	while (exh_sci_vm_next(vm, segment, &at, &list))
		json_push(out, list_json(vm, list, node_count(vm)));
}

static void add_segments(const struct exh_sci_vm *vm,
			 const struct exh_sci_program *program, struct json *state)
{
	struct json *scripts = json_new_list(), *clones = json_new_list(),
		    *lists = json_new_list();
	struct exh_sci_segment s;

	for (unsigned i = 1; i < exh_sci_vm_segment_count(vm); i++) {
		struct json *entries;

		if (!exh_sci_vm_segment(vm, i, &s))
			continue;
		if (s.type == EXH_SCI_SEGMENT_SCRIPT) {
			json_push(scripts, script_state_json(vm, program, i, &s));
		} else if (s.type == EXH_SCI_SEGMENT_CLONES) {
			entries = objects_json(vm, program, i);
			json_push_all(clones, entries);
			json_free(entries);
		} else if (s.type == EXH_SCI_SEGMENT_LISTS) {
			add_lists(vm, i, lists);
		}
	}
	json_set(state, "scripts", scripts);
	json_set(state, "clones", clones);
	json_set(state, "lists", lists);
}

/*
 * Registers.
 */

static struct json *call_json(const struct exh_sci_vm *vm,
			      const struct exh_sci_program *program,
			      const struct exh_sci_call_look *call)
{
	struct json *json = json_new_object();

	if (call->is_outside) {
		json_set(json, "outside", json_new_flag(true));
		return json;
	}
	json_set_number(json, "script", call->script);
	json_set_number(json, "offset", call->offset);
	json_set(json, "self", value_json(vm, call->self));
	if (call->selector >= 0)
		json_set(json, "selector",
			 json_of_cp437(exh_sci_program_selector(
				 program, (unsigned)call->selector)));
	json_set(json, "arguments",
		 values_json(vm, call->arguments, call->argument_count));
	return json;
}

static struct json *calls_json(const struct exh_sci_vm *vm,
			       const struct exh_sci_program *program)
{
	struct json *calls = json_new_list();
	struct exh_sci_call_look call;

	for (size_t i = 0; exh_sci_vm_call_at(vm, i, &call); i++)
		json_push(calls, call_json(vm, program, &call));
	return calls;
}

void vm_state_write(const struct exh_sci_vm *vm, const struct exh_sci_program *program,
		    const char *path, struct report *report)
{
	struct json *state = json_document("sci-vm-state", 1);
	struct exh_sci_registers registers;
	const struct exh_sci_reg *globals;
	size_t count;

	exh_sci_vm_registers(vm, &registers);
	globals = exh_sci_vm_variables(vm, EXH_SCI_GLOBALS, &count);
	json_set_number(state, "step", exh_sci_vm_steps(vm));
	json_set(state, "accumulator", value_json(vm, registers.accumulator));
	json_set(state, "previous", value_json(vm, registers.previous));
	json_set(state, "globals", values_json(vm, globals, count));
	json_set(state, "calls", calls_json(vm, program));
	add_segments(vm, program, state);
	output_write_json(report, path, state);
}
