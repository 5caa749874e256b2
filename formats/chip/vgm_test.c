#include "opl2_log_testing.h"

enum {
	VERSION = 0x08,
	GD3 = 0x14,
	TOTAL = 0x18,
	LOOP = 0x1c,
	LOOP_TOTAL = 0x20,
	DATA_OFFSET = 0x34,
	CLOCK = 0x50,
	DATA = 0x80,
};

static void put_u32le(uint8_t *at, size_t value)
{
	for (int i = 0; i < 4; i++)
		at[i] = (uint8_t)(value >> 8 * i);
}

/* A file around commands; total: samples declared in the header. */
struct file {
	uint8_t bytes[4096];
	size_t size;
};

static void make(struct file *file, const void *commands, size_t size, unsigned total)
{
	*file = (struct file){ .bytes = "Vgm ", .size = DATA + size };
	put_u32le(file->bytes + 4, file->size - 4);
	put_u32le(file->bytes + VERSION, 0x151);
	put_u32le(file->bytes + TOTAL, total);
	put_u32le(file->bytes + DATA_OFFSET, DATA - DATA_OFFSET);
	put_u32le(file->bytes + CLOCK, 3579545);
	memcpy(file->bytes + DATA, commands, size);
}

static void loop_to(struct file *file, size_t command, unsigned total)
{
	put_u32le(file->bytes + LOOP, DATA + command - LOOP);
	put_u32le(file->bytes + LOOP_TOTAL, total);
}

static void read_file(struct reading *r, const struct file *file)
{
	read_log(r, file->bytes, file->size);
}

static const uint8_t sample[] = {
	0x5a, 0x01, 0x20, /* at 0 */
	0x5a, 0xb0, 0x3d, /**/
	0x61, 0x10, 0x27, /* 10000 */
	0x62,		  /* 735 */
	0x5a, 0xb0, 0x1d, /* at 10735 */
	0x63,		  /* 882 */
	0x7f,		  /* 16 */
	0x8f,		  /* 15, and another chip's sample */
	0x70,		  /* 1 */
	0x5a, 0x20, 0x01, /* at 11649, the end */
	0x66,
};

enum { LOOP_COMMAND = 9, SAMPLE_TOTAL = 11649 };

static const struct exh_opl2_write sample_writes[] = {
	{ 0, 0x01, 0x20 },
	{ 0, 0xb0, 0x3d },
	{ 12102, 0xb0, 0x1d }, /* 12102.06 */
	{ 13132, 0x20, 0x01 }, /* 13132.43 */
};

static void a_file_is_read(void **state)
{
	struct file file;
	struct reading r;

	(void)state;
	make(&file, sample, sizeof sample, SAMPLE_TOTAL);
	loop_to(&file, LOOP_COMMAND, SAMPLE_TOTAL - 10000);
	read_file(&r, &file);
	assert_int_equal(r.status, EXH_OK);
	assert_int_equal(r.log.kind, EXH_OPL2_LOG_VGM);
	assert_int_equal(r.log.clock_hz, 44100);
	assert_int_equal(r.log.length, 13132);
	assert_same_writes(&r.log, sample_writes, 4);
	assert_true(r.log.loops);
	assert_int_equal(r.log.loop_write, 2);
	assert_int_equal(r.log.loop_position, 11273); /* 11273.47 */
	assert_null(r.log.tags.title);
	assert_int_equal(r.notes.warning_count, 1);
	assert_true(has_note(&r.notes, EXH_WARNING,
			     "1 commands for other chips are left out"));
	assert_int_equal(r.notes.first->offset, DATA + 15);
	done(&r);
}

/* Writes after the last wait belong to the next pass. */
static void a_loop_takes_the_last_writes_along(void **state)
{
	struct exh_opl2_log_cursor cursor = { .pass_count = 2 };
	struct exh_opl2_source source;
	struct exh_opl2_write write;
	struct file file;
	struct reading r;

	(void)state;
	make(&file, sample, sizeof sample, SAMPLE_TOTAL);
	loop_to(&file, LOOP_COMMAND, SAMPLE_TOTAL - 10000);
	read_file(&r, &file);
	cursor.log = &r.log;
	source = exh_opl2_log_play(&cursor);
	for (size_t i = 0; i < 4; i++)
		assert_true(source.next(source.context, &write));
	assert_write(&write, 13132, 0x20, 0x01);
	assert_true(source.next(source.context, &write));
	assert_write(&write, 12102 + 13132 - 11273, 0xb0, 0x1d);
	assert_true(source.next(source.context, &write));
	assert_write(&write, 13132 + 13132 - 11273, 0x20, 0x01);
	assert_false(source.next(source.context, &write));
	done(&r);
}

