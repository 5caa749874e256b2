/*
 * The lodge: a game of SCI0 that needs all that games need: a hero who walks by keys and
 * mouse, a door, a thing to take, windows with a control of each kind, a menu, music with
 * cues, saved games. Its scripts are in the folder lodge; those of the system's classes
 * are the digger's, but for what lists can do.
 */
#include "samples.h"
#include "scripted.h"

static const char *const selectors[] = {
	"species",    "superClass", "-info-",	    "y",	 "x",
	"view",	      "loop",	    "cel",	    "name",	 "priority",
	"signal",     "nsTop",	    "nsLeft",	    "nsBottom",	 "nsRight",
	"underBits",  "number",	    "handle",	    "picture",	 "style",
	"north",      "east",	    "south",	    "west",	 "entranceTo",
	"isOpen",     "elements",   "type",	    "message",	 "modifiers",
	"claimed",    "new",	    "init",	    "doit",	 "dispose",
	"add",	      "eachDo",	    "posn",	    "open",	 "setCel",
	"play",	      "stop",	    "newRoom",	    "startRoom", "handleEvent",
	"setRegions", "at",	    "title",	    "icon",	 "font",
	"redraw",     "replay",	    "listen",	    "status",	 "hear",
	"wordFail",   "syntaxFail", "semanticFail", "choose",	 "walkTo",
	"xStep",      "yStep",	    "illegalBits",  "brTop",	 "brLeft",
	"brBottom",   "brRight",    "state",	    "key",	 "said",
	"value",      "text",	    "mode",	    "max",	 "cursor",
	"lsTop",      "lsLeft",	    "lsBottom",	    "lsRight",	 "cue",
	"delete",     "heading",    NULL,
};

static const unsigned scripts[] = { 999, 998, 994, 989, 255, 0, 1, 2, 3 };

enum { SCRIPTS = sizeof scripts / sizeof scripts[0] };

static const uint16_t classes[] = { 999, 999, 999, 998, 998, 998,
				    994, 994, 994, 989, 0,   255 };

enum { CLASSES = sizeof classes / sizeof classes[0] };

static const char workshop_texts[] = "A workshop. The panel says how deep to dig.";

static const struct scripted_text texts[] = {
	{ 0, "Score: %d", sizeof "Score: %d" },
	{ 2, workshop_texts, sizeof workshop_texts },
};

static const char names[] = "[Game]\r\n"
			    "Name=Lodge\r\n"
			    "[Script]\r\n"
			    "n000=Main\r\n"
			    "n001=Hall\r\n"
			    "n002=Workshop\r\n"
			    "n003=Vault\r\n"
			    "n255=Windows\r\n";

void make_lodge(const char *root)
{
	make_scripted(&(struct scripted_game){ .folder = "lodge",
					       .selectors = selectors,
					       .scripts = scripts,
					       .script_count = SCRIPTS,
					       .classes = classes,
					       .class_count = CLASSES,
					       .texts = texts,
					       .text_count = sizeof texts / sizeof *texts,
					       .names = names },
		      root);
}
