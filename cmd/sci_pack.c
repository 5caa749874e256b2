#include "assets/sci0/sci_plan.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/opt.h"
#include "task/json.h"
#include "task/outputs.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	MANIFEST_LIMIT = 256 << 20,
	FILE_LIMIT = 1 << 20, /* of a resource; a record has room for 64 KiB */
	LEAST_VOLUME = 1024,
	PATH_SIZE = 32, /* of RESOURCE.NNN */
	MEMORY_LIMIT = 1 << 30,
};

/* auto: what the manifest says, else the smallest. */
static const char *const method_choices[] = { "auto",	 "stored",   "lzw",
					      "huffman", "smallest", NULL };

struct request {
	struct common common;
	unsigned method, volume_size;
	bool bare;
	char **paths;
	size_t path_count;
};

/* The game that is made. */
struct packing {
	const struct request *request;
	struct report *report;
	const char *output; /* folder */
	struct sci_plan plan;
	size_t listed_count;	     /* pieces that came in by a manifest */
	const char *manifest_folder; /* NULL: there is none */
	/* By type and number, 1 above the piece's index; 0: there is none. */
	size_t (*taken)[EXH_SCI0_NUMBERS];
};

static bool out_of_memory(const struct packing *p)
{
	report_error(p->report, NULL, EXH_NO_OFFSET, "out of memory");
	return false;
}

/* A copy that lives as long as the plan; takes text over. */
static const char *keep(struct packing *p, char *text)
{
	struct exh_bytes copy = { 0 };

	if (text)
		copy = exh_keep(&p->plan.arena, (struct exh_bytes){ (const uint8_t *)text,
								    strlen(text), 0 });
	if (!copy.data)
		out_of_memory(p);
	free(text);
	return (const char *)copy.data;
}

/*
 * Gathering.
 */

static enum sci_method chosen(const struct request *request)
{
	return request->method ? (enum sci_method)(request->method - 1) : SCI_SMALLEST;
}

/* A file whose name tells what it is. */
static bool add_file(struct packing *p, const char *path, unsigned type, unsigned number)
{
	const struct sci_piece piece = { .is_record = true,
					 .type = type,
					 .number = number,
					 .method = chosen(p->request),
					 .file = path };

	if (number >= EXH_SCI0_NUMBERS) {
		report_error(p->report, path, EXH_NO_OFFSET,
			     "number %u, a map has room for those below %d", number,
			     EXH_SCI0_NUMBERS);
		return true;
	}
	if (p->taken[type][number]) {
		report_error(p->report, path, EXH_NO_OFFSET, "%s %u is in %s already",
			     exh_sci0_type_name(type), number,
			     p->plan.pieces[p->taken[type][number] - 1].file);
		return true;
	}
	p->taken[type][number] = p->plan.piece_count + 1;
	return sci_plan_add_piece(&p->plan, &piece) || out_of_memory(p);
}

/* As view.2048 and view.1 are: a type, and digits that are no number of a resource. */
static bool is_odd_name(const char *name)
{
	const char *dot = strrchr(name, '.');
	unsigned type, number;

	if (!dot || !dot[1] || dot[1 + strspn(dot + 1, "0123456789")] ||
	    exh_sci0_patch_name(name, &type, &number))
		return false;
	for (type = 0; type < EXH_SCI0_TYPES; type++) {
		const char *known = exh_sci0_type_name(type);

		if (strlen(known) == (size_t)(dot - name) &&
		    strncasecmp(name, known, strlen(known)) == 0)
			return true;
	}
	return false;
}

static bool refuse_name(struct packing *p, const char *path)
{
	const char *digits = strrchr(path, '.') + 1;

	if (strlen(digits) < 3)
		report_error(p->report, path, EXH_NO_OFFSET,
			     "names of resources have three digits or more, as view.003");
	else
		report_error(p->report, path, EXH_NO_OFFSET,
			     "number %s, a map has room for those below %d", digits,
			     EXH_SCI0_NUMBERS);
	return true;
}

static bool add_path(struct packing *p, const char *path)
{
	unsigned type, number;

	if (exh_sci0_patch_name(file_name(path), &type, &number))
		return add_file(p, path, type, number);
	if (is_odd_name(file_name(path)))
		return refuse_name(p, path);
	report_error(p->report, path, EXH_NO_OFFSET,
		     "not the name of a resource, as view.003 is");
	return true;
}