/* Writes of the sample that are whole in so many bytes. */
static size_t whole_writes(size_t size)
{
	static const size_t ends[] = { 3, 6, 13, 20 };
	size_t count = 0;

	while (count < 4 && size >= DATA + ends[count])
		count++;
	return count;
}

static void every_shorter_file_is_truncated_or_says_so(void **state)
{
	struct file file;

	(void)state;
	make(&file, sample, sizeof sample, SAMPLE_TOTAL);
	for (size_t n = 4; n < file.size; n++) {
		struct reading r;

		read_log(&r, file.bytes, n);
		if (n < DATA) {
			assert_int_equal(r.status, EXH_TRUNCATED);
		} else {
			assert_int_equal(r.status, EXH_OK);
			assert_int_equal(r.notes.damage_count, 1);
			assert_true(has_note(&r.notes, EXH_DAMAGE, "the data end with"));
			assert_same_writes(&r.log, sample_writes, whole_writes(n));
		}
		done(&r);
	}
}

static void check_poke(size_t at, uint32_t value, enum exh_status status,
		       const char *text)
{
	struct file file;

	make(&file, sample, sizeof sample, SAMPLE_TOTAL);
	put_u32le(file.bytes + at, value);
	check_refused(file.bytes, file.size, status, text);
}

static void a_file_without_a_ym3812_names_its_chips(void **state)
{
	struct file file;

	(void)state;
	check_poke(CLOCK, 0, EXH_UNSUPPORTED, "for no known chip, expected a YM3812");
	check_poke(VERSION, 0x150, EXH_UNSUPPORTED, "for no known chip");
	check_poke(VERSION, 0x99, EXH_INVALID, "version 0x99, expected at least 0x100");
	check_poke(DATA_OFFSET, 4, EXH_UNSUPPORTED, "for no known chip");
	make(&file, sample, sizeof sample, SAMPLE_TOTAL);
	put_u32le(file.bytes + CLOCK, 0);
	put_u32le(file.bytes + 0x0c, 3579545);
	put_u32le(file.bytes + 0x2c, 7670454);
	put_u32le(file.bytes + 0x5c, 14318180);
	check_refused(file.bytes, file.size, EXH_UNSUPPORTED,
		      "for SN76489, YM2612, YMF262, expected a YM3812 (OPL2)");
	for (size_t at = 0x0c; at < DATA; at += 4)
		if (at != DATA_OFFSET && at != CLOCK && at != 0x54 && at != 0x58)
			put_u32le(file.bytes + at, 1);
	check_refused(file.bytes, file.size, EXH_UNSUPPORTED, "expected a YM3812");
}

static void the_chip_runs_at_a_72th_of_its_clock(void **state)
{
	static const struct {
		uint32_t clock, known_hz, rate_hz;
	} cases[] = {
		{ 3579545, 0, 49716 },
		{ 3580000, 0, 49716 }, /* rounded */
		{ 3579545 | 1U << 30, 0, 49716 },
		{ 4000000, 4000000, 55556 },
		{ 4000000 | 1U << 31, 4000000, 55556 },
		{ 3000000, 3000000, 41667 },
		{ 999999, 0, 49716 },
		{ 16000001, 0, 49716 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const bool is_odd = (cases[i].clock & 0x3fffffff) < 1000000 ||
				    (cases[i].clock & 0x3fffffff) > 16000000;
		struct file file;
		struct reading r;

		make(&file, "\x66", 1, 0);
		put_u32le(file.bytes + CLOCK, cases[i].clock);
		read_file(&r, &file);
		assert_int_equal(r.status, EXH_OK);
		assert_int_equal(r.log.chip_rate_hz, cases[i].rate_hz);
		assert_int_equal(r.log.chip_clock_hz, cases[i].known_hz);
		assert_int_equal(r.notes.warning_count, is_odd);
		done(&r);
	}
}

/* The older chips have no waveforms. Only the Y8950 has registers of samples. */
static void older_chips_are_played_without_waveforms_and_samples(void **state)
{
	static const struct exh_opl2_write wanted[] = { { 0, 0x20, 0x21 },
							{ 0, 0x08, 0x40 } };
	static const struct {
		size_t clock_at;
		uint8_t command;
	} chips[] = { { 0x54, 0x5b }, { 0x58, 0x5c } };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		const uint8_t c = chips[i].command;
		const uint8_t data[] = { c,    0x20, 0x21, c,	 0x08, 0x40, c,	   0xe0,
					 0x03, c,    0x07, 0x01, 0x5a, 0x20, 0x22, 0x66 };
		struct file file;
		struct reading r;

		make(&file, data, sizeof data, 0);
		put_u32le(file.bytes + CLOCK, 0);
		put_u32le(file.bytes + chips[i].clock_at, 3000000);
		read_file(&r, &file);
		assert_int_equal(r.status, EXH_OK);
		assert_int_equal(r.log.chip_rate_hz, 41667);
		assert_same_writes(&r.log, wanted, 2);
		assert_true(
			has_note(&r.notes, EXH_WARNING, "2 commands for other chips"));
		done(&r);
	}
}

