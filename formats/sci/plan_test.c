#include "exhume/advanced/sci_plan.h"

#include "exhume/codec.h"
#include "exhume/advanced/codec.h"
#include "../base/testing.h"

#include <string.h>

enum { ARENA = 1 << 20 };

static struct exh_bytes text_bytes(const char *text)
{
	return (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 };
}

static const char repeated[] =
	"the door is locked, the door is locked, the door is locked, the door is locked";

/* Text 1 by LZW, "gap", text 2 stored, "tail". */
static void make_volume(struct exh_writer *out)
{
	struct exh_writer packed = { .limit = 4096 };
	struct exh_error err;

	exh_sci_lzw_pack(text_bytes(repeated), EXH_LZW_SCI0, &packed);
	assert_int_equal(exh_sci_record_write(EXH_SCI_TEXT, 1, EXH_SCI_LZW,
					      exh_writer_bytes(&packed), strlen(repeated),
					      out, &err),
			 EXH_OK);
	exh_write_bytes(out, "gap", 3);
	assert_int_equal(exh_sci_record_write(EXH_SCI_TEXT, 2, EXH_SCI_STORED,
					      text_bytes("short"), 5, out, &err),
			 EXH_OK);
	exh_write_bytes(out, "tail", 4);
	exh_writer_free(&packed);
}

/* Reads the record at offset. */
static void read_record(struct exh_bytes volume, size_t offset,
			struct exh_sci_record *record)
{
	struct exh_error err;

	assert_int_equal(
		exh_sci_record_read(volume, offset, EXH_SCI_LAYOUT_SCI0, record, &err),
		EXH_OK);
}

struct planned {
	struct exh_writer volume;
	struct exh_sci_record records[2];
	struct exh_sci_plan plan;
};

static void start(struct planned *p)
{
	struct exh_sci_plan_record records[2];
	const struct exh_sci_plan_volume volume = { .number = 1, .name = "resource.001" };
	struct exh_sci_entry entries[2] = {
		{ .type = EXH_SCI_TEXT, .number = 1, .volume = 1 }
	};

	*p = (struct planned){ .volume.limit = ARENA, .plan.arena.limit = ARENA };
	make_volume(&p->volume);
	read_record(exh_writer_bytes(&p->volume), 0, &p->records[0]);
	entries[1] = entries[0];
	entries[1].number = 2;
	entries[1].offset = (uint32_t)p->records[0].size + 3;
	read_record(exh_writer_bytes(&p->volume), entries[1].offset, &p->records[1]);
	records[0] = (struct exh_sci_plan_record){ .record = &p->records[0],
						   .data = text_bytes(repeated),
						   .file = "text.001" };
	records[1] = (struct exh_sci_plan_record){ .offset = entries[1].offset,
						   .record = &p->records[1],
						   .data = text_bytes("short"),
						   .file = "text.002" };
	assert_true(exh_sci_plan_cut(&p->plan, volume, exh_writer_bytes(&p->volume),
				     records, 2));
	assert_true(records[0].is_piece && records[1].is_piece);
	for (size_t i = 0; i < 2; i++)
		assert_true(exh_sci_plan_add_map_entry(&p->plan, &entries[i]));
}

static void finish(struct planned *p)
{
	exh_sci_plan_free(&p->plan);
	exh_writer_free(&p->volume);
}

static void encode(struct exh_sci_plan *plan)
{
	struct exh_error err;

	for (size_t i = 0; i < plan->piece_count; i++)
		exh_sci_piece_encode(&plan->pieces[i]);
	assert_int_equal(exh_sci_plan_place(plan, &err), EXH_OK);
}

static void a_volume_comes_back(void **state)
{
	struct exh_writer out = { .limit = ARENA };
	struct planned p;

	(void)state;
	start(&p);
	assert_int_equal(p.plan.piece_count, 4);
	assert_false(p.plan.pieces[1].is_record);
	encode(&p.plan);
	exh_sci_plan_write_volume(&p.plan, &p.plan.volumes[0], &out);
	assert_int_equal(out.size, p.volume.size);
	assert_memory_equal(out.data, p.volume.data, out.size);
	exh_writer_free(&out);
	finish(&p);
}

