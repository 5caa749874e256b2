/*
 * Decides if one spec matches every sentence that another one matches. Matching consists
 * of conditions that more words can't break, except for options: "[/door]" rejects other
 * objects. So the spec is tried on the smallest sentences of the other one, and on these
 * with added objects and modifiers made of words that neither has.
 */
#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_said.h"

#include <stdlib.h>

enum {
	MAX_CHOICES = 24,
	MAX_MODELS = 512,
	MAX_DEPTH = 128,
	MEMORY = 1 << 20,
	GROUPS = 0xff0, /* ordinary groups are below */
	/* Parts added to a sentence of the spec. */
	MORE_OBJECT = 1,
	MORE_INDIRECT = 2,
	MORE_MODS = 4,
	VARIANTS = 8,
};

struct cover {
	struct exh_arena arena;
	struct exh_sci_node other_nodes[EXH_SCI_TREE_NODES];
	struct exh_sci_tree other;
	struct exh_sci_said spec;
	unsigned foreign; /* a group that neither spec has */
	/* Choices among alternatives, in the order in which they are made. */
	struct {
		size_t taken, count;
	} choices[MAX_CHOICES];
	size_t choice_count, choice;
	bool is_too_large;
	/* The sentence. */
	struct exh_sci_node nodes[EXH_SCI_TREE_NODES];
	struct exh_sci_tree model;
	unsigned variant, parts; /* parts to add, and parts it has already */
	bool is_impossible;	 /* contains a word that no sentence has */
	struct exh_sci_said_input input;
};

static size_t choose(struct cover *c, size_t count)
{
	if (count < 2)
		return 0;
	if (c->choice == MAX_CHOICES) {
		c->is_too_large = true;
		return 0;
	}
	if (c->choice == c->choice_count) {
		c->choices[c->choice_count].taken = 0;
		c->choices[c->choice_count++].count = count;
	}
	return c->choices[c->choice++].taken;
}

/* Advances to the next combination; false after the last. */
static bool choose_next(struct cover *c)
{
	while (c->choice_count) {
		if (++c->choices[c->choice_count - 1].taken <
		    c->choices[c->choice_count - 1].count)
			return true;
		c->choice_count--;
	}
	return false;
}

static void add_word(struct cover *c, unsigned group)
{
	if (group == EXH_SCI_GROUP_NOWORD)
		c->is_impossible = true;
	if (group == EXH_SCI_GROUP_ANYWORD)
		group = c->foreign;
	if (!exh_sci_tree_add_leaf(&c->model, EXH_SCI_TAG_ROOT, EXH_SCI_TAG_WORD, group))
		c->is_too_large = true;
}

/* Adds a part with one foreign word. */
static void add_foreign(struct cover *c, unsigned tag)
{
	const size_t at = c->model.count;

	if (!exh_sci_tree_open_node(&c->model, tag, EXH_SCI_SYMBOL_S))
		return;
	add_word(c, c->foreign);
	if (c->variant & MORE_MODS && tag != EXH_SCI_TAG_MOD)
		add_foreign(c, EXH_SCI_TAG_MOD);
	exh_sci_tree_end(&c->model, at);
}

static void add_node(struct cover *c, size_t i, unsigned depth);

static void add_children(struct cover *c, size_t i, unsigned depth)
{
	const struct exh_sci_node *nodes = c->other_nodes;

	for (size_t k = i + 1; k < nodes[i].end; k = nodes[k].end)
		add_node(c, k, depth);
}

static void add_one_child(struct cover *c, size_t i, unsigned depth)
{
	const struct exh_sci_node *nodes = c->other_nodes;
	size_t count = 0, taken;

	for (size_t k = i + 1; k < nodes[i].end; k = nodes[k].end)
		count++;
	taken = choose(c, count);
	for (size_t k = i + 1; k < nodes[i].end; k = nodes[k].end)
		if (!taken--)
			add_node(c, k, depth);
}

static void add_part(struct cover *c, size_t i, unsigned depth)
{
	const unsigned tag = c->other_nodes[i].major;
	const size_t at = c->model.count;

	if (!exh_sci_tree_open_node(&c->model, tag, EXH_SCI_SYMBOL_S)) {
		c->is_too_large = true;
		return;
	}
	if (tag == EXH_SCI_TAG_MOD)
		add_one_child(c, i, depth);
	else
		add_children(c, i, depth);
	if (c->variant & MORE_MODS && tag != EXH_SCI_TAG_MOD)
		add_foreign(c, EXH_SCI_TAG_MOD);
	exh_sci_tree_end(&c->model, at);
}

