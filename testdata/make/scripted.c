/*
 * A whole game of SCI0 whose scripts are text, which our own assembler reads; pictures
 * and sounds are the burrow's.
 */
#include "scripted.h"

#include "burrow.h"
#include "sci_vocab.h"

#include <exhume/advanced/sci_disasm.h>
#include <exhume/advanced/sci_names.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PARTS = 24, MAX_NAMES = 128, PATH_SIZE = 4096 };

struct making {
	const struct scripted_game *source;
	struct exh_arena arena;
	struct exh_sci_part parts[MAX_PARTS];
	size_t count;
	struct exh_sci_program program;
	struct exh_sci_naming naming;
};

static void add_part(struct making *m, unsigned type, unsigned number,
		     const struct exh_writer *content)
{
	const struct exh_bytes bytes = exh_memdup(&m->arena, exh_writer_bytes(content));

	m->parts[m->count++] = (struct exh_sci_part){ type, number, bytes };
}

/* The program of what there is so far, with its names. */
static void open_program(struct making *m)
{
	struct exh_notes notes = { .arena = &m->arena };
	struct exh_error err = { 0 };

	sci_check(exh_sci_program_open(m->parts, m->count, &m->arena, &m->program, &notes,
				       &err),
		  &err, m->source->folder);
	sci_check(exh_sci_naming_open(&m->program, &m->arena, &m->naming, &err), &err,
		  m->source->folder);
}

static void read_source(const char *folder, unsigned number, struct exh_writer *out)
{
	char path[PATH_SIZE], buffer[PATH_SIZE];
	size_t size;
	FILE *file;

	snprintf(path, sizeof path, "%s/%s/script.%03u.txt", SCRIPT_SOURCES, folder,
		 number);
	file = fopen(path, "rb");
	while (file && (size = fread(buffer, 1, sizeof buffer, file)) > 0)
		exh_write_bytes(out, buffer, size);
	if (!file || ferror(file) || fclose(file) != 0) {
		perror(path);
		exit(1);
	}
}

static void assemble(struct making *m, unsigned number, struct exh_writer *out)
{
	struct exh_writer source = { .limit = SCI_LIMIT };
	struct exh_sci_asm_place place;
	struct exh_error err;

	read_source(m->source->folder, number, &source);
	if (exh_sci_assemble(exh_writer_bytes(&source), &m->naming, out, &place, &err)) {
		fprintf(stderr, "make_testdata: script.%03u.txt:%zu:%zu: %s\n", number,
			place.line, place.column, err.text);
		exit(1);
	}
	exh_writer_free(&source);
}

static void write_names(const struct exh_sci_names *names, struct exh_writer *out)
{
	struct exh_error err;

	sci_check(exh_sci_names_write(names, out, &err), &err, "names");
}

static void write_selectors(const struct making *m, struct exh_writer *out)
{
	struct exh_sci_name items[MAX_NAMES] = { 0 };
	size_t count = 0;

	for (const char *const *name = m->source->selectors; *name; name++)
		items[count++].text =
			(struct exh_bytes){ (const uint8_t *)*name, strlen(*name), 0 };
	write_names(&(struct exh_sci_names){ .layout = EXH_SCI_NAMES_MAX_INDEX,
					     .items = items,
					     .count = count },
		    out);
}

static void write_classes(const struct making *m, struct exh_writer *out)
{
	struct exh_sci_class items[MAX_NAMES] = { 0 };
	struct exh_error err;

	for (size_t i = 0; i < m->source->class_count; i++)
		items[i].script = m->source->classes[i];
	sci_check(exh_sci_classes_write(
			  &(struct exh_sci_classes){ .items = items,
						     .count = m->source->class_count },
			  out, &err),
		  &err, m->source->folder);
}

/* The names of the kernel are the usual ones, as a program without any has them. */
static void add_vocabularies(struct making *m, struct sci_volumes *game,
			     struct exh_writer *part)
{
	struct exh_sci_names kernel;

	sci_words(part);
	add_part(m, EXH_SCI_VOCAB, 0, part);
	sci_volumes_add(game, 1, EXH_SCI_VOCAB, 0, EXH_SCI_HUFFMAN, part);
	sci_suffixes(part);
	sci_volumes_add(game, 1, EXH_SCI_VOCAB, 901, EXH_SCI_STORED, part);
	sci_grammar(part);
	sci_volumes_add(game, 1, EXH_SCI_VOCAB, 900, EXH_SCI_LZW, part);
	write_classes(m, part);
	add_part(m, EXH_SCI_VOCAB, 996, part);
	sci_volumes_add(game, 1, EXH_SCI_VOCAB, 996, EXH_SCI_STORED, part);
	write_selectors(m, part);
	add_part(m, EXH_SCI_VOCAB, 997, part);
	sci_volumes_add(game, 1, EXH_SCI_VOCAB, 997, EXH_SCI_STORED, part);
	open_program(m);
	kernel = m->program.kernel;
	kernel.layout = EXH_SCI_NAMES_COUNTED;
	write_names(&kernel, part);
	sci_volumes_add(game, 1, EXH_SCI_VOCAB, 999, EXH_SCI_HUFFMAN, part);
}

static void add_scripts(struct making *m, struct sci_volumes *game,
			struct exh_writer *part)
{
	for (size_t i = 0; i < m->source->script_count; i++) {
		const unsigned number = m->source->scripts[i];

		open_program(m);
		assemble(m, number, part);
		add_part(m, EXH_SCI_SCRIPT, number, part);
		sci_volumes_add(game, 2, EXH_SCI_SCRIPT, number,
				i % 2 ? EXH_SCI_LZW : EXH_SCI_HUFFMAN, part);
	}
}

static void add_texts(const struct scripted_game *source, struct sci_volumes *game,
		      struct exh_writer *part)
{
	for (size_t i = 0; i < source->text_count; i++) {
		exh_write_bytes(part, source->texts[i].strings, source->texts[i].size);
		sci_volumes_add(game, 2, EXH_SCI_TEXT, source->texts[i].number,
				EXH_SCI_STORED, part);
	}
}

void make_scripted(const struct scripted_game *source, const char *root)
{
	struct exh_writer part = { .limit = SCI_LIMIT };
	struct making m = { .source = source, .arena.limit = SIZE_MAX };
	struct sci_volumes game;

	sci_volumes_begin(&game, root, source->folder);
	burrow_add_pictures(&game, &part);
	burrow_add_sounds(&game, &part);
	add_vocabularies(&m, &game, &part);
	add_scripts(&m, &game, &part);
	add_texts(source, &game, &part);
	exh_write_bytes(&part, source->names, strlen(source->names));
	sci_volumes_save(&game, "GAME.INI", &part);
	sci_volumes_end(&game);
	exh_arena_free(&m.arena);
	exh_writer_free(&part);
}
