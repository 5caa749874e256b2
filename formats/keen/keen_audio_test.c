#include "exhume/codec.h"
#include "exhume/keen_audio.h"
#include "exhume/advanced/keen_audio.h"

#include "../base/testing.h"

enum {
	LIMIT = 1 << 22,
	SOUNDS = 3,
	CHUNKS = 3 * SOUNDS + 2,
	SPEAKER_HEADER = 6,
	ADLIB_HEADER = 23,
	REAL_SOUNDS = 28,
};

/* Too large for some systems' stacks; every test fills it anew. */
static struct exh_huffman huffman;

struct archive {
	struct exh_writer data, head;
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
	struct exh_writer chunks[CHUNKS];
};

static struct exh_bytes bytes_of(const struct exh_writer *writer)
{
	return (struct exh_bytes){ writer->data, writer->size, 0 };
}

static void make_effect(bool is_adlib, uint16_t priority, size_t size,
			struct exh_writer *out)
{
	static const uint8_t instrument[17] = { 0x21, 0x22, 0x12, 0x04, 0xf4, 0xf3,
						0x35, 0x56, 1,	  2,	6 };

	exh_write_u32le(out, (uint32_t)size);
	exh_write_u16le(out, priority);
	if (is_adlib)
		exh_write_bytes(out, instrument, sizeof instrument);
	for (size_t i = 0; i < size; i++)
		exh_write_u8(out, (uint8_t)(i * 29 + priority));
	exh_write_u8(out, 0);
}

static void make_song(uint16_t count, struct exh_writer *out)
{
	exh_write_u16le(out, (uint16_t)(4 * count));
	for (unsigned i = 0; i < count; i++) {
		exh_write_u8(out, i ? (uint8_t)(0xa1 + i % 2 * 16) : 0);
		exh_write_u8(out, i ? (uint8_t)(i * 7) : 0);
		exh_write_u16le(out, i ? (uint16_t)(20 + i % 9) : 0);
	}
}

static void fill(struct archive *archive)
{
	for (size_t i = 0; i < CHUNKS; i++)
		archive->chunks[i] = (struct exh_writer){ .limit = LIMIT };
	for (size_t i = 0; i < SOUNDS; i++) {
		const uint16_t priority = (uint16_t)(10 + 7 * i);

		make_effect(false, priority, 9 + 5 * i, &archive->chunks[i]);
		make_effect(true, priority, 12 + 3 * i, &archive->chunks[SOUNDS + i]);
	}
	make_song(30, &archive->chunks[3 * SOUNDS]);
	make_song(50, &archive->chunks[3 * SOUNDS + 1]);
}

static void build_dict(struct archive *archive)
{
	uint64_t counts[256];

	for (size_t i = 0; i < 256; i++)
		counts[i] = i ? 1 : 20;
	exh_huffman_build(counts, archive->dict);
	assert_int_equal(exh_huffman_read(&huffman,
					  (struct exh_bytes){ archive->dict, 1020, 0 },
					  NULL, NULL),
			 EXH_OK);
}

/* Groups end with marks, if marked is set. */
static void pack(struct archive *archive, bool packed, bool marked)
{
	archive->data = archive->head = (struct exh_writer){ .limit = LIMIT };
	build_dict(archive);
	for (size_t i = 0; i < CHUNKS; i++) {
		const struct exh_bytes chunk = bytes_of(&archive->chunks[i]);

		exh_write_u32le(&archive->head, (uint32_t)archive->data.size);
		if (!packed) {
			exh_write_bytes(&archive->data, chunk.data, chunk.size);
		} else if (chunk.size) {
			exh_write_u32le(&archive->data, (uint32_t)chunk.size);
			assert_int_equal(
				exh_huffman_pack(&huffman, chunk, &archive->data, NULL),
				EXH_OK);
		}
		if (marked &&
		    (i == CHUNKS - 1 || (i < 3 * SOUNDS && i % SOUNDS == SOUNDS - 1)))
			exh_write_bytes(&archive->data, "!ID!", 4);
	}
	exh_write_u32le(&archive->head, (uint32_t)archive->data.size);
}

