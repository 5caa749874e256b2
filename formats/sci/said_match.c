#include "language.h"

#include <string.h>

/*
 * Sierra's matcher (sci0-formats 4.3), restructured: a word of a spec is compared with
 * the words of a scope, which are those that a part of the sentence reaches only through
 * nodes of 141; a part of a spec is compared with the scopes of its tag that a scope
 * reaches the same way. A comparison gives 1 for a match, 0 if the part is missing, and
 * -1 for a conflict; with several scopes the greatest result other than 0 is used, else
 * 0.
 *
 * A spec becomes a list of ops in preorder, a sentence a list of scopes. Most specs fail
 * on most sentences because a word is missing: words are hashed to bits, and the sentence
 * must have a bit of each of three lists of required words.
 */
enum op_kind {
	OP_WORDS, /* matches one of its groups */
	OP_AND,	  /* gives the first result that is not 1 */
	OP_OR,	  /* gives 1, or the last result */
	OP_OPTION,
	OP_MOD,	   /* applied to scopes below this one */
	OP_OBJECT, /* applied to scopes of the sentence */
	OP_NONE,
};

struct exh_sci_said_op {
	uint64_t words; /* hashed */
	uint16_t size;	/* number of ops including those below it, which follow */
	uint16_t first_group, group_count;
	uint16_t node;
	uint8_t kind;
	uint8_t object; /* 0 direct, 1 indirect */
	bool any;	/* any word */
};

typedef struct exh_sci_said_op op;

static const uint64_t bit_always = 1ULL << 63, bit_some = 1ULL << 62;
enum { BITS = 62 };

static uint64_t bit_of(unsigned group)
{
	return 1ULL << ((uint64_t)(uint32_t)(group * 0x9e3779b1U) * BITS >> 32);
}

/*
 * Sentences.
 */

static void add_scope(struct exh_sci_said_input *input, size_t node)
{
	input->scopes[input->scope_count++] =
		(struct exh_sci_said_scope){ .node = (uint16_t)node };
}

static void add_word(struct exh_sci_said_input *input, struct exh_sci_said_scope *scope,
		     unsigned group)
{
	scope->words |= bit_of(group) | bit_some;
	scope->has_any |= group == EXH_SCI_GROUP_ANYWORD;
	if (scope->has_any)
		scope->words = ~0ULL;
	scope->word_count++;
	input->groups[input->word_count++] = (uint16_t)group;
}

/* Adds a scope for each part with the tag that the node reaches. */
static uint16_t add_scopes(struct exh_sci_said_input *input,
			   const struct exh_sci_tree *tree, size_t node, unsigned tag)
{
	const struct exh_sci_node *nodes = tree->nodes;
	const size_t count = input->scope_count;

	for (size_t i = node + 1; i < nodes[node].end;) {
		if (nodes[i].major == tag)
			add_scope(input, i);
		i = nodes[i].major == EXH_SCI_TAG_ROOT ? i + 1 : nodes[i].end;
	}
	return (uint16_t)(input->scope_count - count);
}

static void add_words(struct exh_sci_said_input *input, const struct exh_sci_tree *tree,
		      struct exh_sci_said_scope *scope)
{
	const struct exh_sci_node *nodes = tree->nodes;
	const size_t node = scope->node;

	scope->first_word = input->word_count;
	if (nodes[node].is_leaf) {
		add_word(input, scope, nodes[node].group);
		return;
	}
	for (size_t i = node + 1; i < nodes[node].end;) {
		if (nodes[i].major != EXH_SCI_TAG_ROOT) {
			i = nodes[i].end;
			continue;
		}
		if (nodes[i].is_leaf)
			add_word(input, scope, nodes[i].group);
		i++;
	}
}

/* Result of searching below a word for parts with a tag other than its own. */
static int8_t below_word(const struct exh_sci_node *node)
{
	return node->is_leaf && node->major != EXH_SCI_TAG_ROOT ? -1 : 0;
}

/* A word with the tag is a part of itself. */
static bool is_own(const struct exh_sci_node *node, unsigned tag)
{
	return node->is_leaf && node->major == tag;
}

static void add_mods(struct exh_sci_said_input *input, const struct exh_sci_tree *tree,
		     size_t i)
{
	struct exh_sci_said_scope *scope = &input->scopes[i];
	const struct exh_sci_node *node = &tree->nodes[scope->node];
	const bool own = is_own(node, EXH_SCI_TAG_MOD);

	scope->no_mod = below_word(node);
	scope->first_mod = own ? (uint16_t)i : input->scope_count;
	scope->mod_count =
		own ? 1 : add_scopes(input, tree, scope->node, EXH_SCI_TAG_MOD);
}

