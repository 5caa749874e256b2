/*
 * A saved state with changed fields and a corrected checksum is refused, or works like
 * any other: saving gives the bytes that were read, also after more frames.
 *
 * Input: bytes that choose a start, how long it is played before, and up to 16 changes of
 * a place and a value; then controls.
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "made.h"

enum {
	SUM_AT = 16, /* the checksum, followed by the data it covers */
	FIELDS_AT = 20,
	MAX_BEFORE = 63,
	AFTER = 50,
	SIDE = 30, /* of the level */
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct made_game made;
static struct exh_keen_engine *engine;

static void play(struct choices *c, unsigned frames)
{
	for (unsigned i = 0; i < frames; i++) {
		const struct exh_keen_controls controls = choose_controls(choose_byte(c));

		if (!exh_keen_engine_step(engine, &controls, NULL))
			return;
	}
}

static void put_sum(struct exh_writer *saved)
{
	const uint32_t sum = exh_crc32((struct exh_bytes){ saved->data + FIELDS_AT,
							   saved->size - FIELDS_AT, 0 });

	for (unsigned i = 0; i < 4; i++)
		saved->data[SUM_AT + i] = (uint8_t)(sum >> 8 * i);
}

/* Places are in front of the card's memory, which is most of it, or in its last words. */
static void change(struct choices *c, struct exh_writer *saved)
{
	const size_t fields = saved->size - EXH_EGA_PIXELS;

	for (unsigned count = choose_byte(c) & 15; count; count--) {
		const uint16_t at = choose_word(c);
		const uint8_t how = choose_byte(c);
		uint8_t *byte = &saved->data[FIELDS_AT + at % (fields - FIELDS_AT)];

		switch (how & 3) {
		case 0:
			*byte = choose_byte(c);
			break;
		case 1:
			*byte = (uint8_t)(*byte + 1);
			break;
		case 2:
			*byte ^= (uint8_t)(1 << (how >> 2 & 7));
			break;
		default:
			byte[0] = byte[1] = how & 4 ? 0xff : 0;
		}
	}
	put_sum(saved);
}

static void save(struct exh_writer *out)
{
	*out = (struct exh_writer){ .limit = 1 << 24 };
	exh_keen_engine_save(engine, out);
	assert(!out->failed);
}

static bool load(const struct exh_writer *saved)
{
	struct exh_error err = { 0 };

	if (exh_keen_engine_load(engine, &made.game, exh_writer_bytes(saved), &err)) {
		assert(err.text[0]);
		assert(!exh_keen_engine_step(engine, &(struct exh_keen_controls){ 0 },
					     NULL));
		return false;
	}
	return true;
}

/* Loading gives what was saved. */
static void check_same(const struct exh_writer *saved)
{
	struct exh_writer again;

	save(&again);
	assert(again.size == saved->size);
	assert(!memcmp(again.data, saved->data, saved->size));
	exh_writer_free(&again);
}

static void check(struct choices *c)
{
	struct exh_writer saved, after;

	play(c, choose_byte(c) % MAX_BEFORE);
	save(&saved);
	change(c, &saved);
	if (load(&saved)) {
		check_same(&saved);
		play(c, AFTER);
		save(&after);
		assert(load(&after));
		exh_writer_free(&after);
	}
	exh_writer_free(&saved);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct exh_arena arena = { .limit = 1 << 23 };
	const struct exh_bytes in = take(&data, &size, size);
	struct choices c = { in.data, in.size };
	struct exh_keen_start start;
	bool cga;

	if (!engine) {
		engine = exh_keen_engine_new(&arena);
		assert(engine);
	}
	cga = choose_byte(&c) & 1;
	made_open(&made, cga ? EXH_KEEN_CGA : EXH_KEEN_EGA);
	start = made_start(&c);
	if (cga)
		start.refresh = EXH_KEEN_REFRESH_DREAMS;
	made_level(&made, SIDE, SIDE, choose_byte(&c), 64);
	made_player(&made, choose_word(&c));
	if (exh_keen_engine_start(engine, &made.game, &start, NULL, NULL) == EXH_OK)
		check(&c);
	discard(in);
	return 0;
}