static void make(struct archive *archive, bool packed, bool marked)
{
	fill(archive);
	pack(archive, packed, marked);
}

static void poke_head(struct archive *archive, size_t entry, uint32_t value)
{
	for (size_t i = 0; i < 4; i++)
		archive->head.data[entry * 4 + i] = (uint8_t)(value >> 8 * i);
}

static uint32_t peek_head(const struct archive *archive, size_t entry)
{
	const uint8_t *p = archive->head.data + entry * 4;

	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void free_archive(struct archive *archive)
{
	exh_writer_free(&archive->data);
	exh_writer_free(&archive->head);
	for (size_t i = 0; i < CHUNKS; i++)
		exh_writer_free(&archive->chunks[i]);
}

struct opened {
	uint8_t *data, *head;
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_keen_audio audio;
	struct exh_error err;
	enum exh_status status;
};

static void open_bytes(struct opened *opened, struct exh_bytes data,
		       struct exh_bytes head, struct exh_bytes dict)
{
	*opened = (struct opened){ .arena.limit = LIMIT };
	opened->notes.arena = &opened->arena;
	opened->data = tight_copy(data.data, data.size);
	opened->head = tight_copy(head.data, head.size);
	data.data = opened->data;
	head.data = opened->head;
	opened->status =
		exh_keen_audio_open(data, head, dict, &opened->arena, &opened->audio,
				    &opened->notes, &opened->err);
	assert_int_equal(opened->err.status, opened->status);
}

static void open(struct opened *opened, const struct archive *archive, bool with_dict)
{
	open_bytes(opened, bytes_of(&archive->data), bytes_of(&archive->head),
		   (struct exh_bytes){ archive->dict,
				       with_dict ? sizeof archive->dict : 0, 0 });
}

static void done(struct opened *opened)
{
	exh_arena_free(&opened->arena);
	free(opened->data);
	free(opened->head);
}

static enum exh_status chunk(struct opened *opened, size_t i, struct exh_bytes *out)
{
	return exh_keen_audio_chunk(&opened->audio, i, &opened->arena, out,
				    &opened->notes, &opened->err);
}

static void assert_chunk(struct opened *opened, const struct archive *archive, size_t i)
{
	struct exh_bytes out;

	assert_int_equal(chunk(opened, i, &out), EXH_OK);
	assert_same_bytes(out, archive->chunks[i].data, archive->chunks[i].size);
}

static void what_is_packed_comes_out(void **state)
{
	(void)state;
	for (unsigned way = 0; way < 4; way++) {
		const bool packed = way & 1, marked = way & 2;
		struct archive archive;
		struct opened opened;

		make(&archive, packed, marked);
		open(&opened, &archive, packed);
		assert_int_equal(opened.status, EXH_OK);
		assert_int_equal(opened.audio.huffman != NULL, packed);
		assert_int_equal(opened.audio.chunk_count, CHUNKS);
		for (size_t i = 0; i < CHUNKS; i++)
			assert_chunk(&opened, &archive, i);
		assert_null(opened.notes.first);
		done(&opened);
		free_archive(&archive);
	}
}

static void groups_are_found_by_what_is_in_them(void **state)
{
	struct archive archive;
	struct opened opened;

	(void)state;
	make(&archive, true, true);
	open(&opened, &archive, true);
	assert_int_equal(opened.audio.sound_count, SOUNDS);
	assert_string_equal(opened.audio.grouped_by,
			    "three groups before the first music");
	for (size_t i = 0; i < CHUNKS; i++)
		assert_int_equal(exh_keen_audio_kind(&opened.audio, i), i / SOUNDS);
	assert_null(exh_keen_audio_name(&opened.audio, 0));
	done(&opened);
	free_archive(&archive);
}

/* As in Keen Dreams, and with the first songs missing. */
static void groups_are_found_without_music(void **state)
{
	struct archive archive;
	struct opened opened;

	(void)state;
	fill(&archive);
	archive.chunks[CHUNKS - 2].size = archive.chunks[CHUNKS - 1].size = 0;
	pack(&archive, false, false);
	open(&opened, &archive, false);
	assert_int_equal(opened.status, EXH_OK);
	assert_int_equal(opened.audio.sound_count, SOUNDS);
	assert_string_equal(opened.audio.grouped_by, "pairs of effects for both devices");
	done(&opened);
	free_archive(&archive);
	fill(&archive);
	archive.chunks[1].size = archive.chunks[SOUNDS + 1].size = 0;
	archive.chunks[CHUNKS - 2].size = 0;
	pack(&archive, false, false);
	open(&opened, &archive, false);
	assert_int_equal(opened.audio.sound_count, SOUNDS);
	done(&opened);
	free_archive(&archive);
}

static void music_alone_has_no_groups(void **state)
{
	struct archive archive;
	struct opened opened;

	(void)state;
	for (size_t i = 0; i < CHUNKS; i++) {
		archive.chunks[i] = (struct exh_writer){ .limit = LIMIT };
		make_song((uint16_t)(20 + i), &archive.chunks[i]);
	}
	pack(&archive, true, false);
	open(&opened, &archive, true);
	assert_int_equal(opened.status, EXH_OK);
	assert_int_equal(opened.audio.sound_count, 0);
	assert_string_equal(opened.audio.grouped_by, "music alone");
	assert_int_equal(exh_keen_audio_kind(&opened.audio, 0), EXH_KEEN_AUDIO_MUSIC);
	done(&opened);
	free_archive(&archive);
}

/*
 * Heads as in Keen 4 to 6: the offsets of the empty group lie past the first song's.
 */

static void step_back(struct archive *archive, uint32_t by)
{
	for (size_t i = (size_t)2 * SOUNDS; i < (size_t)3 * SOUNDS; i++)
		poke_head(archive, i, peek_head(archive, (size_t)3 * SOUNDS) + by);
}

static void a_head_that_steps_back_at_the_first_song_is_whole(void **state)
{
	(void)state;
	for (unsigned round = 0; round < 10; round++) {
		static const uint32_t steps[] = { 1, 40, 130, 931, 100000 };
		const bool packed = round & 1;
		struct archive archive;
		struct opened opened;

		make(&archive, packed, round == 1);
		step_back(&archive, steps[round / 2]);
		open(&opened, &archive, packed);
		assert_int_equal(opened.status, EXH_OK);
		assert_int_equal(opened.audio.sound_count, SOUNDS);
		assert_string_equal(opened.audio.grouped_by,
				    "the head steps back at the first music");
		for (size_t i = 0; i < CHUNKS; i++) {
			assert_chunk(&opened, &archive, i);
			assert_int_equal(exh_keen_audio_kind(&opened.audio, i),
					 i / SOUNDS);
		}
		assert_null(opened.notes.first);
		done(&opened);
		free_archive(&archive);
	}
}

/* Also if the last effect is empty, and has that offset, too. */
static void empty_chunks_stay_empty_before_a_step_back(void **state)
{
	struct archive archive;
	struct opened opened;

	(void)state;
	fill(&archive);
	archive.chunks[2 * SOUNDS - 1].size = 0;
	archive.chunks[SOUNDS - 1].size = 0;
	pack(&archive, true, false);
	step_back(&archive, 70);
	poke_head(&archive, 2 * SOUNDS - 1, peek_head(&archive, (size_t)2 * SOUNDS));
	open(&opened, &archive, true);
	assert_int_equal(opened.status, EXH_OK);
	for (size_t i = 0; i < CHUNKS; i++)
		assert_chunk(&opened, &archive, i);
	assert_null(opened.notes.first);
	done(&opened);
	free_archive(&archive);
}

static void damage_to_a_head_that_steps_back_loses_its_chunk_alone(void **state)
{
	static const size_t lost[] = { 1, SOUNDS, CHUNKS - 1 };

	(void)state;
	for (size_t k = 0; k < sizeof lost / sizeof lost[0]; k++) {
		struct archive archive;
		struct opened opened;

		make(&archive, true, false);
		step_back(&archive, 70);
		poke_head(&archive, lost[k], 0xfffff0);
		open(&opened, &archive, true);
		assert_int_equal(opened.status, EXH_OK);
		assert_int_equal(opened.notes.damage_count, 1);
		assert_true(has_note(&opened.notes, EXH_DAMAGE, "is out of order"));
		for (size_t i = 0; i < CHUNKS; i++)
			if (i != lost[k])
				assert_chunk(&opened, &archive, i);
		done(&opened);
		free_archive(&archive);
	}
}

/* Numbers of sounds are those of Keen 4, 5, 6 and Wolfenstein 3-D. */
static void groups_of_known_releases_are_found(void **state)
{
	static const struct {
		size_t sound_count, chunk_count;
		uint32_t steps_back_by;
		const char *title;
	} releases[] = { { 52, 162, 931, "Keen 4" },
			 { 64, 206, 700, "Keen 5" },
			 { 60, 189, 800, "Keen 6" },
			 { 87, 288, 0, NULL } };

	(void)state;
	for (size_t k = 0; k < sizeof releases / sizeof releases[0]; k++) {
		const size_t count = releases[k].sound_count;
		struct exh_writer data = { .limit = LIMIT }, head = { .limit = LIMIT };
		struct opened opened;

		for (size_t i = 0; i < releases[k].chunk_count; i++) {
			const uint16_t priority = (uint16_t)(i % count * 7 % 30);
			const uint32_t by =
				i / count == 2 ? releases[k].steps_back_by : 0;

			exh_write_u32le(&head, (uint32_t)data.size + by);
			if (i < 2 * count)
				make_effect(i >= count, priority, 3 + i % 40, &data);
			else if (i >= 3 * count)
				make_song((uint16_t)(100 + i), &data);
		}
		exh_write_u32le(&head, (uint32_t)data.size);
		open_bytes(&opened, bytes_of(&data), bytes_of(&head),
			   (struct exh_bytes){ 0 });
		assert_int_equal(opened.status, EXH_OK);
		assert_int_equal(opened.audio.sound_count, count);
		assert_null(opened.notes.first);
		for (size_t i = 0; i < opened.audio.chunk_count; i++)
			assert_int_equal(opened.audio.packed[i].size == 0,
					 i / count == 2 && i < 3 * count);
		/* Names are unknown for these games' numbers of sounds. */
		assert_null(exh_keen_audio_name(&opened.audio, 0));
		assert_null(exh_keen_audio_song_name(&opened.audio, 0));
		assert_int_equal(exh_keen_audio_release(&opened.audio) != NULL,
				 releases[k].title != NULL);
		if (releases[k].title)
			assert_string_equal(exh_keen_audio_release(&opened.audio)->title,
					    releases[k].title);
		opened.audio.sound_count--;
		assert_null(exh_keen_audio_release(&opened.audio));
		done(&opened);
		exh_writer_free(&data);
		exh_writer_free(&head);
	}
}

/*
 * Archives with and without a dictionary.
 */

static void a_missing_dictionary_is_reported(void **state)
{
	struct archive archive;
	struct opened opened;

	(void)state;
	make(&archive, true, false);
	open(&opened, &archive, false);
	assert_int_equal(opened.status, EXH_INVALID);
	assert_string_equal(opened.err.text,
			    "it is compressed, but there is no dictionary");
	done(&opened);
	free_archive(&archive);
}

static void a_dictionary_too_many_is_not_used(void **state)
{
	struct archive archive;
	struct opened opened;

	(void)state;
	make(&archive, false, false);
	open(&opened, &archive, true);
	assert_int_equal(opened.status, EXH_OK);
	assert_null(opened.audio.huffman);
	assert_true(has_note(&opened.notes, EXH_WARNING, "the dictionary is not used"));
	assert_chunk(&opened, &archive, 0);
	done(&opened);
	free_archive(&archive);
}

static void a_wrong_dictionary_is_reported(void **state)
{
	struct archive archive;
	struct opened opened;
	uint64_t counts[256];

	(void)state;
	make(&archive, true, false);
	for (size_t i = 0; i < 256; i++)
		counts[i] = i % 50 + 1;
	exh_huffman_build(counts, archive.dict);
	open(&opened, &archive, true);
	assert_int_equal(opened.status, EXH_INVALID);
	assert_non_null(strstr(opened.err.text, "don't match"));
	done(&opened);
	open_bytes(&opened, bytes_of(&archive.data), bytes_of(&archive.head),
		   (struct exh_bytes){ archive.dict, 1000, 0 });
	assert_int_equal(opened.status, EXH_TRUNCATED);
	assert_non_null(strstr(opened.err.text, "dictionary: "));
	done(&opened);
	free_archive(&archive);
}

/*
 * Damage.
 */

static void every_shorter_archive_is_refused_or_says_so(void **state)
{
	struct archive archive;

	(void)state;
	for (unsigned packed = 0; packed < 2; packed++) {
		make(&archive, packed, false);
		for (size_t n = 0; n < archive.data.size; n++) {
			struct exh_bytes data = bytes_of(&archive.data);
			struct opened opened;

			data.size = n;
			open_bytes(&opened, data, bytes_of(&archive.head),
				   (struct exh_bytes){ archive.dict, packed ? 1020U : 0U,
						       0 });
			if (!opened.status) {
				assert_true(has_note(&opened.notes, EXH_DAMAGE,
						     "past the end of the archive"));
				/* Chunks before the cut are unchanged. */
				for (size_t i = 0; i < CHUNKS; i++)
					if (peek_head(&archive, i + 1) <= n)
						assert_chunk(&opened, &archive, i);
			}
			assert_true(!opened.status || n < peek_head(&archive, 2));
			done(&opened);
		}
		free_archive(&archive);
	}
}

static void every_shorter_head_is_refused_or_says_so(void **state)
{
	struct archive archive;

	(void)state;
	make(&archive, true, false);
	for (size_t n = 0; n < archive.head.size; n++) {
		struct exh_bytes head = bytes_of(&archive.head);
		struct opened opened;

		head.size = n;
		open_bytes(&opened, bytes_of(&archive.data), head,
			   (struct exh_bytes){ archive.dict, 1020, 0 });
		assert_int_equal(opened.status, n < 8 ? EXH_TRUNCATED : EXH_OK);
		if (!opened.status) {
			assert_int_equal(opened.audio.chunk_count, n / 4 - 1);
			/* Chunks after the last offset are a warning, too. */
			assert_int_equal(opened.notes.warning_count,
					 (n % 4 != 0) + (peek_head(&archive, n / 4 - 1) <
							 archive.data.size));
		}
		done(&opened);
	}
	free_archive(&archive);
}

static void offsets_out_of_order_lose_their_chunk_alone(void **state)
{
	static const uint32_t values[] = { 0, 0xfffffff0, 5 };

	(void)state;
	for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
		struct archive archive;
		struct opened opened;
		struct exh_bytes out;

		make(&archive, true, false);
		poke_head(&archive, SOUNDS + 1, values[k]);
		open(&opened, &archive, true);
		assert_int_equal(opened.status, EXH_OK);
		assert_true(has_note(&opened.notes, EXH_DAMAGE, "chunk 4: offset 0x"));
		assert_int_equal(opened.notes.damage_count, 1);
		assert_int_equal(opened.audio.sound_count, SOUNDS);
		for (size_t i = 0; i < CHUNKS; i++)
			if (i != SOUNDS + 1)
				assert_chunk(&opened, &archive, i);
		assert_int_equal(chunk(&opened, SOUNDS + 1, &out), EXH_OK);
		assert_int_equal(out.size, 0);
		/* A chunk with an unknown start follows the previous one. */
		assert_true(has_note(&opened.notes, EXH_WARNING, "left over"));
		done(&opened);
		free_archive(&archive);
	}
}

