#include "assets/general/identify.h"
#include "cli/opt.h"
#include "task/interrupt.h"

#include <stdio.h>
#include <stdlib.h>

/* True if every file is of a known format, and that could be said. */
static bool run_files(const struct command *self, const struct common *common,
		      char **paths, size_t count)
{
	struct identify_finding *findings = calloc(count, sizeof *findings);
	struct report report;
	char *text = NULL;
	bool good = true;

	report_start(&report, self->name, common);
	for (size_t i = 0; i < count && findings; i++) {
		findings[i].path = paths[i];
		findings[i].files = i && identify_same_folder(paths[i - 1], paths[i])
					    ? findings[i - 1].files
					    : files_open_around(paths[i]);
	}
	if (findings &&
	    jobs_run(common, "identify", count, identify, findings) == count) {
		for (size_t i = 0; i < count; i++) {
			good &= findings[i].format != NULL;
			if (findings[i].err.status)
				report_failure(&report, paths[i], &findings[i].err);
		}
		text = identify_print(findings, count, common->json, &report);
	}
	if (text)
		identify_write_text(text, &report);
	else
		report_error(&report, NULL, EXH_NO_OFFSET,
			     interrupt_pending() ? "interrupted" : "out of memory");
	good &= !report.failed;
	report_end(&report);
	for (size_t i = 0; i < count && findings; i++)
		if (!i || findings[i].files != findings[i - 1].files)
			files_close(findings[i].files);
	free(text);
	free(findings);
	return good;
}

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	const struct identify_request *request = context;

	if (!count)
		return opt_usage_error(self, "no file given");
	return run_files(self, &request->common, operands, count) ? EXIT_DONE : EXIT_BAD;
}

const struct command cmd_identify = {
	.name = "identify",
	.family = FAMILY_ALL,
	.brief = "name the format of files",
	.usage = "[OPTION]... FILE...",
	.common = COMMON_OUTPUT | COMMON_JSON | COMMON_WORK,
	COMMAND_REQUEST(struct identify_request, common),
	.run = run,
};
