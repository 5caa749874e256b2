#include "assets/sci/sci.h"

#include "task/file.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	MANIFEST_LIMIT = 256 << 20,
	MEMORY_LIMIT = 1 << 30,
};

/* A type followed by digits that are no valid number, e.g. view.2048. */
static bool is_odd_name(const char *name)
{
	const char *dot = strrchr(name, '.');
	unsigned type, number;

	if (!dot || !dot[1] || dot[1 + strspn(dot + 1, "0123456789")] ||
	    exh_sci_patch_name(name, &type, &number))
		return false;
	for (type = 0; type < EXH_SCI_TYPES; type++) {
		const char *known = exh_sci_type_name(type);

		if (strlen(known) == (size_t)(dot - name) &&
		    strncasecmp(name, known, strlen(known)) == 0)
			return true;
	}
	return false;
}

static void refuse_name(struct sci_new_game *p, const char *path)
{
	const char *digits = strrchr(path, '.') + 1;

	if (strlen(digits) < 3)
		report_error(p->report, path, EXH_NO_OFFSET,
			     "names of resources have at least three digits, such as "
			     "view.003");
	else
		report_error(p->report, path, EXH_NO_OFFSET,
			     "number %s, a map can hold numbers below %d", digits,
			     EXH_SCI_NUMBERS);
}

static void add_path(struct sci_new_game *p, const char *path)
{
	unsigned type, number;

	if (exh_sci_patch_name(file_name(path), &type, &number))
		sci_new_game_add_file(p, path, type, number);
	else if (is_odd_name(file_name(path)))
		refuse_name(p, path);
	else
		report_error(p->report, path, EXH_NO_OFFSET,
			     "not the name of a resource, such as view.003");
}

/* Sets the file of a record in the manifest, with its folder. */
static void take_listed(struct sci_new_game *p, const char *folder, size_t i)
{
	struct exh_sci_piece *piece = &p->plan.pieces[i];

	if (!piece->is_record)
		return;
	piece->file = sci_new_game_keep(p, file_join(folder, piece->file));
	if (p->request->method) {
		piece->method = sci_new_game_method(p->request);
		piece->packed = (struct exh_bytes){ 0 };
	}
	p->taken[piece->type][piece->number] = i + 1;
	piece->is_left_out = !file_exists(piece->file);
	if (piece->is_left_out)
		report_warning(p->report, piece->file, EXH_NO_OFFSET,
			       "missing, although " SCI_MANIFEST
			       " lists it: left out, with its entries in the map");
}

static bool read_manifest(struct sci_new_game *p, const char *folder, const char *path)
{
	struct exh_error err;
	struct file file;
	enum exh_status status;

	if (p->manifest_folder || p->plan.piece_count) {
		report_error(p->report, path, EXH_NO_OFFSET,
			     "only the first input may be a folder with a manifest");
		return false;
	}
	if (!report_read(p->report, path, MANIFEST_LIMIT, &file))
		return false;
	p->manifest_folder = folder;
	exh_sci_plan_free(&p->plan);
	status = sci_manifest_read(file_bytes(&file), &p->plan, &err);
	free(file.data);
	if (status) {
		report_failure(p->report, path, &err);
		return false;
	}
	p->listed_count = p->plan.piece_count;
	for (size_t i = 0; i < p->listed_count; i++)
		take_listed(p, folder, i);
	return true;
}

static bool take_manifest(struct sci_new_game *p, const char *folder)
{
	char *path = file_join(folder, SCI_MANIFEST);
	const bool good = !file_exists(path) || read_manifest(p, folder, path);

	free(path);
	return good;
}

static bool is_file_of(const struct exh_sci_piece *piece, const char *name)
{
	return piece->is_record && strcmp(file_name(piece->file), name) == 0;
}