/* Bytes after a command; -1: unknown. */
static int operands_of(unsigned command, unsigned version)
{
	static const uint8_t streams[] = { 4, 4, 5, 10, 1, 4 };

	if (command >= 0x90 && command <= 0x95)
		return streams[command - 0x90];
	if (command >= 0xe0)
		return 4;
	if (command >= 0xc0)
		return 3;
	if (command >= 0xa0 || (command >= 0x51 && command <= 0x5f) || command == 0x61)
		return 2;
	if (command >= 0x40 && command <= 0x4e)
		return version < 0x160 ? 1 : 2;
	if ((command >= 0x30 && command <= 0x3f) || command == 0x4f || command == 0x50)
		return 1;
	if (command == 0x68)
		return 11;
	return command == 0x62 || command == 0x63 || (command >= 0x70 && command <= 0x8f)
		       ? 0
		       : -1;
}

static void check_command(unsigned command, unsigned version)
{
	const int size = operands_of(command, version);
	static const uint8_t write[] = { 0x5a, 0x20, 0x21, 0x66 };
	uint8_t commands[20] = { (uint8_t)command };
	struct file file;
	struct reading r;

	memset(commands + 1, 0x66, 11);
	if (size >= 0)
		memcpy(commands + 1 + size, write, sizeof write);
	make(&file, commands, size >= 0 ? (size_t)size + 5 : 12, 0);
	put_u32le(file.bytes + VERSION, version);
	read_file(&r, &file);
	assert_int_equal(r.status, EXH_OK);
	if (size < 0) {
		assert_true(has_note(&r.notes, EXH_DAMAGE, "is not a command"));
		assert_int_equal(r.notes.first->offset, DATA);
	} else {
		assert_int_equal(r.notes.damage_count, 0);
		assert_write(&r.log.writes[r.log.write_count - 1], r.log.length, 0x20,
			     0x21);
	}
	done(&r);
}

static void each_command_has_its_length(void **state)
{
	(void)state;
	for (unsigned command = 0; command < 256; command++)
		if (command != 0x66 && command != 0x67) {
			check_command(command, 0x151);
			check_command(command, 0x171);
		}
}

static void data_blocks_are_stepped_over(void **state)
{
	static const uint8_t commands[] = {
		0x67, 0x66, 0x00, 3,	0, 0, 0x80, 0x5a, 0x66, 0xff, /* second chip's */
		0x5a, 0x20, 0x21, 0x66,
	};
	struct file file;
	struct reading r;

	(void)state;
	make(&file, commands, sizeof commands, 0);
	read_file(&r, &file);
	assert_int_equal(r.log.write_count, 1);
	assert_int_equal(r.notes.damage_count, 0);
	done(&r);
	file.bytes[DATA + 1] = 0;
	read_file(&r, &file);
	assert_int_equal(r.log.write_count, 0);
	assert_true(has_note(&r.notes, EXH_DAMAGE, "a data block with 00 after"));
	done(&r);
	file.bytes[DATA + 1] = 0x66;
	file.bytes[DATA + 5] = 0xff;
	read_file(&r, &file);
	assert_int_equal(r.log.write_count, 0);
	assert_true(has_note(&r.notes, EXH_DAMAGE, "the data end within command 67"));
	done(&r);
}

