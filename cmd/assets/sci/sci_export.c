#include "sci.h"

#include "assets/assets.h"
#include "assets/sci/pic/pic.h"
#include "assets/sci/script/script.h"
#include "assets/sci/sound/sound.h"
#include "assets/sci/text/text.h"
#include "assets/sci/view/view.h"
#include "assets/sci/vocab/vocab.h"
#include "task/jobs.h"
#include "task/sha256.h"
#include "task/text_encoding.h"

#include <stdio.h>

struct job {
	struct sci_game *game;
	const char *path;
	const struct sci_choice *choice;
	struct report *report;
	/* Assets by type; after them the unchanged resources of those types that are
	 * converted. */
	struct assets assets[2 * EXH_SCI_TYPES];
	struct json *resources; /* described once, after everything is written */
};

/* Loads the resources of a kind. If they can't be converted as a whole (sounds without
 * instruments, which is reported), they stay unchanged. */
static bool load(struct job *job, const struct asset_kind *kind)
{
	static const struct export_wishes usual = { 0 };
	struct assets *assets = &job->assets[kind->code];

	*assets = (struct assets){ .kind = kind,
				   .game = job->game,
				   .path = job->path,
				   .options = sci_export_options(kind, &usual, NULL),
				   .ranges = job->choice->ranges,
				   .range_count = job->choice->range_count,
				   .is_strict = job->report->common->strict };
	return assets_load_or(assets, &sci_raw_kinds[kind->code], job->report);
}

/* Adds the assets' bytes once more, to be written unchanged. */
static void add_originals(struct job *job, const struct assets *assets)
{
	const unsigned type = assets->kind->code;
	struct assets *originals = &job->assets[EXH_SCI_TYPES + type];
	char name[sizeof SCI_ORIGINALS + SCI_NAME_SIZE];

	if (assets->kind == &sci_raw_kinds[type])
		return;
	*originals = (struct assets){ .kind = &sci_raw_kinds[type], .path = job->path };
	for (size_t i = 0; i < assets->count; i++) {
		const struct asset *from = &assets->items[i].asset;

		if (!assets->items[i].is_loaded)
			continue;
		snprintf(name, sizeof name, SCI_ORIGINALS "/%s", from->name);
		assets_add(originals, from->number, name, from->file)->bytes =
			from->bytes;
	}
	assets_plan(originals);
}

static bool load_kind(struct job *job, const struct asset_kind *kind)
{
	struct assets *assets = &job->assets[kind->code];

	if (!job->choice->types[kind->code])
		return true;
	if (!load(job, kind))
		return false;
	assets_plan(assets);
	add_originals(job, assets);
	return true;
}

/* Returns the number of resources of each type. */
static struct json *counts_to_json(const struct job *job)
{
	struct json *counts = json_new_object();

	for (unsigned i = 0; i < EXH_SCI_TYPES; i++)
		if (job->assets[i].count)
			json_set_number(counts, exh_sci_type_name(i),
					job->assets[i].count);
	return counts;
}

/*
 * Data for sci-pack that show edits, and authors' names.
 */

struct source_row {
	struct json *author_name, *files_sha256;
	bool has_sha256;
	uint8_t sha256[SHA256_SIZE];
	const char *original;
};

static const struct field source_field[] = {
	FIELD_MADE(FIELD_JSON, struct source_row, author_name, &text_fields,
		   "name in GAME.INI, which SCI Studio and SCI Companion keep",
		   .flags = FIELD_OMITTED),
	FIELD_OF("sha256", FIELD_DIGITS, struct source_row, sha256, NULL,
		 "SHA-256 of the resource", FIELD_HAS(struct source_row, has_sha256)),
	FIELD(struct source_row, original, NULL, "file with the resource as it was",
	      .flags = FIELD_OMITTED),
	FIELD_MADE(FIELD_JSON_LIST, struct source_row, files_sha256, &text_fields,
		   "SHA-256 of each of the files, in their order",
		   .flags = FIELD_OMITTED),
};
static const struct fields source_table =
	FIELDS("source", struct source_row, source_field);

static void add_sources(const struct job *job, const struct assets *assets, size_t first)
{
	const bool has_originals = job->assets[EXH_SCI_TYPES + assets->kind->code].kind;

	for (size_t i = 0; i < assets->count; i++) {
		const struct asset *asset = &assets->items[i].asset;
		char path[sizeof SCI_ORIGINALS + SCI_NAME_SIZE];
		struct source_row row = {
			.author_name = sci_game_type.author_name(job->game, asset),
			.has_sha256 = assets->items[i].is_loaded,
			.original =
				assets->items[i].is_loaded && has_originals ? path : NULL,
		};

		snprintf(path, sizeof path, SCI_ORIGINALS "/%s", asset->name);
		if (row.has_sha256)
			sha256_of(asset->bytes, row.sha256);
		fields_put(&source_table, &row, json_at(job->resources, first + i));
	}
}

