/* SHA-256, by nettle. */
#ifndef CMD_TASK_SHA256_H
#define CMD_TASK_SHA256_H

#include <exhume/base.h>

struct json;

enum { SHA256_SIZE = 32 };

void sha256_of(struct exh_bytes bytes, uint8_t out[SHA256_SIZE]);

/* Of a whole file, read piece by piece, and its size. EXH_IO: err has why. */
enum exh_status sha256_of_file(const char *path, uint8_t out[SHA256_SIZE], uint64_t *size,
			       struct exh_error *err);
/* The same for a file that this run may write again. */
enum exh_status sha256_of_own(const char *path, uint8_t out[SHA256_SIZE], uint64_t *size,
			      struct exh_error *err);

/* As 64 hexadecimal digits. */
struct json *sha256_to_json(struct exh_bytes bytes);
/* Of a hash that is there. */
struct json *sha256_digits(const uint8_t digest[SHA256_SIZE]);
/* Are these its digits, in small letters? False for NULL. */
bool sha256_has_digits(const uint8_t digest[SHA256_SIZE], const char *digits);

#endif