/* The file of a record in the manifest: now with its folder. */
static bool take_listed(struct packing *p, const char *folder, size_t i)
{
	struct sci_piece *piece = &p->plan.pieces[i];

	if (!piece->is_record)
		return true;
	piece->file = keep(p, file_join(folder, piece->file));
	if (!piece->file)
		return false;
	if (p->request->method) {
		piece->method = chosen(p->request);
		piece->packed = (struct exh_bytes){ 0 };
	}
	p->taken[piece->type][piece->number] = i + 1;
	piece->is_left_out = !file_exists(piece->file);
	if (piece->is_left_out)
		report_warning(p->report, piece->file, EXH_NO_OFFSET,
			       "not there, though " SCI_MANIFEST
			       " lists it: left out, with what leads to it in the map");
	return true;
}

static bool read_manifest(struct packing *p, const char *folder, const char *path)
{
	struct exh_error err;
	struct file file;
	enum exh_status status;
	bool good = true;

	if (p->manifest_folder || p->plan.piece_count) {
		report_error(p->report, path, EXH_NO_OFFSET,
			     "a folder with a manifest comes first, and there is one "
			     "such folder at most");
		return false;
	}
	if (!report_read(p->report, path, MANIFEST_LIMIT, &file))
		return false;
	p->manifest_folder = folder;
	sci_plan_free(&p->plan);
	status = sci_manifest_read(file_bytes(&file), &p->plan, &err);
	free(file.data);
	if (status) {
		report_failure(p->report, path, &err);
		return false;
	}
	p->listed_count = p->plan.piece_count;
	for (size_t i = 0; i < p->listed_count && good; i++)
		good = take_listed(p, folder, i);
	return good;
}

static bool take_manifest(struct packing *p, const char *folder)
{
	char *path = file_join(folder, SCI_MANIFEST);
	bool good = path != NULL;

	if (!good)
		out_of_memory(p);
	else if (file_exists(path))
		good = read_manifest(p, folder, path);
	free(path);
	return good;
}

static bool is_file_of(const struct sci_piece *piece, const char *name)
{
	return piece->is_record && strcmp(file_name(piece->file), name) == 0;
}

/* Most often as the resource that its name tells. */
static bool is_listed(const struct packing *p, const char *folder, const char *name)
{
	unsigned type, number;

	if (p->manifest_folder != folder)
		return false;
	if (exh_sci0_patch_name(name, &type, &number) && number < EXH_SCI0_NUMBERS &&
	    p->taken[type][number] &&
	    is_file_of(&p->plan.pieces[p->taken[type][number] - 1], name))
		return true;
	for (size_t i = 0; i < p->listed_count; i++)
		if (is_file_of(&p->plan.pieces[i], name))
			return true;
	return false;
}

static int is_resource(const struct dirent *entry)
{
	unsigned type, number;

	return strcasecmp(entry->d_name, "resource.map") == 0 ||
	       exh_sci0_patch_name(entry->d_name, &type, &number) ||
	       is_odd_name(entry->d_name);
}

/* By type and number, then by name. */
static int by_resource(const struct dirent **a, const struct dirent **b)
{
	unsigned one = 0, one_number = 0, other = 0, other_number = 0;

	exh_sci0_patch_name((*a)->d_name, &one, &one_number);
	exh_sci0_patch_name((*b)->d_name, &other, &other_number);
	if (one != other)
		return one < other ? -1 : 1;
	if (one_number != other_number)
		return one_number < other_number ? -1 : 1;
	return strcmp((*a)->d_name, (*b)->d_name);
}

static bool take_entry(struct packing *p, const char *folder, const char *name)
{
	const char *path;

	if (is_listed(p, folder, name))
		return true;
	path = keep(p, file_join(folder, name));
	if (!path || file_is_folder(path))
		return path != NULL;
	if (strcasecmp(name, "resource.map") != 0)
		return add_path(p, path);
	report_warning(
		p->report, path, EXH_NO_OFFSET,
		"the map of a game: what is in its volumes is left out (sci-unpack "
		"extracts it), the loose files are packed");
	return true;
}

