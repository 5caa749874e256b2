/* What probes of resources share that are bare or in patch files. */
#ifndef EXH_SCI_PROBE_PATCH_H
#define EXH_SCI_PROBE_PATCH_H

#include "exhume/formats.h"
#include "exhume/sci.h"

/* Bits of evidence. */
enum {
	PATCH_NAME = 4,
	PATCH_HEADER = 16, /* more than for its name and header alone */
};

/* A patch file, or the bare resource. True if it is a patch file. */
static inline bool inside_patch(const struct exh_probe *probe, unsigned type,
				struct exh_bytes *out)
{
	*out = probe->data;
	return probe->data.size && probe->data.data[0] == (0x80 | type) &&
	       !exh_sci_patch_read(probe->data, type, out, NULL);
}

static inline unsigned patch_name_score(const struct exh_probe *probe, unsigned type)
{
	unsigned own_type, number;

	return probe->name && exh_sci_patch_name(probe->name, &own_type, &number) &&
			       own_type == type
		       ? PATCH_NAME
		       : 0;
}

static inline void add_patch_fact(bool is_patch, struct exh_facts *facts)
{
	exh_fact_text(facts, "patch_file", is_patch ? "yes" : "no");
}

#endif
