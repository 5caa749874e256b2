#include "exhume/keen.h"
#include "exhume/advanced/keen.h"

#include "../base/testing.h"

enum { CHUNKS = 40, LIMIT = 1 << 20 };

/* Texts, which have a length in front, and tiles, which have none. */
static const struct exh_keen_layout layout = {
	.name = "test",
	.video = EXH_KEEN_EGA,
	.offset_size = 3,
	.chunk_count = CHUNKS,
	.spans = { [EXH_KEEN_BINARY] = { 0, CHUNKS / 2 },
		   [EXH_KEEN_TILE16] = { CHUNKS / 2, CHUNKS / 2 } },
};

/* An archive that is packed, and then opened. */
struct packed {
	uint8_t contents[CHUNKS][256];
	struct exh_keen_parcel parcels[CHUNKS];
	struct exh_huffman huffman;
	struct exh_writer archive, head;
	struct exh_arena arena;
	struct exh_keen_graphics graphics;
};

static struct exh_bytes bytes_of(const struct exh_writer *out)
{
	return (struct exh_bytes){ out->data, out->size, 0 };
}

static void fill(struct packed *p, uint64_t *seed)
{
	uint64_t counts[256] = { 0 };
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];

	memset(p, 0, sizeof *p);
	for (size_t i = 0; i < CHUNKS; i++) {
		struct exh_keen_parcel *parcel = &p->parcels[i];
		const bool text = i < CHUNKS / 2;
		const size_t size = text ? 1 + roll(seed, 200) : 128;

		roll_skewed(seed, p->contents[i], size);
		for (size_t k = 0; k < size; k++)
			counts[p->contents[i][k]]++;
		parcel->content = (struct exh_bytes){ p->contents[i], size, 0 };
		parcel->has_length = text;
		parcel->declared_size = (uint32_t)size;
	}
	exh_huffman_build(counts, dict);
	assert_int_equal(exh_huffman_read(&p->huffman,
					  (struct exh_bytes){ dict, sizeof dict, 0 },
					  NULL, NULL),
			 EXH_OK);
}

static void pack(struct packed *p, bool closed)
{
	struct exh_error err;

	p->archive = p->head = (struct exh_writer){ .limit = LIMIT };
	assert_int_equal(exh_keen_parcels_pack(p->parcels, CHUNKS, 3, &p->huffman, closed,
					       &p->archive, &p->head, &err),
			 EXH_OK);
}

static void open(struct packed *p)
{
	struct exh_notes notes = { .arena = &p->arena };
	struct exh_keen_head places;
	struct exh_error err;

	p->arena.limit = LIMIT * 4;
	assert_int_equal(exh_keen_head_read(bytes_of(&p->head), 3, CHUNKS,
					    p->archive.size, &p->arena, &places, &notes,
					    &err),
			 EXH_OK);
	assert_int_equal(exh_keen_graphics_open(bytes_of(&p->archive), &places, &layout,
						&p->huffman, &p->arena, &p->graphics,
						&notes, &err),
			 EXH_OK);
}

static void done(struct packed *p)
{
	exh_writer_free(&p->archive);
	exh_writer_free(&p->head);
	exh_arena_free(&p->arena);
}

/* Opens each chunk's parcel and packs them all again: the same two files. */
static void assert_packs_again(struct packed *p, bool closed)
{
	struct exh_keen_parcel parcels[CHUNKS];
	struct exh_writer archive = { .limit = LIMIT }, head = { .limit = LIMIT };

	for (size_t i = 0; i < CHUNKS; i++)
		exh_keen_parcel_open(&p->graphics, i, bytes_of(&p->archive), &p->huffman,
				     closed, &parcels[i]);
	assert_int_equal(exh_keen_parcels_pack(parcels, CHUNKS, 3, &p->huffman, closed,
					       &archive, &head, NULL),
			 EXH_OK);
	assert_same_bytes(bytes_of(&archive), p->archive.data, p->archive.size);
	assert_same_bytes(bytes_of(&head), p->head.data, p->head.size);
	exh_writer_free(&archive);
	exh_writer_free(&head);
}

static struct packed packed;

static void what_is_packed_opens_and_packs_to_the_same(void **state)
{
	uint64_t seed = 11;

	(void)state;
	for (int round = 0; round < 20; round++)
		for (int closed = 0; closed < 2; closed++) {
			fill(&packed, &seed);
			if (round % 2)
				packed.parcels[roll(&seed, CHUNKS)].content.data = NULL;
			pack(&packed, closed);
			open(&packed);
			assert_int_equal(
				exh_keen_streams_are_closed(&packed.graphics,
							    bytes_of(&packed.archive),
							    &packed.huffman),
				closed);
			assert_packs_again(&packed, closed);
			assert_packs_again(&packed, !closed);
			done(&packed);
		}
}

static void plain_chunks_need_neither_tail_nor_verbatim_bytes(void **state)
{
	uint64_t seed = 12;

	(void)state;
	fill(&packed, &seed);
	pack(&packed, true);
	open(&packed);
	for (size_t i = 0; i < CHUNKS; i++) {
		struct exh_keen_parcel parcel;

		exh_keen_parcel_open(&packed.graphics, i, bytes_of(&packed.archive),
				     &packed.huffman, true, &parcel);
		assert_null(parcel.verbatim.data);
		assert_int_equal(parcel.tail.size, 0);
		assert_same_bytes(parcel.content, packed.contents[i],
				  packed.parcels[i].content.size);
	}
	done(&packed);
}

