/*
 * Digger: a whole game of SCI0, the mole's. Its scripts are text, in the folder digger,
 * that our own assembler reads; pictures and sounds are the burrow's.
 */
#include "burrow.h"
#include "samples.h"
#include "sci_vocab.h"

#include <exhume/sci0_disasm.h>
#include <exhume/sci0_names.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PARTS = 16, PATH_SIZE = 4096 };

static const char *const selectors[] = {
	"species",    "superClass", "-info-",	   "y",		 "x",	    "view",
	"loop",	      "cel",	    "name",	   "priority",	 "signal",  "nsTop",
	"nsLeft",     "nsBottom",   "nsRight",	   "underBits",	 "number",  "handle",
	"picture",    "style",	    "north",	   "east",	 "south",   "west",
	"entranceTo", "isOpen",	    "elements",	   "type",	 "message", "modifiers",
	"claimed",    "new",	    "init",	   "doit",	 "dispose", "add",
	"eachDo",     "posn",	    "open",	   "setCel",	 "play",    "stop",
	"newRoom",    "startRoom",  "handleEvent", "setRegions", "at",	    "title",
	"icon",	      "font",
};

enum { SELECTORS = sizeof selectors / sizeof selectors[0] };

/* In an order in which each has the classes that it needs. */
static const unsigned scripts[] = { 999, 998, 994, 989, 255, 0, 1, 2, 3, 10, 4 };

enum { SCRIPTS = sizeof scripts / sizeof scripts[0] };

/* By the number of the class: the script that it is in. */
static const uint16_t classes[] = { 999, 999, 999, 998, 998, 998, 994, 994, 994, 989 };

enum { CLASSES = sizeof classes / sizeof classes[0] };

static const char room_texts[] = "The lamp burns low, and without a smell.\0"
				 "The burrow: walls of clay, and a way down.";
static const char shaft_texts[] = "A fossil of a mole! It smiles.";

struct digger {
	struct exh_arena arena;
	struct exh_sci0_part parts[MAX_PARTS];
	size_t count;
	struct exh_sci0_program program;
	struct exh_sci0_naming naming;
};

static void add_part(struct digger *d, unsigned type, unsigned number,
		     const struct exh_writer *content)
{
	const struct exh_bytes bytes = exh_memdup(&d->arena, exh_writer_bytes(content));

	d->parts[d->count++] = (struct exh_sci0_part){ type, number, bytes };
}

/* The program of what there is so far, with its names. */
static void open_program(struct digger *d)
{
	struct exh_notes notes = { .arena = &d->arena };
	struct exh_error err = { 0 };

	sci_check(exh_sci0_program_open(d->parts, d->count, &d->arena, &d->program,
					&notes, &err),
		  &err, "digger");
	sci_check(exh_sci0_naming_open(&d->program, &d->arena, &d->naming, &err), &err,
		  "digger");
}

static void read_source(unsigned number, struct exh_writer *out)
{
	char path[PATH_SIZE], buffer[PATH_SIZE];
	size_t size;
	FILE *file;

	snprintf(path, sizeof path, "%s/script.%03u.txt", DIGGER_SOURCES, number);
	file = fopen(path, "rb");
	while (file && (size = fread(buffer, 1, sizeof buffer, file)) > 0)
		exh_write_bytes(out, buffer, size);
	if (!file || ferror(file) || fclose(file) != 0) {
		perror(path);
		exit(1);
	}
}

static void assemble(struct digger *d, unsigned number, struct exh_writer *out)
{
	struct exh_writer source = { .limit = SCI_LIMIT };
	struct exh_sci0_asm_place place;
	struct exh_error err;

	read_source(number, &source);
	if (exh_sci0_assemble(exh_writer_bytes(&source), &d->naming, out, &place, &err)) {
		fprintf(stderr, "make_testdata: script.%03u.txt:%zu:%zu: %s\n", number,
			place.line, place.column, err.text);
		exit(1);
	}
	exh_writer_free(&source);
}

static void write_names(const struct exh_sci0_names *names, struct exh_writer *out)
{
	struct exh_error err;

	sci_check(exh_sci0_names_write(names, out, &err), &err, "digger");
}

static void write_selectors(struct exh_writer *out)
{
	struct exh_sci0_name items[SELECTORS] = { 0 };

	for (size_t i = 0; i < SELECTORS; i++)
		items[i].text = (struct exh_bytes){ (const uint8_t *)selectors[i],
						    strlen(selectors[i]), 0 };
	write_names(&(struct exh_sci0_names){ .layout = EXH_SCI0_NAMES_MAX_INDEX,
					      .items = items,
					      .count = SELECTORS },
		    out);
}

