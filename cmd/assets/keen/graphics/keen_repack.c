#include "graphics.h"

#include "assets/keen/keen.h"
#include "task/fields.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MANIFEST_LIMIT = 128 << 20, /* bytes; those of the games have about 1 MiB */
	PACKED_LIMIT = 512 << 20,
};

/* An archive as packed with one dictionary. */
struct packing {
	struct exh_huffman huffman;
	struct exh_bytes dict; /* bytes that are written */
	bool same_dict;	       /* dict is that of the archive that was extracted */
	struct exh_writer archive, head;
};

struct repack {
	const struct repack_options *options;
	struct report *report;
	struct manifest manifest;
	struct keen_archive
		original; /* source of all that a folder without a manifest lacks */
	bool has_original;
	struct keen_sheets sheets;
	struct collection collection;
	struct keen_table dict_table; /* dictionary that an option gives */
	uint8_t built_dict[EXH_HUFFMAN_DICT_SIZE + 4];
	struct packing given, built;
	struct packing *best;
	bool given_works; /* the given dictionary has codes for all there is */
};

/*
 * Reading.
 */

/* Reads the original, and makes the manifest that it would get. */
static enum exh_status make_manifest(struct repack *rp, struct file *out,
				     struct exh_error *err)
{
	const struct keen_archive_options tables = { .layout = rp->options->layout,
						     .no_tables = true };
	struct exh_writer text = { .limit = MANIFEST_LIMIT };
	struct silent_report silent;
	struct report *report = report_silent(&silent, rp->report);
	enum exh_status status;

	rp->has_original = true;
	if (keen_archive_open(&rp->original, rp->options->original, &tables, report)) {
		const struct style style = style_usual(rp->original.layout.video);
		struct strings *files =
			mem_alloc(rp->original.graphics.chunk_count, sizeof *files);

		status = json_append(
			manifest_to_json(&rp->original, &style, files, report), &text,
			err);
		free(files);
	} else {
		status = exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				  "missing, and %s can't be read", rp->options->original);
	}
	report_silent_end(&silent);
	*out = (struct file){ text.data, text.size };
	return status;
}

static bool read_manifest(struct repack *rp)
{
	const struct repack_options *options = rp->options;
	char *path = file_join(options->folder, KEEN_GRAPHICS_MANIFEST);
	struct exh_keen_layout layout;
	struct exh_error err;
	struct file file = { 0 };
	enum exh_status status;

	if (options->layout && !keen_layout_load(options->layout, &layout, rp->report)) {
		free(path);
		return false;
	}
	status = options->original && !file_exists(path)
			 ? make_manifest(rp, &file, &err)
			 : file_read(path, MANIFEST_LIMIT, &file, &err);
	if (!status)
		status =
			manifest_read(file_bytes(&file), options->layout ? &layout : NULL,
				      &rp->manifest, &err);
	if (!status && rp->manifest.overlay)
		status = exh_fail(&err, EXH_INVALID, EXH_NO_OFFSET,
				  "key \"overlay\": the sprites have hit boxes drawn "
				  "over them; extract them again without --overlay");
	if (status)
		report_failure(rp->report, path, &err);
	free(file.data);
	free(path);
	return !status;
}

/* Damage was reported when the archive was extracted. */
static bool open_dict(struct repack *rp, const char *path, struct packing *packing)
{
	const struct exh_bytes own = rp->manifest.dict.data;
	struct exh_error err;

	if (exh_huffman_read(&packing->huffman, packing->dict, NULL, &err)) {
		report_failure(rp->report, path, &err);
		return false;
	}
	packing->same_dict =
		own.size >= EXH_HUFFMAN_DICT_SIZE &&
		memcmp(own.data, packing->dict.data, EXH_HUFFMAN_DICT_SIZE) == 0;
	return true;
}

static bool read_dict(struct repack *rp)
{
	const char *path = rp->options->dict;

	rp->given.dict = rp->manifest.dict.data;
	if (path) {
		if (!keen_dict_read(&rp->dict_table, path, rp->report))
			return false;
		rp->given.dict = keen_table_bytes(&rp->dict_table);
	} else if (!rp->given.dict.data) {
		report_error(rp->report, rp->options->folder, EXH_NO_OFFSET,
			     "the manifest has no dictionary; give --dict FILE");
		return false;
	}
	return open_dict(rp, path ? path : rp->options->folder, &rp->given);
}

