/* Facts about a file, as keys and values: what identify prints besides the format. */
#ifndef EXHUME_FACTS_H
#define EXHUME_FACTS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

struct exh_fact {
	char key[24]; /* snake_case, for JSON */
	bool is_number;
	uint64_t number;
	char text[96];
};

struct exh_facts {
	struct exh_fact items[16];
	size_t count;
};

/* Both drop a fact that has no room. */
EXH_API void exh_fact_number(struct exh_facts *facts, const char *key, uint64_t number);
EXH_API void exh_fact_text(struct exh_facts *facts, const char *key, const char *text);

#ifdef __cplusplus
}
#endif
#endif
