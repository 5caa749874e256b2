/* What is wrong with a game, as --smoke and --monkey find it. */
#ifndef CMD_PLAY_SCI0_SCI_FINDINGS_H
#define CMD_PLAY_SCI0_SCI_FINDINGS_H

#include <exhume/sci0_vm.h>
#include <jansson.h>

enum sci_finding_kind {
	SCI_FOUND_FAULT,     /* number: script, place: offset */
	SCI_FOUND_HANG,	     /* the same: no events are taken any more */
	SCI_FOUND_MISSING,   /* number, place: type of the resource */
	SCI_FOUND_NO_ENTRY,  /* a room can't be entered */
	SCI_FOUND_DEAF,	     /* a room takes no events */
	SCI_FOUND_NOT_TAKEN, /* a sentence is not parsed */
	SCI_FOUND_NO_ANSWER, /* nothing was said, claimed or changed */
	SCI_FOUND_WINDOW,    /* left open; number: how many */
	SCI_FOUND_CLONE,     /* left; number: how many */
	SCI_FOUND_KINDS,
};

struct sci_finding {
	enum sci_finding_kind kind;
	unsigned number, place;
	char *text;	      /* what it is, in UTF-8; NULL: nothing more */
	char *calls;	      /* that led there; NULL: not known */
	const char *sentence; /* after which; NULL: on entering */
	size_t count;	      /* of times */
};

struct sci_findings {
	struct sci_finding *items;
	size_t count, capacity;
};

/* One more: faults, hangs and missing resources once each, with what came first. Copies
 * text and calls, not the sentence. */
void sci_findings_add(struct sci_findings *list, const struct sci_finding *finding);
/* A fault, where the machine stands. */
void sci_findings_add_fault(struct sci_findings *list, const struct exh_sci0_vm *vm,
			    enum exh_sci0_fault fault, const char *text,
			    const char *sentence);
void sci_findings_free(struct sci_findings *list);

size_t sci_findings_of(const struct sci_findings *list, enum sci_finding_kind kind);
/* Is it one that makes the exit status 1? */
bool sci_finding_is_failure(enum sci_finding_kind kind);
/* "window_left", for JSON; and "window left over" or "windows left over". */
const char *sci_finding_key(enum sci_finding_kind kind);
const char *sci_finding_name(enum sci_finding_kind kind, bool is_many);

/* Appends it as a line without its end. */
void sci_finding_print(const struct sci_finding *finding, struct exh_writer *out);
json_t *sci_findings_to_json(const struct sci_findings *list);

#endif