/*
 * Parcels.
 */

/* True for a chunk that is present, but could not be expanded: it has packed bytes only.
 */
static bool is_packed_alone(const struct manifest_chunk *from, const struct collected *to)
{
	return from->state == EXH_KEEN_PRESENT && !from->left_out && !to->present &&
	       from->packed.size;
}

static void fill_parcel(const struct manifest_chunk *from, const struct collected *to,
			bool same_dict, struct exh_keen_parcel *parcel)
{
	static const uint8_t nothing[1];

	if (is_packed_alone(from, to)) {
		parcel->verbatim = from->packed;
		return;
	}
	if (!to->present)
		return;
	parcel->content = exh_writer_bytes(&to->content);
	if (!parcel->content.data)
		parcel->content.data = nothing;
	parcel->has_length = from->class_id == EXH_KEEN_UNKNOWN
				     ? from->has_length
				     : !exh_keen_class_tile_size(from->class_id);
	parcel->declared_size = (uint32_t)to->content.size;
	parcel->tail = from->tail;
	if (to->changed)
		return;
	if (from->has_declared)
		parcel->declared_size = from->declared;
	if (same_dict)
		parcel->verbatim = from->packed;
}

static enum exh_status pack_parcels(struct repack *rp, struct packing *packing,
				    struct exh_error *err)
{
	const struct manifest *m = &rp->manifest;
	struct exh_keen_parcel *parcels = mem_alloc(m->chunk_count, sizeof *parcels);
	enum exh_status status;

	for (size_t i = 0; i < m->chunk_count; i++)
		fill_parcel(&m->chunks[i], &rp->collection.chunks[i], packing->same_dict,
			    &parcels[i]);
	packing->archive.limit = PACKED_LIMIT;
	packing->head.limit = SIZE_MAX;
	if (m->archive.prefix.size)
		exh_write_bytes(&packing->archive, m->archive.prefix.data,
				m->archive.prefix.size);
	status = exh_keen_parcels_pack(parcels, m->chunk_count, m->offset_size,
				       &packing->huffman, m->closed, &packing->archive,
				       &packing->head, err);
	if (m->archive.suffix.size)
		exh_write_bytes(&packing->archive, m->archive.suffix.data,
				m->archive.suffix.size);
	if (!status)
		status = mem_check_limit(&packing->archive, err);
	free(parcels);
	return status;
}

/*
 * The dictionary.
 */

static void build_dict(struct repack *rp)
{
	uint64_t counts[256] = { 0 };
	const bool padded = rp->given.dict.size != EXH_HUFFMAN_DICT_SIZE;

	for (size_t i = 0; i < rp->manifest.chunk_count; i++) {
		const struct exh_writer *content = &rp->collection.chunks[i].content;

		for (size_t k = 0; k < content->size; k++)
			counts[content->data[k]]++;
	}
	exh_huffman_build(counts, rp->built_dict);
	rp->built.dict =
		(struct exh_bytes){ rp->built_dict,
				    EXH_HUFFMAN_DICT_SIZE + (padded ? 4U : 0), 0 };
}

/* Keeps the given dictionary if a new one saves nothing: chunks end in whole bytes. */
static bool pack_all(struct repack *rp)
{
	struct exh_error err;
	enum exh_status status = pack_parcels(rp, &rp->given, &err);

	rp->best = &rp->given;
	if (rp->options->optimize) {
		rp->given_works = !status;
		build_dict(rp);
		if (!open_dict(rp, rp->options->folder, &rp->built))
			return false;
		status = pack_parcels(rp, &rp->built, &err);
		if (!rp->given_works || rp->built.archive.size < rp->given.archive.size)
			rp->best = &rp->built;
	} else if (status == EXH_INVALID) {
		exh_within(&err, status,
			   "without a dictionary, --optimize could build one");
	}
	if (status)
		report_failure(rp->report, rp->options->folder, &err);
	return !status;
}

