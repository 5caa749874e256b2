/*
 * Checks an SCI0 resource: all of it is decoded, and nothing kept.
 *
 * Source: sci0-formats.
 */
#ifndef EXHUME_ADVANCED_SCI_CHECK_H
#define EXHUME_ADVANCED_SCI_CHECK_H

#include "sci.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Decodes a resource without the header of a patch file: views with the pixels of all
 * cels, pics with all drawing, scripts with their objects and code, texts, sounds,
 * vocabularies, fonts, cursors, patch 3 (AdLib). Types of other interpreters are not
 * checked. All damage is noted; an error is the reason why it can't be decoded at all;
 * EXH_UNSUPPORTED: it is of a later interpreter. arena is used as temporary memory.
 */
EXH_CHECKED enum exh_status exh_sci_resource_check(unsigned type, unsigned number,
						   struct exh_bytes in,
						   struct exh_arena *arena,
						   struct exh_notes *notes,
						   struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
