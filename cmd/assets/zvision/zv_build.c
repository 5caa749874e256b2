#include "zv.h"

#include "assets/zvision/picture/zv_picture.h"
#include "assets/zvision/script/zv_script.h"
#include "assets/zvision/sound/zv_sound.h"
#include "assets/zvision/video/video.h"

#include "task/memory.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool says(const struct json *asset, const char *key, const char *text)
{
	const char *own = json_text_at(asset, key);

	return own && strcmp(own, text) == 0;
}

static bool is_kind(const struct json *asset, const char *kind)
{
	return says(asset, "kind", kind);
}

static enum transpose transpose_of(const struct json *asset)
{
	return json_flag_of(json_get(asset, "transposed")) ? TRANSPOSE_YES : TRANSPOSE_NO;
}

/* The asset's file of that ending; NULL: none was made. */
static const char *file_of(const struct json *asset, const char *ending)
{
	const struct json *name;
	size_t i;

	json_each(json_get(asset, "files"), i, name)
	{
		if (json_is_text(name) && file_has_ending(json_text_of(name), ending))
			return json_text_of(name);
	}
	return NULL;
}

static const char *sound_of(const struct json *asset)
{
	const char *flac = file_of(asset, ".flac");

	return flac ? flac : file_of(asset, ".wav");
}

static bool is_sound(const char *file)
{
	return file_has_ending(file, ".flac") || file_has_ending(file, ".wav");
}

static bool is_truemotion1(const struct json *asset)
{
	return says(asset, "picture_codec", "truemotion1");
}

/* Both files are needed, whichever was edited. */
static const char *refuses_video(const struct json *asset)
{
	if ((!says(asset, "picture_codec", "rgb555") && !is_truemotion1(asset)) ||
	    !file_of(asset, ".apng"))
		return "only videos of TrueMotion 1 or with uncompressed pictures of 15 "
		       "bits are packed, of APNG and sound files";
	if (json_get(asset, "sound_codec") && !sound_of(asset))
		return "the video is packed with its sound, of which no file was "
		       "extracted";
	return NULL;
}

const char *zv_build_refuses(const struct json *asset, const char *file)
{
	if (is_kind(asset, "picture") || is_kind(asset, "script"))
		return NULL;
	if (is_kind(asset, "sound"))
		return is_sound(file) ? NULL : "only FLAC and WAV files are packed";
	if (is_kind(asset, "animation"))
		return file_has_ending(file, ".apng") ? NULL
						      : "only APNG files are packed";
	if (is_kind(asset, "video"))
		return refuses_video(asset);
	return "there is no packer for this kind";
}

static void pack_picture(const struct json *asset, const char *input, const char *output,
			 struct report *report, struct json *result)
{
	struct png2tgz_request request = { .common = *report->common,
					   .taking.transpose = transpose_of(asset) };

	convert_one(&png2tgz_converter, &request, input, output, report, result);
}

static void pack_sound(const char *input, const char *output, struct report *report,
		       struct json *result)
{
	struct wav2raw_request request = { .common = *report->common };

	exh_zork_adpcm_start(&request.adpcm);
	convert_one(&wav2raw_converter, &request, input, output, report, result);
}

/* path is borrowed. */
static struct frames_request frames_of(const struct json *asset, char **path)
{
	return (struct frames_request){ .common = { .operands = path,
						    .operand_count = 1 },
					.taking.transpose = transpose_of(asset) };
}

static void pack_animation(const struct json *asset, const char *input,
			   const char *output, struct report *report, struct json *result)
{
	char *path = (char *)input;
	struct png2rlf_request request = {
		.frames = frames_of(asset, &path),
	};

	png2rlf_run(&request, NULL, output, report, result);
}

/* An edited sound may have another name than the index has. */
static const char *edited_sound(const struct game_build *build, const struct json *asset)
{
	for (size_t i = 0; build->edited[i]; i++)
		if (build->assets[i] == asset && is_sound(build->edited[i]))
			return build->edited[i];
	return sound_of(asset);
}

/* Returns the compression type of the original, if an encoder has it; 0: the default. */
static unsigned type_of(const struct json *asset, bool is_24)
{
	const int64_t type = json_number_at(asset, "compression_type");
	const bool is_good = is_24 ? type >= 10 && type <= 16 && type % 2 == 0
				   : type >= 1 && type <= 8;

	return is_good ? (unsigned)type : 0;
}

static void pack_video(const struct game_build *build, const struct json *asset,
		       const char *output, struct report *report, struct json *result)
{
	const char *name = edited_sound(build, asset);
	char *pictures = file_join(build->folder, file_of(asset, ".apng"));
	char *sound = name ? file_join(build->folder, name) : NULL;
	struct png2avi_request request = {
		.frames = frames_of(asset, &pictures),
		.sound = sound,
		.packing = says(asset, "sound_codec", "adpcm_zork") ? PNG2AVI_ADPCM
								    : PNG2AVI_PCM,
	};

	if (is_truemotion1(asset)) {
		request.codec = PNG2AVI_TRUEMOTION1;
		request.depth =
			json_number_at(asset, "bits") == 24 ? PNG2AVI_24 : PNG2AVI_16;
		request.type = type_of(asset, request.depth == PNG2AVI_24);
	}
	png2avi_run(&request, NULL, output, report, result);
	free(pictures);
	free(sound);
}