static void other_tables_are_no_heads(void **state)
{
	struct archive archive;
	struct opened opened;
	uint64_t seed = 5;

	(void)state;
	make(&archive, true, false);
	roll_bytes(&seed, archive.head.data, archive.head.size);
	open(&opened, &archive, true);
	assert_int_equal(opened.status, EXH_INVALID);
	done(&opened);
	for (uint32_t i = 0; i <= CHUNKS; i++)
		poke_head(&archive, i, 0x100000 + i);
	open(&opened, &archive, true);
	assert_int_equal(opened.status, EXH_INVALID);
	assert_non_null(strstr(opened.err.text, "no chunk lies in the archive"));
	done(&opened);
	for (uint32_t i = 0; i <= CHUNKS; i++)
		poke_head(&archive, i, i * 20);
	open(&opened, &archive, false);
	assert_int_equal(opened.status, EXH_INVALID);
	assert_non_null(strstr(opened.err.text, "don't match"));
	done(&opened);
	archive.head.size = 0;
	for (uint32_t i = 0; i < 5000; i++)
		exh_write_u32le(&archive.head, i);
	open(&opened, &archive, true);
	assert_int_equal(opened.status, EXH_LIMIT);
	done(&opened);
	free_archive(&archive);
}

/* Changes chunk 1's length, and checks the result. */
static void check_length(uint32_t length, enum exh_status expected, size_t expected_size,
			 enum exh_severity severity, const char *note)
{
	struct archive archive;
	struct opened opened;
	struct exh_bytes out;

