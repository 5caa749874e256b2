#include "vm.h"

#include "task/json.h"
#include "task/outputs.h"

enum { TEXT_LIMIT = 1 << 12 };

/* As traces have it. */
static json_t *value_json(const struct exh_sci_vm *vm, struct exh_sci_reg value)
{
	struct exh_writer text = { .limit = TEXT_LIMIT };

	exh_sci_vm_print(vm, value, &text);
	return json_take(&text);
}

static json_t *values_json(const struct exh_sci_vm *vm, const struct exh_sci_reg *values,
			   size_t count)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, value_json(vm, values[i]));
	return list;
}

/*
 * Objects.
 */

/* The key of a property: its name, or its place where it has none, or one that came
 * before. */
static void put_key(const struct exh_sci_program *program,
		    const struct exh_sci_object_look *look, size_t i,
		    const json_t *properties, char *key, size_t size)
{
	const struct exh_bytes name =
		i < look->selector_count
			? exh_sci_program_selector(program, look->selectors[i])
			: (struct exh_bytes){ .size = 0 };

	snprintf(key, size, "%.*s", (int)name.size,
		 name.data ? (const char *)name.data : "");
	if (!*key || json_object_get(properties, key))
		snprintf(key, size, "%zu", i);
}

static json_t *properties_json(const struct exh_sci_vm *vm,
			       const struct exh_sci_program *program,
			       const struct exh_sci_object_look *look)
{
	json_t *properties = json_object();
	char key[128];

	for (size_t i = 0; i < look->property_count; i++) {
		json_t *value = value_json(vm, look->properties[i]);

		put_key(program, look, i, properties, key, sizeof key);
		if (json_object_set(properties, key, value)) {
			snprintf(key, sizeof key, "%zu", i); /* no UTF-8 */
			json_object_set(properties, key, value);
		}
		json_decref(value);
	}
	return properties;
}

static json_t *object_json(const struct exh_sci_vm *vm,
			   const struct exh_sci_program *program, struct exh_sci_reg at)
{
	struct exh_sci_object_look look;
	json_t *json = json_object();

	if (!exh_sci_vm_object(vm, at, &look))
		return json;
	json_object_set_new(json, "address", value_json(vm, at));
	json_object_set_new(json, "name", json_cp437(exh_sci_vm_name(vm, at)));
	if (look.is_class)
		json_object_set_new(json, "class", json_true());
	if (look.property_count > EXH_SCI_SUPERCLASS)
		json_object_set_new(json, "superclass",
				    json_cp437(exh_sci_vm_name(
					    vm, look.properties[EXH_SCI_SUPERCLASS])));
	json_object_set_new(json, "properties", properties_json(vm, program, &look));
	return json;
}

static json_t *objects_json(const struct exh_sci_vm *vm,
			    const struct exh_sci_program *program, unsigned segment)
{
	json_t *list = json_array();
	struct exh_sci_reg object;
	size_t at = 0;

	while (exh_sci_vm_next(vm, segment, &at, &object))
		json_array_append_new(list, object_json(vm, program, object));
	return list;
}

/*
 * Segments.
 */

static json_t *script_state_json(const struct exh_sci_vm *vm,
				 const struct exh_sci_program *program, unsigned segment,
				 const struct exh_sci_segment *s)
{
	json_t *json =
		json_pack("{s:i, s:i}", "number", (int)s->script, "size", (int)s->size);
	size_t count = 0;
	const struct exh_sci_reg *locals =
		s->is_doomed ? NULL : exh_sci_vm_locals(vm, s->script, &count);

	if (s->is_doomed)
		json_object_set_new(json, "disposed", json_true());
	json_object_set_new(json, "locals", values_json(vm, locals, count));
	json_object_set_new(json, "objects", objects_json(vm, program, segment));
	return json;
}

