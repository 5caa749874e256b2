#include "audio_testing.h"
#include "exhume/advanced/keen_audio.h"

enum { RECORDS_SIZE = 24, LIMIT = 1 << 16 };

/* Six records; the delays of the last two: 300 and 65535. */
static const uint8_t records[RECORDS_SIZE] = {
	0x00, 0x00, 0,	  0, /* a usual first one */
	0x20, 0x21, 0,	  0,	0x40, 0x3f, 2,	  0,	0xa1, 0x98,
	0,    0,    0xb1, 0x31, 0x2c, 1,    0xb1, 0x11, 0xff, 255,
};

static const uint8_t tag[] = "\x1aSong\0Somebody\0No remarks.\0PROGRAM\0";

struct opened {
	uint8_t *tight;
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_keen_imf imf;
	struct exh_error err;
	enum exh_status status;
};

static void open(struct opened *opened, const uint8_t *data, size_t size)
{
	*opened = (struct opened){ .arena.limit = 1 << 16 };
	opened->tight = tight_copy(data, size);
	opened->notes.arena = &opened->arena;
	opened->status = exh_keen_imf_open((struct exh_bytes){ opened->tight, size, 0 },
					   &opened->imf, &opened->notes, &opened->err);
	assert_int_equal(opened->err.status, opened->status);
}

static void done(struct opened *opened)
{
	exh_arena_free(&opened->arena);
	free(opened->tight);
}

/* Type 1, with data after it. */
static struct exh_writer sized(const void *footer, size_t size)
{
	struct exh_writer out = { .limit = LIMIT };

	exh_write_u16le(&out, RECORDS_SIZE);
	exh_write_bytes(&out, records, RECORDS_SIZE);
	exh_write_bytes(&out, footer, size);
	return out;
}

static void assert_text(struct exh_bytes found, const char *expected)
{
	assert_same_bytes(found, expected, strlen(expected));
}

static void assert_whole(const struct opened *opened)
{
	assert_int_equal(opened->status, EXH_OK);
	assert_null(opened->notes.first);
	assert_int_equal(opened->imf.record_count, 6);
	assert_int_equal(opened->imf.ticks, 2 + 300 + 65535);
	assert_same_bytes(opened->imf.records, records, sizeof records);
}

/*
 * Containers.
 */

static void records_alone_are_type_0(void **state)
{
	struct opened opened;

	(void)state;
	open(&opened, records, sizeof records);
	assert_whole(&opened);
	assert_int_equal(opened.imf.type, 0);
	assert_false(opened.imf.has_header);
	assert_int_equal(opened.imf.footer, EXH_KEEN_IMF_NO_FOOTER);
	done(&opened);
	/* The zeros in front are left out as well: 20 21 is no multiple of four. */
	open(&opened, records + 5 * 4, 4);
	assert_int_equal(opened.status, EXH_INVALID); /* the delay is too long */
	done(&opened);
	open(&opened, records + 3 * 4, 8);
	assert_int_equal(opened.status, EXH_OK);
	assert_int_equal(opened.imf.record_count, 2);
	done(&opened);
}

static void a_size_in_front_is_type_1(void **state)
{
	struct exh_writer file = sized(NULL, 0);
	struct opened opened;

	(void)state;
	open(&opened, file.data, file.size);
	assert_whole(&opened);
	assert_int_equal(opened.imf.type, 1);
	assert_int_equal(opened.imf.records.base, 2);
	done(&opened);
	exh_writer_free(&file);
}

static void a_size_of_four_bytes_is_type_1(void **state)
{
	for (size_t footer = 0; footer <= sizeof tag; footer += sizeof tag) {
		struct exh_writer file = { .limit = LIMIT };
		struct opened opened;

		(void)state;
		exh_write_u32le(&file, RECORDS_SIZE);
		exh_write_bytes(&file, records, RECORDS_SIZE);
		exh_write_bytes(&file, tag, footer);
		open(&opened, file.data, file.size);
		assert_whole(&opened);
		assert_int_equal(opened.imf.type, 1);
		assert_int_equal(opened.imf.records.base, 4);
		if (footer)
			assert_text(opened.imf.tags.title, "Song");
		done(&opened);
		exh_writer_free(&file);
	}
}