	make(&archive, true, false);
	for (size_t i = 0; i < 4; i++)
		archive.data.data[peek_head(&archive, 1) + i] =
			(uint8_t)(length >> 8 * i);
	open(&opened, &archive, true);
	assert_int_equal(opened.status, EXH_OK);
	assert_int_equal(opened.audio.sound_count, SOUNDS);
	assert_int_equal(chunk(&opened, 1, &out), expected);
	assert_int_equal(out.size, expected_size);
	if (expected)
		assert_non_null(strstr(opened.err.text, note));
	else
		assert_true(has_note(&opened.notes, severity, note));
	done(&opened);
	free_archive(&archive);
}

static void lengths_are_believed_within_reason(void **state)
{
	/* A header, 14 ticks, and an unneeded byte. */
	const size_t size = SPEAKER_HEADER + 14 + 1;
	struct archive archive;
	struct opened opened;
	struct exh_bytes out;

	(void)state;
	check_length(0x80000000, EXH_LIMIT, 0, EXH_DAMAGE,
		     "chunk 1: 2147483648 bytes declared, expected 1048576 at most");
	check_length(0x100001, EXH_LIMIT, 0, EXH_DAMAGE, "1048577 bytes declared");
	check_length(2, EXH_OK, 2, EXH_WARNING, "left over after its data");
	/* All bytes that its bits can hold, which are too few. */
	make(&archive, true, false);
	open(&opened, &archive, true);
	assert_int_equal(chunk(&opened, CHUNKS, &out), EXH_INVALID);
	archive.data.data[peek_head(&archive, 1)] = (uint8_t)(size + 1);
	done(&opened);
	open(&opened, &archive, true);
	assert_int_equal(chunk(&opened, 1, &out), EXH_OK);
	assert_true(out.size >= size && out.size <= size + 1);
	done(&opened);
	free_archive(&archive);
}

