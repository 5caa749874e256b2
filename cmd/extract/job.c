#include "job.h"

#include "task/sha256.h"

#include <string.h>

enum output_existing extraction_judge(void *context, const char *path,
				      const uint8_t sha256[32])
{
	const struct extraction *x = context;
	const char *name = path + strlen(x->output) + 1;
	const char *recorded = old_index_hash(&x->old, name);
	json_t *digits;
	bool same;

	if (!recorded)
		return OUTPUT_REFUSE;
	digits = sha256_digits(sha256);
	same = digits && strcmp(json_string_value(digits), recorded) == 0;
	json_decref(digits);
	return same ? OUTPUT_REPLACE : OUTPUT_KEEP;
}
