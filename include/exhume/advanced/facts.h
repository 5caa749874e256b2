/*
 * Facts about a file: keys and values that `exhume identify` prints after the format.
 * The rest of exhume/identify.h, which has units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_FACTS_H
#define EXHUME_ADVANCED_FACTS_H

#include "../identify.h"
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Append a fact. It is ignored if the list is full. */
EXH_API void exh_fact_number(struct exh_facts *facts, const char *key, uint64_t number);
EXH_API void exh_fact_text(struct exh_facts *facts, const char *key, const char *text);

#ifdef __cplusplus
}
#endif

#endif
