#include "exhume/codec.h"
#include "exhume/advanced/softdisk.h"
#include "exhume/advanced/codec.h"

#include "../base/reader.h"

#include <string.h>

enum {
	MARK_SIZE = 4,
	HEADER_SIZE = 8,
	ENTRY_SIZE = 30,
	CHUNK_HEADER_SIZE = 10,
	MAX_VERSION = 2,
	WRITTEN_VERSION = 2,
	LZH_MAX_GROWTH = 24, /* 30 bytes of a match of at least 10 bits */
	PADDING = 1,	     /* bytes after a stream that are ignored silently */
};

static bool has_mark(struct exh_bytes file, const char *mark)
{
	return file.size >= MARK_SIZE && memcmp(file.data, mark, MARK_SIZE) == 0;
}

enum exh_softdisk_kind exh_softdisk_kind(struct exh_bytes file)
{
	return has_mark(file, "SLIB")	? EXH_SOFTDISK_SLIB
	       : has_mark(file, "COMP") ? EXH_SOFTDISK_COMP
	       : has_mark(file, "CMP1") ? EXH_SOFTDISK_CMP1
					: EXH_SOFTDISK_NONE;
}

const char *exh_softdisk_method_name(unsigned method)
{
	static const char *const names[] = { "store", "lzss", "lzh" };

	return method < sizeof names / sizeof names[0] ? names[method] : "unknown";
}

/*
 * Opening.
 */

/* Returns the largest size that the packed bytes could expand to; 0 for an unknown
 * method. */
static size_t most_size(unsigned method, struct exh_bytes packed)
{
	switch (method) {
	case EXH_SOFTDISK_STORE:
		return packed.size;
	case EXH_SOFTDISK_LZSS:
		return exh_lzss_expanded_size(packed);
	case EXH_SOFTDISK_LZH:
		return packed.size <= SIZE_MAX / LZH_MAX_GROWTH
			       ? packed.size * LZH_MAX_GROWTH
			       : SIZE_MAX;
	default:
		return 0;
	}
}

/* The packed bytes from at on, or what the file has of them. */
static void take_packed(struct exh_bytes file, size_t at,
			struct exh_softdisk_member *member, struct exh_notes *notes)
{
	size_t size = member->packed_size;

	if (size > file.size - at) {
		size = file.size - at;
		exh_note(notes, EXH_DAMAGE, file.base + file.size,
			 "member %zu: %zu packed bytes declared, %zu found",
			 member->index, member->packed_size, size);
	}
	exh_bytes_slice(file, at, size, &member->packed);
}

/* Fields in both the directory and the chunk's own header. */
struct member_header {
	size_t size;
	unsigned method;
};

/* Settles size and method if directory and chunk differ: prefers the chunk's values if
 * the packed bytes allow them. */
static void settle(struct exh_softdisk_member *member, const struct member_header *chunk,
		   struct exh_notes *notes)
{
	const size_t most = most_size(chunk->method, member->packed);

	if (chunk->size == member->size && chunk->method == member->method)
		return;
	exh_note(notes, EXH_WARNING, member->offset,
		 "member %zu: %zu bytes by method %u, but %zu by method %u in the "
		 "directory",
		 member->index, chunk->size, chunk->method, member->size, member->method);
	if (chunk->method > EXH_SOFTDISK_LZH || chunk->size > most)
		return;
	member->size = chunk->size;
	member->method = chunk->method;
}

/* A damaged mark does not invalidate the data after it. */
static bool is_chunk(const uint8_t *mark, const struct member_header *chunk,
		     const struct exh_softdisk_member *member)
{
	return memcmp(mark, "CUNK", MARK_SIZE) == 0 ||
	       (chunk->size == member->size && chunk->method == member->method);
}

