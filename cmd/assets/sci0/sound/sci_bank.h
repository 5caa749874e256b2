/* AdLib's instruments, patch.003, as a JSON, and the way back. */
#ifndef CMD_ASSETS_SCI0_SOUND_SCI_BANK_H
#define CMD_ASSETS_SCI0_SOUND_SCI_BANK_H

#include "assets/assets.h"

#include <exhume/sci0_sound.h>

#define SCI_BANK_FORMAT "sci-adlib-bank"

enum { SCI_BANK_NUMBER = 3, SCI_BANK_OPERATORS = 2, SCI_BANK_FIELDS = 14 };

struct sci_bank_options {
	const char *bank; /* --pack: what instruments are put into; NULL: none */
	unsigned at;	  /* the first instrument that is replaced */
	bool takes_one;	  /* of an OP2 bank */
	unsigned take;
	bool is_bare;
};

/* The keys of an operator, in JSON. */
extern const char *const sci_bank_keys[SCI_BANK_FIELDS];

/* The byte of a field in an instrument. */
size_t sci_bank_field(size_t operator, size_t field);

extern const struct asset_kind sci_bank_kind;

/* options: a struct sci_bank_options. */
void sci_bank_pack(const void *options, const char *input, const char *output,
		   struct report *report, json_t *result);

#endif
