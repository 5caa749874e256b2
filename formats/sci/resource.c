#include "exhume/sci.h"

#include "../base/name.h"
#include "../base/reader.h"
#include "exhume/codec.h"
#include "exhume/advanced/codec.h"
#include "basics.h"
#include "resource.h"

#include <string.h>

static const char *const types[EXH_SCI_TYPES] = {
	"view",	   "pic",   "script", "text",	 "sound",  "memory",
	"vocab",   "font",  "cursor", "patch",	 "bitmap", "palette",
	"cdaudio", "audio", "sync",   "message", "map",	   "heap",
};

/* Endings of SCI1's patch files, by type. */
static const char *const endings[EXH_SCI_TYPES] = {
	".v56", ".p56", ".scr", ".tex", ".snd", NULL,	".voc", ".fon", ".cur",
	".pat", ".bit", ".pal", ".cda", ".aud", ".syn", ".msg", ".map", ".hep",
};

static const char *const packings[] = { "stored",    "lzw",	 "huffman", "lzw1",
					"lzw1-view", "lzw1-pic", "dcl",	    "unknown" };

enum {
	PACKED_COUNTS = 4, /* bytes of the header that are included in the packed size */
	PATCH_LEAST = 3,
};

const char *exh_sci_type_name(unsigned type)
{
	return type < EXH_SCI_TYPES ? types[type] : NULL;
}

static const char *name_or_unknown(unsigned type)
{
	return type < EXH_SCI_TYPES ? types[type] : "unknown";
}

unsigned exh_sci_type_from_name(const char *name)
{
	unsigned type = 0;

	while (type < EXH_SCI_TYPES &&
	       !(strlen(name) == strlen(types[type]) && name_begins(name, types[type])))
		type++;
	return type;
}

const char *exh_sci_packing_name(enum exh_sci_packing packing)
{
	return packing < EXH_SCI_PACKING_UNKNOWN ? packings[packing] : "unknown";
}

/*
 * Records.
 */

/* Packing methods of SCI1, which also occur in SCI01's volumes. */
static enum exh_sci_packing later_packing(unsigned method)
{
	static const enum exh_sci_packing known[] = { EXH_SCI_STORED, EXH_SCI_HUFFMAN,
						      EXH_SCI_LZW1, EXH_SCI_LZW1_VIEW,
						      EXH_SCI_LZW1_PIC };

	if (method < sizeof known / sizeof known[0])
		return known[method];
	return method >= 18 && method <= 20 ? EXH_SCI_DCL : EXH_SCI_PACKING_UNKNOWN;
}

static enum exh_sci_packing packing_of(unsigned method, enum exh_sci_layout layout)
{
	if (layout == EXH_SCI_LAYOUT_SCI0 && method == 1)
		return EXH_SCI_LZW;
	if (layout == EXH_SCI_LAYOUT_SCI0 && method == 2)
		return EXH_SCI_HUFFMAN;
	return later_packing(method);
}

static void read_id(struct reader *r, enum exh_sci_layout layout,
		    struct exh_sci_record *out)
{
	if (layout <= EXH_SCI_LAYOUT_EARLY) {
		const unsigned id = rd_u16le(r);

		out->type = (uint8_t)(id >> 11);
		out->number = id & (EXH_SCI_NUMBERS - 1);
	} else {
		out->type = rd_u8(r) & 0x7f;
		out->number = rd_u16le(r);
	}
}

/* SCI1.1 seems to count only the payload; in stored records the sizes show it. */
static size_t uncounted(const struct exh_sci_record *record, unsigned packed_field,
			enum exh_sci_layout layout)
{
	const bool plain = layout == EXH_SCI_LAYOUT_SCI11 &&
			   (record->method || packed_field == record->unpacked_size);

	return plain ? 0 : PACKED_COUNTS;
}

enum exh_status exh_sci_record_read(struct exh_bytes volume, size_t offset,
				    enum exh_sci_layout layout,
				    struct exh_sci_record *out, struct exh_error *err)
{
	struct reader r = { .in = volume, .pos = offset };
	unsigned packed;
	size_t less;

	*out = (struct exh_sci_record){ 0 };
	if (offset > volume.size)
		return exh_fail(err, EXH_TRUNCATED, volume.base + volume.size,
				"a record at 0x%zX, the file has %zu bytes", offset,
				volume.size);
	read_id(&r, layout, out);
	packed = rd_u16le(&r);
	out->unpacked_size = rd_u16le(&r);
	out->method = rd_u16le(&r);
	if (r.failed)
		return exh_fail(err, EXH_TRUNCATED, volume.base + offset,
				"%zu bytes of a record's header", volume.size - offset);
	less = uncounted(out, packed, layout);
	if (out->type >= EXH_SCI_TYPES)
		return exh_fail(err, EXH_INVALID, volume.base + offset,
				"a record of type %u, expected one below %d", out->type,
				EXH_SCI_TYPES);
	if (packed < less)
		return exh_fail(err, EXH_INVALID, volume.base + r.pos - 6,
				"packed size %u, expected at least 4", packed);
	out->packing = packing_of(out->method, layout);
	out->packed_size = (uint32_t)(packed - less);
	out->size = r.pos - offset + out->packed_size;
	out->payload.base = volume.base + r.pos;
	out->payload.size =
		rd_left(&r) < out->packed_size ? rd_left(&r) : out->packed_size;
	out->payload.data = volume.data + r.pos;
	return EXH_OK;
}

