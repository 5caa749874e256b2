/*
 * For any saved game of the games' format: it is refused, or it is played; then what is
 * saved loads again, and saves the same values and flags.
 *
 * Input: parts, each a tag of four letters, a size of two bytes and so many bytes; the
 *        sizes of flags and values are filled up to those of a whole game, with zeros,
 *        unless they are 1. The whole input is the file of settings, too.
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "zv_parts.h"

#include "../../base/fuzzing.h"
#include "exhume/advanced/zv_engine.h"

enum { LIMIT = 1 << 20, TICKS = SMALLER(2, 5), HEAD_SIZE = 6, KEYS_SIZE = 60000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input is the file of settings, too. */
static bool read_file(void *context, const char *name, struct exh_bytes *out)
{
	*out = *(const struct exh_bytes *)context;
	return strcmp(name, "znemesis.ini") == 0;
}

static void release(void *context, struct exh_bytes bytes)
{
	(void)context;
	(void)bytes;
}

static void put_part(struct exh_writer *out, const uint8_t *tag, struct exh_bytes part)
{
	const bool is_whole =
		part.size != 1 && (!memcmp(tag, "FLAG", 4) || !memcmp(tag, "PUZZ", 4));
	const size_t size = is_whole && part.size < KEYS_SIZE ? KEYS_SIZE : part.size;

	exh_write_bytes(out, tag, 4);
	exh_write_u32le(out, (uint32_t)size);
	exh_write_bytes(out, part.data, part.size);
	for (size_t i = part.size; i < size && !out->failed; i++)
		exh_write_u8(out, 0);
}

static void make_file(const uint8_t *data, size_t size, struct exh_writer *out)
{
	while (size >= HEAD_SIZE) {
		const uint8_t *tag = data;
		struct exh_bytes part = { data + HEAD_SIZE,
					  data[4] | (size_t)data[5] << 8, 0 };

		data += HEAD_SIZE;
		size -= HEAD_SIZE;
		if (part.size > size)
			part.size = size;
		put_part(out, tag, part);
		data += part.size;
		size -= part.size;
	}
	exh_write_bytes(out, data, size);
}

static void play(struct exh_zv_engine *engine)
{
	const struct exh_zv_input input = { .x = 320, .y = 240 };

	for (int i = 0; i < TICKS; i++)
		assert(exh_zv_engine_step(engine, &input, NULL));
}

static void check(struct exh_zv_engine *engine)
{
	struct exh_writer one = { .limit = LIMIT }, other = { .limit = LIMIT };

	play(engine);
	exh_zv_engine_set_key(engine, 20, 1); /* loading sets it, too */
	exh_zv_engine_save_game(engine, &one);
	assert(!one.failed);
	assert(!exh_zv_engine_load_game(engine, exh_writer_bytes(&one), NULL));
	exh_zv_engine_save_game(engine, &other);
	assert(!other.failed && other.size >= 2 * KEYS_SIZE + 8);
	/* The place comes in the next tick; a timer may have set its key. */
	assert(one.size == other.size);
	exh_writer_free(&one);
	exh_writer_free(&other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_bytes settings = { data, size, 0 };
	const struct exh_zv_files files = { read_file, release, &settings };
	struct exh_zv_world *world = exh_zv_world_new(&files, EXH_ZV_NEMESIS);
	struct exh_zv_engine *engine = exh_zv_engine_new();
	struct exh_writer file = { .limit = LIMIT };

	assert(world && engine);
	assert(!exh_zv_engine_start(engine, world, &(struct exh_zv_start){ .seed = 1 },
				    NULL));
	make_file(data, size, &file);
	if (!file.failed &&
	    !exh_zv_engine_load_game(engine, exh_writer_bytes(&file), NULL))
		check(engine);
	exh_writer_free(&file);
	exh_zv_engine_free(engine);
	exh_zv_world_free(world);
	return 0;
}
