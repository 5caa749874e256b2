#include "tgz2png.h"

#include "media/picture/picture_turn.h"
#include "media/picture/png_555.h"
#include "task/file.h"
#include "task/json.h"
#include "task/output_names.h"

#include <exhume/zvision_picture.h>

#include <stdio.h>
#include <stdlib.h>

enum {
	FILE_LIMIT = 512 << 20, /* the games' are below 2 MiB */
	PNG_LIMIT = 512 << 20,
	NOTES_LIMIT = 1 << 20,
	/* Heights of the games' windows, in pixels. */
	NEMESIS_HEIGHT = 320,
	ZGI_HEIGHT = 344,
};

/* One input. */
struct work {
	const struct tgz2png_request *request;
	const char *input, *output;
	struct report *report;
	json_t *result;
	struct exh_zv_tga tga;
	struct exh_zv_picture picture; /* as it is written */
	bool transposed;
	char reason[96];
};

/*
 * Which way round.
 */

static const char *game_of_height(size_t height)
{
	return height == NEMESIS_HEIGHT ? "Nemesis"
	       : height == ZGI_HEIGHT	? "Grand Inquisitor"
					: NULL;
}

/* By a script that shows the picture. */
static bool choose_by_script(struct work *work)
{
	char *script;

	if (!rooms_find(work->request->rooms, work->input, &work->transposed, &script))
		return false;
	snprintf(work->reason, sizeof work->reason, "%.40s shows it in a room that is %s",
		 script, work->transposed ? "a panorama" : "none");
	free(script);
	return true;
}

/*
 * A panorama is as high as the window, and so wide that it goes round: nearly as wide as
 * the window, at least, which is about twice as wide as high in either game.
 */
static void choose_way(struct work *work)
{
	const size_t width = work->tga.width, height = work->tga.height;
	const char *game = game_of_height(width);

	if (work->request->transpose != TRANSPOSE_AUTO) {
		work->transposed = work->request->transpose == TRANSPOSE_YES;
		snprintf(work->reason, sizeof work->reason, "set by --transpose");
		return;
	}
	if (choose_by_script(work))
		return;
	work->transposed = game && height >= 2 * width;
	if (work->transposed)
		snprintf(work->reason, sizeof work->reason,
			 "%zu is the height of %s's window, and %zu is much more", width,
			 game, height);
	else if (game)
		snprintf(work->reason, sizeof work->reason,
			 "%zu rows are too few for a panorama of %s", height, game);
	else
		snprintf(work->reason, sizeof work->reason,
			 "a panorama is stored %d or %d pixels wide", NEMESIS_HEIGHT,
			 ZGI_HEIGHT);
}

/*
 * One input.
 */

static const char *kind_name(enum exh_zv_tga_kind kind)
{
	return kind == EXH_ZV_TGZ ? "tgz" : "tga";
}

static void tell(const struct work *work, const struct exh_expansion *done)
{
	const struct exh_zv_tga *tga = &work->tga;
	json_t *result = work->result;

	report_say(work->report, "%s: %s, %zux%zu pixels, %s: %s", work->input,
		   tga->kind == EXH_ZV_TGZ ? "TGZ" : "plain TGA", tga->width, tga->height,
		   work->transposed ? "transposed" : "not transposed", work->reason);
	json_object_set_new(result, "kind", json_string(kind_name(tga->kind)));
	json_object_set_new(result, "stored_width", json_integer((json_int_t)tga->width));
	json_object_set_new(result, "stored_height",
			    json_integer((json_int_t)tga->height));
	json_object_set_new(result, "width",
			    json_integer((json_int_t)work->picture.width));
	json_object_set_new(result, "height",
			    json_integer((json_int_t)work->picture.height));
	json_object_set_new(result, "transposed", json_boolean(work->transposed));
	json_object_set_new(result, "why", json_string(work->reason));
	json_object_set_new(result, "declared_size",
			    json_integer((json_int_t)tga->declared_size));
	json_object_set_new(
		result, "used_size",
		json_integer((json_int_t)tga->data.base + (json_int_t)done->used_size));
	if (tga->kind == EXH_ZV_TGA) {
		json_object_set_new(result, "type", json_integer(tga->type));
		json_object_set_new(result, "bits", json_integer(tga->bits));
	}
}

/* The picture as it is to be written; its pixels are always to be freed. */
static enum exh_status read_picture(struct work *work, struct exh_bytes in,
				    struct exh_notes *notes, struct exh_error *err)
{
	struct exh_zv_picture *picture = &work->picture;
	struct exh_expansion done;
	enum exh_status status = exh_zv_tga_open(in, &work->tga, notes, err);
	size_t count;

	if (status)
		return status;
	count = work->tga.width * work->tga.height;
	*picture = (struct exh_zv_picture){ work->tga.width, work->tga.height,
					    malloc(count * sizeof *picture->pixels) };
	if (!picture->pixels)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	status = exh_zv_tga_decode(&work->tga, picture->pixels, count, &done, notes, err);
	if (status)
		return status;
	choose_way(work);
	if (work->transposed)
		status = picture_turn(picture, err);
	if (!status)
		tell(work, &done);
	return status;
}

static void write_picture(const struct work *work)
{
	const struct exh_zv_picture *picture = &work->picture;
	struct exh_writer png = { .limit = PNG_LIMIT };
	struct exh_error err;

	if (png_encode_555(picture->pixels, picture->width, picture->height, -1, 0, &png,
			   &err))
		report_failure(work->report, work->input, &err);
	else if (output_write(work->report, work->output, exh_writer_bytes(&png)))
		json_object_set_new(work->result, "output", json_text(work->output));
	exh_writer_free(&png);
}

void tgz2png_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result)
{
	struct exh_arena arena = { .limit = NOTES_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct work work = { .request = context,
			     .input = input,
			     .output = output,
			     .report = report,
			     .result = result };
	struct exh_error err;
	struct file file;

	if (!report_read(report, input, FILE_LIMIT, &file))
		return;
	if (read_picture(&work, file_bytes(&file), &notes, &err)) {
		report_failure(report, input, &err);
	} else {
		report_notes(report, input, &notes);
		write_picture(&work);
	}
	free(work.picture.pixels);
	free(file.data);
	exh_arena_free(&arena);
}

char *tgz2png_output_for(void *context, const char *input, bool several)
{
	struct tgz2png_request *request = context;

	return output_numbered_for(&request->common, input, several, request->number++,
				   ".tga", ".png");
}
