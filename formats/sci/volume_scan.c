#include "exhume/sci.h"

#include "../base/common.h"
#include "exhume/advanced/sci_check.h"

enum { SCRATCH_LIMIT = 1 << 24 /* to unpack and decode one resource */ };

/* A header that makes sense, of data that is there or of a file cut off within it. */
static bool is_plausible(struct exh_bytes volume, size_t offset,
			 struct exh_sci_record *out)
{
	return offset < volume.size &&
	       !exh_sci_record_read(volume, offset, EXH_SCI_LAYOUT_SCI0, out, NULL) &&
	       out->packing < EXH_SCI_DCL &&
	       (out->packing != EXH_SCI_STORED || out->packed_size == out->unpacked_size);
}

/* Unpacks it, and decodes what any bytes could be: stored ones. */
static bool unpacks(const struct exh_sci_record *record, struct exh_arena *scratch)
{
	uint8_t *data = exh_alloc(scratch, record->unpacked_size + 1, 1);
	struct exh_notes notes = { .arena = scratch };
	struct exh_bytes bytes = { data, record->unpacked_size, 0 };
	size_t produced;

	if (!data || !record->unpacked_size ||
	    exh_sci_record_unpack(record, scratch, data, &produced, &notes, NULL))
		return false;
	return record->packing != EXH_SCI_STORED ||
	       (!exh_sci_resource_check(record->type, record->number, bytes, scratch,
					&notes, NULL) &&
		!notes.damage_count);
}

static bool is_whole(const struct exh_sci_record *record)
{
	struct exh_arena scratch = { .limit = SCRATCH_LIMIT };
	const bool whole =
		record->payload.size == record->packed_size && unpacks(record, &scratch);

	exh_arena_free(&scratch);
	return whole;
}

/* A damaged record is one where another follows it, or the end of the volume. */
static bool is_followed(struct exh_bytes volume, size_t offset,
			const struct exh_sci_record *record)
{
	struct exh_sci_record next;

	return record->size >= volume.size - offset ||
	       is_plausible(volume, offset + record->size, &next);
}

bool exh_sci_record_find(struct exh_bytes volume, size_t *offset,
			 struct exh_sci_record *out, bool *whole)
{
	const size_t start = *offset;

	for (; *offset < volume.size; ++*offset) {
		if (!is_plausible(volume, *offset, out))
			continue;
		*whole = is_whole(out);
		if (*whole || (*offset == start && is_followed(volume, *offset, out)))
			return true;
	}
	return false;
}
