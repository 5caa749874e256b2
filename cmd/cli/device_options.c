#include "opt.h"

const struct opt_alias device_aliases[] = {
	{ "pc", "speaker" },
	{ "pcspeaker", "speaker" },
	{ 0 },
};
