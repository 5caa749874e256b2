/* Texts, each stored once and numbered: names of files, ids of assets. */
#ifndef CMD_TASK_TEXT_SET_H
#define CMD_TASK_TEXT_SET_H

#include <exhume/base.h>

/* Small texts that are freed together. All zeros: empty. */
struct text_store {
	struct exh_arena blocks;
	char *next;
	size_t left;
};

/* Returns a copy that lasts as long as the store; NULL for NULL. */
const char *text_store_add(struct text_store *store, const char *text);
void text_store_free(struct text_store *store);

/* All zeros: empty. Functions that do not add may run in parallel. */
struct text_set {
	const char **items; /* in the order of adding */
	size_t count, capacity;
	uint32_t *slots; /* numbers of texts, from 1, by hash; 0: free */
	size_t slot_count;
	struct text_store texts;
};

#define TEXT_NONE SIZE_MAX

/* Returns the number of the text, from 0; TEXT_NONE: not in the set. */
size_t text_set_find(const struct text_set *set, const char *text);
/* As text_set_find; adds a new text, numbered by the old count. */
size_t text_set_add(struct text_set *set, const char *text);
void text_set_free(struct text_set *set);

#endif
