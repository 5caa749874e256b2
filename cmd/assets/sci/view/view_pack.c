#include "view.h"

#include "task/file.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <exhume/sci.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MANIFEST_LIMIT = 64 << 20,
	VIEW_LIMIT = 1 << 24, /* bytes that are written */
	NAME_SIZE = 24,
};

/*
 * Places of the views.
 */

static bool has_manifest(const char *folder)
{
	char *path = file_join(folder, VIEW_MANIFEST);
	const bool has = file_exists(path);

	free(path);
	return has;
}

/* True if the manifest is for another format. Unreadable ones are reported later. */
static bool is_of_others(const char *folder)
{
	char *path = file_join(folder, VIEW_MANIFEST);
	struct json *root = json_parse_file(path, MANIFEST_LIMIT, NULL);
	const char *format = json_text_at(root, "format");
	const bool others = format && strcmp(format, VIEW_MANIFEST_FORMAT) != 0;

	json_free(root);
	free(path);
	return others;
}

/* Adds the folders below it that have a view's manifest, sorted by name. */
static void add_below(struct png2view_request *request, const char *folder)
{
	struct files *files = files_open_folder(folder);
	const char **names = files_sorted(files, files_by_bytes);

	for (size_t i = 0; names[i]; i++) {
		char *below = files_path(files, names[i]);

		if (names[i][0] != '.' && has_manifest(below) && !is_of_others(below))
			*MEM_ADD(&request->folders) = below;
		else
			free(below);
	}
	free((void *)names);
	files_close(files);
}

static char *without_slashes(const char *path)
{
	size_t size = strlen(path);

	while (size > 1 && path[size - 1] == '/')
		size--;
	return mem_text_part(path, size);
}

/* Returns the folder of a manifest. */
static char *folder_of(const char *path)
{
	const size_t size = strlen(path) - strlen(file_name(path));

	if (strcmp(file_name(path), VIEW_MANIFEST) != 0 || file_is_folder(path))
		return without_slashes(path);
	return size > 1 ? mem_text_part(path, size - 1) : mem_text(size ? "/" : ".");
}

void png2view_add_input(struct png2view_request *request, const char *path)
{
	const size_t before = request->folders.count;

	if (file_is_folder(path) && !has_manifest(path))
		add_below(request, path);
	if (request->folders.count > before)
		request->in_folder = true;
	else
		*MEM_ADD(&request->folders) = folder_of(path);
}

/*
 * Names.
 */

/* Takes the name of the folder, if it is a view's name. */
static bool named_by_folder(const char *folder, char name[NAME_SIZE])
{
	char *real = realpath(folder, NULL);
	unsigned type, number;
	const bool good = real && exh_sci_patch_name(file_name(real), &type, &number) &&
			  type == EXH_SCI_VIEW;

	if (good)
		snprintf(name, NAME_SIZE, "view.%03u", number);
	free(real);
	return good;
}

static enum exh_status read_manifest(const char *path, struct view_manifest *manifest,
				     struct exh_error *err)
{
	struct file file;
	enum exh_status status = file_read(path, MANIFEST_LIMIT, &file, err);

	*manifest = (struct view_manifest){ 0 };
	if (status)
		return status;
	status = view_manifest_read(file_bytes(&file), manifest, err);
	free(file.data);
	return status;
}

/* Returns the view's name: by the folder, else by the manifest's number; else a name
 * that games do not use. */
static char *name_of(const char *folder)
{
	char *path = file_join(folder, VIEW_MANIFEST);
	struct view_manifest manifest;
	char name[NAME_SIZE] = "view";

	if (!named_by_folder(folder, name)) {
		if (!read_manifest(path, &manifest, NULL) && manifest.has_number)
			snprintf(name, sizeof name, "view.%03u", manifest.number);
		view_manifest_free(&manifest);
	}
	free(path);
	return mem_text(name);
}

char *png2view_output_for(void *context, const char *input, bool several)
{
	const struct png2view_request *request = context;
	const char *output = request->common.output;
	char *name, *path;

	if (!output_is_folder(output, several || request->in_folder))
		return mem_text(output);
	name = name_of(input);
	path = file_join(output, name);
	free(name);
	return path;
}

/*
 * Packing.
 */

/* True if the view is unchanged. False if the manifest has no checksum. */
static bool is_as_before(const struct view_manifest *manifest, struct exh_bytes view)
{
	return manifest->has_crc32 && manifest->size == view.size &&
	       manifest->crc32 == exh_crc32(view);
}

struct packed_view {
	size_t size, loops, cels, changed_cels;
	bool changed, has_changed_cels, has_changed;
};

