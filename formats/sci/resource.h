/* Declarations shared by the readers of resources, games and probes. */
#ifndef EXH_SCI_RESOURCE_PARTS_H
#define EXH_SCI_RESOURCE_PARTS_H

#include "exhume/base.h"
#include "exhume/identify.h"
#include "exhume/sci.h"
#include "exhume/sci_parser.h"
#include "exhume/advanced/facts.h"
#include "exhume/advanced/sci.h"

/*
 * Reordering: SCI1 packs views and pics sorted, with similar data together. These
 * functions restore the order that the games read. Source: sci0-formats 1.6;
 * formats/sci/README.md.
 */

/*
 * Fill size bytes of dst: the available part of the resource, then zeros. EXH_TRUNCATED
 * when in ends first, EXH_INVALID for contradictory counts and for data that do not fit
 * in dst; everything before the fault is kept. EXH_LIMIT for a size over 65535.
 */
enum exh_status exh_sci_view_reorder(struct exh_bytes in, uint8_t *dst, size_t size,
				     struct exh_error *err);

enum exh_status exh_sci_pic_reorder(struct exh_bytes in, uint8_t *dst, size_t size,
				    struct exh_error *err);

/*
 * Games.
 */

/* Returns a file's bytes: the given ones, or those read now. */
enum exh_status exh_sci_game_file_bytes(const struct exh_sci_game *game, size_t file,
					struct exh_arena *arena, struct exh_bytes *out,
					struct exh_error *err);

/*
 * Probes of bare resources and of those in patch files.
 */

/* Bits of evidence. */
enum {
	PATCH_NAME = 4,
	PATCH_HEADER = 16, /* more than for name and header alone */
};

/* Data that a probe examines: a patch file's resource, or a bare one. */
struct probed {
	struct exh_bytes data;
	bool is_patch;
	unsigned name_score;
	unsigned score; /* evidence of the name and of the patch file's header */
};

static inline struct probed look_inside(const struct exh_probe *probe, unsigned type)
{
	struct probed out = { .data = probe->data };
	unsigned own_type, number;

	out.is_patch = probe->data.size && probe->data.data[0] == (0x80 | type) &&
		       !exh_sci_patch_read(probe->data, type, &out.data, NULL);
	if (!out.is_patch)
		out.data = probe->data;
	if (probe->name && exh_sci_patch_name(probe->name, &own_type, &number) &&
	    own_type == type)
		out.name_score = PATCH_NAME;
	out.score = out.name_score + (out.is_patch ? PATCH_HEADER : 0);
	return out;
}

/* Returns the evidence of count fitting parts, with so many bits each, but at most
 * "most". */
static inline unsigned evidence_of(size_t count, unsigned bits, unsigned most)
{
	return count < most / bits ? (unsigned)count * bits : most;
}

static inline void add_patch_fact(bool is_patch, struct exh_facts *facts)
{
	exh_fact_text(facts, "patch_file", is_patch ? "yes" : "no");
}

#endif