static void read_chunk(struct exh_bytes file, struct exh_softdisk_member *member,
		       size_t chunk_size, struct exh_notes *notes)
{
	struct exh_bytes from_chunk;
	struct reader r = { 0 };
	const uint8_t *mark;
	struct member_header chunk;

	member->lost = true;
	if (member->offset > file.size) {
		exh_note(notes, EXH_DAMAGE, file.base + file.size,
			 "member %zu: offset 0x%zx is past the end of the file, 0x%zx",
			 member->index, member->offset, file.size);
		return;
	}
	if (chunk_size < CHUNK_HEADER_SIZE) {
		exh_note(notes, EXH_DAMAGE, file.base + member->offset,
			 "member %zu: a chunk of %zu bytes, expected at least %d",
			 member->index, chunk_size, CHUNK_HEADER_SIZE);
		return;
	}
	exh_bytes_slice(file, member->offset, file.size - member->offset, &from_chunk);
	r.in = from_chunk;
	mark = rd_take(&r, MARK_SIZE);
	chunk.size = rd_u32le(&r);
	chunk.method = rd_u16le(&r);
	if (r.failed) {
		exh_note(notes, EXH_DAMAGE, file.base + file.size,
			 "member %zu: the file ends within the chunk's header",
			 member->index);
		return;
	}
	if (!is_chunk(mark, &chunk, member)) {
		exh_note(notes, EXH_DAMAGE, file.base + member->offset,
			 "member %zu: no chunk, expected the mark CUNK", member->index);
		return;
	}
	if (memcmp(mark, "CUNK", MARK_SIZE) != 0)
		exh_note(notes, EXH_WARNING, file.base + member->offset,
			 "member %zu: the mark CUNK is damaged", member->index);
	member->lost = false;
	member->packed_size = chunk_size - CHUNK_HEADER_SIZE;
	take_packed(from_chunk, CHUNK_HEADER_SIZE, member, notes);
	settle(member, &chunk, notes);
}

static void read_entry(struct exh_bytes file, struct reader *r, size_t data_offset,
		       struct exh_softdisk_member *member, struct exh_notes *notes)
{
	const uint8_t *name = rd_take(r, EXH_SOFTDISK_NAME_SIZE);
	const size_t offset = rd_u32le(r);
	size_t chunk_size;

	if (!name)
		return; /* never: the entries were counted */
	memcpy(member->name, name, EXH_SOFTDISK_NAME_SIZE);
	/* Bytes after the name's end have no meaning. */
	for (size_t end = strlen((const char *)member->name);
	     end < EXH_SOFTDISK_NAME_SIZE; end++)
		member->name[end] = 0;
	chunk_size = rd_u32le(r);
	member->size = rd_u32le(r);
	member->method = rd_u16le(r);
	/* The sum may not fit a size_t of 32 bits: then the offset is past any file's
	 * end. */
	member->offset =
		offset <= SIZE_MAX - data_offset ? data_offset + offset : SIZE_MAX;
	member->packed_size = chunk_size;
	read_chunk(file, member, chunk_size, notes);
}

static enum exh_status allocate(struct exh_arena *arena, size_t count,
				struct exh_softdisk_library *out, struct exh_error *err)
{
	out->members = exh_alloc(arena, count ? count : 1, sizeof *out->members);
	out->member_count = count;
	for (size_t i = 0; i < count && out->members; i++)
		out->members[i].index = i;
	if (out->members)
		return EXH_OK;
	exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "no memory for %zu members", count);
	return EXH_NO_MEMORY;
}

/* Notes bytes after the last member, unless a member is lost, to which they may
 * belong. */
static void note_rest(struct exh_bytes file, const struct exh_softdisk_library *library,
		      struct exh_notes *notes)
{
	size_t end = library->kind == EXH_SOFTDISK_SLIB ? HEADER_SIZE : file.size;

	for (size_t i = 0; i < library->member_count; i++) {
		const struct exh_bytes packed = library->members[i].packed;

		if (library->members[i].lost)
			return;
		if (!i || packed.base + packed.size - file.base > end)
			end = packed.base + packed.size - file.base;
	}
	if (end + PADDING < file.size)
		exh_note(notes, EXH_WARNING, file.base + end,
			 "%zu bytes follow the last of %zu members: members may be "
			 "missing",
			 file.size - end, library->member_count);
}

static enum exh_status open_slib(struct exh_bytes file, struct exh_arena *arena,
				 struct exh_softdisk_library *out,
				 struct exh_notes *notes, struct exh_error *err)
{
	struct reader r = { .in = file, .pos = MARK_SIZE };
	size_t declared, count;

