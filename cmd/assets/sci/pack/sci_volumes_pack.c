#include "assets/sci/sci.h"

#include "task/disk.h"
#include "task/file.h"
#include "task/jobs.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <exhume/advanced/sci_game.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* size of a resource's file; a record has room for 64 KiB */
enum { FILE_LIMIT = 1 << 20 };

/*
 * Reading.
 */

static void take_data(struct sci_new_game *p, struct exh_sci_piece *piece,
		      struct exh_bytes file)
{
	struct exh_bytes data = file;
	struct exh_error err;

	if (!p->request->bare && sci_patch_data(file, piece->type, &data, &err)) {
		report_failure(p->report, piece->file, &err);
		report_info(p->report, "%s: with --bare, files have no header",
			    piece->file);
		return;
	}
	sci_new_game_set_data(p, piece, data);
}

static void read_files(struct sci_new_game *p)
{
	for (size_t i = 0; i < p->plan.piece_count; i++) {
		struct exh_sci_piece *piece = &p->plan.pieces[i];
		struct file file;

		if (!piece->is_record || piece->is_left_out || piece->data.data ||
		    !report_read(p->report, piece->file, FILE_LIMIT, &file))
			continue;
		take_data(p, piece, file_bytes(&file));
		free(file.data);
	}
}

static bool encode(struct sci_new_game *p)
{
	if (!sci_volumes_plan_encode(&p->plan, p->report)) {
		report_error(p->report, NULL, EXH_NO_OFFSET, "%s", interrupt_name());
		return false;
	}
	for (size_t i = 0; i < p->plan.piece_count; i++)
		if (p->plan.pieces[i].err.status)
			report_failure(p->report, p->plan.pieces[i].file,
				       &p->plan.pieces[i].err);
	return !p->report->failed;
}

/*
 * Laying out.
 */

static void report_limit(const struct sci_new_game *p, size_t most, size_t culprit)
{
	if (culprit == EXH_SCI_NO_PIECE)
		report_error(p->report, p->output, EXH_NO_OFFSET,
			     "more than %d volumes, the most that a map can address: "
			     "give a larger --volume-size",
			     EXH_SCI_MAX_VOLUME);
	else
		report_error(p->report, p->plan.pieces[culprit].file, EXH_NO_OFFSET,
			     "a record of %zu bytes, --volume-size allows %zu",
			     p->plan.pieces[culprit].out.size, most);
}

/* Places the pieces: those of a manifest keep their places; new ones follow in its
 * last volume. */
static bool lay_out(struct sci_new_game *p)
{
	const size_t size =
		p->request->volume_size ? p->request->volume_size : EXH_SCI_VOLUME_LIMIT;
	const size_t most = p->manifest_folder ? 0 : size;
	enum exh_status status;
	size_t culprit;

	if (p->listed_count == p->plan.piece_count && p->manifest_folder)
		return true;
	status = exh_sci_plan_lay_out(&p->plan, p->listed_count, most, &culprit);
	if (status == EXH_LIMIT)
		report_limit(p, most, culprit);
	else if (status)
		mem_end();
	return !status;
}

/*
 * Writing.
 */

/* The files to write, the map first. */
struct volume_files {
	char *paths[EXH_SCI_VOLUMES + 1];
	struct exh_writer contents[EXH_SCI_VOLUMES + 1];
	size_t count;
};

/* Returns the path of a file in the folder, with the existing name if only its case
 * differs. */
static char *path_in(const char *folder, const char *name)
{
	struct files *there = files_open_folder(folder);
	const char *found = files_find(there, name);
	char *path = file_join(folder, found ? found : name);

	files_close(there);
	return path;
}

static bool fill(struct sci_new_game *p, struct volume_files *files)
{
	struct exh_error err;

	for (size_t i = 0; i < p->plan.volume_count + 1; i++) {
		struct exh_writer *out = &files->contents[i];
		enum exh_status status = EXH_OK;

		out->limit = EXH_SCI_VOLUME_LIMIT;
		files->count = i + 1;
		files->paths[i] = path_in(p->output, i ? p->plan.volumes[i - 1].name
						       : p->plan.map_name);
		if (i)
			exh_sci_plan_write_volume(&p->plan, &p->plan.volumes[i - 1], out);
		else
			status = exh_sci_plan_write_map(&p->plan, out, &err);
		if (!status)
			status = mem_check_limit(out, &err);
		if (status) {
			report_failure(p->report, files->paths[i], &err);
			return false;
		}
	}
	return true;
}