static void add_objects(struct exh_sci_said_input *input, const struct exh_sci_tree *tree,
			size_t k)
{
	const unsigned tag = k ? EXH_SCI_TAG_IOBJ : EXH_SCI_TAG_DOBJ;
	const bool own = is_own(&tree->nodes[0], tag);

	input->objects[k].none = below_word(&tree->nodes[0]);
	input->objects[k].first = own ? 0 : input->scope_count;
	input->objects[k].count = own ? 1 : add_scopes(input, tree, 0, tag);
}

void exh_sci_said_input_set(struct exh_sci_said_input *input,
			    const struct exh_sci_tree *sentence)
{
	input->scope_count = 0;
	input->word_count = 0;
	memset(input->words, 0, sizeof input->words);
	memset(input->objects, 0, sizeof input->objects);
	if (!sentence->count)
		return;
	add_scope(input, 0);
	for (size_t k = 0; k < 2; k++)
		add_objects(input, sentence, k);
	for (size_t i = 0; i < input->scope_count; i++) {
		add_words(input, sentence, &input->scopes[i]);
		add_mods(input, sentence, i);
	}
	input->words[0] = input->scopes[0].words | bit_always;
	for (size_t k = 0; k < 2; k++) {
		input->words[1 + k] = bit_always;
		for (size_t i = 0; i < input->objects[k].count; i++)
			input->words[1 + k] |=
				input->scopes[input->objects[k].first + i].words;
	}
}

/*
 * Specs.
 */

struct build {
	const struct exh_sci_node *nodes;
	op ops[EXH_SCI_TREE_NODES + 1];
	uint16_t groups[EXH_SCI_TREE_NODES];
	size_t op_count, group_count;
	bool more;  /* '>' */
	bool wrong; /* invalid tree, which no spec has */
};

static enum op_kind kind_of(const struct exh_sci_node *node)
{
	const bool is_or =
		node->minor == EXH_SCI_TAG_OR || node->minor == EXH_SCI_TAG_OR2;

	switch (node->major) {
	case EXH_SCI_TAG_ROOT:
		return node->is_leaf ? OP_WORDS : is_or ? OP_OR : OP_AND;
	case EXH_SCI_TAG_OPT:
		return node->is_leaf || is_or ? OP_NONE : OP_OPTION;
	case EXH_SCI_TAG_MOD:
		return node->is_leaf || !is_or ? OP_NONE : OP_MOD;
	case EXH_SCI_TAG_DOBJ:
	case EXH_SCI_TAG_IOBJ:
		return node->is_leaf || is_or ? OP_NONE : OP_OBJECT;
	default:
		return OP_NONE;
	}
}

static op *add_op(struct build *b, enum op_kind kind, size_t node)
{
	op *added = &b->ops[b->op_count++];

	*added = (op){ .kind = (uint8_t)kind, .size = 1, .node = (uint16_t)node };
	return added;
}

static void add_group(struct build *b, op *words, unsigned group)
{
	if (group == EXH_SCI_GROUP_NOWORD)
		return;
	if (group == EXH_SCI_GROUP_ANYWORD) {
		words->any = true;
		words->words |= bit_some;
	}
	words->words |= bit_of(group);
	words->group_count++;
	b->groups[b->group_count++] = (uint16_t)group;
}

static void emit_list(struct build *b, size_t node, enum op_kind kind, bool top);

/* last: the previous op of the list that the node is in, or NULL. Returns the list's last
 * op after adding the node. */
static op *emit(struct build *b, size_t i, enum op_kind list, op *last, bool top)
{
	const struct exh_sci_node *nodes = b->nodes;
	enum op_kind kind = kind_of(&nodes[i]);
	op *added;

	/* A list of one item is replaced by that item; a list inside a list of the same
	 * kind is merged into it. */
	while ((kind == OP_AND || kind == OP_OR) && i + 1 < nodes[i].end &&
	       nodes[i + 1].end == nodes[i].end)
		kind = kind_of(&nodes[++i]);
	if (kind == list && (kind == OP_AND || kind == OP_OR)) {
		for (size_t c = i + 1; c < nodes[i].end; c = nodes[c].end)
			last = emit(b, c, list, last, top);
		return last;
	}
	if (kind == OP_NONE || (kind == OP_OBJECT && !top)) {
		b->wrong = true;
		return last;
	}
	if (kind == OP_WORDS && list == OP_OR && last && last->kind == OP_WORDS) {
		add_group(b, last, nodes[i].group);
		return last;
	}
	if (kind == OP_AND || kind == OP_OR) {
		added = &b->ops[b->op_count];
		emit_list(b, i, kind, top);
		return added;
	}
	added = add_op(b, kind, i);
	added->first_group = (uint16_t)b->group_count;
	added->object = nodes[i].major == EXH_SCI_TAG_IOBJ;
	if (kind == OP_WORDS)
		add_group(b, added, nodes[i].group);
	else
		emit_list(b, i, kind == OP_MOD ? OP_OR : OP_AND,
			  top && kind == OP_OPTION);
	added->size = (uint16_t)(&b->ops[b->op_count] - added);
	return added;
}