	out->version = rd_u16le(&r);
	declared = rd_u16le(&r);
	if (r.failed)
		return exh_fail(err, EXH_TRUNCATED, file.base + file.size,
				"%zu bytes, a library has at least %d", file.size,
				HEADER_SIZE);
	if (out->version > MAX_VERSION)
		return exh_fail(err, EXH_UNSUPPORTED, file.base + MARK_SIZE,
				"library of version %u, expected at most %d",
				out->version, MAX_VERSION);
	count = rd_left(&r) / ENTRY_SIZE < declared ? rd_left(&r) / ENTRY_SIZE : declared;
	if (declared && !count)
		return exh_fail(err, EXH_TRUNCATED, file.base + file.size,
				"the directory ends within its first entry");
	if (allocate(arena, count, out, err))
		return EXH_NO_MEMORY;
	if (count < declared)
		exh_note(notes, EXH_DAMAGE, file.base + file.size,
			 "the directory ends after %zu of %zu members", count, declared);
	for (size_t i = 0; i < count; i++)
		read_entry(file, &r, HEADER_SIZE + declared * ENTRY_SIZE,
			   &out->members[i], notes);
	return EXH_OK;
}

/* A single file: everything after its header. */
static enum exh_status open_alone(struct exh_bytes file, struct exh_arena *arena,
				  struct exh_softdisk_library *out,
				  struct exh_notes *notes, struct exh_error *err)
{
	struct reader r = { .in = file, .pos = MARK_SIZE };
	const bool is_comp = out->kind == EXH_SOFTDISK_COMP;
	struct exh_softdisk_member *member;

	if (allocate(arena, 1, out, err))
		return EXH_NO_MEMORY;
	member = out->members;
	member->method = is_comp ? EXH_SOFTDISK_LZSS : rd_u16le(&r);
	member->size = rd_u32le(&r);
	member->packed_size = is_comp ? rd_left(&r) : rd_u32le(&r);
	if (r.failed)
		return exh_fail(err, EXH_TRUNCATED, file.base + file.size,
				"the file ends within its header");
	take_packed(file, r.pos, member, notes);
	return EXH_OK;
}

enum exh_status exh_softdisk_open(struct exh_bytes file, struct exh_arena *arena,
				  struct exh_softdisk_library *out,
				  struct exh_notes *notes, struct exh_error *err)
{
	enum exh_status status;

	*out = (struct exh_softdisk_library){ .kind = exh_softdisk_kind(file) };
	if (out->kind == EXH_SOFTDISK_NONE)
		return exh_fail(err, file.size < MARK_SIZE ? EXH_TRUNCATED : EXH_INVALID,
				file.base, "not a library: expected SLIB, COMP or CMP1");
	status = out->kind == EXH_SOFTDISK_SLIB
			 ? open_slib(file, arena, out, notes, err)
			 : open_alone(file, arena, out, notes, err);
	if (!status)
		note_rest(file, out, notes);
	return status;
}

/*
 * Extracting.
 */

static enum exh_status expand(const struct exh_softdisk_member *member, uint8_t *dst,
			      size_t size, struct exh_expansion *done,
			      struct exh_error *err)
{
	const struct exh_bytes packed = member->packed;

	switch (member->method) {
	case EXH_SOFTDISK_LZSS:
		return exh_lzss_expand(packed, EXH_LZSS_SPACES, dst, size, done, err);
	case EXH_SOFTDISK_LZH:
		return exh_lzhuf_expand(packed, dst, size, done, err);
	default:
		if (size)
			memcpy(dst, packed.data, size);
		*done = (struct exh_expansion){ size, size };
		return EXH_OK;
	}
}

static void note_expansion(const struct exh_softdisk_member *member,
			   const struct exh_expansion *done, enum exh_status status,
			   const struct exh_error *err, struct exh_notes *notes)
{
	const struct exh_bytes packed = member->packed;
	const size_t end = packed.base + done->used_size;

	if (done->produced_size < member->size)
		exh_note(notes, EXH_DAMAGE, end,
			 "member %zu: %zu bytes expanded, %zu declared", member->index,
			 done->produced_size, member->size);
	else if (status)
		exh_note(notes, EXH_WARNING, err->offset, "member %zu: %s", member->index,
			 err->text);
	else if (packed.size - done->used_size > PADDING)
		exh_note(notes, EXH_WARNING, end,
			 "member %zu: %zu packed bytes are left over after its %zu",
			 member->index, packed.size - done->used_size, member->size);
}

