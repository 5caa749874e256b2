#include "exhume/advanced/keen_exe.h"
#include "exhume/keen.h"
#include "exhume/advanced/keen_map.h"

#include "exe_testing.h"

enum {
	CHUNKS = 120,
	LIMIT = 1 << 22,
	LEVEL_HEADER_SIZE = 38,
	PLANE_SIZE = 20,
	MAPHEAD_SIZE = 402,
	SIZED_MAPHEAD_SIZE = 502,
};

/* An archive with its tables. */
struct sample {
	struct exh_keen_layout layout;
	struct exh_writer archive, head;
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
};

/* Chunks with lengths, some tiles without, some that are absent. */
static void make_sample(uint64_t *seed, unsigned offset_size, struct sample *out)
{
	static uint8_t content[CHUNKS][400];
	struct exh_bytes chunks[CHUNKS] = { { 0 } };

	*out = (struct sample){ .archive = { .limit = LIMIT },
				.head = { .limit = LIMIT } };
	out->layout = (struct exh_keen_layout){ .name = "test",
						.offset_size = offset_size,
						.chunk_count = CHUNKS };
	out->layout.spans[EXH_KEEN_BINARY] = (struct exh_keen_span){ 0, 90 };
	out->layout.spans[EXH_KEEN_TILE16] = (struct exh_keen_span){ 90, 30 };
	build_dict(seed, out->dict);
	for (size_t i = 0; i < CHUNKS; i++) {
		if (i && roll(seed, 5) == 0)
			continue;
		chunks[i] = (struct exh_bytes){ content[i],
						i < 90 ? 1 + roll(seed, 400) : 128, 0 };
		roll_skewed(seed, content[i], chunks[i].size);
	}
	assert_int_equal(exh_keen_graphics_pack(&out->layout, chunks, &huffman,
						&out->archive, &out->head, NULL),
			 EXH_OK);
}

static void free_sample(struct sample *sample)
{
	exh_writer_free(&sample->archive);
	exh_writer_free(&sample->head);
}

static void tables_are_found_wherever_they_lie(void **state)
{
	uint64_t seed = 21;

	(void)state;
	for (unsigned round = 0; round < 16; round++) {
		struct exh_writer image = { .limit = LIMIT };
		struct exh_keen_exe_tables tables = { 0 };
		struct exh_error err = { 0 };
		struct sample mine, other;
		size_t head, dict;

		make_sample(&seed, 3 + round % 2, &other);
		make_sample(&seed, 3 + round / 2 % 2, &mine);
		add_junk(&seed, &image, 500 + round);
		add(&image, other.dict, sizeof other.dict);
		add_junk(&seed, &image, round);
		head = add(&image, mine.head.data, mine.head.size);
		add_junk(&seed, &image, 99);
		add(&image, other.head.data, other.head.size);
		add_junk(&seed, &image, 1);
		dict = add(&image, mine.dict, sizeof mine.dict);
		add_junk(&seed, &image, 77);
		if (exh_keen_exe_graphics(exh_writer_bytes(&image),
					  exh_writer_bytes(&mine.archive), NULL, &tables,
					  &err))
			fail_msg("round %u: %s", round, err.text);
		assert_found(tables.head, head, mine.head.size);
		assert_found(tables.dict, dict, EXH_HUFFMAN_DICT_SIZE);
		assert_true(tables.good_count * 10 >= tables.tried_count * 9);
		free_sample(&mine);
		free_sample(&other);
		exh_writer_free(&image);
	}
}

/* The head's last entry is the archive's length, too, but its chunks end nowhere. */
static void a_head_that_only_ends_right_loses(void **state)
{
	struct exh_writer image = { .limit = LIMIT };
	struct exh_keen_exe_tables tables = { 0 };
	struct sample sample;
	uint64_t seed = 22;
	size_t head;

	(void)state;
	make_sample(&seed, 4, &sample);
	for (uint32_t i = 0; i < 300; i++)
		exh_write_u32le(&image, i * 5);
	exh_write_u32le(&image, (uint32_t)sample.archive.size);
	exh_write_u32le(&image, 0);
	exh_write_u32le(&image, (uint32_t)sample.archive.size);
	exh_write_u8(&image, 1);
	head = add(&image, sample.head.data, sample.head.size);
	add(&image, sample.dict, sizeof sample.dict);
	assert_int_equal(exh_keen_exe_graphics(exh_writer_bytes(&image),
					       exh_writer_bytes(&sample.archive), NULL,
					       &tables, NULL),
			 EXH_OK);
	assert_found(tables.head, head, sample.head.size);
	free_sample(&sample);
	exh_writer_free(&image);
}

