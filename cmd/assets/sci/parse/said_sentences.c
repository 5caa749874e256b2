#include "parse.h"

#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MEMORY_LIMIT = 1 << 26 };

struct finding {
	const struct said_specs *specs;
	const struct exh_sci_coverage_options *options;
	struct exh_sci_coverage coverage;
	struct said_sentence *sentences;
};

/* Words that can be typed are of letters and digits alone. */
static void join(const struct exh_sci_coverage_search *search, char *out)
{
	for (size_t i = 0; i < search->word_count; i++) {
		const struct exh_bytes text = search->words[i].text;

		if (i)
			*out++ = ' ';
		memcpy(out, text.data, text.size);
		out += text.size;
	}
	*out = '\0';
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
		join(search, sentence->sentence);
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
	struct finding f = { .specs = specs, .options = options };

	if (!find_all(&f, source, &arena, report)) {
		free(f.sentences);
		f.sentences = NULL;
	}
	exh_arena_free(&arena);
	return f.sentences;
}