static void a_second_chip_is_left_out(void **state)
{
	static const uint8_t commands[] = { 0xaa, 0x20, 0x21, 0x5a, 0x20,
					    0x22, 0xaa, 0x20, 0x23, 0x66 };
	struct file file;
	struct reading r;

	(void)state;
	make(&file, commands, sizeof commands, 0);
	read_file(&r, &file);
	assert_int_equal(r.log.write_count, 1);
	assert_int_equal(r.log.writes[0].value, 0x22);
	assert_int_equal(r.notes.warning_count, 1);
	assert_true(has_note(&r.notes, EXH_WARNING,
			     "2 writes to the second YM3812 are left out"));
	done(&r);
}

static void check_no_loop(size_t offset, enum exh_severity severity, const char *text)
{
	struct file file;
	struct reading r;

	make(&file, sample, sizeof sample, SAMPLE_TOTAL);
	put_u32le(file.bytes + LOOP, (uint32_t)(offset - LOOP));
	read_file(&r, &file);
	assert_int_equal(r.status, EXH_OK);
	assert_false(r.log.loops);
	assert_int_equal(r.log.loop_write, 0);
	assert_true(has_note(&r.notes, severity, text));
	assert_same_writes(&r.log, sample_writes, 4);
	done(&r);
}

static void a_loop_that_leads_nowhere_is_not_followed(void **state)
{
	(void)state;
	check_no_loop(DATA + 1, EXH_DAMAGE, "begins at 0x81, where no command does");
	check_no_loop(0x40, EXH_DAMAGE, "begins at 0x40");
	check_no_loop(DATA + sizeof sample, EXH_DAMAGE, "where no command does");
	check_no_loop(UINT32_MAX, EXH_DAMAGE, "begins at 0xffffffff");
	check_no_loop(DATA + sizeof sample - 1, EXH_WARNING, "the loop has no wait");
	check_no_loop(DATA + sizeof sample - 4, EXH_WARNING, "the loop has no wait");
}

static void lengths_that_differ_are_reported(void **state)
{
	struct file file;
	struct reading r;

	(void)state;
	make(&file, sample, sizeof sample, 5);
	loop_to(&file, 0, 6);
	read_file(&r, &file);
	assert_int_equal(r.log.length, 13132);
	assert_true(r.log.loops);
	assert_true(has_note(&r.notes, EXH_WARNING,
			     "a length of 5 declared, the waits add up to 11649"));
	assert_true(has_note(&r.notes, EXH_WARNING, "a loop of 6 declared"));
	done(&r);
}

static void an_old_header_may_be_short(void **state)
{
	struct file file;
	struct reading r;

	(void)state;
	make(&file, sample, sizeof sample, SAMPLE_TOTAL);
	put_u32le(file.bytes + DATA_OFFSET, 0x54 - DATA_OFFSET);
	memcpy(file.bytes + 0x54, sample, sizeof sample);
	file.size = 0x54 + sizeof sample;
	read_file(&r, &file);
	assert_int_equal(r.status, EXH_OK);
	assert_same_writes(&r.log, sample_writes, 4);
	done(&r);
}

/*
 * Tags.
 */

static void append_texts(struct file *file, const uint16_t *units, size_t count)
{
	static const uint8_t head[] = { 'G', 'd', '3', ' ', 0, 1, 0, 0 };
	uint8_t *at = file->bytes + file->size;

	put_u32le(file->bytes + GD3, file->size - GD3);
	memcpy(at, head, sizeof head);
	put_u32le(at + 8, count * 2);
	for (size_t i = 0; i < count; i++) {
		at[12 + i * 2] = (uint8_t)units[i];
		at[13 + i * 2] = (uint8_t)(units[i] >> 8);
	}
	file->size += 12 + count * 2;
}

static void read_texts(struct reading *r, const uint16_t *units, size_t count)
{
	struct file file;

	make(&file, "\x66", 1, 0);
	append_texts(&file, units, count);
	read_file(r, &file);
	assert_int_equal(r->status, EXH_OK);
}

