#include "parse.h"

#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MEMORY_LIMIT = 1 << 26 };

struct finding {
	const struct said_specs *specs;
	const struct exh_sci_coverage_options *options;
	const struct exh_code_page *page; /* code page of the words */
	struct exh_sci_coverage coverage;
	struct said_sentence *sentences;
};

/* Joins words. Those that can be typed only have letters and digits. */
static void join(const struct exh_sci_coverage_search *search,
		 const struct exh_code_page *page, char out[SAID_SENTENCE_SIZE])
{
	struct exh_writer line = { .limit = SAID_SENTENCE_SIZE - 1 };

	for (size_t i = 0; i < search->word_count; i++) {
		if (i)
			exh_write_u8(&line, ' ');
		exh_code_page_to_utf8(page, search->words[i].text, EXH_CP437_TEXT, &line);
	}
	if (line.size)
		memcpy(out, line.data, line.size);
	out[line.size] = '\0';
	exh_writer_free(&line);
}

static void find(void *context, size_t i)
{
	const struct finding *f = context;
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_sci_coverage_search *search = mem_alloc(1, sizeof *search);
	struct said_sentence *sentence = &f->sentences[i];

	if (!exh_sci_coverage_search(&f->coverage, f->specs->items[i].code, f->options,
				     &arena, search, &sentence->err)) {
		sentence->err.status = EXH_OK;
		sentence->result = search->result;
		sentence->missing_group = search->missing_group;
		sentence->tries = search->tries;
		sentence->most_words = search->most_words;
		join(search, f->page, sentence->sentence);
	}
	exh_arena_free(&arena);
	free(search);
}

static bool find_all(struct finding *f, const struct parser_source *source,
		     struct exh_arena *arena, struct report *report)
{
	struct exh_error err;

	f->sentences = mem_alloc(f->specs->count, sizeof *f->sentences);
	if (exh_sci_coverage_open(&source->parser, arena, &f->coverage, &err)) {
		report_failure(report, NULL, &err);
		return false;
	}
	return report_jobs(report, report->command, f->specs->count, find, f);
}

struct said_sentence *said_sentences_find(const struct parser_source *source,
					  const struct said_specs *specs,
					  const struct exh_sci_coverage_options *options,
					  struct report *report)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct finding f = { .specs = specs,
			     .options = options,
			     .page = source->words.lexicon.page };

	if (!find_all(&f, source, &arena, report)) {
		free(f.sentences);
		f.sentences = NULL;
	}
	exh_arena_free(&arena);
	return f.sentences;
}