static bool is_ours(const struct sci_new_game *p, const char *name)
{
	for (size_t i = 0; i < p->plan.volume_count; i++)
		if (strcasecmp(p->plan.volumes[i].name, name) == 0)
			return true;
	return false;
}

/* Warns of old volumes that are not in the map. */
static void warn_of_others(const struct sci_new_game *p)
{
	struct files *there = files_open_folder(p->output);

	for (size_t i = 0; i < files_count(there); i++) {
		const char *name = files_name(there, i);
		char *path;

		if (exh_sci_volume_number(name) < 0 || is_ours(p, name))
			continue;
		path = files_path(there, name);
		report_warning(p->report, path, EXH_NO_OFFSET,
			       "a volume of another game; not changed");
		free(path);
	}
	files_close(there);
}

static bool write_files(struct sci_new_game *p, struct volume_files *files)
{
	struct output_file outputs[EXH_SCI_VOLUMES + 1];

	for (size_t i = 0; i < files->count; i++)
		outputs[i] =
			(struct output_file){ files->paths[i],
					      exh_writer_bytes(&files->contents[i]) };
	return outputs_write_together(outputs, files->count, p->report);
}

struct packed_file {
	const char *file;
	size_t size;
};

static const struct field file_field[] = {
	FIELD(struct packed_file, file, NULL, "the map or volume that was written"),
	FIELD(struct packed_file, size, "bytes", "size of the file"),
};
static const struct fields file_table = FIELDS("file", struct packed_file, file_field);

struct packed_piece {
	const char *type;
	struct exh_sci_piece piece;
	unsigned volume;
	size_t packed_size;
};

static const struct field piece_field[] = {
	FIELD(struct packed_piece, type, NULL, "type of the resource"),
	FIELD_AS("number", struct packed_piece, piece.number, NULL,
		 "number of the resource"),
	FIELD_AS("input", struct packed_piece, piece.file, NULL,
		 "file that it was read from"),
	FIELD(struct packed_piece, volume, NULL, "number of the volume"),
	FIELD_AS("offset", struct packed_piece, piece.offset, "bytes",
		 "where the record is in the volume"),
	FIELD(struct packed_piece, packed_size, "bytes",
	      "size of the packed resource, without the record's header"),
	FIELD_AS("unpacked_size", struct packed_piece, piece.data.size, "bytes",
		 "size of the resource"),
	FIELD_AS("method", struct packed_piece, piece.used, NULL,
		 "number of the packing method: 0 stored, 1 lzw, 2 huffman"),
	FIELD_OF("packing", FIELD_NAME, struct packed_piece, piece.used, NULL,
		 "name of the packing method", .names = exh_sci_pack_method_names),
};
static const struct fields piece_table =
	FIELDS("piece", struct packed_piece, piece_field);

struct packed_game {
	struct packed_file files[EXH_SCI_VOLUMES + 1];
	size_t file_count, piece_count;
	struct packed_file *written;
	struct packed_piece *pieces;
};

static const struct field pack_field[] = {
	FIELD_LIST_OF("files", FIELD_ROW, struct packed_game, written, file_count, NULL,
		      "the files that were written: the map, then the volumes",
		      .of = &file_table),
	FIELD_LIST_OF("resources", FIELD_ROW, struct packed_game, pieces, piece_count,
		      NULL, "the resources, in the order of the volumes",
		      .of = &piece_table),
};
const struct fields sci_pack_fields = FIELDS("packed", struct packed_game, pack_field);

static struct packed_piece packed_piece(const struct exh_sci_piece *piece,
					unsigned volume)
{
	return (struct packed_piece){ .type = exh_sci_type_name(piece->type),
				      .piece = *piece,
				      .volume = volume,
				      .packed_size = piece->out.size -
						     EXH_SCI_RECORD_HEADER_SIZE };
}

static void describe(const struct sci_new_game *p, const struct volume_files *files,
		     struct json *result)
{
	struct packed_game row = { .file_count = files->count };

	row.written = row.files;
	for (size_t i = 0; i < files->count; i++)
		row.files[i] =
			(struct packed_file){ files->paths[i], files->contents[i].size };
	row.pieces = mem_alloc(p->plan.piece_count, sizeof *row.pieces);
	for (size_t i = 0; i < p->plan.volume_count; i++) {
		const struct exh_sci_plan_volume *volume = &p->plan.volumes[i];

		for (size_t k = volume->first; k < volume->first + volume->count; k++)
			if (p->plan.pieces[k].is_record && !p->plan.pieces[k].is_left_out)
				row.pieces[row.piece_count++] =
					packed_piece(&p->plan.pieces[k], volume->number);
	}
	fields_put(&sci_pack_fields, &row, result);
	free(row.pieces);
}

