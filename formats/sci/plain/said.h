/*
 * Sierra's matcher as sci0-formats 4.3 writes it down, branch by branch: slow, and what
 * said_match.c has to agree with. For tests, fuzz targets and the benchmark.
 */
#ifndef EXH_SCI_SAID_PLAIN_H
#define EXH_SCI_SAID_PLAIN_H

#include "exhume/sci_parser.h"

/* Children of nodes[list], or the node itself. */
struct plain_set {
	const struct exh_sci_node *nodes;
	size_t node;
	bool is_list;
};

struct plain {
	const struct exh_sci_node *sentence, *said;
	bool claim;
};

static inline int plain_scan_said(struct plain *m, struct plain_set x, size_t s, bool or);
static inline int plain_scan_parse(struct plain *m, struct plain_set x, size_t s);

static inline struct plain_set plain_node(const struct plain *m, size_t p)
{
	return (struct plain_set){ m->sentence, p, false };
}

static inline struct plain_set plain_children(const struct plain *m, size_t p)
{
	return (struct plain_set){ m->sentence, p, true };
}

static inline bool plain_is_free(unsigned major)
{
	return major == EXH_SCI_TAG_ROOT || major == EXH_SCI_TAG_OPT;
}

static inline bool plain_is_or(unsigned minor)
{
	return minor == EXH_SCI_TAG_OR || minor == EXH_SCI_TAG_OR2;
}

static inline int plain_match(struct plain *m, size_t p, size_t s)
{
	const struct exh_sci_node *P = &m->sentence[p], *S = &m->said[s];
	const bool is_or = plain_is_or(S->minor);
	const bool opt = S->major == EXH_SCI_TAG_OPT;
	const bool deep = plain_is_free(S->major) || S->major == P->major;
	int r;

	if (S->major == EXH_SCI_TAG_MORE) {
		m->claim = false;
		return 1;
	}
	if (P->major != EXH_SCI_TAG_ROOT && !plain_is_free(S->major) &&
	    P->major != S->major)
		r = -1;
	else if (S->is_leaf && P->is_leaf)
		r = S->group == EXH_SCI_GROUP_NOWORD	? -1
		    : S->group == P->group		? 1
		    : S->group == EXH_SCI_GROUP_ANYWORD ? 1
		    : P->group == EXH_SCI_GROUP_ANYWORD ? 1
							: -1;
	else if (S->is_leaf)
		r = P->major == EXH_SCI_TAG_ROOT || P->major == S->major
			    ? plain_scan_parse(m, plain_children(m, p), s)
			    : 0;
	else if (P->is_leaf)
		r = deep ? plain_scan_said(m, plain_node(m, p), s, is_or) : 0;
	else
		r = deep ? plain_scan_said(m, plain_children(m, p), s, is_or)
			 : plain_scan_parse(m, plain_children(m, p), s);
	return opt && r == 0 ? 1 : r;
}

/* Scans the children of s. */
static inline int plain_scan_said(struct plain *m, struct plain_set x, size_t s, bool or)
{
	int r = 1;

	for (size_t c = s + 1; c < m->said[s].end; c = m->said[c].end) {
		if (m->said[c].major == EXH_SCI_TAG_IGNORE)
			continue;
		r = plain_scan_parse(m, x, c);
		if (or ? r == 1 : r != 1)
			break;
	}
	return r;
}

static inline int plain_scan_list(struct plain *m, size_t list, size_t s)
{
	const unsigned major = m->said[s].major;
	int r = 0, sub = 0;

	for (size_t p = list + 1; p < m->sentence[list].end; p = m->sentence[p].end) {
		if (m->sentence[p].major == major ||
		    m->sentence[p].major == EXH_SCI_TAG_ROOT)
			sub = plain_match(m, p, s);
		if (r == -1) {
			if (sub == 1)
				r = 1;
		} else {
			r = sub;
		}
		if (r == 1)
			break;
	}
	return r;
}

static inline int plain_scan_parse(struct plain *m, struct plain_set x, size_t s)
{
	const struct exh_sci_node *S = &m->said[s];
	int r;

	if (S->major == EXH_SCI_TAG_MORE) {
		m->claim = false;
		return 1;
	}
	if (plain_is_free(S->major) && !S->is_leaf)
		r = plain_scan_said(m, x, s, plain_is_or(S->minor));
	else if (x.is_list)
		r = plain_scan_list(m, x.node, s);
	else
		r = plain_match(m, x.node, s);
	return S->major == EXH_SCI_TAG_OPT && r == 0 ? 1 : r;
}

static inline enum exh_sci_said_result plain_said(const struct exh_sci_tree *said,
						  const struct exh_sci_tree *sentence)
{
	struct plain m = { sentence->nodes, said->nodes, true };

	if (!sentence->count || !said->count || plain_match(&m, 0, 0) != 1)
		return EXH_SCI_SAID_NO;
	return m.claim ? EXH_SCI_SAID_CLAIMED : EXH_SCI_SAID_UNCLAIMED;
}

#endif