static void a_mark_after_a_stream_is_a_tail(void **state)
{
	static const uint8_t mark[] = "!ID!";
	struct exh_keen_parcel parcel;
	uint64_t seed = 13;

	(void)state;
	fill(&packed, &seed);
	packed.parcels[7].tail = (struct exh_bytes){ mark, 4, 0 };
	pack(&packed, true);
	open(&packed);
	exh_keen_parcel_open(&packed.graphics, 7, bytes_of(&packed.archive),
			     &packed.huffman, true, &parcel);
	assert_same_bytes(parcel.tail, mark, 4);
	assert_null(parcel.verbatim.data);
	assert_packs_again(&packed, true);
	done(&packed);
}

static void set_padding_bits_make_a_chunk_verbatim(void **state)
{
	uint64_t seed = 14;
	size_t verbatim_count = 0;

	(void)state;
	fill(&packed, &seed);
	pack(&packed, false);
	open(&packed);
	for (size_t i = 0; i < CHUNKS; i++) {
		const struct exh_keen_place *place = &packed.graphics.chunks[i].place;

		packed.archive.data[place->offset + place->packed_size - 1] |= 0x80;
	}
	exh_arena_free(&packed.arena);
	packed.arena = (struct exh_arena){ 0 };
	open(&packed);
	for (size_t i = 0; i < CHUNKS; i++) {
		struct exh_keen_parcel parcel;

		exh_keen_parcel_open(&packed.graphics, i, bytes_of(&packed.archive),
				     &packed.huffman, false, &parcel);
		verbatim_count += parcel.verbatim.data != NULL;
	}
	assert_in_range(verbatim_count, CHUNKS / 4, CHUNKS);
	assert_packs_again(&packed, false);
	done(&packed);
}

static void a_wrong_length_is_kept(void **state)
{
	struct exh_keen_parcel parcel;
	uint64_t seed = 15;

	(void)state;
	fill(&packed, &seed);
	packed.parcels[3].declared_size = 0x7fffffff;
	pack(&packed, false);
	open(&packed);
	exh_keen_parcel_open(&packed.graphics, 3, bytes_of(&packed.archive),
			     &packed.huffman, false, &parcel);
	assert_int_equal(parcel.declared_size, 0x7fffffff);
	assert_packs_again(&packed, false);
	done(&packed);
}

static void damaged_bytes_pack_to_the_same_damage(void **state)
{
	uint64_t seed = 16;

	(void)state;
	for (int round = 0; round < 50; round++) {
		fill(&packed, &seed);
		pack(&packed, round % 2);
		assert_in_range(packed.archive.size, 2000, LIMIT);
		/* Few enough for the archive to be opened. */
		for (int i = 0; i < 3 && packed.archive.data; i++)
			packed.archive.data[roll(&seed, 2000)] =
				(uint8_t)roll(&seed, 256);
		open(&packed);
		assert_packs_again(&packed, round % 2);
		done(&packed);
	}
}

static void absent_chunks_and_empty_ones_are_reported_apart(void **state)
{
	const uint8_t byte = 0;
	struct exh_error err;
	uint64_t seed = 17;

	(void)state;
	fill(&packed, &seed);
	packed.parcels[CHUNKS - 1].content = (struct exh_bytes){ &byte, 0, 0 };
	packed.archive = packed.head = (struct exh_writer){ .limit = LIMIT };
	assert_int_equal(exh_keen_parcels_pack(packed.parcels, CHUNKS, 3, &packed.huffman,
					       false, &packed.archive, &packed.head,
					       &err),
			 EXH_INVALID);
	assert_non_null(strstr(err.text, "chunk 39: empty"));
	done(&packed);
}

static void an_archive_that_is_full_fails(void **state)
{
	uint64_t seed = 18;

	(void)state;
	fill(&packed, &seed);
	for (size_t limit = 0; limit < 2000; limit += 100) {
		struct exh_writer archive = { .limit = limit }, head = { .limit = LIMIT };

		assert_int_equal(exh_keen_parcels_pack(packed.parcels, CHUNKS, 3,
						       &packed.huffman, false, &archive,
						       &head, NULL),
				 EXH_NO_MEMORY);
		exh_writer_free(&archive);
		exh_writer_free(&head);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_packed_opens_and_packs_to_the_same),
		cmocka_unit_test(plain_chunks_need_neither_tail_nor_verbatim_bytes),
		cmocka_unit_test(a_mark_after_a_stream_is_a_tail),
		cmocka_unit_test(set_padding_bits_make_a_chunk_verbatim),
		cmocka_unit_test(a_wrong_length_is_kept),
		cmocka_unit_test(damaged_bytes_pack_to_the_same_damage),
		cmocka_unit_test(absent_chunks_and_empty_ones_are_reported_apart),
		cmocka_unit_test(an_archive_that_is_full_fails),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