/* Emits the children of a node as one op. */
static void emit_list(struct build *b, size_t node, enum op_kind kind, bool top)
{
	const size_t at = b->op_count;
	op *list = add_op(b, kind, node), *last = NULL;

	for (size_t c = node + 1; c < b->nodes[node].end; c = b->nodes[c].end)
		last = emit(b, c, kind, last, top);
	list->size = (uint16_t)(b->op_count - at);
	if (list->size == 1 || list[1].size != list->size - 1)
		return;
	b->op_count--;
	memmove(list, list + 1, list[1].size * sizeof *list);
	/* The op's node is the list for several words, and the word itself for one. */
	if (list->kind == OP_WORDS && b->nodes[list->node].is_leaf &&
	    list->node + 1 < b->nodes[node].end)
		list->node = (uint16_t)node;
}

static void emit_root(struct build *b)
{
	const struct exh_sci_node *nodes = b->nodes;
	op *root = add_op(b, OP_AND, 0), *last = NULL;

	for (size_t c = 1; c < nodes[0].end; c = nodes[c].end)
		if (nodes[c].major == EXH_SCI_TAG_MORE && nodes[c].end == nodes[0].end)
			b->more = true;
		else
			last = emit(b, c, OP_AND, last, true);
	root->size = (uint16_t)b->op_count;
}

/* Returns the words of which one must be in the scope for a result of 1. */
static uint64_t words_needed(const op *o)
{
	uint64_t words = 0;

	switch ((enum op_kind)o->kind) {
	case OP_WORDS:
		return o->words;
	case OP_OR:
		for (const op *c = o + 1; c < o + o->size; c += c->size)
			words |= words_needed(c);
		return words;
	case OP_AND:
		for (const op *c = o + 1; c < o + o->size; c += c->size)
			if (!((words = words_needed(c)) & bit_always))
				return words;
		return ~0ULL;
	default:
		return ~0ULL;
	}
}

static void set_needs(struct exh_sci_said *said)
{
	const op *root = said->ops;

	said->needs[0] = words_needed(root);
	said->needs[1] = said->needs[2] = ~0ULL;
	for (const op *c = root + 1; c < root + root->size; c += c->size)
		if (c->kind == OP_OBJECT)
			said->needs[1 + c->object] &= words_needed(c + 1);
}

static enum exh_status keep(const struct build *b, struct exh_arena *arena,
			    struct exh_sci_said *out, struct exh_error *err)
{
	const size_t ops_size = b->op_count * sizeof *b->ops;
	const size_t groups_size = b->group_count * sizeof *b->groups;
	uint8_t *memory = exh_alloc(arena, 1, ops_size + groups_size);

	if (!memory)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"a spec of %zu bytes does not fit into memory",
				ops_size + groups_size);
	memcpy(memory, b->ops, ops_size);
	if (groups_size)
		memcpy(memory + ops_size, b->groups, groups_size);
	*out = (struct exh_sci_said){
		.ops = (const op *)(const void *)memory,
		.groups = (const uint16_t *)(const void *)(memory + ops_size),
		.result = b->more ? EXH_SCI_SAID_UNCLAIMED : EXH_SCI_SAID_CLAIMED,
	};
	set_needs(out);
	return EXH_OK;
}

enum exh_status exh_sci_said_prepare(const struct exh_sci_tree *tree,
				     struct exh_arena *arena, struct exh_sci_said *out,
				     struct exh_error *err)
{
	struct build b;

	b.nodes = tree->nodes;
	b.op_count = b.group_count = 0;
	b.more = b.wrong = false;
	if (tree->count && tree->count <= EXH_SCI_TREE_NODES &&
	    kind_of(&tree->nodes[0]) == OP_AND)
		emit_root(&b);
	else
		b.wrong = true;
	if (b.wrong)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"a tree that no spec can have");
	return keep(&b, arena, out, err);
}

/*
 * Matching.
 */

/* True if the op's groups and the scope have a word in common. Needed because different
 * words may share a hash bit. */
static bool has_word(const op *o, const uint16_t *groups,
		     const struct exh_sci_said_input *input,
		     const struct exh_sci_said_scope *scope)
{
	const uint16_t *group = groups + o->first_group;
	const uint16_t *words = input->groups + scope->first_word;

	if (o->any || scope->has_any)
		return true;
	for (size_t i = 0; i < scope->word_count; i++)
		for (size_t k = 0; k < o->group_count; k++)
			if (group[k] == words[i])
				return true;
	return false;
}

static int match_list(const op *o, const uint16_t *groups,
		      const struct exh_sci_said_input *input,
		      const struct exh_sci_said_scope *scope);

