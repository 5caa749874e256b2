#include "graphics.h"

#include "task/file.h"

#include <stdlib.h>

enum { LIMIT = 16 << 20 /* bytes of a file */ };

static enum exh_status take_script(const struct binary_files *files,
				   const struct file *script, struct exh_writer *out,
				   struct exh_error *err)
{
	struct exh_writer rendered = { .limit = LIMIT };
	enum exh_status status = EXH_OK;

	if (exh_keen_demo_render(files->bytes, &rendered, NULL) ||
	    !keen_same_bytes(file_bytes(script), exh_writer_bytes(&rendered)))
		status = exh_keen_demo_parse(file_bytes(script), files->bytes, out, err);
	exh_writer_free(&rendered);
	return status;
}

static enum exh_status take_text(const struct binary_files *files,
				 const struct file *text, struct exh_writer *out,
				 const char **warning, struct exh_error *err)
{
	struct exh_writer rendered = { .limit = LIMIT };
	enum exh_status status = EXH_OK;
	size_t lost = 0;

	if (!files->bytes.size)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"a text without the .bin file that it was made from");
	exh_keen_text_render(files->bytes, files->layout, &rendered);
	if (!keen_same_bytes(file_bytes(text), exh_writer_bytes(&rendered)))
		status = exh_keen_text_merge(files->bytes, files->layout,
					     file_bytes(text), out, &lost, err);
	if (lost)
		*warning = "colours within edited lines of its text are lost";
	exh_writer_free(&rendered);
	return status;
}

enum exh_status binary_read_edits(const struct binary_files *files,
				  struct exh_writer *out, const char **warning,
				  const char **culprit, struct exh_error *err)
{
	const bool is_script = file_exists(files->script);
	struct file file;
	enum exh_status status;

	*culprit = is_script ? files->script : files->text;
	if (!file_exists(*culprit))
		return EXH_OK;
	status = file_read(*culprit, LIMIT, &file, err);
	if (status)
		return status;
	status = is_script ? take_script(files, &file, out, err)
			   : take_text(files, &file, out, warning, err);
	free(file.data);
	return status;
}
