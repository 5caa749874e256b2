#include "vocab.h"

#include "task/json.h"
#include "task/memory.h"

enum { AS_JSON, AS_TABLE, AS_BYTES };

static enum exh_status read_vocab(const void *options, struct asset *asset,
				  struct exh_notes *notes, struct exh_error *err)
{
	enum exh_sci_vocab_kind kind = exh_sci_vocab_kind_at(asset->number, asset->bytes);
	struct vocab *vocab;
	enum exh_status status;

	(void)options;
	if (kind == EXH_SCI_VOCAB_KINDS)
		kind = exh_sci_vocab_kind_of(asset->bytes);
	if (kind == EXH_SCI_VOCAB_KINDS)
		return EXH_OK;
	vocab = mem_arena_try(asset->arena, 1, sizeof *vocab, err);
	if (!vocab)
		return EXH_NO_MEMORY;
	status = vocab_read(asset->bytes, kind, asset->arena, vocab, notes, err);
	vocab->number = (int)asset->number;
	asset->thing = vocab;
	return status;
}

/* Plans the files. Resources of unknown kinds stay unchanged. */
static void plan(const void *options, const struct asset *asset,
		 struct asset_files *files)
{
	const struct sci_vocab_options *own = options;

	if (!asset->thing)
		asset_files_add(files, AS_BYTES, 0, "%s", "");
	if (asset->thing && own->as_json)
		asset_files_add(files, AS_JSON, 0, ".json");
	if (asset->thing && own->as_table)
		asset_files_add(files, AS_TABLE, 0, ".tsv");
}

/* Makes JSON as vocab-dump --format json does. */
static enum exh_status make_json(const struct vocab *vocab, struct vocab_writing *w,
				 struct exh_writer *out, struct exh_error *err)
{
	const struct vocab_result row = { .vocabularies = json_new_list() };
	struct json *result, *document;

	json_push(row.vocabularies, vocab_to_json(vocab, NULL, w));
	result = fields_to_json(&vocab_result_fields, &row);
	document = json_result("vocab-dump", result);
	json_free(result);
	return json_append(document, out, err);
}

static enum exh_status make(const void *options, const struct asset *asset,
			    const struct asset_file *file, struct exh_writer *out,
			    struct exh_error *err)
{
	struct exh_arena arena = { .limit = SIZE_MAX };
	struct vocab_writing w = { .encoding = asset->assets->encoding,
				   .arena = &arena,
				   .safe_cells = true };
	enum exh_status status = EXH_OK;

	(void)options;
	if (file->id == AS_JSON) {
		status = make_json(asset->thing, &w, out, err);
	} else if (file->id == AS_TABLE) {
		vocab_to_table(asset->thing, &w, out);
	} else {
		exh_sci_patch_write_header(EXH_SCI_VOCAB, out);
		exh_write_bytes(out, asset->bytes.data, asset->bytes.size);
	}
	exh_arena_free(&arena);
	return status;
}

static const struct field vocab_field[] = {
	FIELD_NAMED(struct vocab, kind, vocab_kind_names, "kind of the vocabulary"),
};
const struct fields sci_vocab_fields = FIELDS("vocab", struct vocab, vocab_field);

static void describe(const void *options, const struct asset *asset, struct json *object)
{
	(void)options;
	if (asset->thing)
		fields_put(&sci_vocab_fields, asset->thing, object);
}

static const struct sci_vocab_options usual = { .as_json = true, .as_table = true };

const struct asset_kind sci_vocab_kind = {
	.name = "vocab",
	.family = "sci0",
	.source = &sci_asset_source,
	.code = EXH_SCI_VOCAB,
	.defaults = &usual,
	.read = read_vocab,
	.plan = plan,
	.make = make,
	.describe = describe,
};
