#include "exhume/advanced/psg_log.h"

#include "../base/testing.h"

struct list {
	const struct exh_psg_write *writes;
	size_t count, next;
};

static bool next(void *context, struct exh_psg_write *write)
{
	struct list *list = context;

	if (list->next == list->count)
		return false;
	*write = list->writes[list->next++];
	return true;
}

static const struct exh_psg_write writes[] = {
	{ 0, 0x8e },	 { 0, 0x0f }, { 0, 0x90 }, /* a tone */
	{ 49716, 0x9f },			   /* off after a second */
	{ 60000, 0xe4 },			   /* at the end: left out */
};

static enum exh_status write_some(size_t count, uint64_t length, struct exh_writer *out)
{
	struct list list = { writes, count, 0 };
	const struct exh_psg_recording recording = { .source = { next, &list },
						     .length = length };
	struct exh_error err;

	return exh_psg_log_write(&recording, out, &err);
}

static void a_file_is_written_byte_by_byte(void **state)
{
	static const uint8_t commands[] = {
		0x50, 0x8e, 0x50, 0x0f, 0x50, 0x90, 0x61, 0x44, 0xac, /* 44100 */
		0x50, 0x9f, 0x61, 0xa2, 0x23,			      /* 53222 - 44100 */
		0x66,
	};
	uint8_t expected[0x80 + sizeof commands] = "Vgm ";
	struct exh_writer out = { .limit = 1 << 10 };

	(void)state;
	assert_int_equal(write_some(5, 60000, &out), EXH_OK);
	memcpy(expected + 0x80, commands, sizeof commands);
	memcpy(expected + 0x04, (uint8_t[]){ sizeof expected - 4 }, 1);
	memcpy(expected + 0x08, (uint8_t[]){ 0x51, 1 }, 2);
	memcpy(expected + 0x0c, (uint8_t[]){ 0x99, 0x9e, 0x36 }, 3); /* 3579545 */
	memcpy(expected + 0x18, (uint8_t[]){ 0xe6, 0xcf }, 2);	     /* 53222 */
	memcpy(expected + 0x28, (uint8_t[]){ 3, 0, 15, 5 }, 4);
	memcpy(expected + 0x34, (uint8_t[]){ 0x4c }, 1);
	assert_same_bytes(exh_writer_bytes(&out), expected, sizeof expected);
	exh_writer_free(&out);
}

static void errors_are_those_of_the_other_log(void **state)
{
	struct exh_writer out = { .limit = 1 << 10 };
	const struct exh_psg_write falling[] = { { 5, 0x9f }, { 4, 0x9f } };
	struct list list = { falling, 2, 0 };
	const struct exh_psg_recording recording = { .source = { next, &list },
						     .length = 10 };
	struct exh_error err;

	(void)state;
	assert_int_equal(write_some(5, (uint64_t)1 << 41, &out), EXH_LIMIT);
	assert_int_equal(write_some(5, (uint64_t)1 << 39, &out), EXH_LIMIT);
	assert_int_equal(exh_psg_log_write(&recording, &out, &err), EXH_INVALID);
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_is_written_byte_by_byte),
		cmocka_unit_test(errors_are_those_of_the_other_log),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
