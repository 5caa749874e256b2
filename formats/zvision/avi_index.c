#include "avi_parts.h"

#include <string.h>

/*
 * The index.
 */

struct entry {
	uint32_t id, flags, offset, size;
};

static bool read_entry(struct walk *walk, size_t i, struct entry *entry)
{
	const uint8_t *p =
		exh_avi_peek(walk, walk->index + i * INDEX_ENTRY_SIZE, INDEX_ENTRY_SIZE);

	if (p)
		*entry = (struct entry){ load_u32le(p), load_u32le(p + 4),
					 load_u32le(p + 8), load_u32le(p + 12) };
	return p != NULL;
}

/* Returns the chunk whose head is at that offset, or NULL. */
static const struct found *chunk_at(const struct walk *walk, size_t offset)
{
	const struct found *list = exh_avi_found_of(&walk->found);
	size_t first = 0, last = exh_avi_found_count(&walk->found);

	while (first < last) {
		const size_t middle = first + (last - first) / 2;

		if (list[middle].offset == offset)
			return &list[middle];
		if (list[middle].offset < offset)
			first = middle + 1;
		else
			last = middle;
	}
	return NULL;
}

static const struct found *chunk_of(const struct walk *walk, const struct entry *entry,
				    size_t base)
{
	const struct found *chunk = chunk_at(walk, base + entry->offset);

	if (!chunk || chunk->stream != exh_avi_stream_of(walk, entry->id) ||
	    chunk->size != entry->size)
		return NULL;
	return chunk;
}

/* Counts the entries, from the first on, that point at chunks as declared. Entries of
 * lists and of unknown streams may point anywhere. */
static size_t count_true(struct walk *walk, size_t count, size_t base)
{
	struct entry entry;
	size_t i = 0;

	while (i < count && read_entry(walk, i, &entry) &&
	       (exh_avi_stream_of(walk, entry.id) < 0 || chunk_of(walk, &entry, base)))
		i++;
	return i;
}

/* Counts the units of each stream, as its length does. */
void exh_avi_count_units(const struct walk *walk, const struct exh_writer *list,
			 uint64_t units[EXH_AVI_MAX_STREAMS])
{
	const struct found *found = exh_avi_found_of(list);

	memset(units, 0, EXH_AVI_MAX_STREAMS * sizeof *units);
	for (size_t i = 0; i < exh_avi_found_count(list); i++)
		if (!found[i].is_palette)
			units[found[i].stream] +=
				walk->streams[found[i].stream]->sample_size
					? found[i].size
					: 1;
	for (size_t i = 0; i < walk->stream_count; i++)
		if (walk->streams[i]->sample_size)
			units[i] /= walk->streams[i]->sample_size;
}

/* True if a stream is shorter than declared although the file has more chunks. */
static bool is_short(const struct walk *walk, const struct exh_writer *order)
{
	uint64_t listed[EXH_AVI_MAX_STREAMS], found[EXH_AVI_MAX_STREAMS];

	exh_avi_count_units(walk, order, listed);
	exh_avi_count_units(walk, &walk->found, found);
	for (size_t i = 0; i < walk->stream_count; i++)
		if (listed[i] < found[i] && listed[i] < walk->streams[i]->length)
			return true;
	return !order->size && walk->found.size;
}

/* Lists the chunks of the index, then those of the parts that the index does not
 * cover. */
static void follow(struct walk *walk, size_t count, size_t base, struct exh_writer *order)
{
	const struct found *list = exh_avi_found_of(&walk->found);
	struct entry entry;

	for (size_t i = 0; i < count && read_entry(walk, i, &entry); i++) {
		struct found chunk;

		if (exh_avi_stream_of(walk, entry.id) < 0)
			continue;
		chunk = *chunk_of(walk, &entry, base);
		chunk.is_key = entry.flags & INDEX_KEY;
		exh_write_bytes(order, &chunk, sizeof chunk);
	}
	for (size_t i = 0; i < exh_avi_found_count(&walk->found) && walk->second_part;
	     i++)
		if (list[i].offset > walk->second_part)
			exh_write_bytes(order, &list[i], sizeof list[i]);
	if (order->failed && !walk->status)
		walk->status = exh_avi_fail_memory(walk);
}

/* Offsets count from the list's type, from the start of the file, or (in a few files)
 * from the first chunk; uses the one that fits. False: order must not be used. */
bool exh_avi_use_index(struct walk *walk, struct exh_writer *order)
{
	const size_t bases[] = { walk->movi, 0, walk->movi + 4 };
	const size_t count = walk->index_size / INDEX_ENTRY_SIZE;
	size_t best = 0, base = bases[0];

	for (size_t i = 0; i < sizeof bases / sizeof bases[0] && best < count; i++) {
		const size_t own = count_true(walk, count, bases[i]);

		if (own > best) {
			base = bases[i];
			best = own;
		}
	}
	if (walk->status)
		return false;
	if (best < count) {
		walk->index_is_untrue = true;
		exh_note(walk->notes, EXH_WARNING, walk->index + best * INDEX_ENTRY_SIZE,
			 "entry %zu of the index points at no such chunk: chunks are "
			 "read in file order",
			 best);
		return false;
	}
	follow(walk, count, base, order);
	if (walk->status)
		return false;
	if (walk->index_is_cut || is_short(walk, order)) {
		exh_note(walk->notes, EXH_WARNING, walk->index + walk->index_size,
			 "the index ends too early: chunks are read in file order");
		return false;
	}
	return true;
}
