#include "assets/convert.h"
#include "assets/zvision/zv.h"
#include "cli/opt.h"

#include <stdio.h>
#include <string.h>

enum { MAX_PER_BLOCK = 65535 };

static int check(const struct command *self, void *context)
{
	struct zfs_pack_request *request = context;
	uint8_t key[EXH_ZV_ZFS_KEY_SIZE];

	if (request->key && !zfs_key_from_text(request->key, key))
		return opt_usage_error(self, "--key %s: expected 8 hexadecimal digits",
				       request->key);
	if (request->tail && strcmp(request->tail, "bytes") != 0 &&
	    strcmp(request->tail, "words") != 0)
		return opt_usage_error(self, "--tail %s: expected bytes or words",
				       request->tail);
	for (size_t i = 0; i < request->common.operand_count; i++)
		if (strcmp(request->common.operands[i], "-") == 0)
			return opt_usage_error(
				self, "standard input has no name to pack it under");
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ TEXT_OPTION("key", "HEX", struct zfs_pack_request, key),
	  .help = "encryption key, 8 hexadecimal digits; 00000000: no encryption" },
	{ TEXT_OPTION("tail", "NAME", struct zfs_pack_request, tail),
	  .choices = zfs_tail_names,
	  .help = "encrypt bytes (default), or only words of four bytes" },
	{ NUMBER_OPTION("block", "N", struct zfs_pack_request, per_block, 1,
			MAX_PER_BLOCK),
	  .help = "entries per directory block; default 100" },
	{ 0 },
};

static const struct converter converter = {
	.input_name = "files",
	.check = check,
	.needs_output = true,
	.makes_one = true,
	.run = zfs_pack_run_packing,
};

const struct command cmd_zfs_pack = {
	.name = "zfs-pack",
	.family = FAMILY_ZVISION,
	.brief = "make a ZFS archive from files",
	.usage = "[OPTION]... -o ARCHIVE FILE...",
	.options = option_table,
	.results = zfs_results,
	.common = COMMON_ALL,
	.files = COMMAND_WRITES_NAMED,
	COMMAND_REQUEST(struct zfs_pack_request, common),
	.converter = &converter,
	.run = convert_main,
};
