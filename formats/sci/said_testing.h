/* Random specs and sentences, and a reader of sentences in tree notation, for the unit
 * tests and the fuzz target of Said specs. Needs assert() enabled. */
#ifndef EXH_SCI_SAID_TESTING_H
#define EXH_SCI_SAID_TESTING_H

#include "language.h"
#include "plain/said.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Source of random numbers below a number, which is not 0. */
struct chance {
	uint32_t (*roll)(void *context, uint32_t below);
	void *context;
};

static inline uint32_t pick(const struct chance *chance, uint32_t below)
{
	return chance->roll(chance->context, below);
}

struct tree_memory {
	struct exh_sci_node nodes[EXH_SCI_TREE_NODES];
	struct exh_sci_tree tree;
};

static inline struct exh_sci_tree *empty_tree(struct tree_memory *memory)
{
	memory->tree = (struct exh_sci_tree){ memory->nodes, 0, EXH_SCI_TREE_NODES };
	return &memory->tree;
}

/* Picks from few groups, so that many are equal, and from the special ones. */
static inline unsigned pick_group(const struct chance *chance)
{
	const unsigned few = 1 + pick(chance, 6);

	switch (pick(chance, 24)) {
	case 0:
		return EXH_SCI_GROUP_ANYWORD;
	case 1:
		return EXH_SCI_GROUP_NOWORD;
	case 2:
		return EXH_SCI_GROUP_NUMBER;
	default:
		return few;
	}
}

/*
 * Sentences.
 */

static inline void pick_nodes(const struct chance *chance, struct exh_sci_tree *tree,
			      size_t depth, const uint16_t *tags, size_t tag_count)
{
	const size_t count = pick(chance, 4);

	for (size_t i = 0; i < count; i++) {
		const unsigned tag = tags[pick(chance, (uint32_t)tag_count)];
		const unsigned minor = 0x12f + pick(chance, 17);
		const size_t node = tree->count;

		if (!depth || pick(chance, 2)) {
			exh_sci_tree_add_leaf(tree, tag, minor, pick_group(chance));
			continue;
		}
		if (!exh_sci_tree_open_node(tree, tag, minor))
			return;
		pick_nodes(chance, tree, depth - 1, tags, tag_count);
		exh_sci_tree_end(tree, node);
	}
}

/* Picks tags as in grammars, or any values that a node can hold. */
static inline void pick_sentence(const struct chance *chance, struct exh_sci_tree *tree)
{
	static const uint16_t tame[] = { 0x141, 0x141, 0x141, 0x142,
					 0x142, 0x143, 0x144, 0x145 };
	static const uint16_t wild[] = { 0x141, 0x142, 0x143, 0x144, 0x145, 0x146,
					 0x14b, 0x14d, 0x152, 0x153, 0x154, 0 };
	const bool is_wild = pick(chance, 4) == 0;
	const unsigned root = is_wild ? wild[pick(chance, 12)] : 0x141;

	if (is_wild && pick(chance, 8) == 0) {
		exh_sci_tree_add_leaf(tree, root, 0x13f, pick_group(chance));
		return;
	}
	exh_sci_tree_open_node(tree, root, 0x13f);
	pick_nodes(chance, tree, 1 + pick(chance, 5), is_wild ? wild : tame,
		   is_wild ? 12 : 8);
	exh_sci_tree_end(tree, 0);
}

/*
 * Specs that follow the grammar.
 */

struct code_memory {
	uint8_t data[4096];
	size_t size;
};

static inline void put_code(struct code_memory *code, unsigned byte)
{
	assert(code->size < sizeof code->data);
	code->data[code->size++] = (uint8_t)byte;
}

static inline void pick_expression(const struct chance *chance, struct code_memory *code,
				   size_t depth);

static inline void pick_entries(const struct chance *chance, struct code_memory *code,
				size_t depth)
{
	size_t count = 1 + pick(chance, 2) * pick(chance, 4);

	for (; count; count--) {
		const unsigned kind = depth ? pick(chance, 6) : 2;
		const unsigned group = pick_group(chance);

		if (kind < 2) {
			put_code(code, kind ? SAID_OPEN : SAID_OPEN_OPTION);
			pick_expression(chance, code, depth - 1);
			put_code(code, kind ? SAID_CLOSE : SAID_CLOSE_OPTION);
		} else {
			put_code(code, group >> 8);
			put_code(code, group & 0xff);
		}
		if (count > 1)
			put_code(code, SAID_COMMA);
	}
}

static inline void pick_reference(const struct chance *chance, struct code_memory *code,
				  size_t depth)
{
	if (depth && pick(chance, 3) == 0) {
		put_code(code, SAID_OPEN_OPTION);
		pick_reference(chance, code, depth - 1);
		put_code(code, SAID_CLOSE_OPTION);
		return;
	}
	put_code(code, SAID_LESS);
	pick_entries(chance, code, depth ? depth - 1 : 0);
	if (depth && pick(chance, 4) == 0)
		pick_reference(chance, code, depth - 1);
}

static inline void pick_expression(const struct chance *chance, struct code_memory *code,
				   size_t depth)
{
	if (depth && pick(chance, 6) == 0) {
		put_code(code, SAID_LESS);
		pick_entries(chance, code, depth - 1);
		return;
	}
	pick_entries(chance, code, depth);
	if (depth && pick(chance, 3) == 0)
		pick_reference(chance, code, depth - 1);
}

static inline void pick_part(const struct chance *chance, struct code_memory *code,
			     size_t depth)
{
	if (depth && pick(chance, 3) == 0) {
		put_code(code, SAID_OPEN_OPTION);
		pick_part(chance, code, depth - 1);
		put_code(code, SAID_CLOSE_OPTION);
		return;
	}
	put_code(code, SAID_SLASH);
	if (pick(chance, 8))
		pick_expression(chance, code, depth);
}

/* Picks a whole spec that fits the grammar. */
static inline struct exh_bytes pick_spec(const struct chance *chance,
					 struct code_memory *code)
{
	const size_t depth = pick(chance, 4);
	size_t parts = pick(chance, 3);

	code->size = 0;
	if (pick(chance, 5))
		pick_expression(chance, code, depth);
	else if (!parts)
		parts = 1;
	for (size_t i = 0; i < parts; i++)
		pick_part(chance, code, depth);
	if (pick(chance, 4) == 0)
		put_code(code, SAID_MORE);
	put_code(code, SAID_END);
	return (struct exh_bytes){ code->data, code->size, 0 };
}

/*
 * Trees from "(141 13f (141 13b ...))".
 */

static inline const char *read_node(const char *text, struct exh_sci_tree *tree)
{
	const size_t node = tree->count;
	char *end;
	unsigned long major, minor, group;

	assert(*text == '(');
	major = strtoul(text + 1, &end, 16);
	minor = strtoul(end, &end, 16);
	while (*end == ' ')
		end++;
	if (*end != '(' && *end != ')') {
		group = strtoul(end, &end, 16);
		exh_sci_tree_add_leaf(tree, (unsigned)major, (unsigned)minor,
				      (unsigned)group);
		return end + 1;
	}
	exh_sci_tree_open_node(tree, (unsigned)major, (unsigned)minor);
	while (*end != ')') {
		end = (char *)read_node(end, tree);
		while (*end == ' ')
			end++;
	}
	exh_sci_tree_end(tree, node);
	return end + 1;
}

static inline struct exh_sci_tree *tree_of(struct tree_memory *memory, const char *text)
{
	read_node(text, empty_tree(memory));
	return &memory->tree;
}

#endif
