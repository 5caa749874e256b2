#include "softdisk.h"

#include "task/file.h"
#include "task/fields.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum {
	FILE_LIMIT = 256 << 20,
	LIBRARY_LIMIT = 1 << 30,
	MAX_STORED = 0xffff, /* most bytes of a member that the game can read unpacked */
};

/* Files to pack, all to be freed. */
struct packing {
	char **items; /* paths */
	size_t count, capacity;
	struct file *files;
	struct exh_writer *names;
	struct exh_softdisk_source *sources;
};

static bool is_kind(const char *path, mode_t kind)
{
	struct stat status;

	return stat(path, &status) == 0 && (status.st_mode & S_IFMT) == kind;
}

static bool append_folder(struct packing *packing, const char *folder)
{
	struct files *files = files_open_folder(folder);
	const char **names = files_sorted(files, files_by_bytes);
	const bool good = files_are_listed(files);

	for (size_t i = 0; good && names[i]; i++) {
		char *path = files_path(files, names[i]);

		if (is_kind(path, S_IFREG))
			*MEM_ADD(packing) = path;
		else
			free(path);
	}
	free((void *)names);
	files_close(files);
	return good;
}

static bool collect(struct packing *packing, char **paths, size_t count,
		    struct report *report)
{
	for (size_t i = 0; i < count; i++) {
		if (!is_kind(paths[i], S_IFDIR)) {
			*MEM_ADD(packing) = mem_text(paths[i]);
		} else if (!append_folder(packing, paths[i])) {
			report_error(report, paths[i], EXH_NO_OFFSET,
				     "can't read the folder");
			return false;
		}
	}
	return true;
}

/* The game looks up names regardless of case. */
static bool is_taken(const struct packing *packing, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (strcasecmp(file_name(packing->items[k]),
			       file_name(packing->items[i])) == 0)
			return true;
	return false;
}

static enum exh_status take(struct packing *packing, size_t i,
			    enum exh_softdisk_method method, struct exh_error *err)
{
	const char *name = file_name(packing->items[i]);
	const struct exh_bytes utf8 = { (const uint8_t *)name, strlen(name), 0 };
	struct exh_writer *out = &packing->names[i];
	struct file *file = &packing->files[i];
	enum exh_status status = file_read(packing->items[i], FILE_LIMIT, file, err);
	bool is_long;

	if (status)
		return status;
	out->limit = EXH_SOFTDISK_NAME_SIZE;
	status = exh_cp437_from_utf8(utf8, EXH_CP437_SCREEN, out, err);
	if (status)
		return exh_within(err, status, "its name can't be stored");
	is_long = mem_check_limit(out, NULL);
	if (is_long || is_taken(packing, i))
		return exh_fail(
			err, EXH_INVALID, EXH_NO_OFFSET,
			is_long ? "its name is longer than %d characters"
				: "another file has this name (of at most %d characters)",
			EXH_SOFTDISK_NAME_SIZE);
	packing->sources[i] = (struct exh_softdisk_source){
		.name = exh_writer_bytes(out),
		.content = file_bytes(file),
		.method = method,
	};
	return EXH_OK;
}

struct member_row {
	const char *name;
	size_t size;
};
static const struct field member_fields[] = {
	FIELD(struct member_row, name, NULL, "name of the file"),
	FIELD(struct member_row, size, "bytes", "size of the file"),
};
static const struct fields member_table =
	FIELDS("packed_member", struct member_row, member_fields);

struct packed {
	struct json *members;
};
static const struct field packed_fields[] = {
	FIELD_MADE(FIELD_JSON_LIST, struct packed, members, &member_table,
		   "members of the library, when packed"),
};
const struct fields softdisk_pack_fields = FIELDS("packed", struct packed, packed_fields);

static bool take_all(struct packing *packing, enum exh_softdisk_method method,
		     struct report *report, struct json *members)
{
	for (size_t i = 0; i < packing->count; i++) {
		const char *path = packing->items[i];
		struct exh_error err;

		if (take(packing, i, method, &err)) {
			err.offset = EXH_NO_OFFSET;
			report_failure(report, path, &err);
			continue;
		}
		if (method == EXH_SOFTDISK_STORE && packing->files[i].size > MAX_STORED)
			report_warning(report, path, EXH_NO_OFFSET,
				       "%zu bytes when stored, the game reads at most %d",
				       packing->files[i].size, MAX_STORED);
		json_push(members,
			  fields_to_json(&member_table,
					 &(struct member_row){ file_name(path),
							       packing->files[i].size }));
	}
	return !report->failed;
}

static void write_library(const struct packing *packing, const char *output,
			  struct report *report)
{
	struct exh_writer out = { .limit = LIBRARY_LIMIT };
	struct exh_error err;

	if (exh_softdisk_pack(packing->sources, packing->count, &out, &err))
		report_output_failure(report, output, &err);
	else if (report_write(report, output, exh_writer_bytes(&out)))
		report_info(report, "%s: %zu members, %zu bytes", output, packing->count,
			    out.size);
	exh_writer_free(&out);
}

void softdisk_pack(char **paths, size_t count, const char *output,
		   enum exh_softdisk_method method, struct report *report,
		   struct json *result)
{
	struct packing packing = { 0 };
	struct json *members = json_new_list();
	bool good;
	result_output(result, output);
	fields_put(&softdisk_pack_fields, &(struct packed){ members }, result);
	good = collect(&packing, paths, count, report);
	packing.files = mem_alloc(packing.count, sizeof *packing.files);
	packing.names = mem_alloc(packing.count, sizeof *packing.names);
	packing.sources = mem_alloc(packing.count, sizeof *packing.sources);
	if (good && take_all(&packing, method, report, members))
		write_library(&packing, output, report);
	for (size_t i = 0; i < packing.count; i++) {
		free(packing.items[i]);
		free(packing.files[i].data);
		exh_writer_free(&packing.names[i]);
	}
	free(packing.items);
	free(packing.files);
	free(packing.names);
	free(packing.sources);
}
