#include "sci.h"

#include "task/file.h"

#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

static bool is_resource_file(const char *name)
{
	unsigned type, number;

	return strcasecmp(name, "resource.map") == 0 ||
	       exh_sci_volume_number(name) >= 0 ||
	       exh_sci_patch_name(name, &type, &number);
}

/* The new volumes have all resources. */
static void remove_resources(const char *folder)
{
	struct files *files = files_open_folder(folder);

	for (size_t i = 0; i < files_count(files); i++) {
		char *path = files_path(files, files_name(files, i));

		if (is_resource_file(files_name(files, i)))
			unlink(path);
		free(path);
	}
	files_close(files);
}

bool sci_build(const struct game_build *build)
{
	char *paths[] = { (char *)build->folder };
	struct sci_pack_request request = { .common = *build->report->common };
	json_t *result = json_object();

	if (build->original)
		remove_resources(build->output);
	request.common.operands = paths;
	request.common.operand_count = 1;
	request.common.force = true;
	request.common.output = build->output;
	sci_pack_run_packing(&request, NULL, build->output, build->report, result);
	json_decref(result);
	return !build->report->failed;
}