/* The head is like that of Keen 5, and like one of an archive that was cut or grew. */
static void a_head_without_the_length_is_found_by_its_order(void **state)
{
	struct exh_writer image = { .limit = LIMIT };
	struct exh_keen_exe_tables tables = { 0 };
	struct sample sample;
	uint64_t seed = 23;
	size_t head;

	(void)state;
	make_sample(&seed, 3, &sample);
	memset(sample.head.data + sample.head.size - 3, 0, 3);
	add_junk(&seed, &image, 13);
	add(&image, sample.dict, sizeof sample.dict);
	exh_write_u8(&image, 7);
	head = add(&image, sample.head.data, sample.head.size);
	add_junk(&seed, &image, 13);
	assert_int_equal(exh_keen_exe_graphics(exh_writer_bytes(&image),
					       exh_writer_bytes(&sample.archive), NULL,
					       &tables, NULL),
			 EXH_OK);
	assert_found(tables.head, head, sample.head.size - 3);
	free_sample(&sample);
	exh_writer_free(&image);
}

/* own_size: of the head's offsets, whatever size the layout has. */
static void check_damaged_head(unsigned own_size, unsigned layout_size)
{
	struct exh_writer image = { .limit = LIMIT };
	struct exh_keen_exe_tables tables = { 0 };
	struct sample sample;
	uint64_t seed = 24;
	size_t head;

	make_sample(&seed, own_size, &sample);
	sample.layout.offset_size = layout_size;
	memset(sample.head.data + (size_t)40 * own_size, 1, own_size);
	add_junk(&seed, &image, 31);
	head = add(&image, sample.head.data, sample.head.size);
	add_junk(&seed, &image, 31);
	add(&image, sample.dict, sizeof sample.dict);
	assert_int_equal(exh_keen_exe_graphics(exh_writer_bytes(&image),
					       exh_writer_bytes(&sample.archive), NULL,
					       &tables, NULL),
			 EXH_INVALID);
	assert_int_equal(exh_keen_exe_graphics(exh_writer_bytes(&image),
					       exh_writer_bytes(&sample.archive),
					       &sample.layout, &tables, NULL),
			 EXH_OK);
	assert_found(tables.head, head, sample.head.size);
	assert_int_equal(exh_keen_head_offset_size(tables.head, sample.archive.size,
						   &sample.layout),
			 own_size);
	free_sample(&sample);
	exh_writer_free(&image);
}

static void a_layout_that_is_given_finds_a_damaged_head(void **state)
{
	(void)state;
	for (unsigned own = 3; own <= 4; own++)
		for (unsigned layout = 3; layout <= 4; layout++)
			check_damaged_head(own, layout);
}

static void one_table_may_be_known_already(void **state)
{
	struct exh_writer image = { .limit = LIMIT };
	struct exh_keen_exe_tables tables = { 0 };
	struct sample mine, other;
	uint64_t seed = 25;
	size_t dict, head;

	(void)state;
	make_sample(&seed, 4, &other);
	make_sample(&seed, 4, &mine);
	add(&image, other.dict, sizeof other.dict);
	dict = add(&image, mine.dict, sizeof mine.dict);
	tables.head = exh_writer_bytes(&mine.head);
	assert_int_equal(exh_keen_exe_graphics(exh_writer_bytes(&image),
					       exh_writer_bytes(&mine.archive), NULL,
					       &tables, NULL),
			 EXH_OK);
	assert_found(tables.dict, dict, EXH_HUFFMAN_DICT_SIZE);
	assert_ptr_equal(tables.head.data, mine.head.data);
	head = add(&image, mine.head.data, mine.head.size);
	tables = (struct exh_keen_exe_tables){ .dict = { mine.dict, 1020, 0 } };
	assert_int_equal(exh_keen_exe_graphics(exh_writer_bytes(&image),
					       exh_writer_bytes(&mine.archive), NULL,
					       &tables, NULL),
			 EXH_OK);
	assert_found(tables.head, head, mine.head.size);
	assert_ptr_equal(tables.dict.data, mine.dict);
	free_sample(&mine);
	free_sample(&other);
	exh_writer_free(&image);
}

