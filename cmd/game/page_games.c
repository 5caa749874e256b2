/* The page of several games: their list, and scripts with the words of all names. */
#include "game.h"

#include "task/disk.h"
#include "task/file.h"
#include "task/jobs.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

enum {
	INDEX_LIMIT = 1 << 30,	/* bytes of a game's index */
	SHARD_SIZE = 256 << 10, /* bytes of lines after which the next script begins */
	SHARD_LIMIT = 16 << 20,
};

/* A word of a row; it points into the rows of its game, and is in the same case as
 * there. */
struct name_word {
	const uint8_t *text;
	uint32_t size; /* bytes */
	uint32_t game;
};

struct words {
	struct name_word *items;
	size_t count, capacity;
	char **rows; /* one item per game: the rows of its index; NULL: none */
};

/*
 * Rows.
 */

/* Returns the rows of a page's index, to be freed; NULL: it can't be read. */
static char *read_rows(const char *output, const char *folder)
{
	static const char call[] = "exhumeIndex(", end[] = ");\n";
	char *parent = *folder ? file_join(output, folder) : mem_text(output);
	char *path = file_join(parent, PAGE_INDEX), *rows = NULL;
	struct json *index = NULL;
	struct file file;

	if (file_exists(path) && !file_read_own(path, INDEX_LIMIT, &file, NULL)) {
		const size_t around = sizeof call + sizeof end - 2;

		if (file.size > around && !memcmp(file.data, call, sizeof call - 1))
			index = json_parse(
				(struct exh_bytes){ file.data + sizeof call - 1,
						    file.size - around, 0 },
				NULL);
		free(file.data);
	}
	if (json_text_at(index, "rows"))
		rows = mem_text(json_text_at(index, "rows"));
	json_free(index);
	free(path);
	free(parent);
	return rows;
}

