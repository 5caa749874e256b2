#include "vm.h"

#include "assets/sci/script/script.h"
#include "task/file.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

enum { NAME_LIMIT = 1 << 12, TEXT_LIMIT = 1 << 28 };

typedef struct exh_sci_profile_node profile_node;

/* A function with all its calls, from all callers. */
struct function {
	const profile_node *node; /* one of its nodes */
	uint64_t calls, instructions, nanoseconds;
	uint64_t inclusive, inclusive_nanoseconds;
	size_t active; /* node that last counted it, in add_inclusive */
};

struct functions {
	const struct exh_sci_program *program;
	const profile_node *nodes;
	size_t node_count;
	struct function *items;
	size_t count;
	size_t *of_node; /* index among items, by node */
};

static uint64_t now(void *context)
{
	struct timespec t;

	(void)context;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

struct exh_sci_profile *vm_profile_new(const struct exh_sci_program *program)
{
	struct exh_sci_profile *profile = exh_sci_profile_new(program, now, NULL);

	if (!profile)
		mem_end();
	return profile;
}

/* Appends hall::init, or the name of a kernel function, as UTF-8. */
static void put_name(const struct exh_sci_program *program, const profile_node *node,
		     struct exh_writer *out)
{
	struct exh_writer name = { .limit = NAME_LIMIT };
	const struct exh_sci_program_script *script =
		exh_sci_program_script(program, node->script);
	struct exh_bytes kernel;

	if (node->is_kernel) {
		kernel = exh_sci_program_kernel(program, node->start);
		text_put(&name, "kernel:");
		exh_write_bytes(&name, kernel.data, kernel.size);
	} else if (script) {
		text_put(&name, "%u:", node->script);
		script_place_put(program, script, node->start, &name);
	}
	exh_code_page_to_utf8(program->page, exh_writer_bytes(&name), EXH_CP437_NAME,
			      out);
	exh_writer_free(&name);
}

/*
 * Sums.
 */

static int compare_nodes(const void *a, const void *b)
{
	const profile_node *x = *(const profile_node *const *)a;
	const profile_node *y = *(const profile_node *const *)b;

	if (x->is_kernel != y->is_kernel)
		return x->is_kernel ? 1 : -1;
	if (x->script != y->script)
		return x->script < y->script ? -1 : 1;
	return (x->start > y->start) - (x->start < y->start);
}

/* Makes an item for each function, with the sums of its nodes. */
static void sort(struct functions *f)
{
	const profile_node **order = mem_alloc(f->node_count, sizeof *order);

	for (size_t i = 0; i < f->node_count; i++)
		order[i] = &f->nodes[i];
	/* The root is not a function. */
	qsort(order + 1, f->node_count - 1, sizeof *order, compare_nodes);
	for (size_t i = 1; i < f->node_count; i++) {
		struct function *item;

		if (i == 1 || compare_nodes(&order[i - 1], &order[i]))
			f->items[f->count++] = (struct function){ .node = order[i] };
		item = &f->items[f->count - 1];
		item->calls += order[i]->calls;
		item->instructions += order[i]->instructions;
		item->nanoseconds += order[i]->nanoseconds;
		f->of_node[order[i] - f->nodes] = f->count - 1;
	}
	free(order);
}

/* Adds a node's counts once to each function on the way to the root, its own included. */
static void add_inclusive(struct functions *f)
{
	for (size_t i = 1; i < f->node_count; i++) {
		const profile_node *node = &f->nodes[i];

		for (size_t at = i; at; at = f->nodes[at].parent) {
			struct function *item = &f->items[f->of_node[at]];

			if (item->active == i)
				continue;
			item->active = i;
			item->inclusive += node->instructions;
			item->inclusive_nanoseconds += node->nanoseconds;
		}
	}
}

static int compare_functions(const void *a, const void *b)
{
	const struct function *x = a, *y = b;

	if (x->instructions != y->instructions)
		return x->instructions > y->instructions ? -1 : 1;
	if (x->calls != y->calls)
		return x->calls > y->calls ? -1 : 1;
	return compare_nodes(&x->node, &y->node);
}

static void open_functions(struct functions *f, const struct exh_sci_profile *profile,
			   const struct exh_sci_program *program)
{
	*f = (struct functions){ .program = program };
	f->nodes = exh_sci_profile_nodes(profile, &f->node_count);
	f->items = mem_alloc(f->node_count, sizeof *f->items);
	f->of_node = mem_alloc(f->node_count, sizeof *f->of_node);
	sort(f);
	add_inclusive(f);
	qsort(f->items, f->count, sizeof *f->items, compare_functions);
}

/*
 * Forms.
 */

static void put_table(const struct functions *f, struct exh_writer *out)
{
	uint64_t all = 0;

	for (size_t i = 0; i < f->count; i++)
		all += f->items[i].instructions;
	text_put(out, "%12s %6s %12s %10s %10s %10s  %s\n", "instructions", "%",
		 "with calls", "calls", "ms", "with calls", "function");
	for (size_t i = 0; i < f->count; i++) {
		const struct function *item = &f->items[i];

		text_put(out,
			 "%12" PRIu64 " %6.2f %12" PRIu64 " %10" PRIu64
			 " %10.3f %10.3f  ",
			 item->instructions,
			 all ? 100.0 * (double)item->instructions / (double)all : 0.0,
			 item->inclusive, item->calls, (double)item->nanoseconds / 1e6,
			 (double)item->inclusive_nanoseconds / 1e6);
		put_name(f->program, item->node, out);
		text_put(out, "\n");
	}
}

/* Appends the names from the root to a node. */
static void put_stack(const struct functions *f, size_t node, struct exh_writer *out)
{
	size_t path[1 << 8], depth = 0;

	for (; node && depth < sizeof path / sizeof *path; node = f->nodes[node].parent)
		path[depth++] = node;
	while (depth--) {
		put_name(f->program, &f->nodes[path[depth]], out);
		if (depth)
			text_put(out, ";");
	}
}

static void put_folded(const struct functions *f, struct exh_writer *out)
{
	for (size_t i = 1; i < f->node_count; i++) {
		if (!f->nodes[i].instructions)
			continue;
		put_stack(f, i, out);
		text_put(out, " %" PRIu64 "\n", f->nodes[i].instructions);
	}
}

struct function_row {
	struct json *name;
	bool is_script;
	struct exh_sci_profile_node node;
	struct function function;
	double seconds, inclusive_seconds;
};

static const struct field function_field[] = {
	FIELD_MADE(FIELD_JSON, struct function_row, name, &text_fields,
		   "name of the function"),
	FIELD_AS("script", struct function_row, node.script, NULL, "number of the script",
		 FIELD_HAS(struct function_row, is_script)),
	FIELD_AS("offset", struct function_row, node.start, "bytes",
		 "where it begins in the script",
		 FIELD_HAS(struct function_row, is_script)),
	FIELD_AS("calls", struct function_row, function.calls, NULL,
		 "how often it was called"),
	FIELD_AS("instructions", struct function_row, function.instructions, NULL,
		 "instructions of its own"),
	FIELD_AS("inclusive", struct function_row, function.inclusive, NULL,
		 "instructions with those of what it calls"),
	FIELD(struct function_row, seconds, "seconds", "time of its own"),
	FIELD(struct function_row, inclusive_seconds, "seconds",
	      "time with that of what it calls"),
};
static const struct fields function_table =
	FIELDS("function", struct function_row, function_field);

static const struct field profile_field[] = {
	FIELD_ADDED(FIELD_JSON_LIST, "functions", &function_table,
		    "the functions, those with most instructions first"),
};
static const struct fields profile_table =
	FIELDS("profile", struct json *, profile_field);

const struct document sci_vm_profile_document = {
	.format = "sci-vm-profile",
	.schema = 1,
	.made_by = "sci-vm --profile",
	.meaning = "Instructions and time of a game's functions",
	.fields = &profile_table,
};

static struct json *function_json(const struct functions *f, const struct function *item)
{
	struct exh_writer name = { .limit = NAME_LIMIT };
	struct function_row row = {
		.is_script = !item->node->is_kernel,
		.node = *item->node,
		.function = *item,
		.seconds = (double)item->nanoseconds / 1e9,
		.inclusive_seconds = (double)item->inclusive_nanoseconds / 1e9,
	};

	put_name(f->program, item->node, &name);
	row.name = json_take(&name);
	return fields_to_json(&function_table, &row);
}

static void put_json(const struct functions *f, struct exh_writer *out)
{
	struct json *functions = json_new_list();

	for (size_t i = 0; i < f->count; i++)
		json_push(functions, function_json(f, &f->items[i]));
	json_append(document_to_json(&sci_vm_profile_document, &functions), out, NULL);
}

void vm_profile_write(const struct exh_sci_profile *profile,
		      const struct exh_sci_program *program, const char *path,
		      struct report *report)
{
	struct exh_writer text = { .limit = TEXT_LIMIT };
	struct functions f;

	open_functions(&f, profile, program);
	if (file_has_ending(path, ".json"))
		put_json(&f, &text);
	else if (file_has_ending(path, ".folded"))
		put_folded(&f, &text);
	else
		put_table(&f, &text);
	output_write_text(report, path, &text);
	free(f.items);
	free(f.of_node);
}
