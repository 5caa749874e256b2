/*
 * Instruments for the OPL2 in common files: SBI (one) and OP2 (175, the banks of DMX), as
 * values of the chip's registers.
 */
#ifndef EXHUME_ADVANCED_OPL2_INSTRUMENT_H
#define EXHUME_ADVANCED_OPL2_INSTRUMENT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { EXH_OP2_INSTRUMENTS = 175, EXH_OPL2_NAME_SIZE = 33 };

/* An instrument. */
struct exh_opl2_instrument {
	char name[EXH_OPL2_NAME_SIZE]; /* NUL-terminated bytes from the file */
	/* Values of registers 20, 40, 60, 80 and E0: modulator, then carrier. */
	uint8_t operators[2][5];
	uint8_t connection; /* value of register C0 */
	/* Only in banks. is_fixed: it always plays note. shift: half tones added to
	 * its notes. has_second_voice: it has one, which is left out. */
	bool is_fixed, has_second_voice;
	uint8_t note;
	int16_t shift;
};

/* True if the file is an SBI, or an OP2, also for the OPL3; judged by the first bytes. */
EXH_API bool exh_sbi_is(struct exh_bytes in);
EXH_API bool exh_op2_is(struct exh_bytes in);

/* Reads an SBI file. EXH_UNSUPPORTED for instruments of the OPL3: with four operators,
 * or its waves; EXH_INVALID, EXH_TRUNCATED. */
EXH_CHECKED enum exh_status
exh_sbi_read(struct exh_bytes in, struct exh_opl2_instrument *out, struct exh_error *err);

/* Reads an instrument of an OP2 bank. Features that the first voice alone lacks (a
 * second voice, a fixed or a shifted note) are noted; notes may be NULL. EXH_LIMIT for
 * a number above 174, else as exh_sbi_read. */
EXH_CHECKED enum exh_status exh_op2_read(struct exh_bytes in, unsigned number,
					 struct exh_opl2_instrument *out,
					 struct exh_notes *notes, struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