static void what_is_not_there_is_reported(void **state)
{
	struct exh_writer image = { .limit = LIMIT };
	struct exh_keen_exe_tables tables = { 0 };
	struct sample mine, other;
	uint64_t seed = 26;
	struct exh_error err;

	(void)state;
	make_sample(&seed, 4, &mine);
	make_sample(&seed, 4, &other);
	assert_int_equal(exh_keen_exe_graphics((struct exh_bytes){ 0 },
					       exh_writer_bytes(&mine.archive), NULL,
					       &tables, &err),
			 EXH_INVALID);
	assert_non_null(strstr(err.text, "no head for an archive of "));
	add(&image, mine.head.data, mine.head.size);
	assert_int_equal(exh_keen_exe_graphics(exh_writer_bytes(&image),
					       exh_writer_bytes(&mine.archive), NULL,
					       &tables, &err),
			 EXH_INVALID);
	assert_non_null(strstr(err.text, "no Huffman dictionary"));
	add(&image, other.dict, sizeof other.dict);
	assert_int_equal(exh_keen_exe_graphics(exh_writer_bytes(&image),
					       exh_writer_bytes(&mine.archive), NULL,
					       &tables, &err),
			 EXH_INVALID);
	assert_non_null(strstr(err.text, "no head with a dictionary"));
	assert_null(tables.head.data);
	free_sample(&mine);
	free_sample(&other);
	exh_writer_free(&image);
}

/* The head comes first in it, the dictionary last: without its end it is none. */
static void every_shorter_image_lacks_something(void **state)
{
	struct exh_writer image = { .limit = LIMIT };
	struct sample sample;
	uint64_t seed = 27;

	(void)state;
	make_sample(&seed, 3, &sample);
	add(&image, sample.head.data, sample.head.size);
	add(&image, sample.dict, EXH_HUFFMAN_DICT_SIZE);
	for (size_t i = 0; i <= image.size; i += i + 40 < image.size ? 7 : 1) {
		struct exh_keen_exe_tables tables = { 0 };
		uint8_t *tight = tight_copy(image.data, i);
		const enum exh_status status = exh_keen_exe_graphics(
			(struct exh_bytes){ tight, i, 0 },
			exh_writer_bytes(&sample.archive), NULL, &tables, NULL);

		assert_int_equal(status, i == image.size ? EXH_OK : EXH_INVALID);
		free(tight);
	}
	free_sample(&sample);
	exh_writer_free(&image);
}

static size_t chunk_offset(const struct sample *sample, size_t i)
{
	const uint8_t *p = sample->head.data + i * 4;

	return p[0] | (size_t)p[1] << 8 | (size_t)p[2] << 16;
}

/* Other bytes instead of most chunks: fewer fit than not, but that is no chance. */
static void edit(struct sample *sample, uint64_t *seed)
{
	const size_t from = sample->archive.size / 3, to = sample->archive.size * 9 / 10;

	for (size_t i = from; i < to; i++)
		sample->archive.data[i] = (uint8_t)roll(seed, 256);
}

/* The first chunk fits, and the last entry is the archive's length. */
static void add_lucky_head(struct exh_writer *image, const struct sample *sample)
{
	size_t next = 1;

	while (chunk_offset(sample, next) == 0xffffff)
		next++;
	exh_write_u8(image, 1);
	exh_write_u32le(image, 0);
	exh_write_u32le(image, (uint32_t)chunk_offset(sample, next));
	exh_write_u32le(image, (uint32_t)sample->archive.size);
	exh_write_u8(image, 1);
}

static void an_edited_archive_keeps_its_tables(void **state)
{
	struct exh_writer image = { .limit = LIMIT };
	struct exh_keen_exe_tables tables = { 0 };
	struct sample mine, other;
	uint64_t seed = 31;
	size_t head, dict;

	(void)state;
	make_sample(&seed, 4, &other);
	make_sample(&seed, 4, &mine);
	add_lucky_head(&image, &mine);
	add(&image, other.head.data, other.head.size);
	head = add(&image, mine.head.data, mine.head.size);
	add(&image, other.dict, sizeof other.dict);
	dict = add(&image, mine.dict, sizeof mine.dict);
	edit(&mine, &seed);
	assert_int_equal(exh_keen_exe_graphics(exh_writer_bytes(&image),
					       exh_writer_bytes(&mine.archive), NULL,
					       &tables, NULL),
			 EXH_OK);
	assert_found(tables.head, head, mine.head.size);
	assert_found(tables.dict, dict, EXH_HUFFMAN_DICT_SIZE);
	assert_true(tables.good_count && tables.good_count * 2 < tables.tried_count);
	free_sample(&mine);
	free_sample(&other);
	exh_writer_free(&image);
}

