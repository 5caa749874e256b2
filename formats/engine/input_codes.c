/* Scan codes by the names of their keys. */

#include "input_program.h"

#include <stddef.h>
#include <string.h>

static const struct {
	const char *name;
	uint8_t code;
} named_codes[] = {
	{ "esc", 0x01 },       { "minus", 0x0c },   { "equals", 0x0d },
	{ "backspace", 0x0e }, { "tab", 0x0f },	    { "enter", 0x1c },
	{ "ctrl", 0x1d },      { "lshift", 0x2a },  { "rshift", 0x36 },
	{ "alt", 0x38 },       { "space", 0x39 },   { "capslock", 0x3a },
	{ "f1", 0x3b },	       { "f2", 0x3c },	    { "f3", 0x3d },
	{ "f4", 0x3e },	       { "f5", 0x3f },	    { "f6", 0x40 },
	{ "f7", 0x41 },	       { "f8", 0x42 },	    { "f9", 0x43 },
	{ "f10", 0x44 },       { "numlock", 0x45 }, { "scrolllock", 0x46 },
	{ "home", 0x47 },      { "up", 0x48 },	    { "pgup", 0x49 },
	{ "left", 0x4b },      { "right", 0x4d },   { "end", 0x4f },
	{ "down", 0x50 },      { "pgdn", 0x51 },    { "ins", 0x52 },
	{ "del", 0x53 },       { "f11", 0x57 },	    { "f12", 0x58 },
};

/* The rows of a keyboard with letters, each from a code on. */
static const struct {
	const char *keys;
	uint8_t first;
} code_rows[] = {
	{ "1234567890", 0x02 },
	{ "qwertyuiop", 0x10 },
	{ "asdfghjkl", 0x1e },
	{ "zxcvbnm", 0x2c },
};

static int row_code(char key)
{
	for (size_t i = 0; i < sizeof code_rows / sizeof *code_rows; i++) {
		const char *found = strchr(code_rows[i].keys, key);

		if (found)
			return code_rows[i].first + (int)(found - code_rows[i].keys);
	}
	return -1;
}

int exh_input_code(const char *name, size_t size)
{
	if (size == 1 && *name)
		return row_code(*name);
	for (size_t i = 0; i < sizeof named_codes / sizeof *named_codes; i++)
		if (strlen(named_codes[i].name) == size &&
		    memcmp(named_codes[i].name, name, size) == 0)
			return named_codes[i].code;
	return -1;
}