/* Cuts the last bytes: either the effect's own bytes are still there, or they are not. */
static void missing_bytes_are_damage_if_they_matter(void **state)
{
	(void)state;
	for (size_t cut = 1; cut < 12; cut++) {
		struct archive archive;
		struct opened opened;
		struct exh_bytes out;
		bool whole;

		fill(&archive);
		for (size_t i = 1; i < CHUNKS; i++)
			archive.chunks[i].size = 0;
		for (size_t i = 0; i < 8; i++) /* many unneeded bits */
			exh_write_u8(&archive.chunks[0], 0xee);
		pack(&archive, true, false);
		archive.data.size -= cut;
		poke_head(&archive, 1, (uint32_t)archive.data.size);
		archive.head.size = 8;
		/* Such a chunk alone is not an archive; with a good one it is. */
		exh_write_u32le(&archive.data, 7);
		assert_int_equal(
			exh_huffman_pack(&huffman,
					 (struct exh_bytes){
						 (const uint8_t *)"\0\0\0\0\1\0", 7, 0 },
					 &archive.data, NULL),
			EXH_OK);
		exh_write_u32le(&archive.head, (uint32_t)archive.data.size);
		open(&opened, &archive, true);
		assert_int_equal(opened.status, EXH_OK);
		opened.audio.sound_count = 1;
		assert_int_equal(chunk(&opened, 0, &out), EXH_OK);
		assert_true(out.size < archive.chunks[0].size);
		assert_memory_equal(out.data, archive.chunks[0].data, out.size);
		whole = out.size >= SPEAKER_HEADER + 9;
		assert_int_equal(opened.notes.warning_count, whole);
		assert_int_equal(opened.notes.damage_count, !whole);
		assert_non_null(strstr(opened.notes.first->text, "24 bytes declared"));
		done(&opened);
		free_archive(&archive);
	}
}

