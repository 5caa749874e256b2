/*
 * Instruments of OPL2 in common files: SBI (one) and OP2 (175, the banks of DMX), as
 * values of the chip's registers.
 */
#ifndef EXHUME_OPL2_INSTRUMENT_H
#define EXHUME_OPL2_INSTRUMENT_H

#include "exhume/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { EXH_OP2_INSTRUMENTS = 175, EXH_OPL2_NAME_SIZE = 33 };

struct exh_opl2_instrument {
	char name[EXH_OPL2_NAME_SIZE]; /* bytes of the file */
	/* Of 20, 40, 60, 80 and E0: modulator, then carrier; and C0. */
	uint8_t operators[2][5];
	uint8_t connection;
	/* Of banks: it always plays note; or its notes are shifted by so many half tones,
	 * and it has a second voice, which is left out. */
	bool is_fixed, has_second_voice;
	uint8_t note;
	int16_t shift;
};

/* Is it one of these files, or one of OPL3's? By the first bytes. */
EXH_API bool exh_sbi_is(struct exh_bytes in);
EXH_API bool exh_op2_is(struct exh_bytes in);

/* EXH_UNSUPPORTED for instruments of OPL3: its four operators, or its waves. */
EXH_CHECKED enum exh_status
exh_sbi_read(struct exh_bytes in, struct exh_opl2_instrument *out, struct exh_error *err);

/* One of a bank. What the first voice alone does not have (a second voice, a fixed or a
 * shifted note) is noted; notes may be NULL. EXH_LIMIT for a number above 174, else as
 * above. */
EXH_CHECKED enum exh_status exh_op2_read(struct exh_bytes in, unsigned number,
					 struct exh_opl2_instrument *out,
					 struct exh_notes *notes, struct exh_error *err);

#ifdef __cplusplus
}
#endif
#endif