/* True for letters and digits; bytes outside ASCII count as letters. */
static bool is_of_word(uint8_t byte)
{
	return byte >= 0x80 || (byte >= '0' && byte <= '9') ||
	       (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
}

/* Adds the words of names; names end at VT (see put_row). */
static void add_words(struct words *words, const char *rows, uint32_t game)
{
	const uint8_t *at = (const uint8_t *)rows;

	while (*at) {
		const uint8_t *start = at;

		while (is_of_word(*at))
			at++;
		if (at > start)
			*MEM_ADD(words) =
				(struct name_word){ start, (uint32_t)(at - start), game };
		else if (*at == '\v')
			at += strcspn((const char *)at, "\n");
		else
			at++;
	}
}

/*
 * Reports that the limit is exceeded. No game unpacks to more, except small ones.
 */

static uint8_t lower(uint8_t byte)
{
	return byte >= 'A' && byte <= 'Z' ? (uint8_t)(byte + 'a' - 'A') : byte;
}

static int compare_words(const struct name_word *a, const struct name_word *b)
{
	const size_t size = a->size < b->size ? a->size : b->size;

	for (size_t i = 0; i < size; i++) {
		const int order = lower(a->text[i]) - lower(b->text[i]);

		if (order)
			return order;
	}
	return (a->size > b->size) - (a->size < b->size);
}

/* Sorts by word, then by game, then by row. */
static int by_word(const void *one, const void *other)
{
	const struct name_word *a = one, *b = other;
	const int order = compare_words(a, b);

	if (order)
		return order;
	if (a->game != b->game)
		return (a->game > b->game) - (a->game < b->game);
	return (a->text > b->text) - (a->text < b->text);
}

/*
 * Shards.
 */

struct shards {
	const char *output;
	struct report *report;
	struct json *starts, *counts;
	struct exh_writer lines; /* lines of the shard that is being filled */
	size_t line_count;
};

static char *shard_path(const char *output, size_t number)
{
	return mem_format("%s/" PAGE_WORDS "/%04zu.js", output, number);
}

static void end_shard(struct shards *s)
{
	const size_t number = json_size(s->counts);
	char *path = shard_path(s->output, number);
	struct exh_writer out = { .limit = SHARD_LIMIT };
	struct exh_error err;
	struct json *text;

	mem_check(&s->lines);
	text = json_new_text((const char *)s->lines.data, s->lines.size);
	text_put(&out, "exhumeWords(%zu,", number);
	json_write(text, JSON_PACKED, &out);
	text_put(&out, ");\n");
	if (mem_check_limit(&out, &err) || file_make_folder_of(path, &err) ||
	    file_write(path, exh_writer_bytes(&out), true, &err))
		report_failure(s->report, path, &err);
	json_push(s->counts, json_new_number((int64_t)s->line_count));
	s->lines.size = 0;
	s->line_count = 0;
	json_free(text);
	exh_writer_free(&out);
	free(path);
}

static void put_word(struct exh_writer *out, const struct name_word *word)
{
	for (uint32_t i = 0; i < word->size; i++)
		exh_write_u8(out, lower(word->text[i]));
}

static void begin_shard(struct shards *s, const struct name_word *word)
{
	struct exh_writer start = { .limit = SIZE_MAX };

	put_word(&start, word);
	mem_check(&start);
	json_push(s->starts, json_new_text((const char *)start.data, start.size));
	exh_writer_free(&start);
}

static const uint8_t *row_of(const struct words *words, const struct name_word *word)
{
	const uint8_t *rows = (const uint8_t *)words->rows[word->game];
	const uint8_t *row = word->text;

	while (row > rows && row[-1] != '\n')
		row--;
	return row;
}

static void add_line(struct shards *s, const struct name_word *word, const uint8_t *row)
{
	if (!s->line_count)
		begin_shard(s, word);
	else
		exh_write_u8(&s->lines, '\n');
	put_word(&s->lines, word);
	text_put(&s->lines, "\t%" PRIu32 "\t", word->game);
	exh_write_bytes(&s->lines, row, strcspn((const char *)row, "\n"));
	s->line_count++;
	if (s->lines.size >= SHARD_SIZE)
		end_shard(s);
}

/* Removes shards of an earlier run that had more of them. */
static void remove_rest(const struct shards *s)
{
	for (size_t i = json_size(s->counts);; i++) {
		char *path = shard_path(s->output, i);
		const bool is_last = !file_exists(path) || disk_remove(path) != 0;

		free(path);
		if (is_last)
			return;
	}
}

static struct json *write_words(const char *output, struct words *words,
				struct report *report)
{
	struct shards s = { .output = output,
			    .report = report,
			    .starts = json_new_list(),
			    .counts = json_new_list(),
			    .lines.limit = SHARD_LIMIT };
	const uint8_t *last_row = NULL;
	struct json *out = json_new_object();

	if (words->count)
		qsort(words->items, words->count, sizeof *words->items, by_word);
	for (size_t i = 0; i < words->count && !interrupt_pending(); i++) {
		const struct name_word *word = &words->items[i];
		const uint8_t *row = row_of(words, word);

		/* A word that occurs twice in a row is listed once. */
		if (i && row == last_row && !compare_words(word, word - 1))
			continue;
		add_line(&s, word, row);
		last_row = row;
	}
	if (s.line_count)
		end_shard(&s);
	remove_rest(&s);
	exh_writer_free(&s.lines);
	json_set(out, "starts", s.starts);
	json_set(out, "counts", s.counts);
	return out;
}

struct json *page_write_words(const char *output, const struct json *games,
			      struct report *report)
{
	struct words words = { .rows = mem_alloc(json_size(games), sizeof(char *)) };
	const struct json *game;
	struct json *out;
	size_t i;

	json_each(games, i, game)
	{
		const char *folder = json_text_at(game, "folder");

		words.rows[i] = read_rows(output, folder ? folder : "");
		if (words.rows[i])
			add_words(&words, words.rows[i], (uint32_t)i);
	}
	out = write_words(output, &words, report);
	for (i = 0; i < json_size(games); i++)
		free(words.rows[i]);
	free(words.rows);
	free(words.items);
	return out;
}

enum exh_status page_write_games(const struct json *games, const struct json *words,
				 struct exh_writer *out, struct exh_error *err)
{
	struct json *shown = json_new_object();
	enum exh_status status;

	json_set_shared(shown, "games", (struct json *)games);
	json_set_shared(shown, "words", (struct json *)words);
	status = page_write_call("exhumeGames", shown, out, err);
	json_free(shown);
	return status;
}
