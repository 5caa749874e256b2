#include "exhume/formats.h"
#include "exhume/zvision.h"

#include <string.h>

enum { MARK = 32 }; /* bits of evidence */

static unsigned score(const struct exh_probe *probe)
{
	return probe->data.size >= 4 && memcmp(probe->data.data, "FELR", 4) == 0 ? MARK
										 : 0;
}

static void describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_zv_rlf rlf;

	if (exh_zv_rlf_open(probe->data, &rlf, NULL, NULL))
		return;
	exh_fact_number(facts, "frames", rlf.frame_count);
	exh_fact_number(facts, "width", rlf.width);
	exh_fact_number(facts, "height", rlf.height);
	exh_fact_number(facts, "milliseconds", exh_zv_rlf_milliseconds(&rlf));
}

const struct exh_format exh_zv_rlf_format = {
	.name = "rlf",
	.title = "ZVision animation (RLF)",
	.family = "zvision",
	.score = score,
	.describe = describe,
};