/* Every chunk has another place than its head says, and a long head of other things is in
 * the program, too. */
static void nothing_that_does_not_fit_is_taken(void **state)
{
	struct exh_writer image = { .limit = LIMIT };
	struct exh_keen_exe_tables tables = { 0 };
	struct sample mine, other;
	uint64_t seed = 32;

	(void)state;
	make_sample(&seed, 4, &other);
	make_sample(&seed, 4, &mine);
	add_lucky_head(&image, &mine);
	add(&image, other.head.data, other.head.size);
	add(&image, other.dict, sizeof other.dict);
	for (uint32_t i = 0; i < 129; i++)
		exh_write_u32le(&image, i * 40);
	add(&image, mine.dict, sizeof mine.dict);
	assert_int_equal(exh_keen_exe_graphics(exh_writer_bytes(&image),
					       exh_writer_bytes(&mine.archive), NULL,
					       &tables, NULL),
			 EXH_INVALID);
	assert_null(tables.head.data);
	free_sample(&mine);
	free_sample(&other);
	exh_writer_free(&image);
}

/* As in a program of two games that share a dictionary's form. */
static void of_equal_dictionaries_the_nearest_is_chosen(void **state)
{
	struct exh_writer image = { .limit = LIMIT };
	struct exh_keen_exe_tables tables = { 0 };
	struct sample sample;
	uint64_t seed = 33;
	size_t dict;

	(void)state;
	make_sample(&seed, 3, &sample);
	add(&image, sample.dict, sizeof sample.dict);
	add_junk(&seed, &image, 3000);
	add(&image, sample.head.data, sample.head.size);
	dict = add(&image, sample.dict, sizeof sample.dict);
	assert_int_equal(exh_keen_exe_graphics(exh_writer_bytes(&image),
					       exh_writer_bytes(&sample.archive), NULL,
					       &tables, NULL),
			 EXH_OK);
	assert_found(tables.dict, dict, EXH_HUFFMAN_DICT_SIZE);
	free_sample(&sample);
	exh_writer_free(&image);
}

static void dictionaries_are_trees_with_each_byte_once(void **state)
{
	uint8_t image[3 * 1020 + 16];
	uint64_t seed = 28;
	struct exh_bytes dicts[4];

	(void)state;
	memset(image, 0, sizeof image);
	build_dict(&seed, image + 3);
	build_dict(&seed, image + 3 + 1020 + 1);
	build_dict(&seed, image + 3 + 2040 + 1);
	assert_int_equal(exh_keen_exe_dicts((struct exh_bytes){ image, sizeof image, 0 },
					    dicts, 4),
			 3);
	assert_int_equal(dicts[0].base, 3);
	assert_int_equal(dicts[0].size, 1020);
	assert_ptr_equal(dicts[0].data, image + 3);
	assert_int_equal(dicts[1].base, 1024);
	assert_int_equal(dicts[2].base, 2044);
	/* A byte twice, another never. */
	image[3] ^= 1;
	assert_int_equal(exh_keen_exe_dicts((struct exh_bytes){ image, sizeof image, 0 },
					    dicts, 1),
			 1);
	assert_int_equal(dicts[0].base, 1024);
}

/*
 * Levels.
 */

/* The first one has an odd name, the second one no info plane: they count like others. */
static void add_level(struct exh_writer *archive, uint8_t *header, uint16_t width)
{
	const char *name = width == 20 ? "\x01\xff\x1f odd\x7f\0\x03\0\0\0\0\0\0"
				       : "A LEVEL\0\x07\x02\0\0\0\0\0\0";
	struct exh_writer out = { .limit = LEVEL_HEADER_SIZE };

	for (unsigned plane = 0; plane < 3; plane++)
		exh_write_u32le(&out, (uint32_t)archive->size + plane * PLANE_SIZE);
	for (unsigned plane = 0; plane < 3; plane++)
		exh_write_u16le(&out, width == 21 && plane == 2 ? 0 : PLANE_SIZE);
	exh_write_u16le(&out, width);
	exh_write_u16le(&out, 33);
	exh_write_bytes(&out, name, 16);
	memcpy(header, out.data, LEVEL_HEADER_SIZE);
	exh_writer_free(&out);
	for (size_t i = 0; i < (size_t)3 * PLANE_SIZE; i++)
		exh_write_u8(archive, (uint8_t)(i * 37));
}

