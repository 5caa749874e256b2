#include "language.h"

/*
 * FreeSCI's matcher. Source: sci0-formats 4.4. It differs little from Sierra's, and shows
 * where a game tested with it behaves differently in the original.
 */

/* A part of the sentence; its words are searched below it: only those under a 144, or all
 * others. */
struct words {
	const struct exh_sci_node *nodes;
	size_t part;
	bool refs;
};

static bool is_in(const struct words *w, const struct exh_sci_node *word, bool under_mod)
{
	const bool is_ref = under_mod || word->major == EXH_SCI_TAG_MOD;

	return word->is_leaf &&
	       (w->refs ? is_ref : !is_ref && word->major == EXH_SCI_TAG_ROOT);
}

/* True if the words contain the group, or any word for EXH_SCI_GROUP_ANYWORD. */
static bool has(const struct words *w, unsigned group)
{
	size_t mod_end = 0;

	for (size_t i = w->part + 1; i < w->nodes[w->part].end;) {
		const struct exh_sci_node *node = &w->nodes[i];

		if (node->major == EXH_SCI_TAG_IGNORE) {
			i = node->end;
			continue;
		}
		if (node->major == EXH_SCI_TAG_MOD && i >= mod_end)
			mod_end = node->end;
		if (is_in(w, node, i < mod_end) &&
		    (group == EXH_SCI_GROUP_ANYWORD || node->group == group))
			return true;
		i++;
	}
	return false;
}

static bool is_empty(const struct words *w, bool refs)
{
	const struct words other = { w->nodes, w->part, refs };

	return !has(&other, EXH_SCI_GROUP_ANYWORD);
}

static bool holds(const struct exh_sci_node *said, size_t e, const struct words *w);

static bool any_holds(const struct exh_sci_node *said, size_t e, const struct words *w)
{
	for (size_t c = e + 1; c < said[e].end; c = said[c].end)
		if (holds(said, c, w))
			return true;
	return false;
}

static bool all_hold(const struct exh_sci_node *said, size_t e, const struct words *w)
{
	for (size_t c = e + 1; c < said[e].end; c = said[c].end)
		if (!holds(said, c, w))
			return false;
	return true;
}

static bool option_holds(const struct exh_sci_node *said, size_t e, const struct words *w)
{
	for (size_t c = e + 1; c < said[e].end; c = said[c].end) {
		const bool is_mod = said[c].major == EXH_SCI_TAG_MOD;

		if (!holds(said, c, w) &&
		    !((is_mod || said[c].major == EXH_SCI_TAG_ROOT) &&
		      is_empty(w, is_mod)))
			return false;
	}
	return true;
}

/* Bracketed parts are compared with the words outside any 144, even after '<'.
 */
static bool holds(const struct exh_sci_node *said, size_t e, const struct words *w)
{
	const struct words refs = { w->nodes, w->part, true };
	const struct words base = { w->nodes, w->part, false };

	if (said[e].minor == EXH_SCI_TAG_UNIT)
		w = &base;
	if (said[e].is_leaf)
		return has(w, said[e].group);
	if (said[e].major == EXH_SCI_TAG_OPT)
		return option_holds(said, e, w);
	if (said[e].major == EXH_SCI_TAG_MOD)
		return any_holds(said, e, &refs);
	return said[e].minor == EXH_SCI_TAG_OR ? any_holds(said, e, w)
					       : all_hold(said, e, w);
}

/* Compares a child of the spec's root with the children of the sentence's. */
static bool part_holds(const struct exh_sci_node *said, size_t n, bool is_option,
		       const struct exh_sci_node *nodes)
{
	bool is_there = false;

	for (size_t p = 1; p < nodes[0].end; p = nodes[p].end) {
		const struct words words = { nodes, p, false };

		if (nodes[p].major != said[n].major)
			continue;
		if (all_hold(said, n, &words))
			return true;
		is_there |= !is_empty(&words, false) || !is_empty(&words, true);
	}
	return is_option && !is_there;
}

enum exh_sci_said_result exh_sci_said_match_freesci(const struct exh_sci_tree *said,
						    const struct exh_sci_tree *sentence)
{
	const struct exh_sci_node *nodes = said->nodes;
	enum exh_sci_said_result result = EXH_SCI_SAID_CLAIMED;

	if (!said->count || !sentence->count)
		return EXH_SCI_SAID_NO;
	for (size_t i = 1; i < nodes[0].end; i = nodes[i].end) {
		size_t n = i;

		while (nodes[n].major == EXH_SCI_TAG_OPT && n + 1 < nodes[n].end)
			n++;
		if (nodes[n].major == EXH_SCI_TAG_OPT)
			continue;
		if (nodes[n].major == EXH_SCI_TAG_MORE)
			result = EXH_SCI_SAID_UNCLAIMED;
		else if (!part_holds(nodes, n, n != i, sentence->nodes))
			return EXH_SCI_SAID_NO;
	}
	return result;
}
