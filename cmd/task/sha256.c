#include "sha256.h"

#include "json.h"

#include <nettle/sha2.h>

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
	return json_hex((struct exh_bytes){ digest, sizeof digest, 0 });
}
