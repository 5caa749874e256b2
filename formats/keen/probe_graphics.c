#include "exhume/identify.h"
#include "exhume/keen.h"
#include "exhume/advanced/facts.h"

#include "../base/name.h"
#include "keen_parts.h"

#include <string.h>

/* Bits of evidence. */
enum {
	KNOWN_CHECKSUM = 64,
	WHOLE_TREE = 64,
	SIZES_AGREE = 32, /* a head's last offset is the archive's length */
	ORDERED = 12,	  /* offsets that ascend, and begin with 0 */
	NAME = 4,
	TEXT_LOOK = 4096,   /* bytes read to recognise text */
	MAX_HEAD = 1 << 16, /* bytes; a longer head would have over 16,384 chunks */
	MEMORY_LIMIT = 4 << 20,
};

/*
 * The archive: recognised by a head next to it whose last offset is the archive's length,
 * since its own bytes have no signature.
 */

static bool find_head(const struct exh_probe *probe, const char *stem,
		      struct exh_arena *arena, struct exh_bytes *head)
{
	*arena = (struct exh_arena){ .limit = MEMORY_LIMIT };
	for (size_t i = 0; exh_keen_companion(probe, stem, i, arena, head); i++)
		if (head->size < MAX_HEAD &&
		    exh_keen_head_ends_at(*head, probe->data.size))
			return true;
	return false;
}

static unsigned graph_score(const struct exh_probe *probe, const char *head_stem,
			    const char *name, const char *ending)
{
	unsigned score = 0;
	struct exh_arena arena;
	struct exh_bytes head;

	if ((name_begins(probe->name, name) || name_ends(probe->name, ending)) &&
	    !is_text_bytes(probe->data.data, probe->data.size, TEXT_LOOK))
		score += NAME;
	if (find_head(probe, head_stem, &arena, &head))
		score += SIZES_AGREE;
	exh_arena_free(&arena);
	return score;
}

static unsigned egagraph_score(const struct exh_probe *probe)
{
	return graph_score(probe, "egahead", "egagraph", ".ega");
}

static unsigned cgagraph_score(const struct exh_probe *probe)
{
	return graph_score(probe, "cgahead", "cgagraph", ".cga");
}

static void describe_head(struct exh_bytes head, size_t archive_size,
			  const struct exh_keen_layout *layout, struct exh_facts *facts)
{
	const unsigned size = exh_keen_head_guess_offset_size(head, archive_size);
	struct exh_arena arena = { .limit = 64U << 20 };
	struct exh_keen_head read;
	size_t present_count = 0;

	exh_fact_text(facts, "layout", layout ? layout->name : "unknown");
	if (layout)
		exh_fact_text(facts, "release", layout->title);
	if (size &&
	    exh_keen_head_read(head, size, layout ? layout->chunk_count : 0, archive_size,
			       &arena, &read, NULL, NULL) == EXH_OK) {
		for (size_t i = 0; i < read.chunk_count; i++)
			present_count += read.places[i].state == EXH_KEEN_PRESENT;
		exh_fact_number(facts, "offset_size", size);
		exh_fact_number(facts, "chunks", read.chunk_count);
		exh_fact_number(facts, "present", present_count);
	}
	exh_arena_free(&arena);
}

/* Finds the layout by the head, or by all lengths in the archive if its dictionary lies
 * beside it. Loading the dictionary replaces other companions. */
static const struct exh_keen_layout *
find_layout(const struct exh_probe *probe, struct exh_bytes head, const char *dict_stem)
{
	const struct exh_keen_layout *layout = exh_keen_layout_for_head(head);
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_huffman huffman;
	struct exh_bytes dict;
	unsigned fit;

	for (size_t i = 0;
	     !layout && exh_keen_companion(probe, dict_stem, i, &arena, &dict); i++) {
		if (exh_huffman_read(&huffman, dict, NULL, NULL))
			continue;
		layout = exh_keen_layout_that_fits(probe->data, head, &huffman, &fit);
		layout = fit == 100 ? layout : NULL;
	}
	exh_arena_free(&arena);
	return layout;
}

