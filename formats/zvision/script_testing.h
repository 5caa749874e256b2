/* Compares two scripts by meaning, for the tests and the fuzz target. */
#ifndef EXH_ZVISION_SCRIPT_TESTING_H
#define EXH_ZVISION_SCRIPT_TESTING_H

#include "exhume/advanced/zvision_script.h"

#include <string.h>

struct script_pair {
	const struct exh_zv_script *a, *b;
};

static inline bool same_bytes(struct exh_bytes a, struct exh_bytes b)
{
	return a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0);
}

static inline bool same_text(const struct script_pair *pair, struct exh_zv_span a,
			     struct exh_zv_span b)
{
	return same_bytes(exh_zv_script_text(pair->a, a), exh_zv_script_text(pair->b, b));
}

/* Names are printed in lower case. */
static inline bool same_name(const struct script_pair *pair, struct exh_zv_span a,
			     struct exh_zv_span b)
{
	struct exh_writer one = { .limit = 1 << 24 }, other = { .limit = 1 << 24 };
	bool same;

	exh_zv_latin1_to_utf8(exh_zv_script_text(pair->a, a), true, &one);
	exh_zv_latin1_to_utf8(exh_zv_script_text(pair->b, b), true, &other);
	same = same_bytes(exh_writer_bytes(&one), exh_writer_bytes(&other));
	exh_writer_free(&one);
	exh_writer_free(&other);
	return same;
}

static inline bool same_arguments(const struct script_pair *pair, struct exh_zv_span a,
				  struct exh_zv_span b)
{
	struct exh_bytes left = exh_zv_script_text(pair->a, a), one;
	struct exh_bytes right = exh_zv_script_text(pair->b, b), other;

	while (exh_zv_script_argument(&left, &one))
		if (!exh_zv_script_argument(&right, &other) || !same_bytes(one, other))
			return false;
	return !exh_zv_script_argument(&right, &other);
}

static inline bool same_node(const struct script_pair *pair, const struct exh_zv_node *a,
			     const struct exh_zv_node *b)
{
	const bool raw = a->kind == EXH_ZV_UNREAD || a->kind == EXH_ZV_UNKNOWN;

	return a->kind == b->kind && a->key == b->key && a->arg == b->arg &&
	       a->arg_is_key == b->arg_is_key && a->op == b->op &&
	       (!raw || same_text(pair, a->text, b->text)) &&
	       same_name(pair, a->name, b->name) &&
	       same_text(pair, a->prefix, b->prefix) &&
	       same_text(pair, a->slot, b->slot) &&
	       same_arguments(pair, a->args, b->args) &&
	       same_text(pair, a->rest, b->rest) &&
	       same_text(pair, a->comment, b->comment) &&
	       same_text(pair, a->close, b->close) &&
	       (a->parent == &pair->a->root) == (b->parent == &pair->b->root) &&
	       !a->first == !b->first && !a->next == !b->next;
}

static inline bool same_script(const struct exh_zv_script *a,
			       const struct exh_zv_script *b)
{
	const struct script_pair pair = { a, b };
	const struct exh_zv_node *one = exh_zv_script_next(&a->root);
	const struct exh_zv_node *other = exh_zv_script_next(&b->root);

	while (one && other && same_node(&pair, one, other)) {
		one = exh_zv_script_next(one);
		other = exh_zv_script_next(other);
	}
	return !one && !other;
}

#endif
