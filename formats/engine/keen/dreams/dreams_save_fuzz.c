/*
 * The fields of a saved state, some of them changed, are refused or work like any others:
 * writing gives the bytes that were read, and after more frames they are read again.
 *
 * Input: a byte that chooses one of BASES states and what is checked; then up to 15
 * changes of a place and a value; then controls.
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "dreams_fuzz.h"

enum {
	BASES = 32,
	MAX_BEFORE = 24, /* frames of a base */
	AFTER = SMALLER(2, 4),
	SIDE = 24, /* tiles, width and height of the level */
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static _Thread_local struct made_game games[2], *made; /* EGA, CGA */
static _Thread_local struct exh_keen_engine *engine;
/* Saved states that are kept: making one takes longer than the rest of a run. */
static _Thread_local struct exh_writer bases[BASES], fields, again;

static void play(struct choices *c, unsigned frames)
{
	for (unsigned i = 0; i < frames; i++) {
		const uint8_t byte = choose_byte(c);
		const struct exh_keen_controls controls = choose_any_controls(c, byte);

		if (!exh_keen_engine_step(engine, &controls, NULL))
			return;
	}
}

static void choose_game(bool cga)
{
	made = &games[cga];
	if (made->maps.count)
		return;
	made_open(made, cga ? EXH_KEEN_CGA : EXH_KEEN_EGA);
	made_level(made, SIDE, SIDE, cga, 64);
	made_player(made, SIDE * SIDE / 2);
}

/*
 * Saving and loading.
 */

static void write_fields(struct exh_writer *out)
{
	out->limit = 1 << 24;
	out->size = 0;
	exh_keen_fields_write(engine, out);
	assert(!out->failed);
}

static bool read_fields(const struct exh_writer *from)
{
	struct exh_error err = { 0 };

	if (exh_keen_fields_read(engine, &made->game, exh_writer_bytes(from), &err)) {
		assert(err.text[0]);
		assert(!exh_keen_engine_step(engine, &(struct exh_keen_controls){ 0 },
					     NULL));
		return false;
	}
	return true;
}

/* Saves and loads a state with header and checksum. */
static void check_whole(void)
{
	struct exh_writer whole = { .limit = 1 << 24 };
	struct exh_error err;

	exh_keen_engine_save(engine, &whole);
	assert(exh_keen_engine_load(engine, &made->game, exh_writer_bytes(&whole),
				    &err) == EXH_OK);
	exh_writer_free(&whole);
}

static void make_base(unsigned number)
{
	uint8_t bytes[64 + MAX_BEFORE];
	struct choices c = { bytes, sizeof bytes };
	struct exh_keen_start start;
	uint32_t seed = number;

	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (uint8_t)made_noise(&seed);
	start = made_start(&c);
	if (number & 1)
		start.refresh = EXH_KEEN_REFRESH_DREAMS;
	assert(exh_keen_engine_start(engine, &made->game, &start, NULL, NULL) == EXH_OK);
	play(&c, number % MAX_BEFORE);
	check_whole();
	write_fields(&bases[number]);
}

/* Changes bytes in front of the card's memory, which is most of the state, or in its last
 * words. */
static void change(struct choices *c)
{
	const size_t places = fields.size - EXH_EGA_PIXELS;

	for (unsigned count = choose_byte(c) & 15; count; count--) {
		const uint16_t at = choose_word(c);
		const uint8_t how = choose_byte(c);
		uint8_t *byte = &fields.data[at % places];

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
}

/* Checks that reading restores what was written. */
static void check_same(void)
{
	write_fields(&again);
	assert(again.size == fields.size);
	assert(!memcmp(again.data, fields.data, fields.size));
}

/* Writing takes longer than the frames: it is not always checked. */
static void check(struct choices *c, unsigned what)
{
	enum { PLAY = 4, SAME = 6 }; /* bounds of what, which is below 8 */

	change(c);
	if (!read_fields(&fields))
		return;
	if (what >= PLAY && what < SAME) {
		check_same();
		return;
	}
	play(c, AFTER);
	if (what < PLAY)
		return;
	write_fields(&again);
	assert(read_fields(&again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static _Thread_local struct exh_arena arena = { .limit = 1 << 23 };
	const struct exh_bytes in = take(&data, &size, size);
	struct choices c = { in.data, in.size };
	const uint8_t kind = choose_byte(&c);

	if (!engine) {
		engine = exh_keen_engine_new(&arena);
		assert(engine);
	}
	choose_game(kind & 1);
	if (!bases[kind % BASES].size)
		make_base(kind % BASES);
	fields.limit = 1 << 24;
	fields.size = 0;
	exh_write_bytes(&fields, bases[kind % BASES].data, bases[kind % BASES].size);
	check(&c, kind / BASES);
	discard(in);
	return 0;
}
