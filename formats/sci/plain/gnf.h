/* FreeSCI's parser for the normal form. Source: sci0-formats 3.5. Only for short
 * sentences, since its work lists grow fast. */
#ifndef EXH_SCI_GNF_PLAIN_H
#define EXH_SCI_GNF_PLAIN_H

#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_parser.h"

#include <string.h>

enum { GNF_ITEMS = 200, GNF_LISTS = 4000, GNF_WORD = 100 };

struct gnf_list {
	size_t count;
	struct exh_sci_gnf_item items[GNF_ITEMS];
};

struct gnf_work {
	struct gnf_list *lists, *next;
	size_t count, next_count;
	bool gave_up;
};

static inline bool gnf_is_word(const struct exh_sci_gnf_item *item)
{
	return item->kind == EXH_SCI_GNF_CLASS || item->kind == EXH_SCI_GNF_GROUP ||
	       item->kind == EXH_SCI_GNF_ANY;
}

static inline size_t gnf_open_count(const struct gnf_list *list)
{
	size_t count = 0;

	for (size_t i = 0; i < list->count; i++)
		count += gnf_is_word(&list->items[i]) ||
			 list->items[i].kind == EXH_SCI_GNF_SYMBOL;
	return count;
}

static inline bool gnf_same(const struct gnf_list *a, const struct gnf_list *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (a->items[i].kind != b->items[i].kind ||
		    a->items[i].tag != b->items[i].tag ||
		    a->items[i].value != b->items[i].value)
			return false;
	return true;
}

static inline void gnf_keep(struct gnf_work *work, const struct gnf_list *list)
{
	for (size_t i = 0; i < work->next_count; i++)
		if (gnf_same(&work->next[i], list))
			return;
	if (work->next_count == GNF_LISTS)
		work->gave_up = true;
	else
		work->next[work->next_count++] = *list;
}

static inline void gnf_replace(struct gnf_list *list, size_t at,
			       const struct exh_sci_gnf_rule *rule, struct gnf_work *work)
{
	if (list->count + rule->count > GNF_ITEMS) {
		work->gave_up = true;
		return;
	}
	memmove(list->items + at + rule->count, list->items + at + 1,
		(list->count - at - 1) * sizeof *list->items);
	memcpy(list->items + at, rule->items, rule->count * sizeof *list->items);
	list->count += rule->count - 1;
}

static inline bool gnf_take(struct gnf_list *list, const struct exh_sci_token *token)
{
	struct exh_sci_gnf_item *item = list->items;

	while (item < list->items + list->count && !gnf_is_word(item))
		item++;
	if (item == list->items + list->count ||
	    (item->kind == EXH_SCI_GNF_CLASS && !(token->class_mask & item->value)) ||
	    (item->kind == EXH_SCI_GNF_GROUP && token->group != item->value))
		return false;
	*item = (struct exh_sci_gnf_item){ (enum exh_sci_gnf_kind)GNF_WORD, 0,
					   token->group };
	return true;
}

static inline void gnf_expand(const struct exh_sci_gnf *gnf, struct gnf_work *work,
			      const struct gnf_list *list)
{
	size_t at = 0;

	while (at < list->count && list->items[at].kind != EXH_SCI_GNF_SYMBOL)
		at++;
	for (size_t r = 0; at < list->count && r < gnf->count; r++) {
		struct gnf_list made = *list;

		if (gnf->rules[r].symbol != list->items[at].value)
			continue;
		gnf_replace(&made, at, &gnf->rules[r], work);
		gnf_keep(work, &made);
	}
}

static inline void gnf_step(const struct exh_sci_gnf *gnf, struct gnf_work *work,
			    const struct exh_sci_token *token, size_t left)
{
	struct gnf_list *swap = work->lists;

	work->next_count = 0;
	for (size_t i = 0; i < work->count; i++) {
		if (gnf_open_count(&work->lists[i]) > left ||
		    !gnf_take(&work->lists[i], token))
			continue;
		if (left == 1)
			gnf_keep(work, &work->lists[i]);
		else
			gnf_expand(gnf, work, &work->lists[i]);
	}
	work->lists = work->next;
	work->count = work->next_count;
	work->next = swap;
}

static inline void gnf_to_tree(const struct gnf_list *list, struct exh_sci_tree *tree)
{
	size_t open[GNF_ITEMS], depth = 0;

	tree->count = 0;
	if (list->items[0].kind == (enum exh_sci_gnf_kind)GNF_WORD) {
		exh_sci_tree_add_leaf(tree, EXH_SCI_TAG_ROOT, EXH_SCI_SYMBOL_S,
				      list->items[0].value);
		return;
	}
	exh_sci_tree_open_node(tree, EXH_SCI_TAG_ROOT, EXH_SCI_SYMBOL_S);
	for (size_t i = 0; i < list->count; i++) {
		const struct exh_sci_gnf_item *item = &list->items[i];

		if (item->kind == EXH_SCI_GNF_CLOSE) {
			exh_sci_tree_end(tree, open[--depth]);
		} else if (item[1].kind == (enum exh_sci_gnf_kind)GNF_WORD) {
			exh_sci_tree_add_leaf(tree, item->tag, item->value,
					      item[1].value);
			i += 2;
		} else {
			open[depth++] = tree->count;
			exh_sci_tree_open_node(tree, item->tag, item->value);
		}
	}
	exh_sci_tree_end(tree, 0);
}

/* Returns 1 if parsed, 0 if not, below 0 if it gave up. */
static inline int gnf_parse(const struct exh_sci_gnf *gnf, unsigned start,
			    const struct exh_sci_token *tokens, size_t token_count,
			    struct exh_sci_tree *tree)
{
	static struct gnf_list rooms[2][GNF_LISTS];
	struct gnf_work work = { rooms[0], rooms[1], 0, 0, false };

	for (size_t i = 0; i < gnf->count; i++) {
		struct gnf_list list = { .count = gnf->rules[i].count };

		if (gnf->rules[i].symbol != start || list.count > GNF_ITEMS)
			continue;
		memcpy(list.items, gnf->rules[i].items, list.count * sizeof *list.items);
		work.lists[work.count++] = list;
	}
	for (size_t i = 0; i < token_count && work.count && !work.gave_up; i++)
		gnf_step(gnf, &work, &tokens[i], token_count - i);
	if (work.gave_up)
		return -1;
	if (work.count)
		gnf_to_tree(&work.lists[0], tree);
	return work.count > 0;
}

#endif
