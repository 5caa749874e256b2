#include "assets/convert.h"
#include "assets/zvision/zv.h"
#include "cli/opt.h"

#include <string.h>

static int check(const struct command *self, void *context)
{
	struct zfs_unpack_request *request = context;
	const char *output = request->common.output;

	if (request->list && output)
		return opt_usage_error(self, "--list writes no files: -o can't be used");
	if (request->list && request->manifest)
		return opt_usage_error(
			self, "--list writes no files: --manifest can't be used");
	if (output && strcmp(output, "-") == 0)
		return opt_usage_error(self, "-o -: the output is a folder");
	request->common.prints = request->list;
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ FLAG_OPTION("list", struct zfs_unpack_request, list), .files = OPT_MAKES_NONE,
	  .help = "list the members of an archive, write nothing" },
	{ LIST_OPTION("only", "GLOB", struct zfs_unpack_request, only),
	  .help = "select members by name: '*.scr' (may be repeated)" },
	{ LIST_OPTION("exclude", "GLOB", struct zfs_unpack_request, exclude),
	  .help = "skip members by name (may be repeated)" },
	{ FLAG_OPTION("deleted", struct zfs_unpack_request, deleted),
	  .help = "also extract members that are marked as deleted" },
	{ FLAG_OPTION("manifest", struct zfs_unpack_request, manifest),
	  .help = "also write " ZFS_MANIFEST
		  ", from which zfs-pack rebuilds the archive" },
	{ CHOICE_OPTION("tail", "NAME", struct zfs_unpack_request, tail, zfs_tail_names),
	  .help = "decrypt bytes (default), or only words of four bytes" },
	{ 0 },
};

static const struct converter converter = {
	.input_name = "archive",
	.check = check,
	.folder_ending = ".extracted",
	.makes_folder = true,
	.input_size = files_size_at,
	.run = zfs_unpack_run_input,
};

const struct command cmd_zfs_unpack = {
	.name = "zfs-unpack",
	.family = FAMILY_ZVISION,
	.brief = "extract the members of ZFS archives",
	.usage = "[OPTION]... ARCHIVE...",
	.options = option_table,
	.results = zfs_results,
	.documents = (const struct document *const[]){ &zfs_manifest_document, NULL },
	.common = COMMON_ALL | COMMON_BUDGET,
	COMMAND_REQUEST(struct zfs_unpack_request, common),
	.converter = &converter,
	.run = convert_main,
};
