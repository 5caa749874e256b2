/*
 * For any saved state: it is refused, or it can be played, saved and loaded again.
 *
 * Input: a byte for the tick after which a small game is saved, then changes of that
 *        state: three bytes for a place in it (modulo its size; from 0xff0000 to 0xfffffe
 *        from its end on back), one for what is put there; 0xffffff and a byte cut it, or
 *        with 255 append one
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/zv_engine.h"
#include "exhume/zvision.h"
#include "exhume/advanced/zvision_picture.h"

#include "../../base/fuzzing.h"

enum {
	CHANGE_SIZE = 4,
	LATEST = 40, /* ticks before a state is saved */
	MOST_TICKS = SMALLER(6, LATEST),
	PLAYED = SMALLER(1, 6),
	ROUNDS = SMALLER(1, 2),
	SIDE = 24,
	LIMIT = 1 << 24,
	FROM_END = 0xff0000,
	CUT = 0xffffff,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char script[] =
	"puzzle:801 {\nresults {\na:timer:600(1)\na:set_screen(a.tga)\n"
	"a:animplay:601(a.rlf 0 0 9 9 0 2 0)\na:inventory(add 5)\n"
	"a:animpreload:602(a.rlf)\na:streamvideo(a.rlf 0 0 30 30 0)\n"
	"a:ttytext:604(2 2 90 40 a.txt 90)\na:display_message(55 1)\n"
	"a:rotate_to(3 4)\na:distort(603 15 20 50 0.5 1.2)\na:crossfade(1 2 3 4 5 6 "
	"900)\n"
	"a:music:610(1 a000h1e.raw 1)\na:pan_track:611(610 300)\n"
	"a:region:612(a.tga 0 0 20 20 40 0 0 0 5 5 4 3.0 9.0 0.5)\n"
	"a:region:613(useart[3,5,9] 0 0 20 20 40 1 1 0 7)\n"
	"a:region:614(a.tga 0 0 20 20 40 9 1 0 0 0 a.tga)\n"
	"}\nflags {\nDO_ME_NOW\n}\n}\n"
	"control:1 pana {\nangle(50)\nlinscale(0.8)\n}\n"
	"control:51 lever {\ndescfile(a.lev)\n}\n"
	"control:52 slot {\nrectangle(0 0 9 9)\nhotspot(0 0 640 480)\ndistance_id(a)\n"
	"eligible_objects(5 6)\n}\n"
	"control:53 safe {\nanimation(a.rlf)\nrectangle(0 0 640 480)\nnum_states(3)\n"
	"center(9 9)\nradius(300)\n}\n"
	"control:54 hotmovie {\nhs_frame_list(a.lev)\nrectangle(0 0 9 9)\nnum_cycles(9)\n"
	"animation(a.rlf)\n}\n"
	"control:55 titler {\nrectangle(0 9 20 20)\nstring_resource_file(a.txt)\n}\n"
	"control:56 input {\nrectangle(2 0 20 12)\nfocus(1)\n}\n"
	"control:57 save {\nsavebox(1 56)\n}\n"
	"control:58 fist {\ndescfile(a.fis)\n}\n"
	"control:59 paint {\nrectangle(0 0 24 24)\nbrush_file(a.tga)\n"
	"paint_file(a.tga)\neligible_objects(5)\n}\n";

static const char text[] = "One.\r\nTwo.\r\n";

static const char lever[] = "filename:a.rlf~\nanim_coords:0 0 9 9~\nframes:3~\n"
			    "hotspot_deltas:600 400~\n0:0 0 D=1,0 D=2,90~\n"
			    "1:0 0 D=2,0~\n2:0 0 D=1,180 ^=P(2 to 0)~\n";

static const char fist[] = "animation:a.rlf~\r\nanim_rect:0 0 20 20~\r\n"
			   "num_fingers:1~\r\nentries:1~\r\nup_hs_num_0:1~\r\n"
			   "up_hs_0_0:0 0 640 480~\r\n0:0 1 1 2 (77)~\r\n";

static const uint8_t sound[64];

struct game {
	struct exh_bytes picture, film;
};

static bool read_file(void *context, const char *name, struct exh_bytes *out)
{
	const struct game *game = context;

	if (strcmp(name, "gary.scr") == 0)
		*out = (struct exh_bytes){ (const uint8_t *)script, sizeof script - 1,
					   0 };
	else if (strcmp(name, "a.lev") == 0)
		*out = (struct exh_bytes){ (const uint8_t *)lever, sizeof lever - 1, 0 };
	else if (strcmp(name, "a.txt") == 0)
		*out = (struct exh_bytes){ (const uint8_t *)text, sizeof text - 1, 0 };
	else if (strcmp(name, "a.fis") == 0)
		*out = (struct exh_bytes){ (const uint8_t *)fist, sizeof fist - 1, 0 };
	else if (strcmp(name, "a000h1e.raw") == 0)
		*out = (struct exh_bytes){ sound, sizeof sound, 0 };
	else if (strcmp(name, "a.rlf") == 0)
		*out = game->film;
	else if (strcmp(name, "a.tga") == 0 || strcmp(name, "5aobj.tga") == 0)
		*out = game->picture;
	else
		return false;
	return true;
}