static bool add_folder(struct packing *p, const char *folder)
{
	struct dirent **entries = NULL;
	bool good = take_manifest(p, folder);
	const size_t before = p->plan.piece_count;
	const int count = good ? scandir(folder, &entries, is_resource, by_resource) : 0;

	if (count < 0)
		report_error(p->report, folder, EXH_NO_OFFSET, "can't read the folder");
	for (int i = 0; i < count; i++) {
		good = good && take_entry(p, folder, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	if (good && count >= 0 && p->plan.piece_count == before &&
	    p->manifest_folder != folder)
		report_error(p->report, folder, EXH_NO_OFFSET,
			     "no resource in this folder: no file with a name as "
			     "view.003");
	return good && count >= 0;
}

static bool gather(struct packing *p)
{
	const struct request *request = p->request;
	bool good;

	p->plan.arena.limit = MEMORY_LIMIT;
	p->taken = calloc(EXH_SCI0_TYPES, sizeof *p->taken);
	good = p->taken || out_of_memory(p);
	for (size_t i = 0; i < request->path_count && good; i++)
		good = file_is_folder(request->paths[i])
			       ? add_folder(p, request->paths[i])
			       : add_path(p, request->paths[i]);
	return good;
}

/*
 * Reading.
 */

/* A resource of no bytes is a header alone, which readers may take for none. */
static bool is_empty_patch(struct exh_bytes file, unsigned type)
{
	return file.size == 2 && (file.data[0] & 0x7f) == type && !file.data[1];
}

static void take_data(struct packing *p, struct sci_piece *piece, struct exh_bytes file)
{
	struct exh_bytes data = file;
	struct exh_error err;

	if (!p->request->bare && is_empty_patch(file, piece->type))
		data.size = 0;
	else if (!p->request->bare &&
		 exh_sci0_patch_read(file, piece->type, &data, &err)) {
		report_failure(p->report, piece->file, &err);
		report_info(p->report, "%s: --bare takes files without a header",
			    piece->file);
		return;
	}
	piece->data = exh_keep(&p->plan.arena, data);
	if (!piece->data.data)
		out_of_memory(p);
}

static void read_files(struct packing *p)
{
	for (size_t i = 0; i < p->plan.piece_count; i++) {
		struct sci_piece *piece = &p->plan.pieces[i];
		struct file file;

		if (!piece->is_record || piece->is_left_out ||
		    !report_read(p->report, piece->file, FILE_LIMIT, &file))
			continue;
		take_data(p, piece, file_bytes(&file));
		free(file.data);
	}
}

static bool encode(struct packing *p)
{
	if (!sci_plan_encode(&p->plan, p->report)) {
		report_error(p->report, NULL, EXH_NO_OFFSET, "interrupted");
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

static bool add_volume(struct packing *p, unsigned number, size_t first)
{
	struct sci_plan_volume volume = { .number = number, .first = first };
	char name[PATH_SIZE];

	if (number > SCI_MOST_VOLUME) {
		report_error(p->report, p->output, EXH_NO_OFFSET,
			     "more than %d volumes, which a map can't tell: give more "
			     "with --volume-size",
			     SCI_MOST_VOLUME);
		return false;
	}
	snprintf(name, sizeof name, "RESOURCE.%03u", number);
	volume.name = keep(p, strdup(name));
	return volume.name &&
	       (sci_plan_add_volume(&p->plan, &volume) || out_of_memory(p));
}

/* A new volume where the last one would get too long. */
static bool lay_out(struct packing *p)
{
	const size_t most =
		p->request->volume_size ? p->request->volume_size : SCI_VOLUME_LIMIT;
	size_t used = 0;

	if (p->listed_count == p->plan.piece_count && p->manifest_folder)
		return true;
	if (!p->plan.volume_count && !add_volume(p, 1, 0))
		return false;
	for (size_t i = p->listed_count; i < p->plan.piece_count; i++) {
		const struct sci_piece *piece = &p->plan.pieces[i];
		struct sci_plan_volume *last;
		struct sci_plan_entry entry = { piece->type, piece->number, 0, i, 0 };

		if (piece->out.size > most) {
			report_error(p->report, piece->file, EXH_NO_OFFSET,
				     "a record of %zu bytes, --volume-size gives %zu",
				     piece->out.size, most);
			return false;
		}
		last = &p->plan.volumes[p->plan.volume_count - 1];
		if (!p->manifest_folder && piece->out.size > most - used) {
			if (!add_volume(p, last->number + 1, i))
				return false;
			last = &p->plan.volumes[p->plan.volume_count - 1];
			used = 0;
		}
		used += piece->out.size;
		last->count++;
		entry.volume = last->number;
		if (!sci_plan_add_entry(&p->plan, &entry))
			return out_of_memory(p);
	}
	return true;
}

/* Of several entries for a resource the first one counts: new ones come in front. */
static bool put_new_first(struct packing *p, size_t old_count)
{
	struct sci_plan_entry *all = p->plan.entries;
	const size_t new_count = p->plan.entry_count - old_count;
	struct sci_plan_entry *old;

	if (!old_count || !new_count)
		return true;
	old = malloc(old_count * sizeof *old);
	if (!old)
		return out_of_memory(p);
	memcpy(old, all, old_count * sizeof *all);
	memmove(all, all + old_count, new_count * sizeof *all);
	memcpy(all + new_count, old, old_count * sizeof *all);
	free(old);
	return true;
}

/*
 * Writing.
 */

/* What is written, the map first. */
struct files {
	char *paths[SCI_VOLUMES + 1];
	struct exh_writer contents[SCI_VOLUMES + 1];
	size_t count;
};

/* Its name in the folder: in another case, if it is there so. */
static char *path_in(const char *folder, const char *name)
{
	DIR *entries = opendir(folder);
	const struct dirent *entry;
	char *path = NULL;

	while (entries && !path && (entry = readdir(entries)))
		if (strcasecmp(entry->d_name, name) == 0)
			path = file_join(folder, entry->d_name);
	if (entries)
		closedir(entries);
	return path ? path : file_join(folder, name);
}

static bool fill(struct packing *p, struct files *files)
{
	struct exh_error err;

	for (size_t i = 0; i < p->plan.volume_count + 1; i++) {
		struct exh_writer *out = &files->contents[i];

		out->limit = SCI_VOLUME_LIMIT;
		files->count = i + 1;
		files->paths[i] = path_in(p->output, i ? p->plan.volumes[i - 1].name
						       : p->plan.map_name);
		if (i) {
			sci_plan_write_volume(&p->plan, &p->plan.volumes[i - 1], out);
		} else if (sci_plan_write_map(&p->plan, out, &err)) {
			report_failure(p->report, files->paths[i], &err);
			return false;
		}
		if (!files->paths[i] || out->failed)
			return out_of_memory(p);
	}
	return true;
}

static int is_volume(const struct dirent *entry)
{
	return sci_volume_number(entry->d_name) >= 0;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcasecmp((*a)->d_name, (*b)->d_name);
}

static bool is_ours(const struct packing *p, const char *name)
{
	for (size_t i = 0; i < p->plan.volume_count; i++)
		if (strcasecmp(p->plan.volumes[i].name, name) == 0)
			return true;
	return false;
}

/* Volumes that were there before: the map leads to none of them. */
static void tell_of_others(const struct packing *p)
{
	struct dirent **entries = NULL;
	const int count = scandir(p->output, &entries, is_volume, by_name);

	for (int i = 0; i < count; i++) {
		const char *name = entries[i]->d_name;
		char *path = is_ours(p, name) ? NULL : file_join(p->output, name);

		if (path)
			report_warning(p->report, path, EXH_NO_OFFSET,
				       "a volume that is none of this game, left alone");
		free(path);
		free(entries[i]);
	}
	free(entries);
}

static bool write_files(struct packing *p, struct files *files)
{
	struct output_file outputs[SCI_VOLUMES + 1];

	for (size_t i = 0; i < files->count; i++)
		outputs[i] =
			(struct output_file){ files->paths[i],
					      exh_writer_bytes(&files->contents[i]) };
	return outputs_write_together(outputs, files->count, p->report);
}

static json_t *piece_to_json(const struct sci_piece *piece, unsigned volume)
{
	json_t *json = json_object();

	json_object_set_new(json, "type", json_string(exh_sci0_type_name(piece->type)));
	json_object_set_new(json, "number", json_integer(piece->number));
	json_object_set_new(json, "input", json_text(piece->file));
	json_object_set_new(json, "volume", json_integer(volume));
	json_object_set_new(json, "offset", json_integer((json_int_t)piece->offset));
	json_object_set_new(json, "packed_size",
			    json_integer((json_int_t)(piece->out.size -
						      EXH_SCI0_RECORD_HEADER_SIZE)));
	json_object_set_new(json, "unpacked_size",
			    json_integer((json_int_t)piece->data.size));
	json_object_set_new(json, "method", json_integer(piece->used));
	json_object_set_new(json, "packing", json_string(sci_method_names[piece->used]));
	return json;
}

static void describe(const struct packing *p, const struct files *files, json_t *result)
{
	json_t *resources = json_array(), *written = json_array();

	for (size_t i = 0; i < files->count; i++) {
		json_t *json = json_object();

		json_object_set_new(json, "file", json_text(files->paths[i]));
		json_object_set_new(json, "size",
				    json_integer((json_int_t)files->contents[i].size));
		json_array_append_new(written, json);
	}
	for (size_t i = 0; i < p->plan.volume_count; i++) {
		const struct sci_plan_volume *volume = &p->plan.volumes[i];

		for (size_t k = volume->first; k < volume->first + volume->count; k++)
			if (p->plan.pieces[k].is_record && !p->plan.pieces[k].is_left_out)
				json_array_append_new(resources,
						      piece_to_json(&p->plan.pieces[k],
								    volume->number));
	}
	json_object_set_new(result, "files", written);
	json_object_set_new(result, "resources", resources);
}

static const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

static void tell_counts(const struct packing *p)
{
	size_t count = 0;

	for (size_t i = 0; i < p->plan.piece_count; i++)
		count += p->plan.pieces[i].is_record && !p->plan.pieces[i].is_left_out;
	report_info(p->report, "%s: %zu record%s in %zu volume%s", p->output, count,
		    plural(count), p->plan.volume_count, plural(p->plan.volume_count));
}

static void write_game(struct packing *p, json_t *result)
{
	struct files files = { 0 };
	struct exh_error err;

	if (sci_plan_place(&p->plan, &err))
		report_failure(p->report, p->output, &err);
	else if (fill(p, &files) && write_files(p, &files)) {
		tell_of_others(p);
		tell_counts(p);
		describe(p, &files, result);
	}
	for (size_t i = 0; i < files.count; i++) {
		free(files.paths[i]);
		exh_writer_free(&files.contents[i]);
	}
}

static void pack(struct packing *p, json_t *result)
{
	const size_t old_count = p->plan.entry_count;

	if (p->manifest_folder && p->request->volume_size) {
		report_error(p->report, p->manifest_folder, EXH_NO_OFFSET,
			     SCI_MANIFEST " tells what volumes there are: "
					  "--volume-size is for folders without one");
		return;
	}
	if (!p->plan.map_name)
		p->plan.map_name = "RESOURCE.MAP";
	read_files(p);
	/* Nothing is written while something is left out that was asked for. */
	if (p->report->failed || !encode(p))
		return;
	if (lay_out(p) && put_new_first(p, old_count))
		write_game(p, result);
}

static void run_packing(void *context, const char *input, const char *output,
			struct report *report, json_t *result)
{
	struct packing p = { .request = context, .report = report, .output = output };

	(void)input;
	json_object_set_new(result, "output", json_text(output));
	if (gather(&p))
		pack(&p, result);
	free(p.taken);
	sci_plan_free(&p.plan);
}

/*
 * The command line.
 */

static int check(const struct command *self, const struct request *request)
{
	const char *output = request->common.output;

	if (!request->path_count)
		return opt_usage_error(self,
				       "no resources given: name a folder or files");
	if (!output || !*output)
		return opt_usage_error(self, "no output given: use -o OUT_DIR");
	if (strcmp(output, "-") == 0)
		return opt_usage_error(self, "-o -: the output is a folder");
	for (size_t i = 0; i < request->path_count; i++)
		if (strcmp(request->paths[i], "-") == 0)
			return opt_usage_error(self, "standard input has no name that "
						     "tells what resource it is");
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ CHOICE_OPTION("method", "NAME", struct request, method, method_choices),
	  .help = "compression: auto (default), stored, lzw, huffman, smallest" },
	{ NUMBER_OPTION("volume-size", "N", struct request, volume_size, LEAST_VOLUME,
			SCI_VOLUME_LIMIT),
	  .help = "largest size of a volume in bytes; default 64 MiB" },
	{ FLAG_OPTION("bare", struct request, bare),
	  .help = "read files without a header before the resource" },
	{ 0 },
};

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct request *request = context;
	const struct inputs inputs = { .self = self,
				       .common = &request->common,
				       .flat = true,
				       .run = run_packing,
				       .context = request };
	int status;

	request->paths = operands;
	request->path_count = count;
	status = check(self, request);
	return status ? status : inputs_run_one(&inputs, NULL, request->common.output);
}

const struct command cmd_sci_pack = {
	.name = "sci-pack",
	.family = FAMILY_SCI0,
	.brief = "make map and volumes of an SCI0 game of its resources",
	.usage = "[OPTION]... -o OUT_DIR FOLDER...|FILE...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct request, common),
	.run = run,
};
