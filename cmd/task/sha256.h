/* SHA-256, computed by nettle. */
#ifndef CMD_TASK_SHA256_H
#define CMD_TASK_SHA256_H

#include <exhume/base.h>

struct json;

enum { SHA256_SIZE = 32 };

void sha256_of(struct exh_bytes bytes, uint8_t out[SHA256_SIZE]);

/* Hashes a whole file, read piece by piece, and returns its size in bytes. EXH_IO: err
 * has the reason. */
enum exh_status sha256_of_file(const char *path, uint8_t out[SHA256_SIZE], uint64_t *size,
			       struct exh_error *err);
/* As sha256_of_file, for a file that this run may write again. */
enum exh_status sha256_of_own(const char *path, uint8_t out[SHA256_SIZE], uint64_t *size,
			      struct exh_error *err);

/* Returns the hash of bytes as 64 hexadecimal digits. */
struct json *sha256_to_json(struct exh_bytes bytes);
/* Returns a known hash as 64 hexadecimal digits. */
struct json *sha256_digits(const uint8_t digest[SHA256_SIZE]);
/* True if digits is this hash, in lower case. False for NULL. */
bool sha256_has_digits(const uint8_t digest[SHA256_SIZE], const char *digits);

#endif
