/* What exhume sci-script is to do. */
#ifndef CMD_ASSETS_SCI0_SCRIPT_SCRIPT_REQUEST_H
#define CMD_ASSETS_SCI0_SCRIPT_SCRIPT_REQUEST_H

#include "task/ranges.h"
#include "task/report.h"
#include "task/strings.h"

enum {
	SCI_SCRIPT_AUTO,
	SCI_SCRIPT_TEXT,
	SCI_SCRIPT_JSON,
	SCI_SCRIPT_TSV,
	SCI_SCRIPT_DOT,
	SCI_SCRIPT_FORMATS,
};

struct sci_script_request {
	struct common common;
	/* What to do: one of them, disasm if none. */
	bool disasm, classes, hierarchy, xref, rooms, kernel, strings, lint;
	const char *assemble, *pack; /* files */
	const char *encoding;	     /* of strings; NULL: cp437 */
	struct strings only_texts;
	struct range *only; /* kinds of uses */
	size_t only_count;
	struct strings scripts;
	struct range *numbers;
	size_t number_count;
	const char *names, *object, *method;
	unsigned format, words; /* words: enum sci_words_use */
	bool is_plain, bare;
};

#endif