/* Adds the hashes of the written files, in the order of "files". */
static void add_hashes(const struct assets *assets, const struct json *list, size_t first)
{
	for (size_t i = 0; i < assets->count; i++)
		json_set(json_at(list, first + i), "files_sha256", json_new_list());
	for (size_t i = 0; i < assets->files.count; i++) {
		const struct planned_file *file = &assets->files.items[i];
		const struct json *object = json_at(list, first + file->asset);

		if (file->is_done)
			json_push(json_get(object, "files_sha256"),
				  sha256_digits(file->sha256));
	}
}

static void describe_resources(struct job *job)
{
	job->resources = json_new_list();
	for (unsigned i = 0; i < EXH_SCI_TYPES; i++)
		if (job->assets[i].kind) {
			const size_t first = json_size(job->resources);

			assets_to_json(&job->assets[i], job->resources);
			add_sources(job, &job->assets[i], first);
			add_hashes(&job->assets[i], job->resources, first);
		}
}

struct converted_row {
	const char *layout;
	struct encoding_row texts;
	struct json *counts, *resources;
};

static const struct fields *const described[] = {
	&sci_view_fields,    &sci_pic_fields,	&sci_font_row_fields,
	&sci_cursor_fields,  &sci_sound_fields, &sci_sound_made_fields,
	&sci_bank_fields,    &sci_vocab_fields, &sci_script_fields,
	&sci_strings_fields, &source_table,	NULL,
};
static const struct fields resource_table = ASSET_ROWS(described);

static const struct field converted_field[] = {
	FIELD(struct converted_row, layout, NULL,
	      "layout of the map: sci0, sci1-early, sci1 or sci1.1"),
	FIELD_AS("encoding", struct converted_row, texts.encoding, NULL,
		 "encoding of the game's texts; cp437 if missing", FIELD_IF_ANY),
	FIELD_AS("charmap", struct converted_row, texts.charmap, NULL,
		 "character map of the game's texts, line by line", FIELD_IF_ANY),
	FIELD_MADE(FIELD_JSON_MAP, struct converted_row, counts, &number_fields,
		   "number of the resources, by type"),
	FIELD_MADE(FIELD_JSON_LIST, struct converted_row, resources, &resource_table,
		   "the resources, by type and number"),
};
const struct fields sci_converted_fields =
	FIELDS("converted", struct converted_row, converted_field);

const struct document sci_converted_document = {
	.format = SCI_CONVERTED,
	.schema = 1,
	.made_by = "sci-unpack",
	.meaning = "The files that a game's resources were converted to",
	.fields = &sci_converted_fields,
};

/* Returns the document's row, to be freed by encoding_row_free. */
static struct converted_row converted(struct job *job)
{
	struct encoding_row texts;

	encoding_row_fill(&texts, job->report->common->encoding);
	if (!job->resources)
		describe_resources(job);
	return (struct converted_row){
		.texts = texts,
		.layout = exh_sci_layout_name(job->game->opened.map.layout),
		.counts = counts_to_json(job),
		.resources = json_share(job->resources),
	};
}

static enum exh_status make_index(void *context, struct exh_writer *out,
				  struct exh_error *err)
{
	struct converted_row row = converted(context);
	const enum exh_status status =
		json_append(document_to_json(&sci_converted_document, &row), out, err);

	encoding_row_free(&row.texts);
	return status;
}

void sci_export(struct sci_game *game, const char *path, const struct sci_choice *choice,
		const char *output, struct report *report, struct json *result)
{
	struct job job = {
		.game = game, .path = path, .choice = choice, .report = report
	};
	const struct assets_output writing = { .path = output,
					       .index_name = SCI_INDEX,
					       .make_index = make_index,
					       .hashes = true,
					       .context = &job };
	bool good = true;

	for (const struct asset_kind *const *kind = sci_game_type.kinds; *kind && good;
	     kind++)
		good = load_kind(&job, *kind);
	if (good) {
		result_output(result, output);
		assets_write(job.assets, 2 * EXH_SCI_TYPES, &writing, report);
		if (report->common->json) {
			struct converted_row row = converted(&job);

			fields_put(&sci_converted_fields, &row, result);
			encoding_row_free(&row.texts);
		}
	}
	json_free(job.resources);
	/* The originals borrow from the converted assets. */
	for (unsigned i = 2 * EXH_SCI_TYPES; i-- > 0;)
		assets_free(&job.assets[i]);
}