/* Levels 0 to 29 except some; sized: with packed headers, as Keen Dreams has them. */
static void make_levels(bool sized, uint16_t tag, struct exh_writer *archive,
			struct exh_writer *head)
{
	uint8_t sizes[100] = { 0 };

	exh_write_bytes(archive, "TED5v1.0", 8);
	exh_write_u16le(head, tag);
	for (uint16_t i = 0; i < 100; i++) {
		uint8_t header[LEVEL_HEADER_SIZE];
		size_t at;

		if (i >= 30 || i % 7 == 3) {
			exh_write_u32le(head, sized ? 0 : 0xffffffff);
			continue;
		}
		add_level(archive, header, i + 20);
		at = archive->size;
		exh_write_u32le(head, (uint32_t)at);
		if (!sized) {
			exh_write_bytes(archive, header, sizeof header);
			exh_write_bytes(archive, "!ID!", 4);
			continue;
		}
		assert_int_equal(
			exh_huffman_pack(&huffman,
					 (struct exh_bytes){ header, sizeof header, 0 },
					 archive, NULL),
			EXH_OK);
		sizes[i] = (uint8_t)(archive->size - at);
	}
	if (sized)
		exh_write_bytes(head, sizes, sizeof sizes);
}

static void check_levels(bool sized, uint16_t tag, size_t tile_info_size)
{
	struct exh_writer image = { .limit = LIMIT }, archive = { .limit = LIMIT };
	struct exh_writer head = { .limit = LIMIT };
	struct exh_keen_exe_tables tables = { 0 };
	uint8_t dicts[2][EXH_HUFFMAN_DICT_SIZE + 4];
	struct exh_error err = { 0 };
	uint64_t seed = 30;
	size_t head_at, dict_at;

	build_dict(&seed, dicts[0]);
	build_dict(&seed, dicts[1]);
	make_levels(sized, tag, &archive, &head);
	add_junk(&seed, &image, 1001);
	add(&image, dicts[0], sizeof dicts[0]);
	for (size_t i = 0; i < 900; i++)
		exh_write_u8(&image, i % 300 == 299);
	head_at = add(&image, head.data, head.size);
	for (size_t i = 0; i < 200; i++)
		exh_write_u8(&image, (uint8_t)(i % 3));
	dict_at = add(&image, dicts[1], sizeof dicts[1]);
	if (exh_keen_exe_maps(exh_writer_bytes(&image), exh_writer_bytes(&archive),
			      tile_info_size, &tables, &err))
		fail_msg("%s", err.text);
	assert_found(tables.head, head_at,
		     (sized ? SIZED_MAPHEAD_SIZE : MAPHEAD_SIZE) + tile_info_size);
	assert_int_equal(tables.good_count, tables.tried_count);
	if (sized)
		assert_found(tables.dict, dict_at, EXH_HUFFMAN_DICT_SIZE);
	else
		assert_null(tables.dict.data);
	exh_writer_free(&image);
	exh_writer_free(&archive);
	exh_writer_free(&head);
}

static void heads_of_levels_are_found_with_their_tile_information(void **state)
{
	(void)state;
	check_levels(false, 0xabcd, 200);
	check_levels(true, 0xabcd, 200);
	check_levels(false, 0xabcd, 0);
}

static void another_tag_is_no_obstacle(void **state)
{
	(void)state;
	check_levels(false, 0xfefe, 0);
	check_levels(true, 0x1234, 100);
}

static void check_cut_levels(bool sized, size_t cut_size)
{
	struct exh_writer image = { .limit = LIMIT }, archive = { .limit = LIMIT };
	struct exh_writer head = { .limit = LIMIT };
	struct exh_keen_exe_tables tables = { 0 };
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
	uint64_t seed = 34;
	size_t head_at;

	build_dict(&seed, dict);
	make_levels(sized, 0xabcd, &archive, &head);
	assert_true(cut_size < archive.size);
	add_junk(&seed, &image, 1001);
	head_at = add(&image, head.data, head.size);
	add_junk(&seed, &image, 100);
	add(&image, dict, sizeof dict);
	archive.size = cut_size;
	assert_int_equal(exh_keen_exe_maps(exh_writer_bytes(&image),
					   exh_writer_bytes(&archive), 0, &tables, NULL),
			 EXH_OK);
	assert_found(tables.head, head_at, sized ? SIZED_MAPHEAD_SIZE : MAPHEAD_SIZE);
	assert_true(tables.good_count && tables.good_count < tables.tried_count);
	exh_writer_free(&image);
	exh_writer_free(&archive);
	exh_writer_free(&head);
}