/*
 * The head.
 */

static bool is_as_before(const struct repack *rp)
{
	const struct keen_file *before = &rp->manifest.archive;
	uint8_t sha256[SHA256_SIZE];

	sha256_of(exh_writer_bytes(&rp->best->archive), sha256);
	return before->has_sha256 && memcmp(sha256, before->sha256, SHA256_SIZE) == 0;
}

/* After the offsets: the archive's length, unless the old head did not have it (0 or all
 * bits set), and whatever follows. */
static void put_head_end(struct exh_writer *head, struct exh_bytes old, size_t entry_size,
			 size_t start)
{
	static const uint8_t zeros[4], ones[4] = { 0xff, 0xff, 0xff, 0xff };
	const uint8_t *entry = old.data + start;
	const bool stated = old.size - start >= entry_size &&
			    memcmp(entry, zeros, entry_size) != 0 &&
			    memcmp(entry, ones, entry_size) != 0;
	uint8_t end[4];

	memcpy(end, head->data + start, entry_size);
	head->size = start;
	exh_write_bytes(head, entry, old.size - start);
	mem_check(head);
	if (stated)
		memcpy(head->data + start, end, entry_size);
}

/* A head that is not as packers write them is kept as far as its archive is the same. */
static void finish_head(struct repack *rp)
{
	const struct exh_bytes old = rp->manifest.head.data;
	const size_t entry_size = rp->manifest.offset_size;
	const size_t start = entry_size * rp->manifest.chunk_count;
	struct exh_writer *head = &rp->best->head;

	if (!old.data || !head->data)
		return;
	if (is_as_before(rp)) {
		head->size = 0;
		exh_write_bytes(head, old.data, old.size);
		mem_check(head);
	} else if (old.size > start) {
		put_head_end(head, old, entry_size, start);
	} else {
		report_warning(rp->report, rp->options->folder, EXH_NO_OFFSET,
			       "the old head ended early; the new one is whole");
	}
}

/*
 * Reports.
 */

/* Result of packing; its lists contain numbers of chunks. */
struct packed {
	size_t chunks, present, expanded_size;
	struct json *changed, *added, *removed, *repaired;
	struct keen_file archive, head, dict, program, patch;
	bool has_dict, has_program, has_patch, optimizes;
	/* Only with --optimize; unknown if the old dictionary lacks codes. */
	struct saving {
		bool is_known;
		size_t size_before;
		int64_t saved_bytes;
	} saving;
};

static const struct field saving_fields[] = {
	FIELD(struct saving, size_before, "bytes",
	      "with --optimize: size of the archive with the old dictionary; null: it "
	      "lacks codes for some bytes",
	      FIELD_OR_NULL, FIELD_HAS(struct saving, is_known)),
	FIELD(struct saving, saved_bytes, "bytes",
	      "with --optimize: what the new dictionary saves; null: unknown",
	      FIELD_OR_NULL, FIELD_HAS(struct saving, is_known)),
};
static const struct fields saving_table = FIELDS("saving", struct saving, saving_fields);

#define CHUNK_NUMBERS(member, meaning) \
	FIELD_ITEMS(struct packed, member, &number_fields, meaning)
#define WRITTEN(name, member, ...)                                          \
	FIELD_OF(name, FIELD_ROW, struct packed, member, NULL, __VA_ARGS__, \
		 .of = &keen_file_fields)

static const struct field packed_fields[] = {
	FIELD(struct packed, chunks, "chunks",
	      "chunks of the archive, including absent ones"),
	FIELD(struct packed, present, "chunks", "chunks that are present"),
	FIELD(struct packed, expanded_size, "bytes", "size of all chunks, expanded"),
	CHUNK_NUMBERS(changed, "numbers of chunks whose bytes changed"),
	CHUNK_NUMBERS(added, "numbers of chunks that were absent or lost before"),
	CHUNK_NUMBERS(removed, "numbers of chunks that were left out"),
	CHUNK_NUMBERS(repaired,
		      "numbers of chunks whose irregular packed bytes were packed again"),
	WRITTEN("archive", archive, "the archive"),
	WRITTEN("head", head, "its head"),
	WRITTEN("dictionary", dict, "its dictionary; missing: it has none",
		FIELD_HAS(struct packed, has_dict)),
	WRITTEN("program", program, "the program with the new tables",
		FIELD_HAS(struct packed, has_program)),
	WRITTEN("patch", patch, "the patch file for CKPatch",
		FIELD_HAS(struct packed, has_patch)),
	FIELD_MEMBERS_OF(struct packed, saving, &saving_table,
			 FIELD_HAS(struct packed, optimizes)),
};
static const struct fields packed_table = FIELDS("packed", struct packed, packed_fields);