static void release(void *context, struct exh_bytes bytes)
{
	(void)context;
	(void)bytes;
}

static void make_files(struct game *game)
{
	struct exh_writer picture = { .limit = LIMIT }, film = { .limit = LIMIT };
	const struct exh_zv_rlf rlf = { 3, SIDE, SIDE, 660, { 0 } };
	uint16_t pixels[SIDE * SIDE];

	for (size_t i = 0; i < SIDE * SIDE; i++)
		pixels[i] = (uint16_t)i;
	(void)!exh_zv_tgz_write(&(struct exh_zv_picture){ SIDE, SIDE, pixels }, &picture,
				NULL);
	exh_zv_rlf_write_header(&rlf, 0, &film);
	for (unsigned i = 0; i < 3; i++)
		exh_zv_rlf_write_record(EXH_ZV_RLF_SIMPLE, NULL, pixels, SIDE * SIDE,
					&film);
	assert(!picture.failed && !film.failed);
	game->picture = (struct exh_bytes){ picture.data, picture.size, 0 };
	game->film = (struct exh_bytes){ film.data, film.size, 0 };
}

static void play(struct exh_zv_engine *engine, unsigned ticks)
{
	for (unsigned i = 0; i < ticks; i++) {
		const struct exh_zv_input input = { .x = (int32_t)(i * 37 % 640),
						    .y = (int32_t)(i * 53 % 480),
						    .left = i / 3 % 2,
						    .turn_left = i % 5 == 0,
						    .presses = { i % 19 ? 'A' : 13 },
						    .press_count = i % 4 == 3 };

		if (!exh_zv_engine_step(engine, &input, NULL))
			return;
	}
}

static void save(const struct exh_zv_engine *engine, struct exh_writer *out)
{
	out->limit = LIMIT;
	out->size = 0;
	exh_zv_engine_save(engine, out);
	assert(!out->failed);
}

/* Made once, since each takes longer than a run: the game, and its states after this many
 * ticks; and two engines, the second of which loads states of the first. */
static _Thread_local struct game game;
static _Thread_local struct exh_zv_world *world;
static _Thread_local struct exh_zv_engine *engine, *other;
static _Thread_local struct exh_writer bases[LATEST + 1], changed, saved, again;

static void start(void)
{
	const struct exh_zv_files files = { read_file, release, &game };

	make_files(&game);
	world = exh_zv_world_new(&files, EXH_ZV_NEMESIS);
	engine = exh_zv_engine_new();
	other = exh_zv_engine_new();
	assert(world && engine && other);
}

static void make_base(unsigned ticks)
{
	assert(!exh_zv_engine_start(engine, world, &(struct exh_zv_start){ .seed = 1 },
				    NULL));
	play(engine, ticks);
	save(engine, &bases[ticks]);
}

static void change(struct exh_writer *state, size_t at, uint8_t value)
{
	if (at == CUT && value == UINT8_MAX)
		exh_write_u8(state, 0);
	else if (at == CUT)
		state->size = state->size * value / 256;
	else if (at >= FROM_END && CUT - at <= state->size)
		state->data[state->size - (CUT - at)] = value;
	else if (state->size)
		state->data[at % state->size] = value;
}

/* Checks that a loaded state saves and loads the same, before and after it runs on. */
static void check(void)
{
	static _Thread_local uint16_t screen[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT];

	for (int i = 0; i < ROUNDS; i++) {
		save(engine, &saved);
		assert(!exh_zv_engine_load(other, world, exh_writer_bytes(&saved), NULL));
		save(other, &again);
		assert(again.size == saved.size);
		assert(!memcmp(again.data, saved.data, saved.size));
		/* The hash is that of the saved bytes. */
		assert(SMALLER(true,
			       exh_zv_engine_hash(engine) == exh_zv_engine_hash(other)));
		play(engine, PLAYED);
		exh_zv_engine_picture(engine, screen);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned ticks;

	if (!size)
		return 0;
	ticks = data[0] % (LATEST + 1);
	if (ticks > MOST_TICKS)
		return 0;
	if (!engine)
		start();
	if (!bases[ticks].size)
		make_base(ticks);
	changed.limit = LIMIT;
	changed.size = 0;
	exh_write_bytes(&changed, bases[ticks].data, bases[ticks].size);
	for (size_t i = 1; i + CHANGE_SIZE <= size; i += CHANGE_SIZE)
		change(&changed,
		       data[i] | (size_t)data[i + 1] << 8 | (size_t)data[i + 2] << 16,
		       data[i + 3]);
	if (!exh_zv_engine_load(engine, world, exh_writer_bytes(&changed), NULL))
		check();
	return 0;
}