/* Most ops are words: they need no call. */
static inline int match(const op *o, const uint16_t *groups,
			const struct exh_sci_said_input *input,
			const struct exh_sci_said_scope *scope)
{
	if (o->kind != OP_WORDS)
		return match_list(o, groups, input, scope);
	if (!scope->word_count)
		return 0;
	return (o->words & scope->words) && has_word(o, groups, input, scope) ? 1 : -1;
}

static int match_scopes(const op *o, const uint16_t *groups,
			const struct exh_sci_said_input *input, size_t first,
			size_t count, int result)
{
	for (size_t i = first; i < first + count; i++) {
		const int found = match(o, groups, input, &input->scopes[i]);

		if (found == 1)
			return 1;
		if (found)
			result = found;
	}
	return result;
}

/* Recursion is limited by the depth of the spec's tree, which is checked when it is
 * made. */
static int match_list(const op *o, const uint16_t *groups,
		      const struct exh_sci_said_input *input,
		      const struct exh_sci_said_scope *scope)
{
	const op *const end = o + o->size;
	int result = 1;

	switch ((enum op_kind)o->kind) {
	case OP_AND:
		for (const op *c = o + 1; c < end && result == 1; c += c->size)
			result = match(c, groups, input, scope);
		return result;
	case OP_OR:
		for (const op *c = o + 1; c < end; c += c->size)
			if ((result = match(c, groups, input, scope)) == 1)
				break;
		return result;
	case OP_OPTION:
		result = match(o + 1, groups, input, scope);
		return result ? result : 1;
	case OP_MOD:
		return match_scopes(o + 1, groups, input, scope->first_mod,
				    scope->mod_count, scope->no_mod);
	default:
		return match_scopes(o + 1, groups, input, input->objects[o->object].first,
				    input->objects[o->object].count,
				    input->objects[o->object].none);
	}
}

enum exh_sci_said_result exh_sci_said_match(const struct exh_sci_said *said,
					    const struct exh_sci_said_input *input)
{
	if (!(said->needs[0] & input->words[0]) || !(said->needs[1] & input->words[1]) ||
	    !(said->needs[2] & input->words[2]))
		return EXH_SCI_SAID_NO;
	return match_list(said->ops, said->groups, input, &input->scopes[0]) == 1
		       ? said->result
		       : EXH_SCI_SAID_NO;
}

/*
 * Reasons why a spec does not match.
 */

struct search {
	const struct exh_sci_said_span *spans;
	const uint16_t *groups;
	const struct exh_sci_said_input *input;
};

static const struct exh_sci_said_scope *choose_scope(const struct search *s, const op *o,
						     size_t first, size_t count)
{
	const struct exh_sci_said_scope *chosen = &s->input->scopes[first];

	for (size_t i = 0; i < count; i++) {
		chosen = &s->input->scopes[first + i];
		if (match(o, s->groups, s->input, chosen) == -1)
			return chosen;
	}
	return count ? chosen : NULL;
}

/* Finds the op that decides, below one whose result is not 1. *first: offset of its
 * bytes, or of those of the op that leads to it. */
static const op *find_failure(const struct search *s, const op *o,
			      const struct exh_sci_said_scope *scope, size_t *first)
{
	const op *failed;

	switch ((enum op_kind)o->kind) {
	case OP_AND:
		for (const op *c = o + 1; c < o + o->size; c += c->size)
			if (match(c, s->groups, s->input, scope) != 1)
				return find_failure(s, c, scope, first);
		return o;
	case OP_OPTION:
		return find_failure(s, o + 1, scope, first);
	case OP_MOD:
		scope = choose_scope(s, o + 1, scope->first_mod, scope->mod_count);
		break;
	case OP_OBJECT:
		scope = choose_scope(s, o + 1, s->input->objects[o->object].first,
				     s->input->objects[o->object].count);
		break;
	default:
		*first = s->spans[o->node].first;
		return o;
	}
	*first = s->spans[o->node].first;
	if (!scope)
		return o;
	failed = find_failure(s, o + 1, scope, first);
	if (*first == s->spans[o->node].first + 1)
		*first = s->spans[o->node].first;
	return failed;
}

bool exh_sci_said_explain(const struct exh_sci_tree *tree,
			  const struct exh_sci_said_span *spans,
			  const struct exh_sci_said *said,
			  const struct exh_sci_said_input *input,
			  struct exh_sci_said_failure *out)
{
	const struct search s = { spans, said->groups, input };
	size_t first = 0;
	const op *failed = said->ops;

	if (exh_sci_said_match(said, input))
		return false;
	if (input->scope_count)
		failed = find_failure(&s, failed, &input->scopes[0], &first);
	out->node = failed->node < tree->count ? failed->node : 0;
	out->bytes = (struct exh_sci_said_span){ first, spans[out->node].end };
	return true;
}
