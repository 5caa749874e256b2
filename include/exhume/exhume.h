/*
 * Includes the stable headers of libexhume: the formats of the three families, and the
 * engines. advanced.h includes all headers.
 *
 * While the version's major number is 0, structures that a caller allocates may grow with
 * its minor number. Programs in other languages, which do not see the headers, ask
 * exh_sizeof for the sizes in the library that runs. Structures of options, and
 * structures of callbacks, end in reserved members: set the whole structure to zeros
 * first.
 */
#ifndef EXHUME_EXHUME_H
#define EXHUME_EXHUME_H

#include "base.h"
#include "codec.h"
#include "engine.h"
#include "identify.h"
#include "keen.h"
#include "keen_audio.h"
#include "keen_engine.h"
#include "opl2.h"
#include "sci.h"
#include "sci_parser.h"
#include "zv_engine.h"
#include "zvision.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the size in bytes of a public structure, by its name without "struct"
 * ("exh_opl2_player"). 0 for any other name, and for opaque structures. */
EXH_API size_t exh_sizeof(const char *name);

#ifdef __cplusplus
}
#endif
#endif