/* 20 00 would be a size of 32, but the file reads better from its start. */
/* A length and so many bytes of records and a tag: zeros, then notes. */
static void make_long(struct exh_writer *out, uint32_t length, size_t length_size,
		      size_t size)
{
	static const uint8_t note[] = { 0xb1, 0x31, 0, 0, 0xb1, 0x11, 8, 0 };

	*out = (struct exh_writer){ .limit = 1 << 20 };
	for (size_t i = 0; i < length_size; i++)
		exh_write_u8(out, (uint8_t)(length >> 8 * i));
	exh_write_u32le(out, 0);
	while (out->size < length_size + size)
		exh_write_bytes(out, note, sizeof note);
	out->size = length_size + size;
	exh_write_bytes(out, tag, sizeof tag - 1);
}

static void a_size_that_is_too_large_for_its_bytes_is_made_good(void **state)
{
	static const struct {
		uint32_t length;
		size_t length_size, size;
		bool is_noted;
	} cases[] = {
		{ 40, 2, 65536 + 40, true },   { 0, 2, 65536, true },
		{ 4, 2, 2 * 65536 + 4, true }, { 65532, 2, 65532, false },
		{ 65580, 4, 65580, false },    { 2 * 65536, 4, 2 * 65536, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct exh_writer file;
		struct opened opened;

		make_long(&file, cases[i].length, cases[i].length_size, cases[i].size);
		open(&opened, file.data, file.size);
		assert_int_equal(opened.status, EXH_OK);
		assert_int_equal(opened.imf.type, 1);
		assert_int_equal(opened.imf.records.size, cases[i].size);
		assert_text(opened.imf.tags.title, "Song");
		assert_int_equal(opened.notes.warning_count, cases[i].is_noted);
		assert_int_equal(opened.notes.damage_count, 0);
		done(&opened);
		exh_writer_free(&file);
	}
}

static void a_first_record_is_no_size(void **state)
{
	static const uint8_t file[] = {
		0x20, 0,    0, 0, 0x40, 0x3f, 0, 0, 0x60, 0xf0, 0, 0,
		0x80, 0x77, 0, 0, 0xa0, 0x98, 0, 0, 0xb0, 0x31, 9, 0,
		0xa0, 0x77, 0, 0, 0xb0, 0x31, 9, 0, 0xb0, 0,	0, 0,
	};
	struct opened opened;

	(void)state;
	open(&opened, file, sizeof file);
	assert_int_equal(opened.status, EXH_OK);
	assert_int_equal(opened.imf.type, 0);
	assert_int_equal(opened.imf.record_count, 9);
	assert_int_equal(opened.imf.ticks, 18);
	done(&opened);
}

static void the_last_delay_may_be_missing(void **state)
{
	struct exh_writer file = sized(NULL, 0);
	struct opened opened;

	(void)state;
	open(&opened, file.data, file.size - 2);
	assert_int_equal(opened.status, EXH_OK);
	assert_null(opened.notes.first);
	assert_int_equal(opened.imf.record_count, 6);
	assert_int_equal(opened.imf.ticks, 302);
	assert_int_equal(exh_keen_imf_record(&opened.imf, 5).delay, 0);
	done(&opened);
	open(&opened, records, sizeof records - 2);
	assert_int_equal(opened.status, EXH_OK);
	assert_int_equal(opened.imf.record_count, 6);
	assert_int_equal(opened.imf.ticks, 302);
	done(&opened);
	open(&opened, records, sizeof records - 1);
	assert_int_equal(opened.status, EXH_OK);
	assert_true(has_note(&opened.notes, EXH_WARNING, "a byte is left over"));
	assert_int_equal(opened.imf.record_count, 6);
	assert_int_equal(opened.imf.ticks, 302);
	done(&opened);
	exh_writer_free(&file);
}

static struct exh_writer with_header(uint32_t size, const void *footer,
				     size_t footer_size)
{
	static const char header[] = "ADLIB\1My title\0My game\0\xee";
	struct exh_writer out = { .limit = LIMIT };

	exh_write_bytes(&out, header, sizeof header - 1);
	if (size)
		exh_write_u32le(&out, size);
	exh_write_bytes(&out, records, RECORDS_SIZE);
	exh_write_bytes(&out, footer, footer_size);
	return out;
}

static void a_header_has_title_and_game(void **state)
{
	for (uint32_t size = 0; size <= RECORDS_SIZE; size += RECORDS_SIZE) {
		struct exh_writer file = with_header(size, tag, size ? sizeof tag : 0);
		struct opened opened;

		open(&opened, file.data, file.size);
		assert_whole(&opened);
		assert_true(opened.imf.has_header);
		assert_int_equal(opened.imf.type, size ? 1 : 0);
		assert_text(opened.imf.tags.title, size ? "Song" : "My title");
		assert_text(opened.imf.tags.game, "My game");
		assert_text(opened.imf.tags.composer, size ? "Somebody" : "");
		done(&opened);
		exh_writer_free(&file);
	}
	(void)state;
}

/*
 * Footers.
 */

static void a_tag_has_four_texts(void **state)
{
	struct exh_writer file = sized(tag, sizeof tag);
	struct opened opened;

	(void)state;
	open(&opened, file.data, file.size);
	assert_whole(&opened);
	assert_int_equal(opened.imf.footer, EXH_KEEN_IMF_TAG);
	assert_text(opened.imf.tags.title, "Song");
	assert_text(opened.imf.tags.composer, "Somebody");
	assert_text(opened.imf.tags.remarks, "No remarks.");
	assert_text(opened.imf.tags.program, "PROGRAM");
	assert_null(opened.imf.tags.game.data);
	done(&opened);
	exh_writer_free(&file);
}

static void a_tag_that_breaks_off_is_reported(void **state)
{
	(void)state;
	for (size_t n = 1; n < sizeof tag; n++) {
		struct exh_writer file = sized(tag, n);
		struct opened opened;

		open(&opened, file.data, file.size);
		assert_int_equal(opened.status, EXH_OK);
		assert_int_equal(opened.imf.footer, EXH_KEEN_IMF_TAG);
		assert_int_equal(opened.imf.record_count, 6);
		/* The program's name is up to nine bytes anyway. */
		assert_int_equal(opened.notes.damage_count, n < sizeof tag - 9);
		done(&opened);
		exh_writer_free(&file);
	}
}

static void make_muse(uint8_t footer[92])
{
	static const uint8_t mark[] = { '!', 'I', 'D', '!' };

	memset(footer, 0xa6, 88);
	memcpy(footer, "\1\0WONDER\0IMF", 13);
	memcpy(footer + 18, "\\sound\\WONDER.IMF", 18);
	memcpy(footer + 88, mark, sizeof mark);
}

static void muse_left_a_name_and_a_path(void **state)
{
	uint8_t footer[92];

	(void)state;
	make_muse(footer);
	for (size_t size = 88; size <= 92; size += 4) {
		struct exh_writer file = sized(footer, size);
		struct opened opened;

		open(&opened, file.data, file.size);
		assert_whole(&opened);
		assert_int_equal(opened.imf.footer, EXH_KEEN_IMF_MUSE);
		assert_text(opened.imf.tags.title, "WONDER");
		assert_text(opened.imf.tags.remarks, "\\sound\\WONDER.IMF");
		done(&opened);
		exh_writer_free(&file);
	}
}

static void other_footers_are_text(void **state)
{
	static const char text[] = "Recorded in 1993.\r\n";
	struct exh_writer file = sized(text, sizeof text);
	struct opened opened;

	(void)state;
	open(&opened, file.data, file.size);
	assert_whole(&opened);
	assert_int_equal(opened.imf.footer, EXH_KEEN_IMF_TEXT);
	assert_text(opened.imf.tags.remarks, text);
	done(&opened);
	exh_writer_free(&file);
	/* Zeros are none, nor is the mark that ends a group of an archive. */
	file = sized("\0\0\0!ID!", 7);
	open(&opened, file.data, file.size);
	assert_whole(&opened);
	assert_int_equal(opened.imf.footer, EXH_KEEN_IMF_NO_FOOTER);
	done(&opened);
	exh_writer_free(&file);
}

/*
 * Damage, and other files.
 */

static void every_shorter_song_is_refused_or_says_so(void **state)
{
	struct exh_writer file = sized(NULL, 0);

	(void)state;
	for (size_t n = 0; n < file.size; n++) {
		struct opened opened;

		open(&opened, file.data, n);
		if (n < 4) {
			assert_int_equal(opened.status, EXH_TRUNCATED);
			assert_int_equal(opened.err.offset, n);
		}
		if (!opened.status && n != file.size - 2) {
			assert_true(opened.notes.damage_count > 0);
			assert_true(has_note(&opened.notes, EXH_DAMAGE,
					     "24 bytes of music declared"));
			assert_same_bytes(opened.imf.records, records, n - 2);
		}
		/* Two whole records are enough to know it. */
		assert_true(!opened.status || n < 10);
		if (n != file.size - 2)
			assert_int_equal(
				exh_keen_imf_score((struct exh_bytes){ file.data, n, 0 }),
				0);
		done(&opened);
	}
	exh_writer_free(&file);
}

static void every_shorter_header_is_truncated_or_says_so(void **state)
{
	struct exh_writer file = with_header(RECORDS_SIZE, NULL, 0);
	const size_t header_size = file.size - RECORDS_SIZE;

	(void)state;
	for (size_t n = 6; n < file.size; n++) {
		struct opened opened;

		open(&opened, file.data, n);
		if (n < header_size)
			assert_int_equal(opened.status, EXH_TRUNCATED);
		else if (n < header_size + 4)
			assert_int_equal(opened.status, EXH_INVALID);
		else
			assert_int_equal(opened.status, EXH_OK);
		if (!opened.status)
			assert_int_equal(opened.notes.damage_count, n != file.size - 2);
		done(&opened);
	}
	exh_writer_free(&file);
}

static void assert_refused(const void *data, size_t size)
{
	struct opened opened;

	open(&opened, data, size);
	assert_int_equal(opened.status, EXH_INVALID);
	assert_non_null(strstr(opened.err.text, "music"));
	assert_int_equal(exh_keen_imf_score((struct exh_bytes){ data, size, 0 }), 0);
	done(&opened);
}

static void other_files_are_refused(void **state)
{
	static const char text[] = "It was a dark and stormy night; the rain fell in "
				   "torrents, except at occasional intervals.";
	static const char wave[] = "RIFF\x24\x08\0\0WAVEfmt \x10\0\0\0\1\0\2\0\x22\x56";
	static const char midi[] = "MThd\0\0\0\6\0\1\0\2\1\xe0MTrk\0\0\0\x3c\0\xff\x03";
	static const uint8_t zip[] = { 'P', 'K', 3, 4, 20, 0, 0, 0, 8, 0 };
	uint8_t noise[20000];
	uint64_t seed = 3;

	(void)state;
	assert_refused(text, sizeof text);
	assert_refused(wave, sizeof wave);
	assert_refused(midi, sizeof midi);
	roll_bytes(&seed, noise, sizeof noise);
	memcpy(noise, zip, sizeof zip); /* a size of 19280 */
	assert_refused(noise, sizeof noise);
	memset(noise, 0, 4);
	assert_refused(noise, sizeof noise);
	for (unsigned i = 0; i < 100; i++) {
		roll_bytes(&seed, noise, 256);
		assert_int_equal(exh_keen_imf_score((struct exh_bytes){ noise, 256, 0 }),
				 0);
	}
}

static void music_of_nothing_is_none(void **state)
{
	static const uint8_t two_bytes[] = { 'A', 'D', 'L', 'I', 'B', 1,    0,	 0,
					     0,	  2,   0,   0,	 0,   0x20, 0x21 };
	struct exh_writer file = { .limit = LIMIT };
	struct opened opened;

	(void)state;
	assert_refused(two_bytes, sizeof two_bytes);
	/* A long silence is music, but can't be recognised. */
	for (unsigned i = 0; i < 100; i++)
		exh_write_u32le(&file, 0);
	open(&opened, file.data, file.size);
	assert_int_equal(opened.status, EXH_OK);
	assert_int_equal(opened.imf.ticks, 0);
	assert_int_equal(exh_keen_imf_score(exh_writer_bytes(&file)), 0);
	done(&opened);
	exh_writer_free(&file);
}

static void samples_are_known(void **state)
{
	static const char *const names[] = { "archives/audiot/MOLE.WLF",
					     "archives/audiot/DEEP.IMF" };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		const struct exh_bytes file = load_testdata(names[i]);
		struct opened opened;

		open(&opened, file.data, file.size);
		assert_int_equal(opened.status, EXH_OK);
		assert_null(opened.notes.first);
		assert_int_equal(opened.imf.type, 1 - i);
		assert_int_equal(opened.imf.footer,
				 i ? EXH_KEEN_IMF_NO_FOOTER : EXH_KEEN_IMF_TAG);
		assert_int_equal(exh_keen_imf_score(file), i ? 30 : 46);
		done(&opened);
		free((void *)file.data);
	}
}