static void describe_graph(const struct exh_probe *probe, const char *video,
			   const char *head_stem, const char *dict_stem,
			   struct exh_facts *facts)
{
	struct exh_arena arena;
	struct exh_bytes head;

	exh_fact_text(facts, "video", video);
	if (find_head(probe, head_stem, &arena, &head)) {
		uint8_t *copy = exh_alloc(&arena, head.size, 1);

		if (copy)
			head.data = memcpy(copy, head.data, head.size);
		describe_head(head, probe->data.size,
			      copy ? find_layout(probe, head, dict_stem) : NULL, facts);
	}
	exh_arena_free(&arena);
}

static void egagraph_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	describe_graph(probe, "ega", "egahead", "egadict", facts);
}

static void cgagraph_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	describe_graph(probe, "cga", "cgahead", "cgadict", facts);
}

const struct exh_format exh_keen_egagraph_format = {
	.name = "keen-egagraph",
	.title = "Keen graphics archive, EGA",
	.family = "keen",
	.score = egagraph_score,
	.describe = egagraph_describe,
};

const struct exh_format exh_keen_cgagraph_format = {
	.name = "keen-cgagraph",
	.title = "Keen graphics archive, CGA",
	.family = "keen",
	.score = cgagraph_score,
	.describe = cgagraph_describe,
};

/*
 * The head of such an archive.
 */

static unsigned head_score(const struct exh_probe *probe)
{
	const struct exh_bytes data = probe->data;
	static const uint8_t zeros[4];

	if (data.size < 16 || data.size > MAX_HEAD)
		return 0;
	if (exh_keen_layout_for_head(data))
		return KNOWN_CHECKSUM;
	/* Heads of sounds ascend from 0 as well, so the name must match, too. */
	if (!name_begins(probe->name, "egahead") && !name_begins(probe->name, "cgahead"))
		return 0;
	if (memcmp(data.data, zeros, 3) == 0 &&
	    exh_keen_head_guess_offset_size(data, SIZE_MAX))
		return NAME + ORDERED;
	return is_text_bytes(data.data, data.size, TEXT_LOOK) ? 0 : NAME;
}

static void head_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	describe_head(probe->data, SIZE_MAX, exh_keen_layout_for_head(probe->data),
		      facts);
}

const struct exh_format exh_keen_head_format = {
	.name = "keen-head",
	.title = "Keen graphics head (offsets of the chunks)",
	.family = "keen",
	.score = head_score,
	.describe = head_describe,
};

/*
 * Huffman dictionaries: 255 nodes that make a tree with each byte in it once.
 */

static bool is_whole_tree(struct exh_bytes data, struct exh_huffman *huffman)
{
	struct exh_arena arena = { .limit = 1U << 20 };
	struct exh_notes notes = { .arena = &arena };
	bool whole;

	if (data.size != EXH_HUFFMAN_DICT_SIZE && data.size != EXH_HUFFMAN_DICT_SIZE + 4)
		return false;
	whole = exh_huffman_read(huffman, data, &notes, NULL) == EXH_OK &&
		!notes.damage_count;
	exh_arena_free(&arena);
	for (size_t i = 0; i < 256 && whole; i++)
		whole = huffman->code_bits[i] != 0;
	return whole;
}

static unsigned dict_score(const struct exh_probe *probe)
{
	struct exh_huffman huffman;

	return is_whole_tree(probe->data, &huffman) ? WHOLE_TREE : 0;
}

static void dict_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_huffman huffman;
	unsigned longest = 0;

	if (!is_whole_tree(probe->data, &huffman))
		return;
	for (size_t i = 0; i < 256; i++)
		if (huffman.code_bits[i] > longest)
			longest = huffman.code_bits[i];
	exh_fact_number(facts, "shortest_code_bits", huffman.shortest_code);
	exh_fact_number(facts, "longest_code_bits", longest);
}

const struct exh_format exh_keen_dict_format = {
	.name = "keen-dict",
	.title = "id Huffman dictionary",
	.family = "keen",
	.score = dict_score,
	.describe = dict_describe,
};
