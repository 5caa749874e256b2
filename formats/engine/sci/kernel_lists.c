/* Kernel functions for lists and their nodes. */
#include "kernel.h"

static bool new_list(struct vm_call *call)
{
	struct exh_sci_vm *vm = call->vm;
	const reg made = exh_vm_add_entry(vm, &vm->list_segment);

	if (vm_is_null(made))
		return exh_vm_out_of(vm, "lists");
	vm->segments[made.segment].lists[made.offset] =
		(struct vm_list){ .is_live = true };
	call->result = made;
	return true;
}

/* Frees a list and its nodes; a list that was bent into a circle ends. */
static bool dispose_list(struct vm_call *call)
{
	struct vm_list *list = exh_vm_list(call->vm, call->args[0]);
	reg at = list->first;

	for (struct vm_node *node = exh_vm_node(call->vm, at); node;
	     node = exh_vm_node(call->vm, at)) {
		at = node->after;
		node->is_live = false;
	}
	list->is_live = false;
	return true;
}

static bool new_node(struct vm_call *call)
{
	struct exh_sci_vm *vm = call->vm;
	const reg made = exh_vm_add_entry(vm, &vm->node_segment);

	if (vm_is_null(made))
		return exh_vm_out_of(vm, "nodes");
	vm->segments[made.segment].nodes[made.offset] = (struct vm_node){
		.value = call->args[0], .key = call->args[1], .is_live = true
	};
	call->result = made;
	return true;
}

static bool look_first(const struct exh_sci_vm *vm, reg at, reg *out)
{
	const struct vm_list *list = exh_vm_list(vm, at);

	if (list)
		*out = list->first;
	return list;
}

static bool look_last(const struct exh_sci_vm *vm, reg at, reg *out)
{
	const struct vm_list *list = exh_vm_list(vm, at);

	if (list)
		*out = list->last;
	return list;
}

static bool empty_list(struct vm_call *call)
{
	const struct vm_list *list = exh_vm_list(call->vm, call->args[0]);

	call->result = vm_int(!list || vm_is_null(list->first));
	return true;
}

static bool look_next(const struct exh_sci_vm *vm, reg at, reg *out)
{
	const struct vm_node *node = exh_vm_node(vm, at);

	if (node)
		*out = node->after;
	return node;
}

static bool look_previous(const struct exh_sci_vm *vm, reg at, reg *out)
{
	const struct vm_node *node = exh_vm_node(vm, at);

	if (node)
		*out = node->before;
	return node;
}

static bool look_value(const struct exh_sci_vm *vm, reg at, reg *out)
{
	const struct vm_node *node = exh_vm_node(vm, at);

	if (node)
		*out = node->value;
	return node;
}

/* Puts a node between two others, of which either may be none. */
static void link_between(struct exh_sci_vm *vm, struct vm_list *list, reg before, reg at,
			 reg after)
{
	struct vm_node *node = exh_vm_node(vm, at);
	struct vm_node *left = exh_vm_node(vm, before), *right = exh_vm_node(vm, after);

	node->before = before;
	node->after = after;
	*(left ? &left->after : &list->first) = at;
	*(right ? &right->before : &list->last) = at;
}

static bool add_to_front(struct vm_call *call)
{
	struct vm_list *list = exh_vm_list(call->vm, call->args[0]);

	link_between(call->vm, list, vm_int(0), call->args[1], list->first);
	call->keeps = true;
	return true;
}

static bool add_to_end(struct vm_call *call)
{
	struct vm_list *list = exh_vm_list(call->vm, call->args[0]);

	link_between(call->vm, list, list->last, call->args[1], vm_int(0));
	call->keeps = true;
	return true;
}

static bool add_after(struct vm_call *call)
{
	struct vm_list *list = exh_vm_list(call->vm, call->args[0]);

	link_between(call->vm, list, call->args[1], call->args[2],
		     exh_vm_node(call->vm, call->args[1])->after);
	call->keeps = true;
	return true;
}

/* The first node with the key; null if there is none. No list has more nodes than there
 * are. */
static reg find_key(struct exh_sci_vm *vm, const struct vm_list *list, reg key)
{
	reg at = list->first;

	for (size_t i = 0; i <= exh_vm_entries(vm, vm->node_segment); i++) {
		const struct vm_node *node = exh_vm_node(vm, at);

		if (!node)
			break;
		if (vm_equal(node->key, key))
			return at;
		at = node->after;
	}
	return vm_int(0);
}

static bool find(struct vm_call *call)
{
	call->result =
		find_key(call->vm, exh_vm_list(call->vm, call->args[0]), call->args[1]);
	return true;
}

static bool delete_key(struct vm_call *call)
{
	struct exh_sci_vm *vm = call->vm;
	struct vm_list *list = exh_vm_list(vm, call->args[0]);
	struct vm_node *node = exh_vm_node(vm, find_key(vm, list, call->args[1]));
	struct vm_node *left, *right;

	if (!node)
		return true;
	left = exh_vm_node(vm, node->before);
	right = exh_vm_node(vm, node->after);
	*(left ? &left->after : &list->first) = node->after;
	*(right ? &right->before : &list->last) = node->before;
	node->is_live = false;
	call->result = vm_int(1);
	return true;
}

const struct vm_kernel exh_vm_kernel_lists[] = {
	{ "NewList", "", new_list, false, NULL },
	{ "DisposeList", "l", dispose_list, true, NULL },
	{ "NewNode", "..", new_node, false, NULL },
	{ "FirstNode", "[lz]", exh_vm_run_look, false, look_first },
	{ "LastNode", "[lz]", exh_vm_run_look, false, look_last },
	{ "EmptyList", "[lz]", empty_list, false, NULL },
	{ "NextNode", "n", exh_vm_run_look, false, look_next },
	{ "PrevNode", "n", exh_vm_run_look, false, look_previous },
	{ "NodeValue", "[nz]", exh_vm_run_look, false, look_value },
	{ "AddAfter", "lnn", add_after, true, NULL },
	{ "AddToFront", "ln", add_to_front, true, NULL },
	{ "AddToEnd", "ln", add_to_end, true, NULL },
	{ "FindKey", "l.", find, false, NULL },
	{ "DeleteKey", "l.", delete_key, false, NULL },
	{ 0 },
};
