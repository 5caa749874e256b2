#include "sound.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <string.h>

enum { LIST_LIMIT = 64 << 20 }; /* bytes */

void sci_snd2wav_list(const void *context, const struct assets *assets,
		      const char *output, struct report *report, json_t *result)
{
	struct exh_writer out = { .limit = LIST_LIMIT };
	json_t *resources = json_array();
	struct exh_error err;

	(void)context;
	assets_to_json(assets, resources);
	json_object_set_new(result, "resources", resources);
	sci_sound_list(assets, &out);
	if (mem_check_limit(&out, &err))
		report_failure(report, assets->path, &err);
	else if (!report->common->json || strcmp(output, "-") != 0)
		report_write(report, output, exh_writer_bytes(&out));
	exh_writer_free(&out);
}