static void tags_are_english_or_else_japanese(void **state)
{
	static const uint16_t units[] = {
		'T', 'i',    0,	  0x66f2, 0, /* track */
		0,   0x904a, 0,		     /* game: only Japanese */
		'P', 'C',    0,	  0,	     /* system */
		0,   0,			     /* author */
		'1', '9',    '9', '0',	  0, /* date */
		'm', 'e',    0,		     /* author of the file */
		'x', '\n',   'y', 0,
	};
	struct reading r;

	(void)state;
	read_texts(&r, units, sizeof units / sizeof *units);
	assert_null(r.notes.first);
	assert_string_equal(r.log.tags.title, "Ti");
	assert_string_equal(r.log.tags.game, "\xe9\x81\x8a");
	assert_string_equal(r.log.tags.system, "PC");
	assert_null(r.log.tags.author);
	assert_string_equal(r.log.tags.date, "1990");
	assert_string_equal(r.log.tags.remarks, "x\ny");
	done(&r);
}

static void halves_of_characters_are_replaced(void **state)
{
	static const uint16_t units[] = {
		0xd83d, 0xde00, 0,	0, /* a whole pair */
		0xd83d, 'a',	0,	0, /* the second half is missing */
		0xde00, 0xd83d, 0,	0, /* the wrong way round */
		0xd83d, 0xd83d, 0xde00, 0, 0, 0, 0, 0,
	};
	struct reading r;

	(void)state;
	read_texts(&r, units, sizeof units / sizeof *units);
	assert_null(r.notes.first);
	assert_string_equal(r.log.tags.title, "\xf0\x9f\x98\x80");
	assert_string_equal(r.log.tags.game, "\357\277\275a");
	assert_string_equal(r.log.tags.system, "\xef\xbf\xbd\xef\xbf\xbd");
	assert_string_equal(r.log.tags.author, "\xef\xbf\xbd\xf0\x9f\x98\x80");
	done(&r);
}

static void tags_that_are_cut_are_read_as_far_as_they_go(void **state)
{
	static const uint16_t units[] = {
		'a', 0, 0, 'b', 0, 0, 0, 0, 0, 0, 0, 0, 'c', 0
	};
	enum { COUNT = sizeof units / sizeof *units };
	struct file file;

	(void)state;
	make(&file, "\x66", 1, 0);
	append_texts(&file, units, COUNT);
	for (size_t n = DATA + 1; n < file.size; n++) {
		struct reading r;

		read_log(&r, file.bytes, n);
		assert_int_equal(r.status, EXH_OK);
		assert_int_equal(r.notes.damage_count, 1);
		assert_true(has_note(&r.notes, EXH_DAMAGE, "tags"));
		assert_int_equal(r.log.tags.title != NULL, n >= DATA + 1 + 12 + 2);
		done(&r);
	}
}

/*
 * Writing.
 */

static void writes_and_waits_are_as_short_as_can_be(void **state)
{
	static const struct exh_opl2_write writes[] = {
		{ 0, 0x01, 0x20 },
		{ 1, 0xb0, 0x3d },     /* 0.887: 1 */
		{ 829, 0xb0, 0x1d },   /* 735.36: 734 after */
		{ 100000, 0x20, 0x01 } /* 88703.8: 87969 after */
	};
	static const uint8_t commands[] = {
		0x5a, 0x01, 0x20, 0x70, 0x5a, 0xb0, 0x3d, 0x61,
		0xde, 0x02, 0x5a, 0xb0, 0x1d, 0x61, 0xff, 0xff,
		0x61, 0xa2, 0x57, 0x5a, 0x20, 0x01, 0x63, 0x66, /* 882 up to the end */
	};
	struct list list = { writes, 4 };
	const struct exh_opl2_recording recording = record(&list, 100994);
	struct exh_opl2_timing timing;
	struct exh_writer out = write_log(&recording, EXH_OPL2_LOG_VGM, &timing);
	struct file expected;

	(void)state;
	make(&expected, commands, sizeof commands, 89586);
	assert_same_bytes(exh_writer_bytes(&out), expected.bytes, expected.size);
	assert_int_equal(timing.worst, 0);
	assert_int_equal(timing.write_count, 4);
	exh_writer_free(&out);
}

/* Bytes of the shortest wait, by trying. */
static size_t shortest(uint64_t wait)
{
	size_t least = 3;

	for (uint64_t a = 1; a <= 882; a = a == 16 ? 735 : a == 735 ? 882 : a + 1) {
		if (a == wait)
			return 1;
		for (uint64_t b = 1; b <= 882; b = b == 16 ? 735 : b == 735 ? 882 : b + 1)
			if (a + b == wait)
				least = 2;
	}
	return least;
}

