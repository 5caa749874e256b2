/*
 * Known faults as data. script_fixes.c has the words that change a script.
 *
 * Words of a row's change:
 * append-result L, prepend-result L   the puzzle gets the result at its end, or first
 * criteria-key A B                    key A becomes B on the left of its criteria
 * add-criteria L                      each of its blocks of criteria gets the line
 * each-criteria-line replace-with L ; same-key ! N
 *                                     each line "[K] > X" becomes L and "[K] ! N"
 * args NAME=VALUE..., args NAME OLD NEW
 *                                     arguments of the action
 * max N                               its first argument is at most N
 * drop                                the control is left out
 * silence-others                      music ends before the action
 * The engine does the others: on-read, skip-while-changing-location, if-all-disabled,
 * unscaled, missing-in-every-edition.
 */
#include "script_words.h"

#include "../base/common.h"
#include "exhume/advanced/zvision_fixes.h"

static const struct exh_zv_fix table[] = {
	{ EXH_ZV_NEMESIS, "*", "ve5e", "puzzle", "19398",
	  "append-result action:assign(19397, 0)",
	  "the box closes when the player leaves, but its state stays open" },
	{ EXH_ZV_NEMESIS, "*", "td9e", "puzzle", "3582", "criteria-key 568 567",
	  "it waits for the animation of the other fist" },
	{ EXH_ZV_NEMESIS, "*", "td9e", "puzzle", "3583", "criteria-key 568 567",
	  "it waits for the animation of the other fist" },
	{ EXH_ZV_NEMESIS, "*", "td9e", "puzzle", "3594", "add-criteria [567] ! 1",
	  "it ends the sound of the left fist at once" },
	{ EXH_ZV_NEMESIS, "*", "tl9e", "playpreload", "1282",
	  "args x1=146 y1=142 x2=298 y2=236 first=16 last=31",
	  "wrong rectangle and frames of the animation" },
	{ EXH_ZV_NEMESIS, "*", "tl9e", "playpreload", "1289",
	  "args x1=146 y1=142 x2=298 y2=236 last=15",
	  "wrong rectangle and frames of the animation" },
	{ EXH_ZV_NEMESIS, "*", "mq70,mq80", "music", "14822",
	  "on-read if-key 14822 = 2 set 0", "the grue is heard only the first time" },
	{ EXH_ZV_NEMESIS, "*", "mc30", "puzzle", "16418", "skip-while-changing-location",
	  "the rumble starts again on the way out" },
	{ EXH_ZV_NEMESIS, "*", "tv2f", "restore", "2411,2408,4652",
	  "if-all-disabled set_screen tv2fb21c.tga enable 4652",
	  "a game restored while all three exits are disabled has no way out" },
	{ EXH_ZV_NEMESIS, "*", "td9e", "fist", "*", "unscaled",
	  "the rectangle of the fist is smaller than its film" },
	{ EXH_ZV_ZGI, "*", "me2j", "puzzle", "9536", "add-criteria [9404] = 0",
	  "the lever is drawn over the open tunnel" },
	{ EXH_ZV_ZGI, "*", "pe*", "puzzle", "17162",
	  "each-criteria-line replace-with [17161] > 0 ; same-key ! 2",
	  "the timer of the fire is stuck when it is killed with 10 units or fewer "
	  "left" },
	{ EXH_ZV_ZGI, "dvd", "pp1f", "puzzle", "10836",
	  "prepend-result action:assign(10803, 0)",
	  "the flag of the video stays 1, and the room is dark later" },
	{ EXH_ZV_ZGI, "*", "em1h", "control", "5653", "drop",
	  "it leads to em1n, which does not exist" },
	{ EXH_ZV_ZGI, "*", "me1g", "animplay", "me1ga011.avi", "args y2 213 215",
	  "the rectangle is two rows too low for twice the film's size" },
	{ EXH_ZV_ZGI, "*", "px10", "delay_render", "*", "max 10",
	  "the screen is frozen for a long time" },
	{ EXH_ZV_ZGI, "*", "*", "streamvideo", "hp3ea021.avi", "silence-others",
	  "music plays under the film" },
	{ EXH_ZV_ZGI, "*", "*", "streamvideo", "hp4ea051.avi", "silence-others",
	  "music plays under the film" },
	{ EXH_ZV_ZGI, "*", "*", "music", "me00h62p.raw", "missing-in-every-edition",
	  "no edition has this file" },
};

enum { FIX_COUNT = sizeof table / sizeof *table };

const struct exh_zv_fix *exh_zv_fixes(size_t *count)
{
	*count = FIX_COUNT;
	return table;
}

const char *exh_zv_fix_state_name(enum exh_zv_fix_state state)
{
	static const char *const names[] = {
		[EXH_ZV_FIX_NOT_FOUND] = "not found",
		[EXH_ZV_FIX_DONE] = "fixed",
		[EXH_ZV_FIX_DIFFERS] = "differs",
		[EXH_ZV_FIX_NEEDED] = "faulty",
	};

	return names[state];
}

bool exh_zv_file_never_was(enum exh_zv_game game, const char *name)
{
	for (size_t i = 0; i < FIX_COUNT; i++)
		if (table[i].game == game &&
		    strcmp(table[i].change, "missing-in-every-edition") == 0 &&
		    exh_zv_script_is_word(bytes_of_text(name), table[i].id))
			return true;
	return false;
}
