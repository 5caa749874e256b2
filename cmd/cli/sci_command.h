/*
 * A subcommand whose inputs are games of Sierra's, or single resources, and that turns
 * all resources of one type into files: view2png, pic2png and their like.
 */
#ifndef CMD_CLI_SCI_COMMAND_H
#define CMD_CLI_SCI_COMMAND_H

#include "assets/assets.h"
#include "assets/sci0/sci_items.h"
#include "opt.h"

/* A subcommand: what its options become. */
struct sci_command {
	struct common common;
	struct strings numbers; /* of --number, which its options have */
	const struct asset_kind *kind;
	void *options; /* of the kind, and for the functions below */
	/* Do the options make sense? EXIT_DONE, or what opt_usage_error says. NULL: yes.
	 */
	int (*check)(const struct command *self, void *options,
		     const struct common *common);
	bool lists; /* --list, for kinds that have no list of their own */
	/* Instead of writing files: for --list and its like. output is -o, or "-"; adds
	 * to result. May be NULL; is_listed says whether it is wanted. */
	bool (*is_listed)(const void *options);
	void (*list)(const void *options, const struct assets *assets, const char *output,
		     struct report *report, json_t *result);
	/* -o names one file, and the resource becomes several by default: leaves all but
	 * the main one out. False if the options ask for them. May be NULL. */
	bool (*narrow)(void *options);
	/* The way back: inputs are files of common formats, and each becomes one
	 * resource. May be NULL; is_packing says whether it is wanted. */
	bool (*is_packing)(const void *options);
	void (*pack)(const void *options, const char *input, const char *output,
		     struct report *report, json_t *result);
	/* Of an input that is packed: the name that its last ending is taken of; NULL:
	 * its own. To be freed. */
	char *(*pack_name)(const char *input);
	/* Its own. */
	struct sci_choice choice;
	bool several; /* inputs */
};

#define SCI_NUMBER_HELP "select resources by number: 0-9,12 (may be repeated)"

/* An entry of the options: --number. */
#define SCI_NUMBER_OPTION(request, command)                               \
	{                                                                 \
		LIST_OPTION("number", "RANGE", request, command.numbers), \
			.help = SCI_NUMBER_HELP                           \
	}

/* An entry of the options: --list, for kinds without a list of their own. */
#define SCI_LIST_OPTION(request, command)                           \
	{                                                           \
		FLAG_OPTION("list", request, command.lists),        \
			.help = "list the resources, write nothing" \
	}

/* Checks the options, then runs over the inputs. */
int sci_command_main(const struct command *self, struct sci_command *command,
		     char **operands, size_t count);

#endif