/*
 * Playing.
 */

static void ticks_become_positions_exactly(void **state)
{
	static const struct {
		struct exh_keen_imf_rate rate;
		uint64_t tick, position;
	} cases[] = {
		{ { 560, 1 }, 0, 0 },
		{ { 560, 1 }, 1, 88 },
		{ { 560, 1 }, 49609, 4404216 },
		{ { 700, 1 }, 7, 497 },
		/* 1193182 / 2128 Hz. */
		{ { 1193182, 2128 }, 1000, 88666 },
		{ { 1, 1 }, (1ULL << 48) - 1, 49716 * ((1ULL << 48) - 1) },
		{ { 0xffffffff, 0xffffffff },
		  (1ULL << 48) - 1,
		  49716 * ((1ULL << 48) - 1) },
		{ { 0xffffffff, 0xfffffffe }, (1ULL << 48) - 1, 13993809938888736203ULL },
		{ { 0xffffffff, 1 }, (1ULL << 48) - 1, 3258187776ULL },
		{ { 3, 0xffffffff }, 0xffffffff, UINT64_MAX },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_int_equal(exh_keen_imf_position(cases[i].rate, cases[i].tick),
				 cases[i].position);
}

static void passes_begin_on_the_tick_behind_the_last_record(void **state)
{
	const struct exh_keen_imf_rate rate = { EXH_OPL2_RATE, 1 }; /* a tick a sample */
	struct opened opened;
	struct exh_keen_imf_cursor cursor = { .imf = &opened.imf,
					      .rate = rate,
					      .pass_count = 3 };
	const struct exh_opl2_source source = exh_keen_imf_play(&cursor);
	static const unsigned ticks[6] = { 0, 0, 0, 2, 2, 302 };

	(void)state;
	open(&opened, records, sizeof records);
	assert_write(source, 0, 0x01, 0x20);
	for (unsigned pass = 0; pass < 3; pass++)
		for (unsigned i = 0; i < 6; i++)
			assert_write(source, 303ULL * pass + ticks[i], records[4 * i],
				     records[4 * i + 1]);
	assert_no_write(source);
	assert_no_write(source);
	assert_int_equal(exh_keen_imf_ticks(&opened.imf, 1), 302 + 65535);
	assert_int_equal(exh_keen_imf_ticks(&opened.imf, 3), 2 * 303 + 302 + 65535);
	assert_true(exh_keen_imf_ticks(&opened.imf, UINT64_MAX) == UINT64_MAX);
	done(&opened);
}

static void a_copy_of_a_cursor_goes_on_by_itself(void **state)
{
	struct opened opened;
	struct exh_keen_imf_cursor cursor = { .imf = &opened.imf,
					      .rate = { 700, 1 },
					      .pass_count = 2 };
	struct exh_keen_imf_cursor copy;
	const struct exh_opl2_source source = exh_keen_imf_play(&cursor);
	const struct exh_opl2_source other = exh_keen_imf_play(&copy);
	struct exh_opl2_write write;
	size_t count = 0;

	(void)state;
	open(&opened, records, sizeof records);
	for (unsigned i = 0; i < 4; i++)
		assert_true(source.next(source.context, &write));
	copy = cursor;
	while (source.next(source.context, &write)) {
		assert_write(other, write.position, write.reg, write.value);
		count++;
	}
	assert_int_equal(count, 9);
	assert_no_write(other);
	done(&opened);
}

/*
 * The real one, where it is.
 */

static void real_data_schedule_of_a_song(void **state)
{
	const struct exh_bytes file = load_game_file("opl2/02.imf");
	struct exh_bytes log;
	struct opened opened;
	struct exh_keen_imf_cursor cursor = { .imf = &opened.imf,
					      .rate = { 560, 1 },
					      .pass_count = 1 };
	uint64_t length;

	(void)state;
	if (!file.data)
		skip();
	log = load_game_file("opl2/02_560.opl2log");
	assert_non_null(log.data);
	open(&opened, file.data, file.size);
	assert_int_equal(opened.status, EXH_OK);
	assert_null(opened.notes.first);
	assert_int_equal(opened.imf.record_count, 2084);
	assert_int_equal(opened.imf.ticks, 49609);
	assert_int_equal(opened.imf.footer, EXH_KEEN_IMF_MUSE);
	assert_text(opened.imf.tags.title, "WONDERIN");
	assert_text(opened.imf.tags.remarks, "\\sound\\WONDERIN.IMF");
	length = exh_keen_imf_position(cursor.rate, exh_keen_imf_ticks(&opened.imf, 1));
	assert_int_equal(assert_as_logged(exh_keen_imf_play(&cursor), log),
			 length + EXH_OPL2_RATE);
	assert_int_equal(length, 4453932 - 49716);
	done(&opened);
	free((void *)file.data);
	free((void *)log.data);
}

/*
 * Writing.
 */

/* Both types, read again, have the same records; type 1 its tag. */
static void assert_written(const struct opened *opened, size_t front, bool has_tag)
{
	for (unsigned type = 0; type < 2; type++) {
		struct exh_writer out = { .limit = LIMIT };
		struct opened again;

		assert_int_equal(exh_keen_imf_write(&opened->imf, type, &out, NULL),
				 EXH_OK);
		open(&again, out.data, out.size);
		assert_int_equal(again.status, EXH_OK);
		assert_int_equal(again.imf.type, type);
		assert_null(again.notes.first);
		assert_int_equal(again.imf.record_count,
				 opened->imf.record_count + (type ? 0 : front));
		assert_int_equal(again.imf.ticks, opened->imf.ticks);
		assert_memory_equal(again.imf.records.data + (type ? 0 : 4 * front),
				    opened->imf.records.data, opened->imf.records.size);
		assert_int_equal(again.imf.tags.title.size != 0, type && has_tag);
		done(&again);
		exh_writer_free(&out);
	}
}

static void a_song_is_written_as_either_type(void **state)
{
	struct exh_writer file = sized(tag, sizeof tag), again = { .limit = LIMIT };
	struct opened opened;

	(void)state;
	open(&opened, file.data, file.size);
	assert_written(&opened, 0, true);
	/* Unchanged. */
	assert_int_equal(exh_keen_imf_write(&opened.imf, 1, &again, NULL), EXH_OK);
	assert_same_bytes(exh_writer_bytes(&again), file.data, file.size);
	done(&opened);
	exh_writer_free(&again);
	/* The last delay is missing, and counted. */
	open(&opened, file.data, RECORDS_SIZE);
	assert_written(&opened, 0, false);
	done(&opened);
	exh_writer_free(&file);
	/* Records that do not begin with zeros. */
	open(&opened, records + 4, RECORDS_SIZE - 8);
	assert_int_equal(opened.status, EXH_OK);
	assert_int_equal(opened.imf.type, 0);
	assert_written(&opened, 1, false);
	done(&opened);
}

static void type_1_holds_only_so_many_records(void **state)
{
	struct exh_writer file = { .limit = 1 << 20 }, out = { .limit = 1 << 20 };
	struct exh_error err;
	struct opened opened;

	(void)state;
	for (size_t i = 0; i < 16384; i++)
		exh_write_bytes(&file, records + 4 * (i ? 1 : 0), 4);
	open(&opened, file.data, file.size);
	assert_int_equal(exh_keen_imf_write(&opened.imf, 1, &out, &err), EXH_LIMIT);
	assert_string_equal(err.text,
			    "65536 bytes of records: a file of type 1 holds 65532");
	assert_int_equal(exh_keen_imf_write(&opened.imf, 0, &out, &err), EXH_OK);
	assert_same_bytes(exh_writer_bytes(&out), file.data, file.size);
	done(&opened);
	exh_writer_free(&out);
	exh_writer_free(&file);
}

/* Six writes of chance, at ticks that delays of 16 bits can't all reach. */
static bool next_write(void *context, struct exh_opl2_write *write)
{
	static const uint64_t ticks[] = { 3, 3, 4, 200000, 200001, 200001 };
	size_t *index = context;

	if (*index == sizeof ticks / sizeof *ticks)
		return false;
	*write = (struct exh_opl2_write){ (ticks[*index] * EXH_OPL2_RATE + 559) / 560,
					  0xa0, (uint8_t)*index };
	++*index;
	return true;
}

static void writes_become_records_at_their_ticks(void **state)
{
	const struct exh_keen_imf_rate rate = { 560, 1 };
	struct exh_writer out = { .limit = LIMIT };
	size_t index = 0, found = 0;
	const struct exh_opl2_source source = { next_write, &index };
	struct exh_keen_imf imf = { 0 };
	uint64_t tick = 0;

	(void)state;
	exh_keen_imf_make(&source, UINT64_C(250000) * EXH_OPL2_RATE / 560, rate, &out);
	assert_false(out.failed);
	assert_int_equal(out.size % 4, 0);
	imf.records = exh_writer_bytes(&out);
	imf.record_count = out.size / 4;
	for (size_t i = 0; i < imf.record_count; i++) {
		const struct exh_keen_imf_record record = exh_keen_imf_record(&imf, i);

		if (record.reg) {
			assert_int_equal(record.value, found++);
			assert_int_equal(tick, found <= 2   ? 3
					       : found == 3 ? 4
					       : found == 4 ? 200000
							    : 200001);
		}
		tick += record.delay;
	}
	assert_int_equal(found, 6);
	assert_int_equal(tick, 250000);
	exh_writer_free(&out);
}

static void ticks_are_found_again_from_their_positions(void **state)
{
	static const struct exh_keen_imf_rate rates[] = {
		{ 560, 1 }, { 700, 1 }, { 1193182, 2128 }, { 4294967295, 65537 }
	};

	(void)state;
	for (size_t r = 0; r < 3; r++)
		for (uint64_t tick = 0; tick < 40000000; tick += 9973)
			assert_int_equal(
				exh_keen_imf_tick_at(
					rates[r], exh_keen_imf_position(rates[r], tick)),
				tick);
	assert_int_equal(exh_keen_imf_tick_at(rates[3], (UINT64_C(1) << 40) - 1),
			 UINT64_C(1449362268208));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(writes_become_records_at_their_ticks),
		cmocka_unit_test(ticks_are_found_again_from_their_positions),
		cmocka_unit_test(a_song_is_written_as_either_type),
		cmocka_unit_test(type_1_holds_only_so_many_records),
		cmocka_unit_test(records_alone_are_type_0),
		cmocka_unit_test(a_size_in_front_is_type_1),
		cmocka_unit_test(a_size_of_four_bytes_is_type_1),
		cmocka_unit_test(a_size_that_is_too_large_for_its_bytes_is_made_good),
		cmocka_unit_test(a_first_record_is_no_size),
		cmocka_unit_test(the_last_delay_may_be_missing),
		cmocka_unit_test(a_header_has_title_and_game),
		cmocka_unit_test(a_tag_has_four_texts),
		cmocka_unit_test(a_tag_that_breaks_off_is_reported),
		cmocka_unit_test(muse_left_a_name_and_a_path),
		cmocka_unit_test(other_footers_are_text),
		cmocka_unit_test(every_shorter_song_is_refused_or_says_so),
		cmocka_unit_test(every_shorter_header_is_truncated_or_says_so),
		cmocka_unit_test(other_files_are_refused),
		cmocka_unit_test(music_of_nothing_is_none),
		cmocka_unit_test(samples_are_known),
		cmocka_unit_test(ticks_become_positions_exactly),
		cmocka_unit_test(passes_begin_on_the_tick_behind_the_last_record),
		cmocka_unit_test(a_copy_of_a_cursor_goes_on_by_itself),
		cmocka_unit_test(real_data_schedule_of_a_song),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
