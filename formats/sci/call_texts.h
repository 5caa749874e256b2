/* Texts of text resources that calls name by two numbers: the resource and the index. */
#ifndef EXH_SCI_CALL_TEXTS_H
#define EXH_SCI_CALL_TEXTS_H

#include "exhume/sci_flow.h"
#include "exhume/sci_program.h"

/* pair: the values of both numbers, which are constant. is_sure: the call takes a text
 * there, whether the game has it or not. */
typedef void exh_sci_text_seen(void *context, const struct exh_sci_value *pair,
			       bool is_sure);

/* Shows the texts that a call of a script names. A pair may be shown twice. */
void exh_sci_call_texts(const struct exh_sci_program *program, unsigned script,
			const struct exh_sci_call *call, exh_sci_text_seen *seen,
			void *context);

#endif
