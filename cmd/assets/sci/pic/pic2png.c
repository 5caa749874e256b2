#include "pic.h"

#include "task/json.h"
#include "task/memory.h"

void pic2png_list(const void *options, const struct assets *assets, const char *output,
		  struct report *report, json_t *result)
{
	struct exh_writer text = { .limit = (size_t)1 << 30 };
	json_t *objects = json_array();
	struct exh_error err;

	assets_to_json(assets, objects);
	for (size_t i = 0; i < assets->count; i++) {
		const struct asset *asset = &assets->items[i].asset;
		json_t *object;

		if (!assets_has(assets, i))
			continue;
		object = json_array_get(objects, i);
		json_object_del(object, "files");
		if (report->common->json)
			json_object_set_new(object, "steps",
					    sci_pic_steps_to_json(asset));
		else
			sci_pic_text(options, asset, &text);
	}
	json_object_set_new(result, "resources", objects);
	if (mem_check_limit(&text, &err))
		report_failure(report, assets->path, &err);
	else if (!report->common->json)
		report_write(report, output, exh_writer_bytes(&text));
	exh_writer_free(&text);
}
