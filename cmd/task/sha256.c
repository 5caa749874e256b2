#include "sha256.h"

#include "file.h"
#include "json.h"
#include <nettle/sha2.h>

#include <string.h>

enum {
	PIECE_SIZE = 1 << 16, /* bytes of a file that are read at once */
	DIGIT_COUNT = 2 * SHA256_SIZE,
};

void sha256_of(struct exh_bytes bytes, uint8_t out[SHA256_SIZE])
{
	struct sha256_ctx sha256;

	sha256_init(&sha256);
	sha256_update(&sha256, bytes.size, bytes.data);
	sha256_digest(&sha256, SHA256_SIZE, out);
}

static enum exh_status update_with(struct sha256_ctx *sha256,
				   const struct file_reader *reader,
				   struct exh_error *err)
{
	uint8_t piece[PIECE_SIZE];
	enum exh_status status = EXH_OK;

	for (size_t at = 0; at < reader->size && !status; at += PIECE_SIZE) {
		const size_t left = reader->size - at;
		const size_t size = left < PIECE_SIZE ? left : PIECE_SIZE;

		status = file_reader_read(reader, at, piece, size, err);
		if (!status)
			sha256_update(sha256, size, piece);
	}
	return status;
}

/* Closes the reader. */
static enum exh_status digest_all(struct file_reader *reader, uint8_t out[SHA256_SIZE],
				  uint64_t *size, struct exh_error *err)
{
	struct sha256_ctx sha256;
	enum exh_status status;

	sha256_init(&sha256);
	status = update_with(&sha256, reader, err);
	sha256_digest(&sha256, SHA256_SIZE, out);
	*size = reader->size;
	file_reader_close(reader);
	return status;
}

enum exh_status sha256_of_file(const char *path, uint8_t out[SHA256_SIZE], uint64_t *size,
			       struct exh_error *err)
{
	struct file_reader reader;
	const enum exh_status status = file_reader_open(&reader, path, err);

	return status ? status : digest_all(&reader, out, size, err);
}

enum exh_status sha256_of_own(const char *path, uint8_t out[SHA256_SIZE], uint64_t *size,
			      struct exh_error *err)
{
	struct file_reader reader;
	const enum exh_status status = file_reader_open_own(&reader, path, err);

	return status ? status : digest_all(&reader, out, size, err);
}

static void print_digits(const uint8_t digest[SHA256_SIZE], char out[DIGIT_COUNT])
{
	json_hex_digits((struct exh_bytes){ digest, SHA256_SIZE, 0 }, out);
}

struct json *sha256_digits(const uint8_t digest[SHA256_SIZE])
{
	char digits[DIGIT_COUNT];

	print_digits(digest, digits);
	return json_new_text(digits, DIGIT_COUNT);
}

bool sha256_has_digits(const uint8_t digest[SHA256_SIZE], const char *digits)
{
	char own[DIGIT_COUNT];

	print_digits(digest, own);
	return digits && strlen(digits) == DIGIT_COUNT &&
	       memcmp(own, digits, DIGIT_COUNT) == 0;
}

struct json *sha256_to_json(struct exh_bytes bytes)
{
	uint8_t digest[SHA256_SIZE];

	sha256_of(bytes, digest);
	return sha256_digits(digest);
}
