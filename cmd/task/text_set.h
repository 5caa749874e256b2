/* Many texts, each kept once and numbered: names of files, ids of assets. */
#ifndef CMD_TASK_TEXT_SET_H
#define CMD_TASK_TEXT_SET_H

#include <exhume/base.h>

/* Small texts that are freed together. All zeros: empty. */
struct text_store {
	struct exh_arena blocks;
	char *next;
	size_t left;
};

/* A copy that lasts as long as the store; NULL of NULL. */
const char *text_store_add(struct text_store *store, const char *text);
void text_store_free(struct text_store *store);

/* All zeros: empty. Functions that do not add may run in parallel. */
struct text_set {
	const char **items; /* in the order in which they were added */
	size_t count, capacity;
	uint32_t *slots; /* numbers from 1 on, by hash; 0: free */
	size_t slot_count;
	struct text_store texts;
};

#define TEXT_NONE SIZE_MAX

/* The number of the text, from 0 on; TEXT_NONE: it is not there. */
size_t text_set_find(const struct text_set *set, const char *text);
/* The same; a new text is added, with count before as its number. */
size_t text_set_add(struct text_set *set, const char *text);
void text_set_free(struct text_set *set);

#endif
