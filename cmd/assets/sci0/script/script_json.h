/* Scripts as JSON, for tools. */
#ifndef CMD_ASSETS_SCI0_SCRIPT_SCRIPT_JSON_H
#define CMD_ASSETS_SCI0_SCRIPT_SCRIPT_JSON_H

#include "script_program.h"

#include <jansson.h>

/* A text of the game. */
json_t *script_json_text(struct exh_bytes text);

/* An object of a script with its properties and methods. */
json_t *script_json_object(const struct exh_sci0_program *program,
			   const struct exh_sci0_object *object,
			   const struct exh_sci0_code *code);

/* The selected scripts with all they hold. */
json_t *script_json(const struct script_program *p);

#endif