/* Reads the game's file that an asset was extracted from. */
static bool read_original(const struct game_build *build, const struct json *asset,
			  struct report *report, struct file *file)
{
	const char *source = json_text_at(asset, "source");
	const char *name = json_text_at(asset, "name");
	struct files *tree = zv_game_list(build->original, NULL);
	const bool is_member = source && file_has_ending(source, ".zfs");
	const char *place = files_find(tree, source ? source : name);
	struct files *archive =
		is_member && place ? zfs_place_open(tree, place, report) : NULL;
	const char *found = archive	? files_find(archive, name)
			    : is_member ? NULL
					: place;
	struct exh_error err;
	enum exh_status status = EXH_INVALID;

	if (!found)
		report_error(report, build->original, EXH_NO_OFFSET,
			     "%s: it is not in the original", name);
	else
		status = files_read(archive ? archive : tree, found, SCR_FILE_LIMIT, file,
				    &err);
	if (found && status)
		report_failure(report, name, &err);
	if (archive)
		files_close(archive);
	files_close(tree);
	return !status;
}

/* Only lines that were edited are printed. */
static void pack_script(const struct game_build *build, const struct json *asset,
			const char *input, const char *output, struct report *report)
{
	struct exh_writer out = { .limit = SCR_FILE_LIMIT };
	struct file original, edited;
	struct exh_error err;

	if (!read_original(build, asset, report, &original))
		return;
	if (report_read(report, input, SCR_FILE_LIMIT, &edited)) {
		if (scr_unprint(file_bytes(&original), file_bytes(&edited), input, report,
				&out, &err))
			report_failure(report, input, &err);
		else
			report_write(report, output, exh_writer_bytes(&out));
		free(edited.data);
	}
	free(original.data);
	exh_writer_free(&out);
}

static void pack(const struct game_build *build, const struct json *asset,
		 const char *input, const char *output, struct report *report)
{
	struct json *result = json_new_object();

	if (is_kind(asset, "picture"))
		pack_picture(asset, input, output, report, result);
	else if (is_kind(asset, "sound"))
		pack_sound(input, output, report, result);
	else if (is_kind(asset, "animation"))
		pack_animation(asset, input, output, report, result);
	else if (is_kind(asset, "video"))
		pack_video(build, asset, output, report, result);
	else
		pack_script(build, asset, input, output, report);
	json_free(result);
}

/* A loose file stays where it is. Instead of a member of an archive a loose one counts
 * that is in the game's folder or, where an index of the disks says where files are, in
 * ADDON. To be freed; NULL: nothing counts before the archive, which is reported. */
static char *place_of(const struct game_build *build, const struct json *asset)
{
	const char *source = json_text_at(asset, "source");
	const char *name = json_text_at(asset, "name");
	const bool is_loose = source && !file_has_ending(source, ".zfs");
	const char *used = is_loose ? source : name;
	struct files *files;
	const char *addon;
	char *place;

	if (!used || !file_is_inside(used)) {
		report_error(build->report, build->folder, EXH_NO_OFFSET,
			     "index.json: key \"%s\": %s: expected a file below the "
			     "game's folder",
			     is_loose ? "source" : "name", used ? used : "missing");
		return NULL;
	}
	if (is_loose || !source)
		return mem_text(used);
	if (strncasecmp(source, "addon/", 6) == 0) {
		report_error(build->report, build->folder, EXH_NO_OFFSET,
			     "%s: it is in %s, which counts before any file beside it: "
			     "pack that archive anew with exhume zfs-pack",
			     name, source);
		return NULL;
	}
	files = files_open_folder(build->original);
	addon = files_find(files, "ADDON");
	place = zv_game_has_index(files) ? file_join(addon ? addon : "ADDON", name)
					 : mem_text(name);
	files_close(files);
	return place;
}

static bool pack_into(const struct game_build *build, const struct json *asset,
		      const char *edited, struct report *report)
{
	char *place = place_of(build, asset), *input, *output;
	struct exh_error err;

	if (!place)
		return false;
	input = file_join(build->folder, edited);
	output = file_join(build->output, place);
	if (file_make_folder_of(output, &err))
		report_failure(report, output, &err);
	else
		pack(build, asset, input, output, report);
	free(place);
	free(input);
	free(output);
	return !report->failed;
}

bool zv_build(const struct game_build *build)
{
	struct common common = *build->report->common;
	struct report own = *build->report;

	if (!build->original) {
		report_error(build->report, build->folder, EXH_NO_OFFSET,
			     "the original game is not there: give its folder with "
			     "--original");
		return false;
	}
	common.force = true;
	own.common = &common;
	for (size_t i = 0; build->edited[i]; i++) {
		const struct json *asset = build->assets[i];

		/* The edited files of an asset follow each other: it is packed once. */
		if ((!i || asset != build->assets[i - 1]) &&
		    !pack_into(build, asset, build->edited[i], &own))
			own.failed = true;
	}
	report_take_over(build->report, &own);
	return !own.failed;
}
