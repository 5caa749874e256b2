/* Digger: a whole game of SCI0, the mole's. Its scripts are in the folder digger. */
#include "samples.h"
#include "scripted.h"

static const char *const selectors[] = {
	"species",    "superClass", "-info-",	   "y",		 "x",	    "view",
	"loop",	      "cel",	    "name",	   "priority",	 "signal",  "nsTop",
	"nsLeft",     "nsBottom",   "nsRight",	   "underBits",	 "number",  "handle",
	"picture",    "style",	    "north",	   "east",	 "south",   "west",
	"entranceTo", "isOpen",	    "elements",	   "type",	 "message", "modifiers",
	"claimed",    "new",	    "init",	   "doit",	 "dispose", "add",
	"eachDo",     "posn",	    "open",	   "setCel",	 "play",    "stop",
	"newRoom",    "startRoom",  "handleEvent", "setRegions", "at",	    "title",
	"icon",	      "font",	    NULL,
};

static const unsigned scripts[] = { 999, 998, 994, 989, 255, 0, 1, 2, 3, 10, 4 };

enum { SCRIPTS = sizeof scripts / sizeof scripts[0] };

static const uint16_t classes[] = { 999, 999, 999, 998, 998, 998, 994, 994, 994, 989 };

enum { CLASSES = sizeof classes / sizeof classes[0] };

static const char room_texts[] = "The lamp burns low, and without a smell.\0"
				 "The burrow: walls of clay, and a way down.";
static const char shaft_texts[] = "A fossil of a mole! It smiles.";

static const struct scripted_text texts[] = {
	{ 1, room_texts, sizeof room_texts },
	{ 3, shaft_texts, sizeof shaft_texts },
	{ 0, "Score: %d of %d", sizeof "Score: %d of %d" },
};

static const char names[] = "[Game]\r\n"
			    "Name=Digger\r\n"
			    "[Script]\r\n"
			    "n000=Main\r\n"
			    "n001=Burrow\r\n"
			    "n002=Garden\r\n"
			    "n003=Shaft\r\n"
			    "n004=Vault\r\n"
			    "n010=Mine\r\n"
			    "n255=Print\r\n"
			    "n989=Sound\r\n"
			    "n994=Game\r\n"
			    "n998=View\r\n"
			    "n999=System\r\n"
			    "[View]\r\n"
			    "n000=Mole\r\n"
			    "n001=Things of the garden\r\n"
			    "[Pic]\r\n"
			    "n001=Inside the burrow\r\n";

void make_digger(const char *root)
{
	make_scripted(&(struct scripted_game){ .folder = "digger",
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