struct result {
	struct packed packed;
};

static const struct field result_fields[] = {
	FIELD_INSIDE(struct result, packed, &packed_table,
		     "result of packing, with --pack, if the files were written"),
};
const struct fields keen_repack_fields = FIELDS("repacked", struct result, result_fields);

static void add_number(struct json *list, size_t number)
{
	json_push(list, json_new_number((int64_t)number));
}

static void tally_chunk(struct repack *rp, size_t i, struct packed *tally)
{
	const struct manifest_chunk *from = &rp->manifest.chunks[i];
	const struct collected *to = &rp->collection.chunks[i];
	const char *name = exh_keen_class_name(from->class_id);
	const bool present = to->present || is_packed_alone(from, to);

	tally->present += present;
	tally->expanded_size += to->content.size;
	if (to->added) {
		add_number(tally->added, i);
		report_info(rp->report, "chunk %zu: new, %s %u", i, name, from->index);
	} else if (to->changed) {
		add_number(tally->changed, i);
		report_info(rp->report, "chunk %zu: changed, %s %u", i, name,
			    from->index);
	} else if (from->left_out) {
		add_number(tally->removed, i);
		report_info(rp->report, "chunk %zu: left out, %s %u", i, name,
			    from->index);
	} else if (present && from->packed.size && !rp->best->same_dict) {
		add_number(tally->repaired, i);
		report_warning(rp->report, rp->options->folder, EXH_NO_OFFSET,
			       to->present
				       ? "chunk %zu: its irregular packed bytes can't be "
					 "kept with another dictionary; packed again"
				       : "chunk %zu: it could not be expanded, and its "
					 "packed bytes need another dictionary",
			       i);
	}
}

static void report_lost(struct repack *rp)
{
	size_t count = 0, first = 0;

	for (size_t i = rp->manifest.chunk_count; i-- > 0;)
		if (rp->manifest.chunks[i].state == EXH_KEEN_LOST &&
		    !rp->collection.chunks[i].present) {
			count++;
			first = i;
		}
	if (count && !is_as_before(rp))
		report_warning(rp->report, rp->options->folder, EXH_NO_OFFSET,
			       "chunk %zu and %zu more were lost; they are absent in the "
			       "new archive",
			       first, count - 1);
}

static void report_saved_bytes(const struct report *report, const char *archive,
			       size_t before, size_t after)
{
	if (after <= before)
		report_info(report,
			    "%s: the new dictionary saves %zu bytes: %zu instead of %zu",
			    archive, before - after, after, before);
	else
		report_info(report,
			    "%s: the new dictionary takes %zu bytes more: %zu instead of "
			    "%zu",
			    archive, after - before, after, before);
}

static void report_saved(struct repack *rp, struct packed *packed)
{
	const size_t before = rp->given.archive.size, after = rp->best->archive.size;

	packed->optimizes = rp->options->optimize;
	packed->saving = (struct saving){ rp->given_works, before,
					  (int64_t)before - (int64_t)after };
	if (!rp->options->optimize)
		return;
	if (rp->given_works)
		report_saved_bytes(rp->report, rp->options->output, before, after);
	else
		report_info(rp->report,
			    "%s: %zu bytes; the old dictionary lacks codes for them",
			    rp->options->output, after);
}

/*
 * Writing.
 */

