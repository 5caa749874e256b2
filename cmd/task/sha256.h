/* SHA-256, by nettle. */
#ifndef CMD_TASK_SHA256_H
#define CMD_TASK_SHA256_H

#include <exhume/base.h>
#include <jansson.h>

enum { SHA256_SIZE = 32 };

void sha256_of(struct exh_bytes bytes, uint8_t out[SHA256_SIZE]);

/* As 64 hexadecimal digits. */
json_t *sha256_to_json(struct exh_bytes bytes);

#endif