/* One attempt to unpack. */
struct unpacking {
	const struct exh_sci_record *record;
	struct exh_arena *arena;
	uint8_t *dst;
	size_t produced, used; /* used: bytes of the payload */
	bool is_cut;	       /* the last string is cut */
	struct exh_error *err;
};

static enum exh_status take_stored(struct unpacking *u)
{
	const struct exh_sci_record *record = u->record;
	const size_t size = record->payload.size < record->unpacked_size
				    ? record->payload.size
				    : record->unpacked_size;

	if (size)
		memcpy(u->dst, record->payload.data, size);
	memset(u->dst + size, 0, record->unpacked_size - size);
	u->produced = u->used = size;
	if (record->packed_size != record->unpacked_size)
		return exh_fail(u->err, EXH_INVALID, record->payload.base,
				"stored, but %u bytes packed and %u unpacked",
				(unsigned)record->packed_size,
				(unsigned)record->unpacked_size);
	return EXH_OK;
}

static enum exh_status take_lzw(struct unpacking *u, enum exh_sci_lzw variant)
{
	const size_t size = u->record->unpacked_size;
	struct exh_expansion done;
	const enum exh_status status = exh_sci_lzw_expand(u->record->payload, variant,
							  u->dst, size, &done, u->err);

	u->produced = done.produced_size;
	u->used = done.used_size;
	u->is_cut = status == EXH_INVALID && done.produced_size == size;
	return u->is_cut ? EXH_OK : status;
}

static enum exh_status take_huffman(struct unpacking *u)
{
	struct exh_expansion done;
	const enum exh_status status = exh_sci_huffman_expand(
		u->record->payload, u->dst, u->record->unpacked_size, &done, u->err);

	u->produced = done.produced_size;
	u->used = done.used_size;
	return status;
}

typedef enum exh_status reorder_fn(struct exh_bytes in, uint8_t *dst, size_t size,
				   struct exh_error *err);

/* Sorted data may be shorter than the result: only reordering shows whether they are
 * complete. From a damaged payload all present data are taken. */
static enum exh_status take_reordered(struct unpacking *u, reorder_fn *reorder)
{
	const size_t size = u->record->unpacked_size;
	struct unpacking sorted = *u;
	enum exh_status status, order_status;
	struct exh_error err;

	sorted.dst = exh_alloc(u->arena, size ? size : 1, 1);
	if (!sorted.dst)
		return no_memory(u->err);
	status = take_lzw(&sorted, EXH_LZW_SCI1);
	u->used = sorted.used;
	u->is_cut = sorted.is_cut;
	u->produced = size;
	order_status = reorder((struct exh_bytes){ sorted.dst, sorted.produced, 0 },
			       u->dst, size, &err);
	if (status && status != EXH_TRUNCATED)
		return status;
	if (order_status)
		return exh_fail(u->err, order_status, u->record->payload.base,
				"unpacked, at 0x%zx: %s", err.offset, err.text);
	return EXH_OK;
}

static enum exh_status unpack_as(struct unpacking *u, enum exh_sci_packing packing)
{
	u->is_cut = false;
	switch (packing) {
	case EXH_SCI_STORED:
		return take_stored(u);
	case EXH_SCI_LZW:
		return take_lzw(u, EXH_LZW_SCI0);
	case EXH_SCI_LZW1:
		return take_lzw(u, EXH_LZW_SCI1);
	case EXH_SCI_LZW1_VIEW:
		return take_reordered(u, exh_sci_view_reorder);
	case EXH_SCI_LZW1_PIC:
		return take_reordered(u, exh_sci_pic_reorder);
	case EXH_SCI_HUFFMAN:
		return take_huffman(u);
	default:
		memset(u->dst, 0, u->record->unpacked_size);
		u->produced = u->used = 0;
		return exh_fail(u->err, EXH_UNSUPPORTED, u->record->payload.base,
				"packed by method %u (%s), which is unsupported",
				u->record->method, exh_sci_packing_name(packing));
	}
}

/* True if all bytes were used, and gave exactly the declared size. */
static bool is_exact(const struct unpacking *u)
{
	return u->produced == u->record->unpacked_size &&
	       u->used == u->record->payload.size;
}

/* SCI01 may number the methods as SCI1 does. Unpacks again with the first guess if the
 * other one is no better. */
static enum exh_status unpack_doubtful(struct unpacking *u, struct exh_notes *notes)
{
	const struct exh_sci_record *record = u->record;
	const enum exh_sci_packing other = later_packing(record->method);
	struct exh_error *const err = u->err;
	enum exh_status status;

