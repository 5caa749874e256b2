#include "assets/zvision/zfs_files.h"
#include "assets/zvision/zfs_unpack.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/opt.h"

#include <string.h>

static int check(const struct command *self, void *context, char **inputs, size_t count)
{
	const struct zfs_unpack_request *request = context;
	const char *output = request->common.output;

	if (!count)
		return opt_usage_error(self, "no archive given");
	if (request->list && output)
		return opt_usage_error(self, "--list writes no files: -o can't be used");
	if (request->list && request->manifest)
		return opt_usage_error(
			self, "--list writes no files: --manifest can't be used");
	if (output && strcmp(output, "-") == 0)
		return opt_usage_error(self, "-o -: the output is a folder");
	return inputs_check(self, &request->common, inputs, count, !request->list);
}

static const struct opt option_table[] = {
	{ FLAG_OPTION("list", struct zfs_unpack_request, list),
	  .help = "list the members of an archive, write nothing" },
	{ LIST_OPTION("only", "GLOB", struct zfs_unpack_request, only),
	  .help = "select members by name: '*.scr' (may be repeated)" },
	{ LIST_OPTION("exclude", "GLOB", struct zfs_unpack_request, exclude),
	  .help = "skip members by name (may be repeated)" },
	{ FLAG_OPTION("manifest", struct zfs_unpack_request, manifest),
	  .help = "also write " ZFS_MANIFEST
		  ", from which zfs-pack rebuilds the archive" },
	{ CHOICE_OPTION("tail", "NAME", struct zfs_unpack_request, tail, zfs_tail_names),
	  .help = "decrypt bytes (default), or only words of four bytes" },
	{ 0 },
};

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct zfs_unpack_request *request = context;
	const struct inputs inputs = { .self = self,
				       .common = &request->common,
				       .check = check,
				       .output_for = zfs_unpack_output_for,
				       .run = zfs_unpack_run_input,
				       .context = request };
	const int status = inputs_main(&inputs, operands, count);

	return status;
}

const struct command cmd_zfs_unpack = {
	.name = "zfs-unpack",
	.family = FAMILY_ZVISION,
	.brief = "extract the members of ZFS archives",
	.usage = "[OPTION]... ARCHIVE...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct zfs_unpack_request, common),
	.run = run,
};
