/* SCI0's entries in the table of formats. */
#ifndef EXH_SCI0_PROBE_H
#define EXH_SCI0_PROBE_H

#include "exhume/formats.h"

extern const struct exh_format exh_sci_map_format, exh_sci_volume_format,
	exh_sci_patch_format, exh_sci_script_format;
extern const struct exh_format exh_sci_vocab_words_format, exh_sci_vocab_suffixes_format,
	exh_sci_vocab_grammar_format, exh_sci_vocab_classes_format,
	exh_sci_vocab_help_format, exh_sci_vocab_selectors_format,
	exh_sci_vocab_opcodes_format, exh_sci_vocab_kernel_format;
extern const struct exh_format exh_sci_font_format, exh_sci_cursor_format,
	exh_sci_text_format, exh_sci_view_format, exh_sci_pic_format;
extern const struct exh_format exh_sci_sound_format, exh_sci_adlib_bank_format;

#endif
