/* index.html: template, style and scripts in one file. */
#include "game.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/sha256.h"

#include <stdlib.h>
#include <string.h>

static void put(struct exh_writer *out, const char *text)
{
	exh_write_bytes(out, text, strlen(text));
}

static void put_lines(struct exh_writer *out, const char *const *lines)
{
	for (; *lines; lines++)
		put(out, *lines);
}

static void put_hash(struct exh_writer *out, const struct exh_writer *part)
{
	uint8_t sha256[SHA256_SIZE];

	sha256_of(exh_writer_bytes(part), sha256);
	put(out, "'sha256-");
	text_put_base64(out, (struct exh_bytes){ sha256, sizeof sha256, 0 });
	put(out, "'");
}

/* Writes the policy: it allows the page's own style and script, by their hashes, and
 * files beside it. For pages of the file system browsers ignore 'self' and need file: */
static void put_policy(struct exh_writer *out, const struct exh_writer *style,
		       const struct exh_writer *script)
{
	put(out, "default-src 'none'; base-uri 'none'; form-action 'none'; "
		 "img-src 'self' file:; media-src 'self' file:; style-src ");
	put_hash(out, style);
	put(out, "; script-src 'self' file: ");
	put_hash(out, script);
}

/* Writes a line of the template, with words in @ replaced. */
static void put_line(struct exh_writer *out, const char *line,
		     const struct exh_writer *style, const struct exh_writer *script)
{
	for (const char *at; (at = strchr(line, '@')); line = strchr(at + 1, '@') + 1) {
		exh_write_bytes(out, line, (size_t)(at - line));
		if (strncmp(at, "@policy@", 8) == 0)
			put_policy(out, style, script);
		else if (strncmp(at, "@style@", 7) == 0)
			exh_write_bytes(out, style->data, style->size);
		else if (strncmp(at, "@script@", 8) == 0)
			exh_write_bytes(out, script->data, script->size);
	}
	put(out, line);
}

void page_write(const struct page_source *source, struct exh_writer *out)
{
	struct exh_writer style = { .limit = SIZE_MAX }, script = { .limit = SIZE_MAX };

	put_lines(&style, source->style);
	put_lines(&script, source->script);
	mem_check(&style);
	mem_check(&script);
	for (size_t i = 0; source->page[i]; i++)
		put_line(out, source->page[i], &style, &script);
	mem_check(out);
	exh_writer_free(&style);
	exh_writer_free(&script);
}

const struct page_source page_of_game = { page_game_html, page_game_css, page_game_js };

enum exh_status page_write_call(const char *function, const struct json *value,
				struct exh_writer *out, struct exh_error *err)
{
	put(out, function);
	put(out, "(");
	json_write(value, JSON_PACKED, out);
	put(out, ");\n");
	return mem_check_limit(out, err);
}