static void samples_are_read(void **state)
{
	const struct exh_bytes data = load_testdata("archives/keen4/AUDIO.SMP");
	const struct exh_bytes head = load_testdata("archives/keen4/AUDIOHHD.SMP");
	const struct exh_bytes dict = load_testdata("archives/keen4/AUDIODCT.SMP");
	const struct exh_bytes plain = load_testdata("archives/audiot/AUDIOT.SMP");
	const struct exh_bytes own = load_testdata("archives/audiot/AUDIOHED.SMP");
	struct opened opened, other;

	(void)state;
	open_bytes(&opened, data, head, dict);
	open_bytes(&other, plain, own, (struct exh_bytes){ 0 });
	assert_int_equal(opened.status, EXH_OK);
	assert_int_equal(other.status, EXH_OK);
	assert_int_equal(opened.audio.sound_count, 6);
	assert_int_equal(other.audio.sound_count, 6);
	for (size_t i = 0; i < 20; i++) {
		struct exh_bytes a, b;

		assert_int_equal(chunk(&opened, i, &a), EXH_OK);
		assert_int_equal(chunk(&other, i, &b), EXH_OK);
		if (i != 18) /* the footers differ */
			assert_same_bytes(a, b.data, b.size);
	}
	assert_null(opened.notes.first);
	assert_null(other.notes.first);
	done(&opened);
	done(&other);
	free((void *)data.data);
	free((void *)head.data);
	free((void *)dict.data);
	free((void *)plain.data);
	free((void *)own.data);
}

