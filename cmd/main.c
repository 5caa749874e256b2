#include "cli/opt.h"
#include "cli/sandboxed.h"
#include "game/game.h"
#include "media/picture/animation.h"
#include "media/sound/sound.h"
#include "play/debug/debugger.h"
#include "task/jobs.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/sandbox.h"

#include <exhume/base.h>

#include <fcntl.h>
#include <nettle/version.h>
#include <png.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#ifdef EXH_HAVE_LIBDEFLATE
#include <libdeflate.h>
#endif

static const struct command *find(const char *name)
{
	for (size_t i = 0; commands[i]; i++)
		if (strcmp(commands[i]->name, name) == 0)
			return commands[i];
	return NULL;
}

/* The subcommands for whole games, in the order in which they are used. */
static const struct {
	const char *name, *example, *purpose;
} game_commands[] = {
	{ "extract", "exhume extract KEEN4", "convert a whole game to open formats" },
	{ "identify", "exhume identify *", "name the formats of files, and games" },
	{ "build", "exhume build KEEN4.extracted", "pack the edited files into a game" },
	{ "diff", "exhume diff KEEN4 KEEN4.extracted.built", "show what differs" },
};

enum { GAME_COMMANDS = sizeof game_commands / sizeof *game_commands };

static void print_command(const struct command *command)
{
	printf("  %-14s%s\n", command->name, command->brief);
}

static void print_commands(void)
{
	printf("usage: exhume [--version] [--help] SUBCOMMAND [OPTION]... INPUT...\n"
	       "Extracts, converts and packs the assets of classic PC games.\n");
	printf("\n%s:\n", family_names[FAMILY_GAMES]);
	for (size_t i = 0; i < GAME_COMMANDS; i++)
		print_command(find(game_commands[i].name));
	for (enum family family = FAMILY_GAMES + 1; family < FAMILY_COUNT; family++) {
		printf("\n%s:\n", family_names[family]);
		for (size_t i = 0; commands[i]; i++)
			if (commands[i]->family == family)
				print_command(commands[i]);
	}
	printf("\n'exhume SUBCOMMAND --help' lists its options, 'exhume help SUBCOMMAND' "
	       "is its\nmanual page, 'exhume help tour' has examples by task.\n");
}

/* Prints the way in, for a command line without arguments. */
static void print_beginning(void)
{
	fprintf(stderr,
		"exhume %s extracts and packs the assets of classic PC games:\n\n",
		exh_version());
	for (size_t i = 0; i < GAME_COMMANDS; i++)
		fprintf(stderr, "  %-41s%s\n", game_commands[i].example,
			game_commands[i].purpose);
	fprintf(stderr, "\n'exhume --help' lists all subcommands, 'exhume help tour' "
			"shows them at work.\n");
}

static void print_optional_versions(void)
{
	/* Some versions begin with the name of the library. */
	static const struct {
		const char *(*version)(void);
		const char *name, *without;
	} libraries[] = {
		{ gif_read_version, "", "libgif (no GIF is read)" },
		{ resampler_version, "",
		  "libsoxr (no sound at other rates than the chip's)" },
		{ sound_flac_version, "", "libsndfile (no FLAC)" },
		{ unpack_version, "libarchive ", "libarchive (no ZIP archives)" },
		{ database_version, "SQLite ", "SQLite (no such index)" },
		{ line_input_version, "libedit ",
		  "libedit (lines of debuggers are not edited)" },
	};

#ifdef EXH_HAVE_LIBDEFLATE
	printf("libdeflate %s\n", LIBDEFLATE_VERSION_STRING);
#else
	printf("without libdeflate (zlib packs PNG pictures)\n");
#endif
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
		const char *version = libraries[i].version();
		const size_t name_size = version ? strcspn(version, "- .") : 0;

		if (!version)
			printf("without %s\n", libraries[i].without);
		else if (version[name_size] == '-') /* libsoxr-0.1.3 */
			printf("%.*s %s\n", (int)name_size, version,
			       version + name_size + 1);
		else
			printf("%s%s\n", libraries[i].name, version);
	}
}

static void print_sandbox(void)
{
	int landlock;
	const unsigned parts = sandbox_parts(&landlock);

	if (parts & SANDBOX_FILES)
		printf("sandbox: files (Landlock %d), ", landlock);
	else
		printf("sandbox: without files (no Landlock), ");
	printf("%s\n", parts & SANDBOX_CALLS ? "system calls (seccomp)"
					     : "without system calls (no seccomp)");
}

