/* Parts of the encoder of TrueMotion 1: the choice of entries for a picture, and the way
 * they are packed into vectors. */
#ifndef EXH_CODEC_TRUEMOTION1_ENCODE_H
#define EXH_CODEC_TRUEMOTION1_ENCODE_H

#include "truemotion1.h"

enum { NO_ESCAPE = 0xff };

/* A step: its entry, and the entry that an escape adds, or NO_ESCAPE. */
struct choice {
	uint8_t entry, big;
};

/* A picture that is being encoded. */
struct encoding {
	const struct exh_truemotion1_header *header;
	struct exh_truemotion1_deltas deltas;
	unsigned digits; /* digits that the table has for every pair, 7 or 8 */
	size_t row_size;
	const uint32_t *wanted; /* units of the picture */
	uint32_t *units;	/* the previous picture; becomes that of a decoder */
	const uint32_t *blank;	/* a line of zeros */
	const uint8_t *kept; /* for each group of four lines: 1 if it stays; NULL: none */
	struct choice *choices; /* room for two for each unit */
	size_t count;
};

/* Changes a picture to the colours that the codec can show. */
void exh_truemotion1_soften(const struct encoding *e, uint32_t *units);

/* Chooses entries for all coded groups, and sets the units that they give. */
void exh_truemotion1_choose(struct encoding *e);

/* Appends index bytes for the choices, as few as possible. EXH_NO_MEMORY. */
enum exh_status exh_truemotion1_pack(const struct exh_truemotion1_header *header,
				     const struct choice *choices, size_t count,
				     struct exh_writer *out, struct exh_error *err);

#endif
