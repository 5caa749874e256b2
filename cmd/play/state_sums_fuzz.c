/*
 * Any file as a saved state with checksums at its end: they are cut off, or the file
 * stays unchanged, or there is an error with a position in it.
 *
 * Input: the game's checksums (lines), a NUL, the saved state
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "../../formats/base/fuzzing.h"
#include "play.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_writer sums = { .limit = 1 << 24 }, out = { .limit = 1 << 24 };
	const uint8_t *nul = size ? memchr(data, 0, size) : NULL;
	struct exh_bytes game, state, left;
	struct exh_error err = { 0 };

	if (!nul)
		return 0;
	game = take(&data, &size, (size_t)(nul - data));
	discard(take(&data, &size, 1));
	state = take(&data, &size, size);
	exh_write_bytes(&sums, game.data, game.size);
	left = state;
	if (state_sums_check(&left, &sums, &err))
		assert(err.text[0] &&
		       (err.offset == EXH_NO_OFFSET || err.offset <= state.size));
	assert(left.size <= state.size && left.data == state.data);
	/* The game's own list makes it a state of this game. */
	exh_write_bytes(&out, state.data, state.size);
	sums.size = 0;
	state_sums_add(&sums, "a file", game);
	state_sums_put(&sums, &out);
	left = exh_writer_bytes(&out);
	assert(state_sums_check(&left, &sums, &err) == EXH_OK);
	assert(left.size == state.size);
	exh_writer_free(&sums);
	exh_writer_free(&out);
	discard(game);
	discard(state);
	return 0;
}
