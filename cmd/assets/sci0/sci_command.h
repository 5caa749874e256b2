/*
 * A subcommand whose inputs are games of Sierra's, or single resources, and that turns
 * all resources of one type into files: view2png, pic2png and their like.
 */
#ifndef CMD_ASSETS_SCI0_SCI_COMMAND_H
#define CMD_ASSETS_SCI0_SCI_COMMAND_H

#include "assets/assets.h"
#include "assets/convert.h"
#include "sci_items.h"

/* The first member of such a subcommand's request. */
struct sci_command {
	struct common common;
	struct strings numbers; /* --number */
	bool packs;		/* --pack */
	bool lists;		/* --list, for kinds that have no list of their own */
	bool is_listed;		/* list instead of writing files; check sets it */
	const struct asset_kind *kind;
	size_t options_offset; /* of the kind's options in the request */
	/* Do the options make sense? EXIT_DONE, or what opt_usage_error says. NULL: yes.
	 */
	int (*check)(const struct command *self, void *request);
	/*
	 * These get the kind's options.
	 */
	/* output is -o, or "-"; adds to result. */
	void (*list)(const void *options, const struct assets *assets, const char *output,
		     struct report *report, json_t *result);
	/* -o names one file, and the resource becomes several by default: leaves all but
	 * the main one out. False if the options ask for them. May be NULL. */
	bool (*narrow)(void *options);
	/* The way back: inputs are files of common formats, and each becomes one
	 * resource. */
	void (*pack)(const void *options, const char *input, const char *output,
		     struct report *report, json_t *result);
	/* Of an input that is packed: the name that its last ending is taken of; NULL:
	 * its own. To be freed. */
	char *(*pack_name)(const char *input);
	struct sci_choice choice; /* its own */
};

extern const struct converter sci_converter;

/* .kind and where its options are. */
#define SCI_KIND(kind_of_it, request, member) \
	.kind = &(kind_of_it), .options_offset = offsetof(request, member)

#define SCI_NUMBER_HELP "select resources by number: 0-9,12 (may be repeated)"

/* Entries of the options. */
#define SCI_NUMBER_OPTION(request, command)                               \
	{                                                                 \
		LIST_OPTION("number", "RANGE", request, command.numbers), \
			.help = SCI_NUMBER_HELP                           \
	}
#define SCI_LIST_OPTION(request, command)                           \
	{                                                           \
		FLAG_OPTION("list", request, command.lists),        \
			.help = "list the resources, write nothing" \
	}

#endif