/* True if the manifest lists the file, usually as the resource of its name. */
static bool is_listed(const struct sci_new_game *p, const char *folder, const char *name)
{
	unsigned type, number;

	if (p->manifest_folder != folder || !p->plan.pieces)
		return false;
	if (exh_sci_patch_name(name, &type, &number) && number < EXH_SCI_NUMBERS &&
	    p->taken[type][number] &&
	    is_file_of(&p->plan.pieces[p->taken[type][number] - 1], name))
		return true;
	for (size_t i = 0; i < p->listed_count; i++)
		if (is_file_of(&p->plan.pieces[i], name))
			return true;
	return false;
}

static bool is_resource(const char *name)
{
	unsigned type, number;

	return strcasecmp(name, "resource.map") == 0 ||
	       exh_sci_patch_name(name, &type, &number) || is_odd_name(name);
}

/* Reports files made of resources, which are none: view.003 as a folder,
 * pic.001.visual.png. */
static void leave_out_part(const struct sci_new_game *p, const char *folder,
			   const char *name)
{
	unsigned type, number;
	char own[SCI_NAME_SIZE];
	char *path;

	if (file_is_stray(name) || !exported_is_part(name, &type, &number, own))
		return;
	path = file_join(folder, name);
	sci_new_game_left_out(p, path,
			      "made of a resource, in a folder without the index of "
			      "sci-unpack --convert");
	free(path);
}

/* Compares by type and number, then by name. */
static int by_resource(const void *a, const void *b)
{
	const char *one_name = *(const char *const *)a;
	const char *other_name = *(const char *const *)b;
	unsigned one = 0, one_number = 0, other = 0, other_number = 0;

	exh_sci_patch_name(one_name, &one, &one_number);
	exh_sci_patch_name(other_name, &other, &other_number);
	if (one != other)
		return one < other ? -1 : 1;
	if (one_number != other_number)
		return one_number < other_number ? -1 : 1;
	return strcmp(one_name, other_name);
}

static void take_entry(struct sci_new_game *p, const char *folder, const char *name)
{
	const char *path;

	if (is_listed(p, folder, name))
		return;
	path = sci_new_game_keep(p, file_join(folder, name));
	if (file_is_folder(path))
		leave_out_part(p, folder, name);
	else if (strcasecmp(name, "resource.map") != 0)
		add_path(p, path);
	else
		report_warning(
			p->report, path, EXH_NO_OFFSET,
			"the map of a game: only the loose files are packed, not its "
			"volumes (extract them with sci-unpack)");
}

static bool take_entries(struct sci_new_game *p, const char *folder)
{
	struct files *files = files_open_folder(folder);
	const char **names = files_sorted(files, by_resource);
	const bool good = files_are_listed(files);

	if (!good)
		report_error(p->report, folder, EXH_NO_OFFSET, "can't read the folder");
	for (size_t i = 0; good && names[i]; i++)
		if (is_resource(names[i]))
			take_entry(p, folder, names[i]);
		else
			leave_out_part(p, folder, names[i]);
	free((void *)names);
	files_close(files);
	return good;
}

static bool add_folder(struct sci_new_game *p, const char *folder)
{
	const bool is_converted = sci_is_export(folder);
	const bool has_begun = is_converted || take_manifest(p, folder);
	const size_t before = p->plan.piece_count;
	const bool good = has_begun && (is_converted ? sci_export_back_add(p, folder)
						     : take_entries(p, folder));

	if (good && !p->report->failed && p->plan.piece_count == before &&
	    p->manifest_folder != folder && !p->request->keeps_volumes)
		report_error(p->report, folder, EXH_NO_OFFSET,
			     "no resource in this folder: no file has a name such as "
			     "view.003");
	return good;
}

bool sci_pack_inputs_collect(struct sci_new_game *p)
{
	const struct common *common = &p->request->common;
	bool good = true;

	p->plan.arena.limit = MEMORY_LIMIT;
	p->taken = mem_alloc(EXH_SCI_TYPES, sizeof *p->taken);
	for (size_t i = 0; i < common->operand_count && good; i++)
		if (file_is_folder(common->operands[i]))
			good = add_folder(p, common->operands[i]);
		else
			add_path(p, common->operands[i]);
	return good;
}