/*
 * Tests with the real archive, if it is available. Source: keen-formats 5.1.
 */

static const struct real {
	const char *name;
	uint16_t speaker_size, adlib_size, priority;
} reals[REAL_SOUNDS] = {
	{ "KEENWALK1", 2, 2, 10 },
	{ "KEENWALK2", 2, 2, 10 },
	{ "JUMP", 18, 27, 20 },
	{ "LAND", 6, 9, 30 },
	{ "THROW", 15, 18, 50 },
	{ "DIVE", 33, 33, 50 },
	{ "GETPOWER", 54, 79, 80 },
	{ "GETPOINTS", 37, 52, 80 },
	{ "GETBOMB", 130, 130, 90 },
	{ "FLOWERPOWER", 66, 66, 80 },
	{ "UNFLOWERPOWER", 48, 48, 40 },
	{ "ENTERLEVEL", 188, 239, 99 },
	{ "WAKEUP", 110, 110, 99 },
	{ "LEVELDONE", 182, 234, 99 },
	{ "NOWAY", 10, 41, 80 },
	{ "HITHEAD", 9, 9, 50 },
	{ "TATERSWING", 24, 26, 60 },
	{ "BOUNCE", 26, 26, 40 },
	{ "EXTRAKEEN", 151, 151, 80 },
	{ "OPENDOOR", 64, 65, 60 },
	{ "THROWBOMB", 42, 74, 80 },
	{ "BOMBBOOM", 81, 81, 80 },
	{ "BOOBUSGONE", 289, 296, 99 },
	{ "GETKEY", 60, 60, 80 },
	{ "GRAPESCREAM", 37, 37, 80 },
	{ "PLUMMET", 43, 57, 50 },
	{ "CLICK", 0, 2, 0 },
	{ "TICK", 0, 3, 0 },
};

