#include "exhume/advanced/sci_profile.h"

#include <stdlib.h>

enum { MOST_DEPTH = 1 << 12, NO_NODE = 0 /* end of siblings and children */ };

struct place {
	uint32_t child, next; /* NO_NODE: none */
};

struct exh_sci_profile {
	const struct exh_sci_program *program;
	uint64_t (*now)(void *context);
	void *context;
	struct exh_sci_profile_node *nodes;
	struct place *places; /* links of nodes */
	size_t count, room;
	uint32_t stack[MOST_DEPTH]; /* index: depth of calls; value: node */
	/* Node of the kernel function called last at each depth. */
	uint32_t kernel[MOST_DEPTH];
	size_t depth; /* depth of the last instruction */
	bool has_begun;
	uint32_t running; /* node that the time since `since` is counted for */
	uint64_t since;
};

static bool grow(struct exh_sci_profile *p)
{
	const size_t room = p->room ? 2 * p->room : 256;
	struct exh_sci_profile_node *nodes = realloc(p->nodes, room * sizeof *p->nodes);
	struct place *places;

	if (nodes)
		p->nodes = nodes;
	places = nodes ? realloc(p->places, room * sizeof *p->places) : NULL;
	if (!places)
		return false;
	p->places = places;
	p->room = room;
	return true;
}

struct exh_sci_profile *exh_sci_profile_new(const struct exh_sci_program *program,
					    uint64_t (*now)(void *context), void *context)
{
	struct exh_sci_profile *p = calloc(1, sizeof *p);

	if (!p)
		return NULL;
	p->program = program;
	p->now = now;
	p->context = context;
	if (!grow(p)) {
		exh_sci_profile_free(p);
		return NULL;
	}
	p->nodes[0] = (struct exh_sci_profile_node){ .parent = 0 };
	p->places[0] = (struct place){ NO_NODE, NO_NODE };
	p->count = 1;
	return p;
}

void exh_sci_profile_free(struct exh_sci_profile *p)
{
	if (!p)
		return;
	free(p->nodes);
	free(p->places);
	free(p);
}

/* Returns the node of a call by parent; the parent itself when there are too many nodes.
 */
static uint32_t child_of(struct exh_sci_profile *p, uint32_t parent, bool is_kernel,
			 unsigned script, unsigned start)
{
	uint32_t at = p->places[parent].child;

	for (; at != NO_NODE; at = p->places[at].next)
		if (p->nodes[at].is_kernel == is_kernel &&
		    p->nodes[at].script == script && p->nodes[at].start == start)
			return at;
	if (p->count == EXH_SCI_PROFILE_NODES || (p->count == p->room && !grow(p)))
		return parent;
	at = (uint32_t)p->count++;
	p->nodes[at] = (struct exh_sci_profile_node){
		.parent = parent, .is_kernel = is_kernel, .script = script, .start = start
	};
	p->places[at] = (struct place){ NO_NODE, p->places[parent].child };
	p->places[parent].child = at;
	return at;
}

static unsigned start_of(const struct exh_sci_profile *p, unsigned script,
			 unsigned offset)
{
	const struct exh_sci_program_script *found =
		exh_sci_program_script(p->program, script);
	const struct exh_sci_function *function =
		found ? exh_sci_code_function(&found->code, offset) : NULL;

	return function ? function->start : offset;
}

/* Adds the time since the last look to the node that ran. */
static void take_time(struct exh_sci_profile *p, uint32_t runs)
{
	uint64_t now;

	if (p->now) {
		now = p->now(p->context);
		if (p->has_begun)
			p->nodes[p->running].nanoseconds += now - p->since;
		p->since = now;
	}
	p->running = runs;
}

/* Enters the node of a new call at a depth. */
static void enter(struct exh_sci_profile *p, const struct exh_sci_vm *vm, size_t depth)
{
	const uint32_t parent = depth ? p->stack[depth - 1] : 0;
	struct exh_sci_call_look call;

	p->stack[depth] = parent;
	if (!exh_sci_vm_call_at(vm, depth, &call))
		return;
	if (call.is_outside) {
		/* The running kernel function has sent it. */
		p->stack[depth] = depth ? p->kernel[depth - 1] : 0;
		return;
	}
	p->stack[depth] = child_of(p, parent, false, call.script,
				   start_of(p, call.script, call.offset));
	if (p->stack[depth] != parent)
		p->nodes[p->stack[depth]].calls++;
}

static void follow(struct exh_sci_profile *p, const struct exh_sci_vm *vm,
		   const struct exh_sci_where *where)
{
	size_t first = where->depth + !where->is_entered;
	struct exh_sci_call_look below;

	if (!p->has_begun)
		first = 0;
	else if (where->depth > p->depth)
		first = p->depth + 1;
	/* A kernel function's message may have taken the place of another call. */
	if (first == where->depth && first && exh_sci_vm_call_at(vm, first - 1, &below) &&
	    below.is_outside)
		first--;
	for (size_t depth = first; depth <= where->depth; depth++)
		enter(p, vm, depth);
	p->depth = where->depth;
}

/* True for a kernel call; gets its node. */
static bool kernel_node(struct exh_sci_profile *p, const struct exh_sci_where *where,
			uint32_t caller, uint32_t *out)
{
	const struct exh_sci_program_script *script =
		exh_sci_program_script(p->program, where->script);
	struct exh_sci_instruction in;

	if (!script ||
	    !exh_sci_instruction_read(script->code.bytes, where->offset, &in) ||
	    in.opcode != EXH_SCI_OP_CALLK)
		return false;
	*out = child_of(p, caller, true, 0, (unsigned)in.operands[0]);
	return true;
}

void exh_sci_profile_step(void *profile, const struct exh_sci_vm *vm)
{
	struct exh_sci_profile *p = profile;
	struct exh_sci_where where;
	uint32_t kernel, node;

	if (!exh_sci_vm_where(vm, &where) || where.depth >= MOST_DEPTH)
		return;
	if (!p->has_begun || where.depth != p->depth || where.is_entered)
		follow(p, vm, &where);
	node = p->stack[where.depth];
	p->nodes[node].instructions++;
	if (kernel_node(p, &where, node, &kernel)) {
		take_time(p, kernel);
		p->kernel[where.depth] = kernel;
		if (kernel != node)
			p->nodes[kernel].calls++;
	} else if (p->running != node) {
		take_time(p, node);
	}
	p->has_begun = true;
}

const struct exh_sci_profile_node *
exh_sci_profile_nodes(const struct exh_sci_profile *profile, size_t *count)
{
	*count = profile->count;
	return profile->nodes;
}
