/*
 * The trees of SCI0's parser: of a sentence and of a Said spec.
 *
 * A node is (major minor child...), a leaf (major minor group). In a sentence major is a
 * tag (141 ROOT, 142 DOBJ ...) and minor a symbol of the grammar; for a spec see
 * sci0-formats 4.2. Source: sci0-formats 2.3, 3.4, 4.2.
 */
#ifndef EXHUME_SCI_TREE_H
#define EXHUME_SCI_TREE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_SCI_TREE_NODES = 1024, /* nodes of a tree, at most; more is EXH_LIMIT */

	EXH_SCI_TAG_ROOT = 0x141,
	EXH_SCI_TAG_DOBJ = 0x142,
	EXH_SCI_TAG_IOBJ = 0x143,
	EXH_SCI_TAG_MOD = 0x144,
	EXH_SCI_TAG_IGNORE = 0x145,
	EXH_SCI_TAG_VOCAB = 0x146,
	EXH_SCI_TAG_PHR = 0x149,
	EXH_SCI_TAG_PHR2 = 0x14a,
	EXH_SCI_TAG_MORE = 0x14b,
	EXH_SCI_TAG_UNIT = 0x14c,
	EXH_SCI_TAG_PNCT = 0x14d,
	EXH_SCI_TAG_OR = 0x14f,
	EXH_SCI_TAG_OR2 = 0x150,
	EXH_SCI_TAG_OPT = 0x152,
	EXH_SCI_TAG_WORD = 0x153,
	EXH_SCI_TAG_PUT = 0x154,

	EXH_SCI_SYMBOL_S = 0x13f,

	/* Groups with a special meaning. */
	EXH_SCI_GROUP_NUMBER = 0xffd,  /* unknownnumber */
	EXH_SCI_GROUP_NOWORD = 0xffe,  /* !* */
	EXH_SCI_GROUP_ANYWORD = 0xfff, /* * */
};

/* A node. Nodes are in preorder: the first child of nodes[i] is nodes[i + 1], if that
 * is below end; the next sibling of a node is nodes[its end]. */
struct exh_sci_node {
	uint16_t major, minor;
	uint16_t group; /* group of a leaf; else 0 */
	uint16_t end;	/* index after the last node below this one */
	bool is_leaf;
};

/* nodes[0] is the root (141 13f ...). The caller owns the nodes. */
struct exh_sci_tree {
	struct exh_sci_node *nodes;
	size_t count, capacity;
};

/* Appends a node. False if there is no room. exh_sci_tree_end sets the end of a node,
 * given the count from before it was appended; a leaf needs none. */
EXH_API bool exh_sci_tree_open_node(struct exh_sci_tree *tree, unsigned major,
				    unsigned minor);
EXH_API void exh_sci_tree_end(struct exh_sci_tree *tree, size_t node);
EXH_API bool exh_sci_tree_add_leaf(struct exh_sci_tree *tree, unsigned major,
				   unsigned minor, unsigned group);

/* Appends "(141 13f (141 13b ...))": bare hexadecimal numbers, one space between. */
EXH_API void exh_sci_tree_print(const struct exh_sci_tree *tree, struct exh_writer *out);

#ifdef __cplusplus
}
#endif
#endif
