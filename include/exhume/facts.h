/* Facts about a file: keys and values that `exhume identify` prints after the format. */
#ifndef EXHUME_FACTS_H
#define EXHUME_FACTS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A key with a number or a text. Texts are NUL-terminated; longer ones are cut. */
struct exh_fact {
	char key[24]; /* snake_case, for JSON */
	bool is_number;
	uint64_t number; /* if is_number */
	char text[96];	 /* if not is_number */
};

/* A list of facts, in order. All zeros is an empty one. */
struct exh_facts {
	struct exh_fact items[16];
	size_t count;
};

/* Append a fact. It is ignored if the list is full. */
EXH_API void exh_fact_number(struct exh_facts *facts, const char *key, uint64_t number);
EXH_API void exh_fact_text(struct exh_facts *facts, const char *key, const char *text);

#ifdef __cplusplus
}
#endif
#endif