static void report_counts(const struct sci_new_game *p)
{
	size_t count = 0;

	for (size_t i = 0; i < p->plan.piece_count; i++)
		count += p->plan.pieces[i].is_record && !p->plan.pieces[i].is_left_out;
	report_info(p->report, "%s: %zu record%s in %zu volume%s", p->output, count,
		    text_plural(count), p->plan.volume_count,
		    text_plural(p->plan.volume_count));
}

static void write_game(struct sci_new_game *p, struct json *result)
{
	struct volume_files files = { 0 };
	struct exh_error err;

	if (exh_sci_plan_place(&p->plan, &err))
		report_failure(p->report, p->output, &err);
	else if (fill(p, &files) && write_files(p, &files)) {
		warn_of_others(p);
		report_counts(p);
		describe(p, &files, result);
	}
	for (size_t i = 0; i < files.count; i++) {
		free(files.paths[i]);
		exh_writer_free(&files.contents[i]);
	}
}

static void pack(struct sci_new_game *p, struct json *result)
{
	if (p->manifest_folder && p->request->volume_size) {
		report_error(
			p->report, p->manifest_folder, EXH_NO_OFFSET,
			SCI_MANIFEST
			" lists the volumes: --volume-size is for folders without one");
		return;
	}
	if (!p->plan.map_name)
		p->plan.map_name = "RESOURCE.MAP";
	read_files(p);
	/* No files are written if an input could not be included. */
	if (p->report->failed || !encode(p))
		return;
	if (lay_out(p))
		write_game(p, result);
}

void sci_pack_run_packing(void *context, const char *input, const char *output,
			  struct report *report, struct json *result)
{
	struct sci_new_game p = { .request = context,
				  .report = report,
				  .output = output };

	(void)input;
	result_output(result, output);
	if (sci_pack_inputs_collect(&p) && !p.request->keeps_volumes)
		pack(&p, result);
	sci_new_game_free(&p);
}

static void pack_paths(struct sci_pack_request *request, char **paths, size_t count,
		       const char *output, struct report *report, struct json *result)
{
	request->common = *report->common;
	request->common.operands = paths;
	request->common.operand_count = count;
	sci_pack_run_packing(request, NULL, output, report, result);
}

void sci_pack_paths(char **paths, size_t count, const char *output, struct report *report,
		    struct json *result)
{
	pack_paths(&(struct sci_pack_request){ 0 }, paths, count, output, report, result);
}

/*
 * A whole extracted game.
 */

bool sci_is_resource_file(const char *name)
{
	unsigned type, number;

	return strcasecmp(name, "resource.map") == 0 ||
	       exh_sci_volume_number(name) >= 0 ||
	       exh_sci_patch_name(name, &type, &number);
}

/* Removes resource files of a folder: the new volumes have all resources. */
static void remove_resources(const char *folder)
{
	struct files *files = files_open_folder(folder);

	for (size_t i = 0; i < files_count(files); i++) {
		char *path = files_path(files, files_name(files, i));

		if (sci_is_resource_file(files_name(files, i)))
			disk_remove(path);
		free(path);
	}
	files_close(files);
}

/* True for files that resources are made of, and for "view.003" itself. */
bool sci_build_takes_new(const char *file)
{
	char name[SCI_NAME_SIZE];
	const char *instead;
	unsigned type, number;

	return exported_is_part(file, &type, &number, name) &&
	       sci_packers_group(type, file + strlen(name), &instead);
}

static bool is_all_loose(const struct game_build *build)
{
	for (size_t i = 0; build->edited[i]; i++) {
		const char *source = json_text_at(build->assets[i], "source");

		if (!source || !strchr(source, '/'))
			return false;
	}
	return build->edited[0];
}

bool sci_build(const struct game_build *build)
{
	char *paths[] = { (char *)build->folder };
	struct json *result = json_new_object();
	struct sci_pack_request request = {
		.build = build, .keeps_volumes = build->original && is_all_loose(build)
	};

	if (build->original && !request.keeps_volumes)
		remove_resources(build->output);
	pack_paths(&request, paths, 1, build->output, build->report, result);
	json_free(result);
	return !build->report->failed;
}