/* stem: "HEAD" or "DICT". To be freed. */
static char *table_path(struct repack *rp, const char *given,
			const struct keen_file *file, const struct keen_table_row *place,
			const char *stem, const char *what, const char *option)
{
	const char *head = rp->manifest.head.file;
	const bool is_cga = (file->file && keen_table_is_cga(file->file)) ||
			    (head && keen_table_is_cga(head));
	const bool is_object = rp->manifest.has_tables && place->object.size;
	const bool is_none = file->file && strcmp(file->file, KEEN_NO_DICT) == 0;
	char name[8];
	const struct keen_table_wish wish = {
		rp->manifest.archive.file,
		is_object ? keen_table_own_name(place, &rp->options->tables)
		: is_none ? NULL
			  : file->file,
		name, head ? keen_ending(head) : NULL
	};
	char *path = NULL;

	snprintf(name, sizeof name, "%s%s", is_cga ? "CGA" : "EGA", stem);
	if (given)
		path = mem_text(given);
	else if (file->file)
		path = keen_table_beside(rp->options->output, &wish);
	if (!path)
		report_error(rp->report, rp->options->folder, EXH_NO_OFFSET,
			     "the manifest has no name for the %s; give %s FILE", what,
			     option);
	return path;
}

/* True if nothing is packed, so that there is no dictionary to write. */
static bool is_plain(const struct repack *rp)
{
	const char *old = rp->manifest.dict.file, *given = rp->options->dict;

	return rp->best == &rp->given &&
	       (given ? keen_dict_is_none(given) : old && !strcmp(old, KEEN_NO_DICT));
}

/* The archive, and its tables as they go beside it and into a program. */
static void fill_archive(const struct repack *rp, const char *head, const char *dict,
			 struct keen_new_archive *out)
{
	const struct manifest *m = &rp->manifest;

	*out = (struct keen_new_archive){
		.command = "egagraph",
		.old_name = m->archive.file,
		.layout = m->layout_name,
		.path = rp->options->output,
		.content = exh_writer_bytes(&rp->best->archive),
		.tables = { { .name = "head",
			      .command = "egahead",
			      .path = head,
			      .content = exh_writer_bytes(&rp->best->head),
			      .old = { .size = m->head.size },
			      .has_crc32 = true,
			      .old_crc32 = m->head.crc32,
			      .place = m->tables.head },
			    { .command = "egadict",
			      .path = dict,
			      .content = rp->best->dict,
			      .place = m->tables.dict },
			    { .name = "dictionary",
			      .content = keen_dict_nodes(rp->best->dict),
			      .old = keen_dict_nodes(m->dict.data),
			      .place = m->tables.dict } },
		.table_count = 3,
	};
}

/* Path of the file that has the new table, for messages. */
static const char *place_of(const struct keen_new_table *table,
			    const struct keen_written *written)
{
	return written->program_path && table->place.is_in_program ? written->program_path
								   : table->path;
}

static void describe_file(struct keen_file *file, const char *path,
			  struct exh_bytes content)
{
	*file = keen_file_of(path, content);
	file->path = path;
}

static void describe_outputs(struct repack *rp, const struct keen_new_archive *archive,
			     const struct keen_written *written, struct json *result)
{
	const struct keen_tables_out *out = &rp->options->tables;
	const struct keen_new_table *head = &archive->tables[0],
				    *dict = &archive->tables[1];
	struct result row = { .packed = { .chunks = rp->manifest.chunk_count,
					  .changed = json_new_list(),
					  .added = json_new_list(),
					  .removed = json_new_list(),
					  .repaired = json_new_list(),
					  .has_program = out->exe_out,
					  .has_patch = out->patch } };
	struct packed *packed = &row.packed;

	for (size_t i = 0; i < packed->chunks; i++)
		tally_chunk(rp, i, packed);
	describe_file(&packed->archive, archive->path, archive->content);
	describe_file(&packed->head, head->path, head->content);
	if (dict->path)
		describe_file(&packed->dict, dict->path, dict->content);
	packed->has_dict = dict->path != NULL;
	if (out->exe_out)
		describe_file(&packed->program, out->exe_out,
			      exh_writer_bytes(&written->program));
	if (out->patch)
		describe_file(&packed->patch, out->patch,
			      exh_writer_bytes(&written->patch));
	report_saved(rp, packed);
	report_lost(rp);
	report_info(rp->report, "%s: %zu bytes; head %s, dictionary %s", archive->path,
		    archive->content.size, place_of(head, written),
		    dict->path ? place_of(dict, written) : KEEN_NO_DICT);
	fields_put(&keen_repack_fields, &row, result);
}