enum exh_status exh_softdisk_extract(const struct exh_softdisk_member *member,
				     struct exh_arena *arena, struct exh_bytes *out,
				     struct exh_notes *notes, struct exh_error *err)
{
	const size_t most = most_size(member->method, member->packed);
	const size_t size = member->size < most ? member->size : most;
	struct exh_expansion done;
	struct exh_error story;
	enum exh_status status;
	uint8_t *data;

	*out = (struct exh_bytes){ 0 };
	if (member->lost)
		return exh_fail(err, EXH_TRUNCATED, EXH_NO_OFFSET,
				"member %zu: it can't be read", member->index);
	if (member->method > EXH_SOFTDISK_LZH)
		return exh_fail(err, EXH_UNSUPPORTED, member->offset,
				"member %zu: method %u, expected 0, 1 or 2",
				member->index, member->method);
	data = exh_alloc(arena, size ? size : 1, 1);
	if (!data)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"member %zu: no memory for %zu bytes", member->index,
				size);
	status = expand(member, data, size, &done, &story);
	note_expansion(member, &done, status, &story, notes);
	*out = (struct exh_bytes){ data, done.produced_size, 0 };
	return EXH_OK;
}

/*
 * Packing.
 */

static void pack_content(const struct exh_softdisk_source *source, struct exh_writer *out)
{
	const struct exh_bytes content = source->content;

	exh_write_bytes(out, "CUNK", MARK_SIZE);
	exh_write_u32le(out, (uint32_t)content.size);
	exh_write_u16le(out, (uint16_t)source->method);
	if (source->method == EXH_SOFTDISK_LZSS)
		exh_lzss_pack(content, out);
	else if (source->method == EXH_SOFTDISK_LZH)
		exh_lzhuf_pack(content, out);
	else
		exh_write_bytes(out, content.data, content.size);
}

static enum exh_status check_source(const struct exh_softdisk_source *source, size_t i,
				    struct exh_error *err)
{
	if (!source->name.size || source->name.size > EXH_SOFTDISK_NAME_SIZE ||
	    memchr(source->name.data, 0, source->name.size))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"member %zu: a name of %zu bytes, expected 1 to %d", i,
				source->name.size, EXH_SOFTDISK_NAME_SIZE);
	if (source->content.size > UINT32_MAX)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"member %zu: %zu bytes, at most 4 GiB fit", i,
				source->content.size);
	return EXH_OK;
}

static void write_entry(const struct exh_softdisk_source *source, size_t offset,
			size_t chunk_size, struct exh_writer *out)
{
	uint8_t name[EXH_SOFTDISK_NAME_SIZE] = { 0 };

	memcpy(name, source->name.data, source->name.size);
	exh_write_bytes(out, name, sizeof name);
	exh_write_u32le(out, (uint32_t)offset);
	exh_write_u32le(out, (uint32_t)chunk_size);
	exh_write_u32le(out, (uint32_t)source->content.size);
	exh_write_u16le(out, (uint16_t)source->method);
}

enum exh_status exh_softdisk_pack(const struct exh_softdisk_source *sources, size_t count,
				  struct exh_writer *out, struct exh_error *err)
{
	const size_t room = out->limit - out->size;
	struct exh_writer chunks = { .limit = room < UINT32_MAX ? room : UINT32_MAX };
	enum exh_status status = EXH_OK;

	if (count > UINT16_MAX)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu members, at most 65535 fit", count);
	exh_write_bytes(out, "SLIB", MARK_SIZE);
	exh_write_u16le(out, WRITTEN_VERSION);
	exh_write_u16le(out, (uint16_t)count);
	for (size_t i = 0; i < count && !status; i++) {
		const size_t offset = chunks.size;

		status = check_source(&sources[i], i, err);
		if (status)
			break;
		pack_content(&sources[i], &chunks);
		write_entry(&sources[i], offset, chunks.size - offset, out);
	}
	exh_write_bytes(out, chunks.data, chunks.size);
	if (!status && (chunks.failed || out->failed))
		status = exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				  "no room for the library: out of memory, or over its "
				  "limit");
	exh_writer_free(&chunks);
	return status;
}