/* The map follows what moves, and loses what is left out. */
static void entries_follow_their_pieces(void **state)
{
	struct exh_writer out = { .limit = ARENA };
	struct exh_error err;
	struct planned p;
	size_t moved;

	(void)state;
	start(&p);
	p.plan.pieces[0].data = text_bytes("a");
	p.plan.pieces[0].method = EXH_SCI_PACK_SMALLEST;
	encode(&p.plan);
	assert_int_equal(p.plan.pieces[0].used, EXH_SCI_PACK_STORED);
	moved = p.plan.pieces[2].offset;
	assert_int_equal(moved, 8 + 1 + 3);
	assert_int_equal(exh_sci_plan_write_map(&p.plan, &out, &err), EXH_OK);
	assert_int_equal(out.size, 3 * EXH_SCI_MAP_ENTRY_SIZE);
	assert_int_equal(out.data[EXH_SCI_MAP_ENTRY_SIZE + 2], moved);
	out.size = 0;
	p.plan.pieces[0].is_left_out = true;
	p.plan.is_unended = true;
	assert_int_equal(exh_sci_plan_write_map(&p.plan, &out, &err), EXH_OK);
	assert_int_equal(out.size, EXH_SCI_MAP_ENTRY_SIZE);
	exh_writer_free(&out);
	finish(&p);
}

static void the_smallest_method_is_found(void **state)
{
	struct exh_sci_piece piece = { .is_record = true,
				       .method = EXH_SCI_PACK_SMALLEST,
				       .data = text_bytes(repeated) };
	struct exh_writer lzw = { .limit = 4096 }, huffman = { .limit = 4096 };
	size_t least;

	(void)state;
	exh_sci_lzw_pack(piece.data, EXH_LZW_SCI0, &lzw);
	exh_sci_huffman_pack(piece.data, &huffman);
	least = lzw.size < huffman.size ? lzw.size : huffman.size;
	assert_true(least < piece.data.size);
	exh_sci_piece_encode(&piece);
	assert_int_equal(piece.out.size, 8 + least);
	exh_writer_free(&piece.out);
	exh_writer_free(&lzw);
	exh_writer_free(&huffman);
}

static void what_has_no_room_is_refused(void **state)
{
	static const uint8_t large[EXH_SCI_UNPACKED_LIMIT + 1];
	struct exh_sci_piece piece = { .is_record = true,
				       .data = { large, sizeof large, 0 } };

	(void)state;
	exh_sci_piece_encode(&piece);
	assert_int_equal(piece.err.status, EXH_LIMIT);
	assert_int_equal(piece.out.size, 0);
}

static void a_record_within_another_is_a_part_of_it(void **state)
{
	struct planned p;
	struct exh_sci_plan plan = { .arena.limit = ARENA };
	const struct exh_sci_plan_volume volume = { .number = 1 };
	struct exh_sci_plan_record records[2];

	(void)state;
	start(&p);
	records[0] = (struct exh_sci_plan_record){ .record = &p.records[0],
						   .data = text_bytes(repeated) };
	records[1] = (struct exh_sci_plan_record){ .offset = 4,
						   .record = &p.records[1],
						   .data = text_bytes("short") };
	assert_true(
		exh_sci_plan_cut(&plan, volume, exh_writer_bytes(&p.volume), records, 2));
	assert_true(records[0].is_piece);
	assert_false(records[1].is_piece);
	assert_int_equal(plan.piece_count, 2);
	exh_sci_plan_free(&plan);
	finish(&p);
}

/* Three texts of 10, 20 and 30 bytes, stored: records of 18, 28 and 38. */
static void add_texts(struct exh_sci_plan *plan)
{
	static const uint8_t bytes[30];

	for (unsigned i = 1; i <= 3; i++) {
		const struct exh_sci_piece piece = { .is_record = true,
						     .type = EXH_SCI_TEXT,
						     .number = i,
						     .data = { bytes, 10 * i, 0 } };

		assert_true(exh_sci_plan_add_piece(plan, &piece));
		exh_sci_piece_encode(&plan->pieces[plan->piece_count - 1]);
	}
}

static void a_new_volume_begins_where_the_last_gets_too_long(void **state)
{
	struct exh_sci_plan plan = { .arena.limit = ARENA };
	size_t culprit;

	(void)state;
	add_texts(&plan);
	assert_int_equal(exh_sci_plan_lay_out(&plan, 0, 46, &culprit), EXH_OK);
	assert_int_equal(plan.volume_count, 2);
	assert_string_equal(plan.volumes[0].name, "RESOURCE.001");
	assert_int_equal(plan.volumes[0].count, 2);
	assert_string_equal(plan.volumes[1].name, "RESOURCE.002");
	assert_int_equal(plan.volumes[1].first, 2);
	assert_int_equal(plan.volumes[1].count, 1);
	assert_int_equal(plan.entry_count, 3);
	assert_int_equal(plan.entries[1].volume, 1);
	assert_int_equal(plan.entries[2].volume, 2);
	assert_int_equal(plan.entries[2].piece, 2);
	exh_sci_plan_free(&plan);
}