static json_t *list_json(const struct exh_sci_vm *vm, struct exh_sci_reg list,
			 size_t most)
{
	json_t *json = json_object(), *nodes = json_array();
	struct exh_sci_node_values node;
	struct exh_sci_reg at;
	bool goes_on = exh_sci_vm_first_node(vm, list, &at);

	json_object_set_new(json, "address", value_json(vm, list));
	/* A circle ends: there are no more nodes than that. */
	for (; goes_on && most && exh_sci_vm_node(vm, at, &node); most--) {
		json_t *item = json_object();

		json_object_set_new(item, "address", value_json(vm, at));
		json_object_set_new(item, "key", value_json(vm, node.key));
		json_object_set_new(item, "value", value_json(vm, node.value));
		json_array_append_new(nodes, item);
		at = node.next;
	}
	json_object_set_new(json, "nodes", nodes);
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

static void add_lists(const struct exh_sci_vm *vm, unsigned segment, json_t *out)
{
	struct exh_sci_reg list;
	size_t at = 0;

	while (exh_sci_vm_next(vm, segment, &at, &list))
		json_array_append_new(out, list_json(vm, list, node_count(vm)));
}

static void add_segments(const struct exh_sci_vm *vm,
			 const struct exh_sci_program *program, json_t *state)
{
	json_t *scripts = json_array(), *clones = json_array(), *lists = json_array();
	struct exh_sci_segment s;

	for (unsigned i = 1; i < exh_sci_vm_segment_count(vm); i++) {
		json_t *entries;

		if (!exh_sci_vm_segment(vm, i, &s))
			continue;
		if (s.type == EXH_SCI_SEGMENT_SCRIPT) {
			json_array_append_new(scripts,
					      script_state_json(vm, program, i, &s));
		} else if (s.type == EXH_SCI_SEGMENT_CLONES) {
			entries = objects_json(vm, program, i);
			json_array_extend(clones, entries);
			json_decref(entries);
		} else if (s.type == EXH_SCI_SEGMENT_LISTS) {
			add_lists(vm, i, lists);
		}
	}
	json_object_set_new(state, "scripts", scripts);
	json_object_set_new(state, "clones", clones);
	json_object_set_new(state, "lists", lists);
}

/*
 * Registers.
 */

static json_t *call_json(const struct exh_sci_vm *vm,
			 const struct exh_sci_program *program,
			 const struct exh_sci_call_look *call)
{
	json_t *json = json_object();

	if (call->is_outside) {
		json_object_set_new(json, "outside", json_true());
		return json;
	}
	json_set_number(json, "script", call->script);
	json_set_number(json, "offset", call->offset);
	json_object_set_new(json, "self", value_json(vm, call->self));
	if (call->selector >= 0)
		json_object_set_new(json, "selector",
				    json_cp437(exh_sci_program_selector(
					    program, (unsigned)call->selector)));
	json_object_set_new(json, "arguments",
			    values_json(vm, call->arguments, call->argument_count));
	return json;
}

static json_t *calls_json(const struct exh_sci_vm *vm,
			  const struct exh_sci_program *program)
{
	json_t *calls = json_array();
	struct exh_sci_call_look call;

	for (size_t i = 0; exh_sci_vm_call_at(vm, i, &call); i++)
		json_array_append_new(calls, call_json(vm, program, &call));
	return calls;
}

void vm_state_write(const struct exh_sci_vm *vm, const struct exh_sci_program *program,
		    const char *path, struct report *report)
{
	json_t *state = json_document("sci-vm-state");
	struct exh_sci_registers registers;
	const struct exh_sci_reg *globals;
	size_t count;

	exh_sci_vm_registers(vm, &registers);
	globals = exh_sci_vm_variables(vm, EXH_SCI_GLOBALS, &count);
	json_set_number(state, "step", exh_sci_vm_steps(vm));
	json_object_set_new(state, "accumulator", value_json(vm, registers.accumulator));
	json_object_set_new(state, "previous", value_json(vm, registers.previous));
	json_object_set_new(state, "globals", values_json(vm, globals, count));
	json_object_set_new(state, "calls", calls_json(vm, program));
	add_segments(vm, program, state);
	output_write_json(report, path, state);
}
