#include "sha256.h"

#include <nettle/sha2.h>

#include <stdlib.h>

void sha256_of(struct exh_bytes bytes, uint8_t out[SHA256_SIZE])
{
	struct sha256_ctx sha256;

	sha256_init(&sha256);
	sha256_update(&sha256, bytes.size, bytes.data);
	sha256_digest(&sha256, SHA256_SIZE, out);
}

json_t *sha256_to_json(struct exh_bytes bytes)
{
	uint8_t digest[SHA256_SIZE];

	sha256_of(bytes, digest);
	return hex_to_json((struct exh_bytes){ digest, sizeof digest, 0 });
}

json_t *hex_to_json(struct exh_bytes bytes)
{
	static const char digits[] = "0123456789abcdef";
	char *text = malloc(bytes.size * 2 + 1);
	json_t *json;

	if (!text)
		return NULL;
	for (size_t i = 0; i < bytes.size; i++) {
		text[i * 2] = digits[bytes.data[i] >> 4];
		text[i * 2 + 1] = digits[bytes.data[i] & 15];
	}
	json = json_stringn(text, bytes.size * 2);
	free(text);
	return json;
}
