/* Scan codes by the names of their keys, as "press=" and "release=" know them. */
#ifndef EXH_ENGINE_INPUT_CODES_H
#define EXH_ENGINE_INPUT_CODES_H

#include <stddef.h>
#include <stdint.h>

/* -1: no key is called that. */
int exh_input_code(const char *name, size_t size);

#endif
