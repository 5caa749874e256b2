#include "picture_options.h"

#include "opt.h"
#include "task/outputs.h"

#include <string.h>

/* A folder film.mp4 with PNG files would never be intended. */
bool picture_is_foreign(const char *output)
{
	static const char *const others[] = { ".avi", ".bmp",  ".flv", ".jpeg", ".jpg",
					      ".mkv", ".mov",  ".mp4", ".mpeg", ".mpg",
					      ".tga", ".tiff", ".ogv", ".webm", ".webp" };

	for (size_t i = 0; output && i < sizeof others / sizeof others[0]; i++)
		if (file_has_ending(output, others[i]) &&
		    !output_is_folder(output, false))
			return true;
	return false;
}

int frames_check(const struct command *self, const struct sequence_options *options,
		 const char *output)
{
	if (options->format || !picture_is_foreign(output))
		return EXIT_DONE;
	return opt_usage_error(self,
			       "-o %s: expected .png, .apng, .gif, .y4m or .raw; video "
			       "encoders read y4m from a pipe",
			       output);
}

int picture_check(const struct command *self, const struct sequence_options *options,
		  const char *output)
{
	const enum sequence_format format = sequence_choose_indexed(options, output);
	const bool plain = format == SEQUENCE_RAW || format == SEQUENCE_HASH;

	if (!output && (options->format || options->scale || options->aspect))
		return opt_usage_error(self, "--format, --scale and --aspect need -o");
	if (output && !*output)
		return opt_usage_error(self, "-o: empty file name");
	if (output && plain && (options->scale || options->aspect))
		return opt_usage_error(self,
				       "--scale and --aspect do not apply to raw and "
				       "hash, which have the original palette indices");
	if (!output || options->format || output_is_folder(output, false))
		return EXIT_DONE;
	if (strcmp(output, "-") == 0)
		return opt_usage_error(self, "-o -: no --format given");
	if (sequence_format_of(output))
		return EXIT_DONE;
	return opt_usage_error(self,
			       "-o %s: expected .png, .apng, .gif, .y4m, .raw, .hash or "
			       "a folder; video encoders read y4m from a pipe",
			       output);
}
