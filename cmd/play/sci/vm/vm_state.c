#include "vm.h"

#include "task/outputs.h"

enum { TEXT_LIMIT = 1 << 12 };

/* Row fields whose values are texts or lists in JSON. */
#define VALUE(row, member, ...) \
	FIELD_MADE(FIELD_JSON, row, member, &text_fields, __VA_ARGS__)
#define LIST(row, member, table, ...) \
	FIELD_MADE(FIELD_JSON_LIST, row, member, table, __VA_ARGS__)

/* A value is written as in traces. */
struct json *vm_value_json(const struct exh_sci_vm *vm, struct exh_sci_reg value)
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
		json_push(list, vm_value_json(vm, values[i]));
	return list;
}

/*
 * Objects.
 */

/* Returns the key of a property: its name, or its index if it has no name or the name is
 * already used. */
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
		struct json *value = vm_value_json(vm, look->properties[i]);

		put_key(program, look, i, properties, key, sizeof key);
		if (!json_set_shared(properties, key, value)) {
			/* the name is not valid UTF-8 */
			snprintf(key, sizeof key, "%zu", i);
			json_set_shared(properties, key, value);
		}
		json_free(value);
	}
	return properties;
}

struct object_row {
	struct json *address, *name, *superclass, *properties;
	bool is_class;
};

static const struct field object_field[] = {
	VALUE(struct object_row, address, "where the object is", .flags = FIELD_OMITTED),
	VALUE(struct object_row, name, "name of the object", .flags = FIELD_OMITTED),
	FIELD_AS("class", struct object_row, is_class, NULL, "true: it is a class",
		 .flags = FIELD_OMITTED),
	VALUE(struct object_row, superclass, "name of its superclass",
	      .flags = FIELD_OMITTED),
	FIELD_MADE(FIELD_JSON_MAP, struct object_row, properties, &text_fields,
		   "values of the properties, by name", .flags = FIELD_OMITTED),
};
static const struct fields object_table =
	FIELDS("object", struct object_row, object_field);

static struct json *name_json(const struct exh_sci_program *program,
			      struct exh_bytes name)
{
	struct exh_writer utf8 = { .limit = SIZE_MAX };

	exh_code_page_to_utf8(program->page, name, EXH_CP437_NAME, &utf8);
	return json_take(&utf8);
}

static struct json *object_json(const struct exh_sci_vm *vm,
				const struct exh_sci_program *program,
				struct exh_sci_reg at)
{
	struct exh_sci_object_look look;
	struct object_row row = { 0 };

