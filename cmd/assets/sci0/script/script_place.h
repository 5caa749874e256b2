/* Names of places in scripts, and of what scripts use, for people. */
#ifndef CMD_ASSETS_SCI0_SCRIPT_SCRIPT_PLACE_H
#define CMD_ASSETS_SCI0_SCRIPT_SCRIPT_PLACE_H

#include <exhume/sci0_xref.h>

/* "door::init" in a method, "door.view" of a property, "export_1" or "proc_01a4" in other
 * code; nothing elsewhere. In the game's code page. */
void script_place_put(const struct exh_sci0_program *program,
		      const struct exh_sci0_program_script *script, unsigned offset,
		      struct exh_writer *out);

/* The name of what is used: of a kernel function, selector or class; of a room or script
 * that of its first export, if that is an object; of a text its string. */
struct exh_bytes script_use_name(const struct exh_sci0_program *program,
				 const struct exh_sci0_use *use);

/* The name of the object that a script's first export is; empty if it is none. */
struct exh_bytes script_own_name(const struct exh_sci0_program_script *script);

#endif