static void an_archive_of_levels_that_was_cut_has_its_head(void **state)
{
	(void)state;
	for (size_t size = 200; size < 2000; size += 97) {
		check_cut_levels(false, size);
		check_cut_levels(true, size);
	}
}

static void levels_that_are_not_there_are_reported(void **state)
{
	struct exh_keen_exe_tables tables = { 0 };
	uint8_t image[2000] = { 0 }, archive[500] = { 0 };
	struct exh_error err;

	(void)state;
	image[1000] = 9;
	assert_int_equal(exh_keen_exe_maps((struct exh_bytes){ image, sizeof image, 0 },
					   (struct exh_bytes){ archive, 500, 0 }, 0,
					   &tables, &err),
			 EXH_INVALID);
	assert_non_null(strstr(err.text, "archive of levels of 500 bytes"));
}

/*
 * The real tables, where they are.
 */

static bool load(const char *name, struct exh_writer *out)
{
	const struct exh_bytes file = load_game_file(name);
	const bool found = file.data != NULL;

	*out = (struct exh_writer){ .limit = LIMIT };
	exh_write_bytes(out, file.data, file.size);
	free((void *)file.data);
	return found;
}

static void real_data_levels_of_keen_dreams_are_found(void **state)
{
	struct exh_writer archive, head, ega_dict, dict, image = { .limit = LIMIT };
	struct exh_keen_exe_tables tables = { 0 };
	uint64_t seed = 40;
	size_t head_at, dict_at, count;

	(void)state;
	if (!load("keen-dreams-1.13/KDREAMS.MAP", &archive))
		skip();
	assert_true(load("keen-dreams-1.13/MAPHEAD.KDR", &head));
	assert_true(load("keen-dreams-1.13/EGADICT.KDR", &ega_dict));
	assert_true(load("keen-dreams-1.13/MAPDICT.KDR", &dict));
	add_junk(&seed, &image, 3333);
	head_at = add(&image, head.data, head.size);
	add_junk(&seed, &image, 55);
	add(&image, ega_dict.data, ega_dict.size);
	dict_at = add(&image, dict.data, dict.size);
	assert_int_equal(
		exh_keen_exe_maps(exh_writer_bytes(&image), exh_writer_bytes(&archive),
				  exh_keen_tile_info_size(&exh_keen_layouts(&count)[0]),
				  &tables, NULL),
		EXH_OK);
	assert_found(tables.head, head_at, head.size);
	assert_found(tables.dict, dict_at, EXH_HUFFMAN_DICT_SIZE);
	assert_int_equal(tables.good_count, tables.tried_count);
	exh_writer_free(&archive);
	exh_writer_free(&head);
	exh_writer_free(&ega_dict);
	exh_writer_free(&dict);
	exh_writer_free(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables_are_found_wherever_they_lie),
		cmocka_unit_test(a_head_that_only_ends_right_loses),
		cmocka_unit_test(a_head_without_the_length_is_found_by_its_order),
		cmocka_unit_test(a_layout_that_is_given_finds_a_damaged_head),
		cmocka_unit_test(one_table_may_be_known_already),
		cmocka_unit_test(what_is_not_there_is_reported),
		cmocka_unit_test(every_shorter_image_lacks_something),
		cmocka_unit_test(an_edited_archive_keeps_its_tables),
		cmocka_unit_test(nothing_that_does_not_fit_is_taken),
		cmocka_unit_test(of_equal_dictionaries_the_nearest_is_chosen),
		cmocka_unit_test(dictionaries_are_trees_with_each_byte_once),
		cmocka_unit_test(heads_of_levels_are_found_with_their_tile_information),
		cmocka_unit_test(another_tag_is_no_obstacle),
		cmocka_unit_test(an_archive_of_levels_that_was_cut_has_its_head),
		cmocka_unit_test(levels_that_are_not_there_are_reported),
		cmocka_unit_test(real_data_levels_of_keen_dreams_are_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
