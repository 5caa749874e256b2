/*
 * For any script that is read: it has as many frames as it declares, seeking equals
 * stepping, and its recording reads as the same frames.
 *
 * Input: a byte, whose frames are sought and how far; a script, that may include itself
 * ("a", refused) or the part after the first NUL ("b")
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/advanced/input.h"

#include "../base/fuzzing.h"

enum { LIMIT = 1 << 22, MAX_FRAMES = 3000, AFTER_SEEK = 40 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct exh_input_key key_list[] = {
	{ .name = "L", .bits = 1 },
	{ .name = "R", .bits = 2 },
	{ .name = "U", .bits = 4 },
	{ .name = "D", .bits = 8 },
	{ .name = "A", .bits = 16 },
	{ .name = "B", .bits = 32 },
	{ .name = "N" },
	{ .name = "space", .bits = 64 },
	{ .name = "warp", .bits = 128, .number_bits = 0x1f00, .most = 16 },
	{ .name = "menu", .refused = "there are no menus" },
};
static const struct exh_input_keys keys = { .keys = key_list, .count = 10 };

/* The parts of the input. */
struct parts {
	struct exh_bytes a, b;
};

static enum exh_status include(void *context, const char *name, const char *from,
			       struct exh_input_text *text, struct exh_error *err)
{
	const struct parts *parts = context;

	assert(from && (strcmp(from, "a") == 0 || strcmp(from, "b") == 0));
	if (strcmp(name, "a") == 0)
		text->bytes = parts->a;
	else if (strcmp(name, "b") == 0)
		text->bytes = parts->b;
	else
		return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "there is no such file");
	return EXH_OK;
}

static bool is_same(const struct exh_input_frame *a, const struct exh_input_frame *b)
{
	bool same = a->keys == b->keys && a->scan_codes.size == b->scan_codes.size &&
		    a->mouse.x == b->mouse.x && a->mouse.y == b->mouse.y &&
		    a->mouse.buttons == b->mouse.buttons;

	if (same && a->scan_codes.size)
		same = memcmp(a->scan_codes.data, b->scan_codes.data,
			      a->scan_codes.size) == 0;
	for (int i = 0; same && i < EXH_INPUT_STICKS; i++)
		same = a->sticks[i].present == b->sticks[i].present &&
		       a->sticks[i].x == b->sticks[i].x &&
		       a->sticks[i].y == b->sticks[i].y &&
		       a->sticks[i].buttons == b->sticks[i].buttons;
	return same;
}

static void check_seek(const struct exh_input *input, struct exh_input_cursor straight)
{
	struct exh_input_cursor sought;
	struct exh_input_frame x, y;

	assert(exh_input_seek(input, &sought, straight.frame) ==
	       (straight.frame < exh_input_length(input)));
	assert(sought.frame == straight.frame);
	for (int i = 0; i < AFTER_SEEK; i++) {
		const bool more = exh_input_next(input, &straight, &x);

		assert(exh_input_next(input, &sought, &y) == more);
		assert(is_same(&x, &y));
		assert(sought.frame == straight.frame);
	}
}

/* Plays the beginning, recording it. */
static uint64_t play(const struct exh_input *input, unsigned step, struct exh_writer *out)
{
	struct exh_input_recorder recorder;
	struct exh_input_cursor cursor;
	struct exh_input_frame frame;

	exh_input_record_start(&recorder, &keys, out);
	exh_input_start(&cursor);
	while (cursor.frame < MAX_FRAMES) {
		if (cursor.frame % step == 0)
			check_seek(input, cursor);
		if (!exh_input_next(input, &cursor, &frame))
			break;
		assert(exh_input_record(&recorder, &frame, NULL) == EXH_OK);
	}
	exh_input_record_end(&recorder);
	if (cursor.frame < MAX_FRAMES)
		assert(cursor.frame == exh_input_length(input));
	else
		assert(exh_input_length(input) >= MAX_FRAMES);
	return cursor.frame;
}

static void check_record(const struct exh_input *input, struct exh_bytes script,
			 uint64_t length, struct exh_arena *arena)
{
	const struct exh_input_text text = { "recorded", script };
	const struct exh_input *again;
	struct exh_input_cursor a, b;
	struct exh_input_frame x, y;

	assert(exh_input_read(&text, &keys, NULL, NULL, arena, &again, NULL) == EXH_OK);
	assert(exh_input_length(again) == length);
	exh_input_start(&a);
	exh_input_start(&b);
	while (exh_input_next(again, &b, &y)) {
		assert(exh_input_next(input, &a, &x));
		assert(is_same(&x, &y));
	}
	assert(b.frame == length);
}

/* The last frame of an end, and those far out of an endless one. */
static void check_end(const struct exh_input *input)
{
	const uint64_t length = exh_input_length(input);
	struct exh_input_cursor cursor;
	struct exh_input_frame frame;

	if (length) {
		assert(exh_input_seek(input, &cursor, length - 1));
		assert(exh_input_next(input, &cursor, &frame));
	} else {
		exh_input_seek(input, &cursor, 0);
	}
	if (length == EXH_INPUT_ENDLESS)
		return;
	assert(!exh_input_next(input, &cursor, &frame));
	assert(!exh_input_seek(input, &cursor, length));
	assert(!exh_input_next(input, &cursor, &frame) && cursor.frame == length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const unsigned step = size ? *data + 1U : 1;
	struct exh_arena arena = { .limit = LIMIT }, more = { .limit = LIMIT };
	struct exh_writer out = { .limit = 1 << 22 };
	const struct exh_input *input;
	struct exh_input_text text = { .name = "a" };
	struct exh_error err;
	struct parts parts;
	const uint8_t *nul;
	uint64_t length;

	if (size) {
		data++;
		size--;
	}
	nul = size ? memchr(data, 0, size) : NULL;
	parts.a = take(&data, &size, nul ? (size_t)(nul - data) : size);
	if (nul)
		discard(take(&data, &size, 1));
	parts.b = take(&data, &size, size);
	text.bytes = parts.a;
	if (exh_input_read(&text, &keys, include, &parts, &arena, &input, &err)) {
		assert(err.status && strstr(err.text, "line "));
	} else {
		assert(!exh_input_has_acts(input));
		(void)exh_input_has_devices(input);
		length = play(input, step, &out);
		assert(!out.failed);
		check_record(input, exh_writer_bytes(&out), length, &more);
		check_end(input);
	}
	exh_writer_free(&out);
	exh_arena_free(&arena);
	exh_arena_free(&more);
	discard(parts.a);
	discard(parts.b);
	return 0;
}
