#include "keen_parts.h"

void exh_keen_exe_list(struct exh_bytes image, struct exh_keen_exe_contents *out)
{
	struct exh_bytes dicts[KEEN_MAX_DICTS];

	*out = (struct exh_keen_exe_contents){
		.dict_count = exh_keen_exe_dicts(image, dicts, KEEN_MAX_DICTS),
		.graphics_head = exh_keen_exe_graphics_head(image),
		.map_head = exh_keen_exe_map_head(image),
	};
	out->audio_head = exh_keen_exe_audio_head(image, out->graphics_head);
	if (out->graphics_head.data)
		out->layout = exh_keen_layout_for_head(out->graphics_head);
}