static void a_record_longer_than_a_volume_may_be_is_the_culprit(void **state)
{
	struct exh_sci_plan plan = { .arena.limit = ARENA };
	size_t culprit;

	(void)state;
	add_texts(&plan);
	assert_int_equal(exh_sci_plan_lay_out(&plan, 0, 37, &culprit), EXH_LIMIT);
	assert_int_equal(culprit, 2);
	exh_sci_plan_free(&plan);
}

static void a_map_addresses_62_volumes(void **state)
{
	struct exh_sci_plan plan = { .arena.limit = ARENA };
	size_t culprit;

	(void)state;
	/* Two volumes for each three: of 18 and 28 bytes together, and of 38. */
	for (unsigned i = 0; i < 31; i++)
		add_texts(&plan);
	assert_int_equal(exh_sci_plan_lay_out(&plan, 0, 46, &culprit), EXH_OK);
	assert_int_equal(plan.volume_count, EXH_SCI_MAX_VOLUME);
	exh_sci_plan_free(&plan);
	plan = (struct exh_sci_plan){ .arena.limit = ARENA };
	for (unsigned i = 0; i < 32; i++)
		add_texts(&plan);
	assert_int_equal(exh_sci_plan_lay_out(&plan, 0, 46, &culprit), EXH_LIMIT);
	assert_int_equal(culprit, EXH_SCI_NO_PIECE);
	exh_sci_plan_free(&plan);
}

static void
what_is_added_to_a_game_comes_in_its_last_volume_and_first_in_its_map(void **state)
{
	struct planned p;
	size_t culprit;

	(void)state;
	start(&p);
	add_texts(&p.plan);
	assert_int_equal(exh_sci_plan_lay_out(&p.plan, 4, 0, &culprit), EXH_OK);
	assert_int_equal(p.plan.volume_count, 1);
	assert_int_equal(p.plan.volumes[0].count, 7);
	assert_int_equal(p.plan.entry_count, 5);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(p.plan.entries[i].piece, 4 + i);
	assert_int_equal(p.plan.entries[3].piece, 0);
	assert_int_equal(p.plan.entries[4].piece, 2);
	finish(&p);
}

static void a_map_is_taken_with_what_follows_its_mark(void **state)
{
	struct exh_sci_entry entries[] = {
		{ .type = EXH_SCI_TEXT, .number = 1, .volume = 2, .offset = 7 },
		{ .type = EXH_SCI_TEXT, .number = 2, .volume = 63 },
	};
	const struct exh_sci_map map = { .entries = entries,
					 .count = 2,
					 .used_size = 12 };
	struct exh_sci_plan plan = { .arena.limit = ARENA };

	(void)state;
	assert_true(exh_sci_plan_add_map(&plan, &map, text_bytes("____________rest")));
	assert_true(plan.is_unended);
	assert_int_equal(plan.after.size, 4);
	assert_memory_equal(plan.after.data, "rest", 4);
	assert_int_equal(plan.entry_count, 1);
	assert_int_equal(plan.entries[0].piece, EXH_SCI_NO_PIECE);
	assert_int_equal(plan.entries[0].offset, 7);
	exh_sci_plan_free(&plan);
}

static void a_record_is_kept_under_its_own_name_alone(void **state)
{
	const struct exh_sci_entry entry = { .type = EXH_SCI_TEXT, .number = 1 };
	struct exh_sci_record record;
	struct planned p;

	(void)state;
	start(&p);
	record = p.records[0];
	assert_true(exh_sci_plan_can_keep(&record, &entry));
	record.number = 2;
	assert_false(exh_sci_plan_can_keep(&record, &entry));
	record = p.records[0];
	record.payload.size--;
	assert_false(exh_sci_plan_can_keep(&record, &entry));
	record = p.records[0];
	record.packing = EXH_SCI_LZW1;
	assert_false(exh_sci_plan_can_keep(&record, &entry));
	finish(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_volume_comes_back),
		cmocka_unit_test(entries_follow_their_pieces),
		cmocka_unit_test(the_smallest_method_is_found),
		cmocka_unit_test(what_has_no_room_is_refused),
		cmocka_unit_test(a_record_within_another_is_a_part_of_it),
		cmocka_unit_test(a_new_volume_begins_where_the_last_gets_too_long),
		cmocka_unit_test(a_record_longer_than_a_volume_may_be_is_the_culprit),
		cmocka_unit_test(a_map_addresses_62_volumes),
		cmocka_unit_test(
			what_is_added_to_a_game_comes_in_its_last_volume_and_first_in_its_map),
		cmocka_unit_test(a_map_is_taken_with_what_follows_its_mark),
		cmocka_unit_test(a_record_is_kept_under_its_own_name_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
