#include "exhume/sci.h"
#include "exhume/advanced/sci_pic.h"

#include "resource.h"

/* Bits of evidence. */
enum {
	FEW_FIT = 4,   /* a whole program of a few commands */
	MANY_FIT = 12, /* a whole program of many commands */
	DRAWN = 20,    /* also draws something */
	MANY = 6,      /* commands */
};

struct counts {
	size_t command_count;
	size_t of[EXH_SCI_PIC_KINDS];
};

/* Counts the steps of a whole program that ends with the data; DOS may add one 1A. */
static bool count_steps(struct exh_bytes in, struct counts *counts)
{
	struct exh_sci_pic_reader reader = { .in = in };
	struct exh_sci_pic_step step;

	*counts = (struct counts){ 0 };
	do {
		if (exh_sci_pic_next(&reader, &step, NULL))
			return false;
		counts->command_count += step.is_first;
		counts->of[step.kind]++;
	} while (step.kind != EXH_SCI_PIC_END);
	return reader.at == in.size ||
	       (in.size - reader.at == 1 && in.data[reader.at] == 0x1a);
}

static bool is_drawn(const struct counts *counts)
{
	return counts->of[EXH_SCI_PIC_LINE] || counts->of[EXH_SCI_PIC_FILL] ||
	       counts->of[EXH_SCI_PIC_PATTERN] || counts->of[EXH_SCI_PIC_CEL];
}

static unsigned pic_score(const struct exh_probe *probe)
{
	const struct probed in = look_inside(probe, EXH_SCI_PIC);
	struct counts counts;

	if (!count_steps(in.data, &counts))
		return 0;
	if (counts.command_count < MANY)
		return in.score + FEW_FIT + (is_drawn(&counts) ? FEW_FIT : 0);
	return in.score + MANY_FIT + (is_drawn(&counts) ? DRAWN : 0);
}

static void pic_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	const struct probed in = look_inside(probe, EXH_SCI_PIC);
	struct counts counts;

	if (!count_steps(in.data, &counts))
		return;
	exh_fact_number(facts, "commands", counts.command_count);
	exh_fact_number(facts, "lines", counts.of[EXH_SCI_PIC_LINE]);
	exh_fact_number(facts, "fills", counts.of[EXH_SCI_PIC_FILL]);
	exh_fact_number(facts, "patterns", counts.of[EXH_SCI_PIC_PATTERN]);
	exh_fact_number(facts, "cels", counts.of[EXH_SCI_PIC_CEL]);
	add_patch_fact(in.is_patch, facts);
}

const struct exh_format exh_sci_pic_format = {
	.name = "sci-pic",
	.title = "SCI pic",
	.family = "sci0",
	.score = pic_score,
	.describe = pic_describe,
};
