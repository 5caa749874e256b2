#include "exhume/formats.h"
#include "exhume/sci.h"
#include "exhume/sci_pic.h"

/* Bits of evidence. */
enum {
	NAME = 4,
	HEADER_FITS = 16, /* of a patch file: more than for its name and header alone */
	FEW_FIT = 4,	  /* a whole program of a few commands */
	MANY_FIT = 12,	  /* of more */
	DRAWN = 20,	  /* and it draws */
	MANY = 6,	  /* commands */
};

struct counts {
	size_t command_count;
	size_t of[EXH_SCI_PIC_KINDS];
};

/* A whole program that ends with the data; DOS may add one 1A. */
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

/* A patch file, or the bare resource. True if it is a patch file. */
static bool inside(const struct exh_probe *probe, struct exh_bytes *out)
{
	*out = probe->data;
	return probe->data.size && probe->data.data[0] == (0x80 | EXH_SCI_PIC) &&
	       !exh_sci_patch_read(probe->data, EXH_SCI_PIC, out, NULL);
}

static bool is_drawn(const struct counts *counts)
{
	return counts->of[EXH_SCI_PIC_LINE] || counts->of[EXH_SCI_PIC_FILL] ||
	       counts->of[EXH_SCI_PIC_PATTERN] || counts->of[EXH_SCI_PIC_CEL];
}

static unsigned pic_score(const struct exh_probe *probe)
{
	struct exh_bytes in;
	struct counts counts;
	unsigned type, number, score = inside(probe, &in) ? HEADER_FITS : 0;

	if (!count_steps(in, &counts))
		return 0;
	if (probe->name && exh_sci_patch_name(probe->name, &type, &number) &&
	    type == EXH_SCI_PIC)
		score += NAME;
	if (counts.command_count < MANY)
		return score + FEW_FIT + (is_drawn(&counts) ? FEW_FIT : 0);
	return score + MANY_FIT + (is_drawn(&counts) ? DRAWN : 0);
}

static void pic_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_bytes in;
	struct counts counts;
	const bool is_patch = inside(probe, &in);

	if (!count_steps(in, &counts))
		return;
	exh_fact_number(facts, "commands", counts.command_count);
	exh_fact_number(facts, "lines", counts.of[EXH_SCI_PIC_LINE]);
	exh_fact_number(facts, "fills", counts.of[EXH_SCI_PIC_FILL]);
	exh_fact_number(facts, "patterns", counts.of[EXH_SCI_PIC_PATTERN]);
	exh_fact_number(facts, "cels", counts.of[EXH_SCI_PIC_CEL]);
	exh_fact_text(facts, "patch_file", is_patch ? "yes" : "no");
}

const struct exh_format exh_sci_pic_format = {
	.name = "sci-pic",
	.title = "SCI pic",
	.family = "sci0",
	.score = pic_score,
	.describe = pic_describe,
};
