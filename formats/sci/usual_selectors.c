/* Selectors for games without vocab.997, which the interpreter never reads. Source:
 * sci0-vm-notes. */
#include "exhume/advanced/sci_program.h"

#include "basics.h"

/* Indexed by number: selectors that the interpreter uses, as in the template's table. */
static const char *const names[] = {
	"species",     "superClass",
	"-info-",      "y",
	"x",	       "view",
	"loop",	       "cel",
	"underBits",   "nsTop",
	"nsLeft",      "nsBottom",
	"nsRight",     "lsTop",
	"lsLeft",      "lsBottom",
	"lsRight",     "signal",
	"illegalBits", "brTop",
	"brLeft",      "brBottom",
	"brRight",     "name",
	"key",	       "time",
	"text",	       "elements",
	"color",       "back",
	"mode",	       "style",
	"state",       "font",
	"type",	       "window",
	"cursor",      "max",
	"mark",	       "who",
	"message",     "edit",
	"play",	       "number",
	"handle",      "client",
	"dx",	       "dy",
	"b-moveCnt",   "b-i1",
	"b-i2",	       "b-di",
	"b-xAxis",     "b-incr",
	"xStep",       "yStep",
	"moveSpeed",   "canBeHere",
	"heading",     "mover",
	"doit",	       "isBlocked",
	"looper",      "priority",
	"modifiers",   "replay",
	"setPri",      "at",
	"next",	       "done",
	"width",       "wordFail",
	"syntaxFail",  "semanticFail",
	"pragmaFail",  "said",
	"claimed",     "value",
	"save",	       "restore",
	"title",       "button",
	"icon",	       "draw",
	"delete",      "z",
	"new",	       "init",
	"dispose",
};

enum { NAMES = sizeof names / sizeof *names, LAST = 248 };

/* Other selectors of the template's table. */
static const struct {
	uint16_t number;
	const char *name;
} others[] = { { 111, "handleEvent" }, { 121, "cue" }, { LAST, "newRoom" } };

bool exh_sci_program_usual_selectors(struct exh_sci_program *program,
				     struct exh_arena *arena)
{
	struct exh_sci_name *items = exh_alloc(arena, LAST + 1, sizeof *items);

	if (!items)
		return false;
	for (size_t i = 0; i < NAMES; i++)
		items[i].text = bytes_of_text(names[i]);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		items[others[i].number].text = bytes_of_text(others[i].name);
	program->selectors.items = items;
	program->selectors.count = LAST + 1;
	return true;
}
