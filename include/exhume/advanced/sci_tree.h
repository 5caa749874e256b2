/*
 * The trees of SCI0's parser: of a sentence and of a Said spec. The rest of
 * exhume/sci_parser.h, which has units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_SCI_TREE_H
#define EXHUME_ADVANCED_SCI_TREE_H

#include "../sci_parser.h"
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Appends a node. False if there is no room. exh_sci_tree_end sets the end of a node,
 * given the count from before it was appended; a leaf needs none. */
EXH_API bool exh_sci_tree_open_node(struct exh_sci_tree *tree, unsigned major,
				    unsigned minor);
EXH_API void exh_sci_tree_end(struct exh_sci_tree *tree, size_t node);
EXH_API bool exh_sci_tree_add_leaf(struct exh_sci_tree *tree, unsigned major,
				   unsigned minor, unsigned group);

#ifdef __cplusplus
}
#endif

#endif
