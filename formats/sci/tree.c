#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_tree.h"

#include "../base/common.h"

static struct exh_sci_node *add(struct exh_sci_tree *tree, unsigned major, unsigned minor)
{
	struct exh_sci_node *node;

	if (tree->count == tree->capacity || tree->count == EXH_SCI_TREE_NODES)
		return NULL;
	node = &tree->nodes[tree->count++];
	*node = (struct exh_sci_node){ .major = (uint16_t)major,
				       .minor = (uint16_t)minor,
				       .end = (uint16_t)tree->count };
	return node;
}

bool exh_sci_tree_open_node(struct exh_sci_tree *tree, unsigned major, unsigned minor)
{
	return add(tree, major, minor) != NULL;
}

void exh_sci_tree_end(struct exh_sci_tree *tree, size_t node)
{
	tree->nodes[node].end = (uint16_t)tree->count;
}

bool exh_sci_tree_add_leaf(struct exh_sci_tree *tree, unsigned major, unsigned minor,
			   unsigned group)
{
	struct exh_sci_node *node = add(tree, major, minor);

	if (!node)
		return false;
	node->group = (uint16_t)group;
	node->is_leaf = true;
	return true;
}

/* A node's bracket closes before the first node after it: ends is a stack of
 * those that are open, innermost last. */
void exh_sci_tree_print(const struct exh_sci_tree *tree, struct exh_writer *out)
{
	uint16_t ends[EXH_SCI_TREE_NODES];
	size_t depth = 0;

	for (size_t i = 0; i < tree->count; i++) {
		const struct exh_sci_node *node = &tree->nodes[i];

		for (; depth && ends[depth - 1] <= i; depth--)
			exh_write_u8(out, ')');
		if (i)
			exh_write_u8(out, ' ');
		exh_write_format(out, "(%x %x", node->major, node->minor);
		if (node->is_leaf)
			exh_write_format(out, " %x", node->group);
		ends[depth++] = node->end;
	}
	for (; depth; depth--)
		exh_write_u8(out, ')');
}
