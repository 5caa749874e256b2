#include "game.h"

enum { MAX_LINES = 20 /* most lines printed of a text */ };

static double pair_item(const struct json *object, const char *key, size_t i)
{
	return json_real_of(json_at(json_get(object, key), i));
}

static void put_changes(const struct json *file, struct exh_writer *out)
{
	static const char *const sides[] = { "removed", "added" };
	size_t shown = 0, i, k;
	const struct json *change, *line;
	const size_t total = (size_t)json_number_at(file, "lines_removed") +
			     (size_t)json_number_at(file, "lines_added");

	json_each(json_get(file, "changes"), i, change)
	{
		for (size_t side = 0; side < 2; side++)
			json_each(json_get(change, sides[side]), k,
				  line) if (shown++ < MAX_LINES)
				text_put(out, "    %c %s\n", "-+"[side],
					 json_text_of(line));
	}
	if (total > MAX_LINES)
		text_put(out, "    ... %zu more lines\n", total - MAX_LINES);
}

static void put_cells(const struct json *file, struct exh_writer *out)
{
	const struct json *cell;
	size_t i;

	json_each(json_get(file, "first"), i, cell)
		text_put(out, "    x %" PRId64 ", y %" PRId64 ": %.0f, now %.0f\n",
			 json_number_at(cell, "x"), json_number_at(cell, "y"),
			 pair_item(cell, "values", 0), pair_item(cell, "values", 1));
	if (json_number_at(file, "cells_changed") > (int64_t)i)
		text_put(out, "    ... %" PRId64 " more cells\n",
			 json_number_at(file, "cells_changed") - (int64_t)i);
}

static void put_bands(const struct json *file, struct exh_writer *out)
{
	const struct json *band;
	size_t i;

	json_each(json_get(file, "bands"), i, band)
	{
		const double a = pair_item(band, "level_db", 0);
		const double b = pair_item(band, "level_db", 1);

		if (a - b > 0.5 || b - a > 0.5)
			text_put(out, "    %5.0f Hz: %.1f dB, now %.1f dB\n",
				 json_real_of(json_get(band, "hz")), a, b);
	}
}

static void put_sizes(const struct json *file, struct exh_writer *out)
{
	const struct json *sizes = json_get(file, "sizes");
	const struct json *a = json_at(sizes, 0), *b = json_at(sizes, 1);

	if (json_is_list(a))
		text_put(out, "%" PRId64 "x%" PRId64 " pixels, now %" PRId64 "x%" PRId64,
			 json_number_of(json_at(a, 0)), json_number_of(json_at(a, 1)),
			 json_number_of(json_at(b, 0)), json_number_of(json_at(b, 1)));
	else
		text_put(out,
			 "%" PRId64 " bytes, now %" PRId64 "; %" PRId64
			 " differ, the first at %" PRId64,
			 json_number_of(a), json_number_of(b),
			 json_number_at(file, "bytes_changed"),
			 json_number_at(file, "first_change"));
}

static void put_pixels(const struct json *file, struct exh_writer *out)
{
	const struct json *box = json_get(file, "box");

	text_put(out, "%" PRId64 " of %" PRId64 " pixels differ",
		 json_number_at(file, "pixels_changed"), json_number_at(file, "pixels"));
	if (box)
		text_put(out, ", within %.0fx%.0f at %.0f,%.0f",
			 pair_item(file, "box", 2), pair_item(file, "box", 3),
			 pair_item(file, "box", 0), pair_item(file, "box", 1));
}

static void put_sound(const struct json *file, struct exh_writer *out)
{
	text_put(out,
		 "%.2f s, now %.2f s; level %.1f dB, now %.1f dB; peak %.1f dB, now %.1f "
		 "dB; "
		 "%" PRId64 " frames differ",
		 pair_item(file, "seconds", 0), pair_item(file, "seconds", 1),
		 pair_item(file, "rms_db", 0), pair_item(file, "rms_db", 1),
		 pair_item(file, "peak_db", 0), pair_item(file, "peak_db", 1),
		 json_number_at(file, "frames_changed"));
	if (json_number_at(file, "frames_changed"))
		text_put(out, ", the first at %.3f s",
			 json_real_of(json_get(file, "first_change_s")));
}

static bool has(const struct json *file, const char *key)
{
	return json_get(file, key) != NULL;
}

static void put_file(const struct json *file, bool brief, struct exh_writer *out)
{
	text_put(out, "  %s: ", json_text_at(file, "name"));
	if (has(file, "change"))
		text_put(out, "%s", json_text_at(file, "change"));
	else if (has(file, "error"))
		text_put(out, "%s", json_text_at(file, "error"));
	else if (has(file, "sizes"))
		put_sizes(file, out);
	else if (has(file, "pixels"))
		put_pixels(file, out);
	else if (has(file, "frames_changed"))
		put_sound(file, out);
	else if (has(file, "cells"))
		text_put(out, "%" PRId64 " of %" PRId64 " cells differ",
			 json_number_at(file, "cells_changed"),
			 json_number_at(file, "cells"));
	else
		text_put(out, "%" PRId64 " %s removed, %" PRId64 " added",
			 json_number_at(file, "lines_removed"),
			 json_number_at(file, "lines_removed") == 1 ? "line" : "lines",
			 json_number_at(file, "lines_added"));
	text_put(out, "\n");
	if (brief)
		return;
	if (has(file, "bands"))
		put_bands(file, out);
	if (has(file, "cells"))
		put_cells(file, out);
	if (has(file, "changes"))
		put_changes(file, out);
}

static void put_asset(const struct json *asset, bool brief, struct exh_writer *out)
{
	const struct json *files = json_get(asset, "files"), *file;
	static const char *const sides[] = { "a", "b" };
	size_t i;

	text_put(out, "%s: %s", json_text_at(asset, "id"), json_text_at(asset, "change"));
	for (i = 0; i < 2; i++) {
		const char *error = json_text_at(json_get(asset, sides[i]), "error");

		if (error)
			text_put(out, "; unreadable in %s: %s", sides[i], error);
	}
	if (files && !json_size(files) && i == 2)
		text_put(out, ", but not in what can be seen or heard");
	text_put(out, "\n");
	json_each(files, i, file) put_file(file, brief, out);
}

static void put_game(const struct json *game, bool brief, struct exh_writer *out)
{
	const struct json *counts = json_get(game, "counts"), *asset;
	const char *folder = json_text_at(game, "folder");
	size_t i;

	if (json_text_at(game, "change")) {
		text_put(out, "%s%sgame of %s: %s\n", folder, *folder ? ": " : "",
			 json_text_at(game, "type"), json_text_at(game, "change"));
		return;
	}
	json_each(json_get(game, "assets"), i, asset) put_asset(asset, brief, out);
	text_put(out,
		 "%s%s%" PRId64 " same, %" PRId64 " changed, %" PRId64 " added, %" PRId64
		 " removed\n",
		 folder, *folder ? ": " : "", json_number_at(counts, "same"),
		 json_number_at(counts, "changed"), json_number_at(counts, "added"),
		 json_number_at(counts, "removed"));
}

void diff_print(const struct json *result, bool brief, struct exh_writer *out)
{
	const struct json *game;
	size_t i;

	json_each(json_get(result, "games"), i, game) put_game(game, brief, out);
}