static void no_wait_could_be_shorter(void **state)
{
	(void)state;
	for (uint64_t wait = 1; wait < 2000; wait++) {
		struct list list = { NULL, 0 };
		struct exh_opl2_recording recording =
			record(&list, (wait * 49716 + 22050) / 44100);
		struct exh_writer out = write_log(&recording, EXH_OPL2_LOG_VGM, NULL);

		assert_int_equal(out.data[TOTAL] | out.data[TOTAL + 1] << 8, wait);
		assert_int_equal(out.size, DATA + shortest(wait) + 1);
		exh_writer_free(&out);
	}
}

static void roll_tags(uint64_t *seed, struct exh_opl2_tags *tags)
{
	static const char *const texts[] = { NULL, "a", "Gr\303\274\303\237e",
					     "\xf0\x9f\x8e\xb5 \xe6\x9b\xb2",
					     "\xf4\x8f\xbf\xbf\xef\xbf\xbf" };

	tags->title = texts[roll(seed, 5)];
	tags->game = texts[roll(seed, 5)];
	tags->system = texts[roll(seed, 5)];
	tags->author = texts[roll(seed, 5)];
	tags->date = texts[roll(seed, 5)];
	tags->remarks = texts[roll(seed, 5)];
}

static void assert_same_text(const char *found, const char *expected)
{
	assert_int_equal(found != NULL, expected != NULL);
	if (found)
		assert_string_equal(found, expected);
}

static void what_is_written_reads_to_the_nearest_wait(void **state)
{
	static struct exh_opl2_write writes[300];
	uint64_t seed = 0x69d;

	(void)state;
	for (int round = 0; round < 300; round++) {
		const size_t count = roll(&seed, 300);
		const uint64_t length = roll_writes(&seed, writes, count, 256) + 2;
		struct list list = { writes, count };
		struct exh_opl2_recording recording = record(&list, length);
		struct exh_opl2_timing timing;
		struct exh_writer out;
		struct reading r;

		recording.loops = roll(&seed, 2);
		recording.loop_write = count ? roll(&seed, (uint32_t)count) : 0;
		recording.loop_position =
			count ? writes[recording.loop_write].position : 0;
		roll_tags(&seed, &recording.tags);
		out = write_log(&recording, EXH_OPL2_LOG_VGM, &timing);
		read_clean(&r, out.data, out.size);
		assert_int_equal(r.log.write_count, count);
		assert_int_equal(timing.write_count, count);
		assert_true(timing.worst <= 1);
		for (size_t i = 0; i < count; i++) {
			const uint64_t t = (writes[i].position * 44100 + 24858) / 49716;

			assert_write(&r.log.writes[i], (t * 49716 + 22050) / 44100,
				     writes[i].reg, writes[i].value);
		}
		assert_int_equal(r.log.loops, recording.loops);
		if (recording.loops)
			assert_int_equal(r.log.loop_write, recording.loop_write);
		assert_same_text(r.log.tags.title, recording.tags.title);
		assert_same_text(r.log.tags.game, recording.tags.game);
		assert_same_text(r.log.tags.system, recording.tags.system);
		assert_same_text(r.log.tags.author, recording.tags.author);
		assert_same_text(r.log.tags.date, recording.tags.date);
		assert_same_text(r.log.tags.remarks, recording.tags.remarks);
		done(&r);
		exh_writer_free(&out);
	}
}

static void a_loop_may_begin_between_or_after_writes(void **state)
{
	static const struct exh_opl2_write writes[] = { { 0, 0x20, 0x01 },
							{ 1000, 0x20, 0x02 },
							{ 2000, 0x20, 0x03 } };

	(void)state;
	for (size_t first = 0; first <= 2; first++) {
		struct list list = { writes, 3 };
		struct exh_opl2_recording recording = record(&list, 2000);
		struct exh_writer out;
		struct reading r;

		recording.loops = true;
		recording.loop_write = first;
		recording.loop_position = first == 0 ? 0 : first * 1000 - 500;
		out = write_log(&recording, EXH_OPL2_LOG_VGM, NULL);
		read_clean(&r, out.data, out.size);
		assert_true(r.log.loops);
		assert_int_equal(r.log.loop_write, first);
		assert_in_range(r.log.loop_position + 1, recording.loop_position,
				recording.loop_position + 2);
		/* The write at the very end comes before those of the next pass. */
		assert_int_equal(r.log.write_count, 3);
		assert_int_equal(r.log.writes[2].position, r.log.length);
		done(&r);
		exh_writer_free(&out);
	}
}