static void write_classes(struct exh_writer *out)
{
	struct exh_sci0_class items[CLASSES] = { 0 };
	struct exh_error err;

	for (size_t i = 0; i < CLASSES; i++)
		items[i].script = classes[i];
	sci_check(exh_sci0_classes_write(
			  &(struct exh_sci0_classes){ .items = items, .count = CLASSES },
			  out, &err),
		  &err, "digger");
}

/* The names of the kernel are the usual ones, as a program without any has them. */
static void add_vocabularies(struct digger *d, struct sci_volumes *game,
			     struct exh_writer *part)
{
	struct exh_sci0_names kernel;

	sci_words(part);
	add_part(d, EXH_SCI0_VOCAB, 0, part);
	sci_volumes_add(game, 1, EXH_SCI0_VOCAB, 0, EXH_SCI0_HUFFMAN, part);
	sci_suffixes(part);
	sci_volumes_add(game, 1, EXH_SCI0_VOCAB, 901, EXH_SCI0_STORED, part);
	sci_grammar(part);
	sci_volumes_add(game, 1, EXH_SCI0_VOCAB, 900, EXH_SCI0_LZW, part);
	write_classes(part);
	add_part(d, EXH_SCI0_VOCAB, 996, part);
	sci_volumes_add(game, 1, EXH_SCI0_VOCAB, 996, EXH_SCI0_STORED, part);
	write_selectors(part);
	add_part(d, EXH_SCI0_VOCAB, 997, part);
	sci_volumes_add(game, 1, EXH_SCI0_VOCAB, 997, EXH_SCI0_STORED, part);
	open_program(d);
	kernel = d->program.kernel;
	kernel.layout = EXH_SCI0_NAMES_COUNTED;
	write_names(&kernel, part);
	sci_volumes_add(game, 1, EXH_SCI0_VOCAB, 999, EXH_SCI0_HUFFMAN, part);
}

static void add_scripts(struct digger *d, struct sci_volumes *game,
			struct exh_writer *part)
{
	for (size_t i = 0; i < SCRIPTS; i++) {
		open_program(d);
		assemble(d, scripts[i], part);
		add_part(d, EXH_SCI0_SCRIPT, scripts[i], part);
		sci_volumes_add(game, 2, EXH_SCI0_SCRIPT, scripts[i],
				i % 2 ? EXH_SCI0_LZW : EXH_SCI0_HUFFMAN, part);
	}
}

static void add_texts(struct sci_volumes *game, struct exh_writer *part)
{
	exh_write_bytes(part, room_texts, sizeof room_texts);
	sci_volumes_add(game, 2, EXH_SCI0_TEXT, 1, EXH_SCI0_STORED, part);
	exh_write_bytes(part, shaft_texts, sizeof shaft_texts);
	sci_volumes_add(game, 2, EXH_SCI0_TEXT, 3, EXH_SCI0_STORED, part);
	exh_write_bytes(part, "Score: %d of %d", sizeof "Score: %d of %d");
	sci_volumes_add(game, 2, EXH_SCI0_TEXT, 0, EXH_SCI0_STORED, part);
}

static const char names[] = "[Game]\r\n"
			    "Name=Digger\r\n"
			    "[Script]\r\n"
			    "n000=Main\r\n"
			    "n001=Burrow\r\n"
			    "n002=Garden\r\n"
			    "n003=Shaft\r\n"
			    "n004=Vault\r\n"
			    "n010=Mine\r\n"
			    "n255=Print\r\n"
			    "n989=Sound\r\n"
			    "n994=Game\r\n"
			    "n998=View\r\n"
			    "n999=System\r\n"
			    "[View]\r\n"
			    "n000=Mole\r\n"
			    "n001=Things of the garden\r\n"
			    "[Pic]\r\n"
			    "n001=Inside the burrow\r\n";

void make_digger(const char *root)
{
	struct exh_writer part = { .limit = SCI_LIMIT };
	struct digger d = { .arena.limit = SIZE_MAX };
	struct sci_volumes game;

	sci_volumes_begin(&game, root, "digger");
	burrow_add_pictures(&game, &part);
	burrow_add_sounds(&game, &part);
	add_vocabularies(&d, &game, &part);
	add_scripts(&d, &game, &part);
	add_texts(&game, &part);
	exh_write_bytes(&part, names, sizeof names - 1);
	sci_volumes_save(&game, "GAME.INI", &part);
	sci_volumes_end(&game);
	exh_arena_free(&d.arena);
	exh_writer_free(&part);
}
