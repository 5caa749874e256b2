#include "device_options.h"

const struct opt_alias device_aliases[] = {
	{ "pc", "speaker" },
	{ "pcspeaker", "speaker" },
	{ 0 },
};