static void print_version(void)
{
	printf("exhume %s\nlicence: MIT\n", exh_version());
	printf("libpng %s\nzlib %s\njansson %s\nnettle %d.%d\n", png_get_libpng_ver(NULL),
	       zlibVersion(), json_library(), nettle_version_major(),
	       nettle_version_minor());
	print_optional_versions();
	print_sandbox();
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Returns the number of letters to change, add, drop or swap with a neighbour to turn
 * one word into the other. */
static unsigned distance(const char *a, const char *b)
{
	enum { MOST = 32 };
	unsigned rows[3][MOST + 1] = { { 0 } };
	const size_t a_size = strlen(a), b_size = strlen(b);

	if (a_size > MOST || b_size > MOST)
		return MOST;
	for (unsigned j = 0; j <= b_size; j++)
		rows[1][j] = j;
	for (unsigned i = 1; i <= a_size; i++) {
		rows[2][0] = i;
		for (unsigned j = 1; j <= b_size; j++) {
			const unsigned change = a[i - 1] != b[j - 1];

			rows[2][j] = least(least(rows[1][j], rows[2][j - 1]) + 1,
					   rows[1][j - 1] + change);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1])
				rows[2][j] = least(rows[2][j], rows[0][j - 2] + 1);
		}
		memcpy(rows[0], rows[1], sizeof rows[0]);
		memcpy(rows[1], rows[2], sizeof rows[1]);
	}
	return rows[1][b_size];
}

static void suggest(const char *name)
{
	const struct command *best = NULL;
	unsigned best_distance = 4;

	for (size_t i = 0; commands[i]; i++) {
		const unsigned score = distance(name, commands[i]->name);
		const bool begins = strlen(name) > 2 &&
				    strncmp(commands[i]->name, name, strlen(name)) == 0;

		if (!begins && score >= best_distance)
			continue;
		best_distance = begins ? 0 : score;
		best = commands[i];
	}
	fprintf(stderr, "exhume: no subcommand '%s'", name);
	if (best)
		fprintf(stderr, "; did you mean '%s'?\n", best->name);
	else
		fprintf(stderr, "; 'exhume --help' lists them\n");
}

static bool owners_of(const char *running, const char *option, char *out, size_t size)
{
	return option_owners(commands, running, option, out, size);
}

static int run(const struct command *command, void *request, char **operands,
	       size_t count)
{
	struct common *common = (void *)((char *)request + command->common_offset);

	common->option_owners = owners_of;
	return sandboxed_run(command, request, operands, count);
}

/* Checks standard output and memory: printed text may be stuck in the buffer of a full
 * disk. */
static int end(int status)
{
	if (status == EXIT_DONE && memory_has_ended()) {
		fprintf(stderr, "exhume: out of memory: a part of the output may be "
				"missing\n");
		status = EXIT_BAD;
	}
	if ((fflush(stdout) == 0 && !ferror(stdout)) || interrupt_is_pipe())
		return status;
	perror("exhume: standard output");
	return EXIT_BAD;
}

/* Keeps the standard descriptors open, so that no opened file becomes standard input,
 * output or error, and is read as commands or gets our messages. Writing to an output
 * that was closed is an error. */
static void keep_standard(void)
{
	static const int modes[] = { O_RDONLY, O_RDONLY, O_WRONLY };

	for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
		if (fcntl(i, F_GETFD) < 0 && open("/dev/null", modes[i]) != i)
			_exit(EXIT_BAD);
}

int main(int argc, char **argv)
{
	const struct command *command;
	int status;

	keep_standard();
	if (argc < 2) {
		print_beginning();
		return end(EXIT_USAGE);
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		print_commands();
		return end(EXIT_DONE);
	}
	if (strcmp(argv[1], "--version") == 0) {
		print_version();
		return end(EXIT_DONE);
	}
	if (strcmp(argv[1], "--options") == 0) {
		for (size_t i = 0; commands[i]; i++)
			option_table_print(commands[i]);
		return end(EXIT_DONE);
	}
	if (argv[1][0] == '-' && argv[1][1]) {
		fprintf(stderr, "exhume: %s: no such option here; see 'exhume --help'\n",
			argv[1]);
		return EXIT_USAGE;
	}
	command = find(argv[1]);
	if (!command) {
		suggest(argv[1]);
		return EXIT_USAGE;
	}
	interrupt_watch();
	json_use_memory();
	status = command_main(command, argc - 1, argv + 1, run);
	status = end(status);
	interrupt_reraise();
	return status;
}