static void loops_that_fit_no_write_are_refused(void **state)
{
	static const struct exh_opl2_write writes[] = { { 0, 0x20, 0x01 },
							{ 1000, 0x20, 0x02 } };
	static const struct {
		size_t write;
		uint64_t position;
		const char *text;
	} cases[] = {
		{ 0, 500, "at another time" },	{ 2, 500, "at another time" },
		{ 3, 2000, "write 3 of 2" },	{ 2, 3000, "less time" },
		{ 2, UINT64_MAX, "less time" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct list list = { writes, 2 };
		struct exh_opl2_recording recording = record(&list, 3000);

		recording.loops = true;
		recording.loop_write = cases[i].write;
		recording.loop_position = cases[i].position;
		check_not_written(&recording, EXH_OPL2_LOG_VGM, EXH_INVALID,
				  cases[i].text);
	}
}

static void bytes_that_are_no_text_are_replaced(void **state)
{
	static const char *const texts[][2] = {
		{ "\xff", "\xef\xbf\xbd" },
		{ "\xc0\x80", "\xef\xbf\xbd\xef\xbf\xbd" }, /* overlong */
		{ "\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
		{ "\xf4\x90\x80\x80",
		  "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
		{ "\xe6\x9b", "\xef\xbf\xbd\xef\xbf\xbd" }, /* cut */
		{ "a\xc3", "a\xef\xbf\xbd" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct list list = { NULL, 0 };
		struct exh_opl2_recording recording = record(&list, 0);
		struct exh_writer out;
		struct reading r;

		recording.tags.date = texts[i][0];
		out = write_log(&recording, EXH_OPL2_LOG_VGM, NULL);
		read_clean(&r, out.data, out.size);
		assert_string_equal(r.log.tags.date, texts[i][1]);
		done(&r);
		exh_writer_free(&out);
	}
}

static void a_file_that_lasts_too_long_is_refused(void **state)
{
	const size_t size = (size_t)3 * 15000000; /* waits: 268 days */
	static const uint8_t wait[] = { 0x61, 0xff, 0xff };
	uint8_t *data = malloc(DATA + size);
	struct exh_arena arena = { .limit = 1 << 20 };
	struct exh_opl2_log log;
	struct exh_error err;
	struct file file;

	(void)state;
	assert_non_null(data);
	make(&file, "", 0, 0);
	memcpy(data, file.bytes, DATA);
	for (size_t i = 0; i < size; i += 3)
		memcpy(data + DATA + i, wait, sizeof wait);
	assert_int_equal(exh_opl2_log_read((struct exh_bytes){ data, DATA + size, 0 },
					   &arena, &log, NULL, &err),
			 EXH_LIMIT);
	assert_int_equal(arena.used, 0);
	free(data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_is_read),
		cmocka_unit_test(a_loop_takes_the_last_writes_along),
		cmocka_unit_test(every_shorter_file_is_truncated_or_says_so),
		cmocka_unit_test(a_file_without_a_ym3812_names_its_chips),
		cmocka_unit_test(the_chip_runs_at_a_72th_of_its_clock),
		cmocka_unit_test(older_chips_are_played_without_waveforms_and_samples),
		cmocka_unit_test(each_command_has_its_length),
		cmocka_unit_test(data_blocks_are_stepped_over),
		cmocka_unit_test(a_second_chip_is_left_out),
		cmocka_unit_test(a_loop_that_leads_nowhere_is_not_followed),
		cmocka_unit_test(lengths_that_differ_are_reported),
		cmocka_unit_test(an_old_header_may_be_short),
		cmocka_unit_test(tags_are_english_or_else_japanese),
		cmocka_unit_test(halves_of_characters_are_replaced),
		cmocka_unit_test(tags_that_are_cut_are_read_as_far_as_they_go),
		cmocka_unit_test(writes_and_waits_are_as_short_as_can_be),
		cmocka_unit_test(no_wait_could_be_shorter),
		cmocka_unit_test(what_is_written_reads_to_the_nearest_wait),
		cmocka_unit_test(a_loop_may_begin_between_or_after_writes),
		cmocka_unit_test(loops_that_fit_no_write_are_refused),
		cmocka_unit_test(bytes_that_are_no_text_are_replaced),
		cmocka_unit_test(a_file_that_lasts_too_long_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
