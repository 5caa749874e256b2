/* Puzzles and controls of JSON as the lines of a script. */
#ifndef CMD_ASSETS_ZVISION_SCRIPT_SCR_PRINT_H
#define CMD_ASSETS_ZVISION_SCRIPT_SCR_PRINT_H

#include <exhume/base.h>
#include <jansson.h>

/* UTF-8 as Latin-1; false for characters that it lacks. */
bool scr_print_text(const char *text, struct exh_writer *out);

/* What is missing or wrong is left out: who calls reads the script again. end: of lines.
 */
void scr_print_puzzle(const json_t *puzzle, const char *end, struct exh_writer *out);
void scr_print_control(const json_t *control, const char *end, struct exh_writer *out);

#endif