static void check_real(struct opened *opened, size_t i, struct exh_writer *meaningful)
{
	const bool is_adlib = i >= REAL_SOUNDS;
	const struct real *real = &reals[i % REAL_SOUNDS];
	struct exh_keen_effect effect;
	struct exh_bytes out;

	assert_int_equal(exh_keen_audio_kind(&opened->audio, i), is_adlib);
	assert_int_equal(chunk(opened, i, &out), EXH_OK);
	assert_int_equal(
		exh_keen_effect_open(out, is_adlib, &effect, &opened->notes, NULL),
		EXH_OK);
	assert_int_equal(effect.data.size,
			 is_adlib ? real->adlib_size : real->speaker_size);
	assert_int_equal(effect.priority, real->priority);
	assert_string_equal(exh_keen_audio_name(&opened->audio, i % REAL_SOUNDS),
			    real->name);
	exh_write_bytes(meaningful, out.data,
			(is_adlib ? ADLIB_HEADER : SPEAKER_HEADER) + effect.data.size);
}

static void real_data_effects_of_keen_dreams(void **state)
{
	const struct exh_bytes data = load_game_file("keen-dreams-1.13/KDREAMS.AUD");
	struct exh_writer meaningful = { .limit = LIMIT };
	struct exh_bytes head, dict, out;
	struct opened opened;

	(void)state;
	if (!data.data)
		skip();
	head = load_game_file("keen-dreams-1.13/AUDIOHHD.KDR");
	dict = load_game_file("keen-dreams-1.13/AUDIODCT.KDR");
	assert_non_null(head.data);
	assert_non_null(dict.data);
	open_bytes(&opened, data, head, dict);
	assert_int_equal(opened.status, EXH_OK);
	assert_int_equal(opened.audio.chunk_count, 3 * REAL_SOUNDS);
	assert_int_equal(opened.audio.sound_count, REAL_SOUNDS);
	assert_int_equal(opened.notes.warning_count, 1);
	assert_true(has_note(&opened.notes, EXH_WARNING,
			     "offsets of 28 entries from 56 on, 0x11dc, are past the "
			     "end of the archive, 0xdaa"));
	for (size_t i = 0; i < (size_t)2 * REAL_SOUNDS; i++)
		check_real(&opened, i, &meaningful);
	for (size_t i = (size_t)2 * REAL_SOUNDS; i < opened.audio.chunk_count; i++) {
		assert_int_equal(chunk(&opened, i, &out), EXH_OK);
		assert_int_equal(out.size, 0);
	}
	assert_int_equal(exh_crc32(exh_writer_bytes(&meaningful)), 0x308642e5);
	/* Known oddities of the archive; none of them loses data. */
	assert_int_equal(opened.notes.damage_count, 0);
	assert_int_equal(opened.notes.warning_count, 3);
	assert_true(has_note(&opened.notes, EXH_WARNING,
			     "chunk 44: 50 bytes declared, 49 found"));
	assert_true(has_note(&opened.notes, EXH_WARNING, "chunk 53: 4 bytes left over"));
	exh_writer_free(&meaningful);
	done(&opened);
	free((void *)data.data);
	free((void *)head.data);
	free((void *)dict.data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_packed_comes_out),
		cmocka_unit_test(groups_are_found_by_what_is_in_them),
		cmocka_unit_test(groups_are_found_without_music),
		cmocka_unit_test(music_alone_has_no_groups),
		cmocka_unit_test(a_head_that_steps_back_at_the_first_song_is_whole),
		cmocka_unit_test(empty_chunks_stay_empty_before_a_step_back),
		cmocka_unit_test(damage_to_a_head_that_steps_back_loses_its_chunk_alone),
		cmocka_unit_test(groups_of_known_releases_are_found),
		cmocka_unit_test(a_missing_dictionary_is_reported),
		cmocka_unit_test(a_dictionary_too_many_is_not_used),
		cmocka_unit_test(a_wrong_dictionary_is_reported),
		cmocka_unit_test(every_shorter_archive_is_refused_or_says_so),
		cmocka_unit_test(every_shorter_head_is_refused_or_says_so),
		cmocka_unit_test(offsets_out_of_order_lose_their_chunk_alone),
		cmocka_unit_test(other_tables_are_no_heads),
		cmocka_unit_test(lengths_are_believed_within_reason),
		cmocka_unit_test(missing_bytes_are_damage_if_they_matter),
		cmocka_unit_test(samples_are_read),
		cmocka_unit_test(real_data_effects_of_keen_dreams),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