/* Adds the sentence's words for a node of the other spec's tree. */
static void add_node(struct cover *c, size_t i, unsigned depth)
{
	const struct exh_sci_node *node = &c->other_nodes[i];
	const bool is_or =
		node->minor == EXH_SCI_TAG_OR || node->minor == EXH_SCI_TAG_OR2;

	if (depth == MAX_DEPTH) {
		c->is_too_large = true;
		return;
	}
	switch (node->major) {
	case EXH_SCI_TAG_ROOT:
		if (node->is_leaf)
			add_word(c, node->group);
		else if (is_or)
			add_one_child(c, i, depth + 1);
		else
			add_children(c, i, depth + 1);
		break;
	case EXH_SCI_TAG_OPT:
		if (choose(c, 2))
			add_children(c, i, depth + 1);
		break;
	case EXH_SCI_TAG_DOBJ:
		c->parts |= MORE_OBJECT;
		add_part(c, i, depth + 1);
		break;
	case EXH_SCI_TAG_IOBJ:
		c->parts |= MORE_INDIRECT;
		add_part(c, i, depth + 1);
		break;
	case EXH_SCI_TAG_MOD:
		add_part(c, i, depth + 1);
		break;
	default: /* '>' */
		break;
	}
}

/* Builds the sentence for the choices, with the variant's additions. */
static void make_model(struct cover *c)
{
	c->model.count = 0;
	c->choice = 0;
	c->parts = 0;
	c->is_impossible = false;
	exh_sci_tree_open_node(&c->model, EXH_SCI_TAG_ROOT, EXH_SCI_SYMBOL_S);
	add_children(c, 0, 0);
	if (c->variant & MORE_OBJECT && !(c->parts & MORE_OBJECT))
		add_foreign(c, EXH_SCI_TAG_DOBJ);
	if (c->variant & MORE_INDIRECT && !(c->parts & MORE_INDIRECT))
		add_foreign(c, EXH_SCI_TAG_IOBJ);
	if (c->variant & MORE_MODS)
		add_foreign(c, EXH_SCI_TAG_MOD);
	exh_sci_tree_end(&c->model, 0);
}

/* True if the spec matches the sentence, or if other, the sentence's own spec, does not
 * match it. */
static bool is_taken(struct cover *c, const struct exh_sci_said *other)
{
	make_model(c);
	if (c->is_impossible || c->is_too_large)
		return true;
	exh_sci_said_input_set(&c->input, &c->model);
	return exh_sci_said_match(&c->spec, &c->input) ||
	       !exh_sci_said_match(other, &c->input);
}

static enum exh_sci_said_cover try_all(struct cover *c, const struct exh_sci_said *other)
{
	size_t models = 0;

	c->choice_count = 0;
	do {
		for (c->variant = 0; c->variant < VARIANTS; c->variant++)
			if (!is_taken(c, other))
				return EXH_SCI_SAID_COVERS_NOT;
		if (c->is_too_large || ++models == MAX_MODELS)
			return EXH_SCI_SAID_COVER_UNKNOWN;
	} while (choose_next(c));
	return EXH_SCI_SAID_COVERS;
}

static bool has_group(const struct exh_sci_tree *tree, unsigned group)
{
	for (size_t i = 0; i < tree->count; i++)
		if (tree->nodes[i].is_leaf && tree->nodes[i].group == group)
			return true;
	return false;
}

/* Prepares both specs for matching. */
static bool prepare(struct cover *c, struct exh_bytes spec, struct exh_bytes other_code,
		    struct exh_sci_said *other)
{
	struct exh_sci_tree tree = { .nodes = c->nodes, .capacity = EXH_SCI_TREE_NODES };

	c->other = (struct exh_sci_tree){ .nodes = c->other_nodes,
					  .capacity = EXH_SCI_TREE_NODES };
	if (exh_sci_said_tree(spec, &tree, NULL, NULL, NULL) ||
	    exh_sci_said_prepare(&tree, &c->arena, &c->spec, NULL) ||
	    exh_sci_said_tree(other_code, &c->other, NULL, NULL, NULL) ||
	    exh_sci_said_prepare(&c->other, &c->arena, other, NULL))
		return false;
	c->foreign = GROUPS - 1;
	while (c->foreign &&
	       (has_group(&tree, c->foreign) || has_group(&c->other, c->foreign)))
		c->foreign--;
	c->model = (struct exh_sci_tree){ .nodes = c->nodes,
					  .capacity = EXH_SCI_TREE_NODES };
	return true;
}

enum exh_sci_said_cover exh_sci_said_covers(struct exh_bytes spec, struct exh_bytes other)
{
	struct cover *c = calloc(1, sizeof *c);
	enum exh_sci_said_cover result = EXH_SCI_SAID_COVER_UNKNOWN;
	struct exh_sci_said prepared;

	if (!c)
		return result;
	c->arena.limit = MEMORY;
	if (prepare(c, spec, other, &prepared))
		result = try_all(c, &prepared);
	exh_arena_free(&c->arena);
	free(c);
	return result;
}