	if (!exh_sci_vm_object(vm, at, &look))
		return json_new_object();
	row.address = vm_value_json(vm, at);
	row.name = name_json(program, exh_sci_vm_name(vm, at));
	row.is_class = look.is_class;
	if (look.property_count > EXH_SCI_SUPERCLASS)
		row.superclass = name_json(
			program,
			exh_sci_vm_name(vm, look.properties[EXH_SCI_SUPERCLASS]));
	row.properties = properties_json(vm, program, &look);
	return fields_to_json(&object_table, &row);
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

struct script_row {
	struct exh_sci_segment segment;
	struct json *locals, *objects;
};

static const struct field script_field[] = {
	FIELD_AS("number", struct script_row, segment.script, NULL,
		 "number of the script"),
	FIELD_AS("size", struct script_row, segment.size, "bytes", "size of the script"),
	FIELD_AS("disposed", struct script_row, segment.is_doomed, NULL,
		 "true: it goes as soon as nothing is in it any more",
		 .flags = FIELD_OMITTED),
	LIST(struct script_row, locals, &text_fields, "values of its local variables"),
	LIST(struct script_row, objects, &object_table, "its objects and classes"),
};
static const struct fields script_table =
	FIELDS("script", struct script_row, script_field);

static struct json *script_state_json(const struct exh_sci_vm *vm,
				      const struct exh_sci_program *program,
				      unsigned segment, const struct exh_sci_segment *s)
{
	size_t count = 0;
	const struct exh_sci_reg *locals =
		s->is_doomed ? NULL : exh_sci_vm_locals(vm, s->script, &count);
	const struct script_row row = { *s, values_json(vm, locals, count),
					objects_json(vm, program, segment) };

	return fields_to_json(&script_table, &row);
}

struct list_row {
	struct json *address, *nodes;
};

struct node_row {
	struct json *address, *key, *value;
};

static const struct field node_field[] = {
	VALUE(struct node_row, address, "where the node is"),
	VALUE(struct node_row, key, "key of the node"),
	VALUE(struct node_row, value, "value of the node"),
};
static const struct fields node_table = FIELDS("node", struct node_row, node_field);

static const struct field list_field[] = {
	VALUE(struct list_row, address, "where the list is"),
	LIST(struct list_row, nodes, &node_table, "its nodes, in their order"),
};
static const struct fields list_table = FIELDS("list", struct list_row, list_field);

static struct json *list_json(const struct exh_sci_vm *vm, struct exh_sci_reg list,
			      size_t most)
{
	const struct list_row row = { vm_value_json(vm, list), json_new_list() };
	struct exh_sci_node_values node;
	struct exh_sci_reg at;
	bool goes_on = exh_sci_vm_first_node(vm, list, &at);

	/* A cycle of nodes ends after the number of all nodes. */
	for (; goes_on && most && exh_sci_vm_node(vm, at, &node); most--) {
		const struct node_row item = { vm_value_json(vm, at),
					       vm_value_json(vm, node.key),
					       vm_value_json(vm, node.value) };

		json_push(row.nodes, fields_to_json(&node_table, &item));
		at = node.next;
	}
	return fields_to_json(&list_table, &row);
}

/* Returns the number of live nodes. */
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

struct call_row {
	bool is_outside, is_inside;
	struct exh_sci_call_look call;
	struct json *self, *selector, *arguments;
};

static const struct field call_field[] = {
	FIELD_AS("outside", struct call_row, is_outside, NULL,
		 "true: a kernel function called what is above", .flags = FIELD_OMITTED),
	FIELD_AS("script", struct call_row, call.script, NULL, "number of the script",
		 FIELD_HAS(struct call_row, is_inside)),
	FIELD_AS("offset", struct call_row, call.offset, "bytes",
		 "where it is in the script", FIELD_HAS(struct call_row, is_inside)),
	VALUE(struct call_row, self, "the object whose method it is",
	      .flags = FIELD_OMITTED),
	VALUE(struct call_row, selector, "name of the method", .flags = FIELD_OMITTED),
	LIST(struct call_row, arguments, &text_fields, "values of the arguments",
	     .flags = FIELD_OMITTED),
};
static const struct fields call_table = FIELDS("call", struct call_row, call_field);

static struct json *call_json(const struct exh_sci_vm *vm,
			      const struct exh_sci_program *program,
			      const struct exh_sci_call_look *call)
{
	struct call_row row = { .is_outside = call->is_outside,
				.is_inside = !call->is_outside,
				.call = *call };

	if (row.is_inside) {
		row.self = vm_value_json(vm, call->self);
		row.arguments = values_json(vm, call->arguments, call->argument_count);
	}
	if (row.is_inside && call->selector >= 0)
		row.selector = name_json(
			program,
			exh_sci_program_selector(program, (unsigned)call->selector));
	return fields_to_json(&call_table, &row);
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

/*
 * The whole state.
 */

struct state_row {
	uint64_t step;
	struct json *accumulator, *previous, *globals, *calls, *scripts, *clones, *lists;
};

static const struct field state_field[] = {
	FIELD(struct state_row, step, NULL, "instructions that were run"),
	VALUE(struct state_row, accumulator, "value of the accumulator"),
	VALUE(struct state_row, previous, "value of the previous register"),
	LIST(struct state_row, globals, &text_fields, "values of the global variables"),
	LIST(struct state_row, calls, &call_table, "calls under way, the last one first"),
	LIST(struct state_row, scripts, &script_table, "scripts that are loaded"),
	LIST(struct state_row, clones, &object_table, "objects that were cloned"),
	LIST(struct state_row, lists, &list_table, "lists of the kernel"),
};
static const struct fields state_table = FIELDS("state", struct state_row, state_field);

const struct document sci_vm_state_document = {
	.format = "sci-vm-state",
	.schema = 1,
	.made_by = "sci-vm --state-json",
	.meaning = "Variables, objects, lists and calls of a game of SCI",
	.fields = &state_table,
};

static void add_segments(const struct exh_sci_vm *vm,
			 const struct exh_sci_program *program, struct state_row *row)
{
	struct exh_sci_segment s;

	for (unsigned i = 1; i < exh_sci_vm_segment_count(vm); i++) {
		struct json *entries;

		if (!exh_sci_vm_segment(vm, i, &s))
			continue;
		if (s.type == EXH_SCI_SEGMENT_SCRIPT) {
			json_push(row->scripts, script_state_json(vm, program, i, &s));
		} else if (s.type == EXH_SCI_SEGMENT_CLONES) {
			entries = objects_json(vm, program, i);
			json_push_all(row->clones, entries);
			json_free(entries);
		} else if (s.type == EXH_SCI_SEGMENT_LISTS) {
			add_lists(vm, i, row->lists);
		}
	}
}

void vm_state_write(const struct exh_sci_vm *vm, const struct exh_sci_program *program,
		    const char *path, struct report *report)
{
	struct state_row row = { .step = exh_sci_vm_steps(vm),
				 .calls = calls_json(vm, program),
				 .scripts = json_new_list(),
				 .clones = json_new_list(),
				 .lists = json_new_list() };
	struct exh_sci_registers registers;
	const struct exh_sci_reg *globals;
	size_t count;

	exh_sci_vm_registers(vm, &registers);
	globals = exh_sci_vm_variables(vm, EXH_SCI_GLOBALS, &count);
	row.accumulator = vm_value_json(vm, registers.accumulator);
	row.previous = vm_value_json(vm, registers.previous);
	row.globals = values_json(vm, globals, count);
	add_segments(vm, program, &row);
	output_write_json(report, path, document_to_json(&sci_vm_state_document, &row));
}
