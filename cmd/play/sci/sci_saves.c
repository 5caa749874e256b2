#include "play_sci.h"

#include "task/file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* True if a name chosen by the game is neither hidden nor has control characters for a
 * terminal. */
static bool is_harmless(const char *name)
{
	if (*name == '.' || strchr(name, '/'))
		return false;
	for (; *name; name++)
		if ((unsigned char)*name < ' ' || *name == 0x7f)
			return false;
	return true;
}

/* True for a file that is not a link, since a link may lead outside. */
static bool is_plain(const char *path)
{
	struct stat info;

	return !lstat(path, &info) && S_ISREG(info.st_mode);
}

/* False: it can't be read; the report has the reason. */
static bool read_file(const char *path, const char *name, struct exh_sci_files *files,
		      struct report *report)
{
	struct exh_error err;
	struct file file;

	if (!is_plain(path)) {
		report_warning(report, path, EXH_NO_OFFSET,
			       "no file: the game does not see it");
		return true;
	}
	if (file_read_own(path, EXH_SCI_FILE_SIZE, &file, &err)) {
		report_failure(report, path, &err);
		return false;
	}
	if (!exh_sci_files_write(files, name, file_bytes(&file)))
		report_warning(report, path, EXH_NO_OFFSET,
			       "the game does not see it: its name is too long, or there "
			       "are more than %d files or 64 MiB",
			       EXH_SCI_FILES);
	free(file.data);
	return true;
}

bool sci_saves_read(const char *folder, struct exh_sci_files *files,
		    struct report *report)
{
	struct files *found;
	struct exh_error err;
	bool good = true;

	if (file_make_folder(folder, &err)) {
		report_failure(report, folder, &err);
		return false;
	}
	found = files_open_folder(folder);
	if (!files_are_listed(found)) {
		report_error(report, folder, EXH_NO_OFFSET, "it can't be listed");
		good = false;
	}
	for (size_t i = 0; i < files_count(found) && good; i++) {
		const char *name = files_name(found, i);
		char *path = file_join(folder, name);

		if (*name != '.')
			good = read_file(path, name, files, report);
		free(path);
	}
	files_close(found);
	return good;
}

bool sci_saves_keep(const char *folder, const char *name, struct exh_bytes bytes,
		    struct report *report)
{
	char *path = file_join(folder, name);
	struct exh_error err = { 0 };
	enum exh_status status;

	if (!is_harmless(name))
		status = exh_fail(&err, EXH_INVALID, EXH_NO_OFFSET,
				  "the game's file is not written: its name is hidden or "
				  "has control characters");
	else if (file_exists(path) && !is_plain(path))
		status = exh_fail(&err, EXH_IO, EXH_NO_OFFSET,
				  "it is no file: the game's file is not written");
	else
		status = file_write(path, bytes, true, &err);
	if (status)
		report_failure(report, path, &err);
	free(path);
	return !status;
}