static const struct field packed_field[] = {
	FIELD(struct packed_view, size, "bytes",
	      "size of the view, without the header of a patch file"),
	FIELD(struct packed_view, loops, NULL, "number of loops in the view"),
	FIELD(struct packed_view, cels, NULL,
	      "number of cels in the view; shared ones count once"),
	FIELD(struct packed_view, changed_cels, NULL,
	      "number of cels whose pixels differ from the manifest, or are not in it",
	      FIELD_HAS(struct packed_view, has_changed_cels)),
	FIELD(struct packed_view, changed, NULL,
	      "true: the view differs from the extracted one; needs the crc32 of the "
	      "manifest",
	      FIELD_HAS(struct packed_view, has_changed)),
};
const struct fields png2view_fields = FIELDS("packed", struct packed_view, packed_field);

static void describe(const struct view_collection *g, struct exh_bytes view,
		     struct json *result)
{
	const struct packed_view row = { .size = view.size,
					 .loops = g->manifest->loop_count,
					 .cels = g->cel_count,
					 .has_changed_cels = true,
					 .changed_cels = g->changed_count,
					 .has_changed = g->manifest->has_crc32,
					 .changed = !is_as_before(g->manifest, view) };

	fields_put(&png2view_fields, &row, result);
}

static void write_view(const char *input, const char *output, struct exh_bytes file,
		       struct png2view_sums *sums, struct report *report,
		       struct json *result)
{
	if (!output_write(report, output, file))
		return;
	atomic_fetch_add(&sums->written, 1);
	result_output(result, output);
	report_info(report, "%s: %zu bytes of %s", output, file.size, input);
}

/* Writes the header of a patch file, unless bare. Returns its size. */
static size_t start_file(const struct png2view_request *request, struct exh_writer *out)
{
	if (!request->bare)
		exh_sci_patch_write_header(EXH_SCI_VIEW, out);
	return out->size;
}

static void pack(struct png2view_request *request, const char *input, const char *output,
		 struct view_collection *g, struct report *report, struct json *result)
{
	struct exh_writer out = { .limit = VIEW_LIMIT };
	const size_t header = start_file(request, &out);
	struct exh_bytes view;
	struct exh_error err;

	if (view_collection_write(g, &out, &err) || mem_check_limit(&out, &err)) {
		report_failure(report, input, &err);
		exh_writer_free(&out);
		return;
	}
	view = (struct exh_bytes){ out.data + header, out.size - header, 0 };
	describe(g, view, result);
	if (request->changed && is_as_before(g->manifest, view))
		atomic_fetch_add(&request->sums.unchanged, 1);
	else
		write_view(input, output, exh_writer_bytes(&out), &request->sums, report,
			   result);
	exh_writer_free(&out);
}

static void collect_and_pack(struct png2view_request *request, const char *input,
			     const char *output, const char *path, struct report *report,
			     struct json *result)
{
	struct view_manifest manifest;
	struct view_collection collection = { .folder = input,
					      .manifest = &manifest,
					      .quantize = request->quantize,
					      .report = report };
	struct exh_error err;

	if (read_manifest(path, &manifest, &err))
		report_failure(report, path, &err);
	else if (view_collect(&collection) && !report->failed)
		pack(request, input, output, &collection, report, result);
	view_collection_free(&collection);
	view_manifest_free(&manifest);
}

void png2view_run_input(void *context, const char *input, const char *output,
			struct report *report, struct json *result)
{
	char *path = file_join(input, VIEW_MANIFEST);

	if (!file_is_folder(input))
		report_error(report, input, EXH_NO_OFFSET,
			     "expected a folder with a " VIEW_MANIFEST
			     ", as written by view2png");
	else
		collect_and_pack(context, input, output, path, report, result);
	free(path);
}

static void pack_frames(struct png2view_request *request,
			const struct view_frames *frames, const char *output,
			struct report *report, struct json *result)
{
	const struct exh_sci_view_source source = { .loops = frames->loops,
						    .loop_count = frames->loop_count };
	struct exh_writer out = { .limit = VIEW_LIMIT };
	const size_t header = start_file(request, &out);
	struct exh_error err;

	if (exh_sci_view_write(&source, &out, &err)) {
		report_failure(report, output, &err);
	} else {
		fields_put(&png2view_fields,
			   &(struct packed_view){ .size = out.size - header,
						  .loops = frames->loop_count,
						  .cels = frames->cel_count },
			   result);
		write_view(request->common.operands[0], output, exh_writer_bytes(&out),
			   &request->sums, report, result);
	}
	exh_writer_free(&out);
}

void png2view_run_frames(void *context, const char *input, const char *output,
			 struct report *report, struct json *result)
{
	struct png2view_request *request = context;
	struct view_frames frames;

	(void)input;
	request->frames.quantize = request->quantize;
	if (view_frames_read(&frames, &request->frames, report))
		pack_frames(request, &frames, output, report, result);
	view_frames_free(&frames);
}

void png2view_report_sums(struct png2view_request *request, struct report *report)
{
	const size_t written = atomic_load(&request->sums.written);

	report_info(report, "%zu view%s written, %zu unchanged", written,
		    text_plural(written), atomic_load(&request->sums.unchanged));
}
