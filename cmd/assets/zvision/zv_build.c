#include "zv_build.h"

#include "assets/zvision/picture/png2tgz.h"
#include "assets/zvision/sound/wav2raw.h"
#include "assets/zvision/video/png2rlf.h"

#include <stdlib.h>
#include <string.h>

static bool is_kind(const json_t *asset, const char *kind)
{
	return strcmp(json_string_value(json_object_get(asset, "kind")), kind) == 0;
}

static bool is_turned(const json_t *asset)
{
	return json_is_true(json_object_get(asset, "transposed"));
}

const char *zv_build_refuses(const json_t *asset, const char *file)
{
	if (is_kind(asset, "picture") || is_kind(asset, "script"))
		return NULL;
	if (is_kind(asset, "sound"))
		return file_has_ending(file, ".wav") ? NULL : "only WAV files are packed";
	if (is_kind(asset, "animation"))
		return file_has_ending(file, ".apng") ? NULL
						      : "only APNG files are packed";
	return "there is no packer for this kind";
}

static void pack_picture(const json_t *asset, const char *input, const char *output,
			 struct report *report, json_t *result)
{
	struct png2tgz_request request = { .common = *report->common,
					   .transpose = is_turned(asset) ? TRANSPOSE_YES
									 : TRANSPOSE_NO };

	png2tgz_run_input(&request, input, output, report, result);
}

static void pack_sound(const char *input, const char *output, struct report *report,
		       json_t *result)
{
	struct wav2raw_request request = { .common = *report->common };

	exh_zork_adpcm_init(&request.adpcm);
	wav2raw_run_input(&request, input, output, report, result);
}

static void pack_animation(const json_t *asset, const char *input, const char *output,
			   struct report *report, json_t *result)
{
	char *paths[] = { (char *)input };
	struct png2rlf_request request = {
		.common = *report->common,
		.frames = { .paths = paths,
			    .path_count = 1,
			    .transpose = is_turned(asset) ? TRANSPOSE_YES : TRANSPOSE_NO }
	};

	png2rlf_run(&request, NULL, output, report, result);
}

/* The text of a script is a script. */
static void copy_script(const char *input, const char *output, struct report *report)
{
	struct file file;

	if (!report_read(report, input, 64 << 20, &file))
		return;
	report_write(report, output, file_bytes(&file));
	free(file.data);
}

static void pack(const json_t *asset, const char *input, const char *output,
		 struct report *report)
{
	json_t *result = json_object();

	if (is_kind(asset, "picture"))
		pack_picture(asset, input, output, report, result);
	else if (is_kind(asset, "sound"))
		pack_sound(input, output, report, result);
	else if (is_kind(asset, "animation"))
		pack_animation(asset, input, output, report, result);
	else
		copy_script(input, output, report);
	json_decref(result);
}

/* A loose file counts, not the archive's member of its name. */
bool zv_build(const struct game_build *build, bool has_original)
{
	struct common common = *build->report->common;
	struct report own = *build->report;

	if (!has_original) {
		report_error(build->report, build->folder, EXH_NO_OFFSET,
			     "the original game is not there: give its folder with "
			     "--original");
		return false;
	}
	common.force = true;
	own.common = &common;
	for (size_t i = 0; build->edited[i]; i++) {
		const json_t *asset = build->assets[i];
		const char *name = json_string_value(json_object_get(asset, "name"));
		char *input = file_join(build->folder, build->edited[i]);
		char *output = file_join(build->output, name);

		if (input && output)
			pack(asset, input, output, &own);
		free(input);
		free(output);
	}
	build->report->failed |= own.failed;
	build->report->shown_count = own.shown_count;
	return !own.failed;
}