/* The path of the second file, to be freed, if the archive was in two and keeps its name;
 * else NULL. */
static char *second_path(const struct repack *rp)
{
	const struct keen_file *old = &rp->manifest.archive;
	const char *name = file_name(rp->options->output);

	return old->second_file && old->file && strcasecmp(name, old->file) == 0
		       ? file_sibling(rp->options->output, old->second_file)
		       : NULL;
}

static void write_outputs(struct repack *rp, struct json *result)
{
	const struct keen_tables *tables = &rp->manifest.tables;
	char *head = table_path(rp, rp->options->head_out, &rp->manifest.head,
				&tables->head, "HEAD", "head", "--head-out");
	char *dict =
		is_plain(rp) && !rp->options->dict_out
			? NULL
			: table_path(rp, rp->options->dict_out, &rp->manifest.dict,
				     &tables->dict, "DICT", "dictionary", "--dict-out");
	struct keen_new_archive archive;
	struct keen_written written = { .count = 0 };
	char *second = second_path(rp);

	fill_archive(rp, head, dict, &archive);
	archive.second_path = second;
	archive.first_size = rp->manifest.archive.first_size;
	if (head && (dict || is_plain(rp)) &&
	    keen_archive_write(&archive, &rp->options->tables, &written, rp->report))
		describe_outputs(rp, &archive, &written, result);
	keen_written_free(&written);
	free(second);
	free(head);
	free(dict);
}

static bool has_sheets(const struct repack *rp)
{
	return rp->options->sheets || rp->options->named_sheets.count;
}

static bool open_sheets(struct repack *rp)
{
	const struct keen_sheets_wish wish = { .manifest = &rp->manifest,
					       .folder = rp->options->folder,
					       .named = &rp->options->named_sheets,
					       .own = rp->options->sheets };

	return !has_sheets(rp) || keen_sheets_open(&rp->sheets, &wish, rp->report);
}

/* An archive in two files may be named by its second one, in which assets begin, too.
 * The path of the first, to be freed; NULL: the output is that already. */
static char *first_path(const struct repack *rp)
{
	const struct keen_file *old = &rp->manifest.archive;

	return old->file && old->second_file &&
			       strcasecmp(file_name(rp->options->output),
					  old->second_file) == 0
		       ? file_sibling(rp->options->output, old->file)
		       : NULL;
}

static bool collect(struct repack *rp)
{
	rp->collection = (struct collection){
		.manifest = &rp->manifest,
		.folder = rp->options->folder,
		.quantize = rp->options->quantize,
		.sheets = has_sheets(rp) ? &rp->sheets : NULL,
		.original = rp->has_original ? &rp->original.graphics : NULL,
	};
	return keen_collect(&rp->collection, rp->report);
}

void keen_repack(const struct repack_options *options, struct report *report,
		 struct json *result)
{
	struct repack *rp = mem_alloc(1, sizeof *rp); /* two dictionaries are large */
	struct repack_options own = *options;
	char *first = NULL;

	rp->options = &own;
	rp->report = report;
	if (read_manifest(rp) && read_dict(rp) && open_sheets(rp) && collect(rp) &&
	    pack_all(rp)) {
		first = first_path(rp);
		own.output = first ? first : own.output;
		finish_head(rp);
		write_outputs(rp, result);
	}
	exh_writer_free(&rp->given.archive);
	exh_writer_free(&rp->given.head);
	exh_writer_free(&rp->built.archive);
	exh_writer_free(&rp->built.head);
	if (rp->collection.chunks)
		keen_collection_free(&rp->collection);
	keen_sheets_close(&rp->sheets);
	manifest_free(&rp->manifest);
	if (rp->has_original)
		keen_archive_free(&rp->original);
	keen_table_free(&rp->dict_table);
	free(first);
	free(rp);
}
