#include "exhume/identify.h"
#include "exhume/advanced/facts.h"

#include <stdio.h>

static struct exh_fact *add(struct exh_facts *facts, const char *key)
{
	struct exh_fact *fact;

	if (facts->count == sizeof facts->items / sizeof facts->items[0])
		return NULL;
	fact = &facts->items[facts->count++];
	*fact = (struct exh_fact){ 0 };
	snprintf(fact->key, sizeof fact->key, "%s", key);
	return fact;
}

void exh_fact_number(struct exh_facts *facts, const char *key, uint64_t number)
{
	struct exh_fact *fact = add(facts, key);

	if (!fact)
		return;
	fact->is_number = true;
	fact->number = number;
}

void exh_fact_text(struct exh_facts *facts, const char *key, const char *text)
{
	struct exh_fact *fact = add(facts, key);

	if (fact)
		snprintf(fact->text, sizeof fact->text, "%s", text);
}
