#include "png.h"
#include "testing.h"

#include <zlib.h>

enum { SIZE = 64000, BLOCK = 1280, PICTURES = 200 };

static uint32_t random_next(uint32_t *state)
{
	*state = *state * 1103515245 + 12345;
	return *state >> 8;
}

static uint32_t plain(const uint8_t *picture)
{
	return (uint32_t)crc32(0, picture, SIZE);
}

/* Pictures that differ in no, few, many and all bytes. */
static void sums_are_those_of_zlib(void **state)
{
	struct picture_crc *crc = picture_crc_new(SIZE, BLOCK);
	uint32_t seed = 7;

	(void)state;
	assert_non_null(crc);
	for (unsigned i = 0; i < PICTURES; i++) {
		uint8_t *room = picture_crc_room(crc);
		const unsigned changes = i % 10 == 9 ? SIZE : i % 4 * 3;

		memcpy(room, picture_crc_last(crc), SIZE);
		for (unsigned k = 0; k < changes; k++)
			room[random_next(&seed) % SIZE] =
				(uint8_t)(random_next(&seed) % 16);
		assert_int_equal(picture_crc_next(crc), plain(room));
		assert_ptr_equal(picture_crc_last(crc), room);
	}
	picture_crc_free(crc);
}

static void the_first_and_the_last_byte_count(void **state)
{
	struct picture_crc *crc = picture_crc_new(SIZE, BLOCK);
	const size_t places[] = { 0, BLOCK - 1, BLOCK, SIZE - BLOCK, SIZE - 1 };

	(void)state;
	assert_non_null(crc);
	memset(picture_crc_room(crc), 0, SIZE);
	picture_crc_next(crc);
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		uint8_t *room = picture_crc_room(crc);

		memcpy(room, picture_crc_last(crc), SIZE);
		room[places[i]] ^= 1;
		assert_int_equal(picture_crc_next(crc), plain(room));
	}
	picture_crc_free(crc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_are_those_of_zlib),
		cmocka_unit_test(the_first_and_the_last_byte_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