	status = unpack_as(u, record->packing);
	if ((!status && is_exact(u)) || other == record->packing)
		return status;
	u->err = NULL;
	status = unpack_as(u, other);
	u->err = err;
	if (status || !is_exact(u))
		return unpack_as(u, record->packing);
	exh_note(notes, EXH_WARNING, record->payload.base,
		 "method %u is %s here, not %s: numbered as in SCI1", record->method,
		 exh_sci_packing_name(other), exh_sci_packing_name(record->packing));
	return EXH_OK;
}

enum exh_status exh_sci_record_unpack(const struct exh_sci_record *record,
				      struct exh_arena *arena, uint8_t *dst,
				      size_t *produced, struct exh_notes *notes,
				      struct exh_error *err)
{
	struct unpacking u = { record, arena, dst, 0, 0, false, err };
	enum exh_status status = unpack_doubtful(&u, notes);

	*produced = u.produced;
	if (u.is_cut)
		exh_note(notes, EXH_WARNING, record->payload.base,
			 "the last string passes the end of %u bytes: cut",
			 (unsigned)record->unpacked_size);
	if (!status && record->payload.size < record->packed_size)
		status = exh_fail(err, EXH_TRUNCATED,
				  record->payload.base + record->payload.size,
				  "%u bytes packed, %zu of them are in the file",
				  (unsigned)record->packed_size, record->payload.size);
	return status;
}

enum exh_status exh_sci_record_write(unsigned type, unsigned number,
				     enum exh_sci_packing packing,
				     struct exh_bytes payload, size_t unpacked_size,
				     struct exh_writer *out, struct exh_error *err)
{
	if (type >= 32 || number >= EXH_SCI_NUMBERS || packing > EXH_SCI_HUFFMAN ||
	    unpacked_size > EXH_SCI_UNPACKED_LIMIT ||
	    payload.size > EXH_SCI_UNPACKED_LIMIT - PACKED_COUNTS)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"number %u of %zu bytes, %zu packed: a record holds a "
				"number below %d and for %d bytes packed",
				number, unpacked_size, payload.size, EXH_SCI_NUMBERS,
				EXH_SCI_UNPACKED_LIMIT - PACKED_COUNTS);
	exh_write_u16le(out, (uint16_t)(type << 11 | number));
	exh_write_u16le(out, (uint16_t)(payload.size + PACKED_COUNTS));
	exh_write_u16le(out, (uint16_t)unpacked_size);
	exh_write_u16le(out, (uint16_t)packing);
	exh_write_bytes(out, payload.data, payload.size);
	return out->failed ? no_memory(err) : EXH_OK;
}

/*
 * Patch files.
 */

/* Reads text that consists only of digits; false above most. */
static bool read_number(const char *text, size_t size, unsigned most, unsigned *out)
{
	*out = 0;
	for (size_t i = 0; i < size; i++) {
		if (text[i] < '0' || text[i] > '9')
			return false;
		*out = *out * 10 + (unsigned)(text[i] - '0');
		if (*out > most)
			return false;
	}
	return size > 0;
}

/* True for three digits, as in the games, or four if the number needs them. */
static bool is_patch_number(const char *digits)
{
	return strlen(digits) == 3 || (strlen(digits) == 4 && digits[0] != '0');
}

bool exh_sci_patch_name(const char *name, unsigned *type, unsigned *number)
{
	const char *dot = strrchr(name, '.');

	if (!dot)
		return false;
	for (*type = 0; *type < EXH_SCI_TYPES; (*type)++) {
		const char *known = types[*type];

		if (strlen(known) == (size_t)(dot - name) && name_begins(name, known) &&
		    is_patch_number(dot + 1) &&
		    read_number(dot + 1, strlen(dot + 1), EXH_SCI_NUMBERS - 1, number))
			return true;
		if (endings[*type] && name_ends(name, endings[*type]) &&
		    read_number(name, (size_t)(dot - name), 65535, number))
			return true;
	}
	return false;
}

enum exh_status exh_sci_patch_read(struct exh_bytes file, unsigned type,
				   struct exh_bytes *out, struct exh_error *err)
{
	struct reader r = { .in = file };
	const unsigned found = rd_u8(&r) & 0x7f;
	const size_t length = rd_u8(&r);

	*out = (struct exh_bytes){ 0 };
	if (file.size < PATCH_LEAST)
		return exh_fail(err, EXH_TRUNCATED, file.base + file.size,
				"%zu bytes, a patch file has at least %d", file.size,
				PATCH_LEAST);
	if (found != type)
		return exh_fail(err, EXH_INVALID, file.base,
				"a patch of type %u (%s), expected %u (%s)", found,
				name_or_unknown(found), type, name_or_unknown(type));
	if (length > rd_left(&r))
		return exh_fail(err, EXH_INVALID, file.base + 1,
				"%zu bytes of an extra header, the file has %zu", length,
				rd_left(&r));
	exh_bytes_slice(file, 2 + length, rd_left(&r) - length, out);
	return EXH_OK;
}

void exh_sci_patch_write_header(unsigned type, struct exh_writer *out)
{
	exh_write_u8(out, (uint8_t)(0x80 | type));
	exh_write_u8(out, 0);
}
