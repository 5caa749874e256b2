#include "video.h"

#include "assets/zvision/sound/zv_sound.h"
#include "media/sound/sound.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <exhume/advanced/avi.h>
#include <exhume/codec.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	OUTPUT_LIMIT = 1 << 30, /* players expect less than 2^31 */
	NOTE_LIMIT = 1 << 16,
	MAX_FRAMES = 1 << 20,
	TENTHS = 10000,		/* in a second */
	MICROSECONDS = 1000000, /* in a second */
	USUAL_TENTHS = 667,	/* 15 frames per second */
	ROUNDED = 10,		/* tenths that a time in milliseconds may be wrong by */
	BITS = 16,
	/* Four letters, the first one in the lowest byte. */
	TAG_VIDS = 0x73646976,
	TAG_AUDS = 0x73647561,
	TAG_DIB = 0x20424944, /* "DIB ": not compressed */
};

struct packing {
	const struct png2avi_request *request;
	struct report *report;
	struct frames_in in;
	uint32_t tenths;
	struct sound_samples wav;
	struct exh_writer packed; /* the sound as it is stored */
	double quality;		  /* dB; infinite if nothing is lost */
	struct exh_avi_stream video, sound;
	struct exh_writer out;
	size_t frame_count;
};

/*
 * Sound.
 */

static enum exh_status pack_sound(struct packing *p, struct exh_error *err)
{
	const bool is_adpcm = p->request->packing == PNG2AVI_ADPCM;
	const uint16_t bits = is_adpcm || p->wav.is_8_bit ? 8 : 16;
	const enum exh_zv_packing packing = is_adpcm	      ? EXH_ZV_ADPCM
					    : p->wav.is_8_bit ? EXH_ZV_PCM_8
							      : EXH_ZV_PCM_16;
	struct exh_zork_adpcm *adpcm = mem_alloc(1, sizeof *adpcm);
	enum exh_status status;
	const uint16_t align = (uint16_t)(p->wav.channel_count * bits / 8);

	p->sound = (struct exh_avi_stream){
		.kind = EXH_AVI_SOUND,
		.type = TAG_AUDS,
		.scale = align,
		.rate = p->wav.rate_hz * align,
		.sample_size = align,
		.tag = is_adpcm ? EXH_AVI_ADPCM : EXH_AVI_PCM,
		.channel_count = (uint16_t)p->wav.channel_count,
		.block_align = align,
		.bits = bits,
		.rate_hz = p->wav.rate_hz,
		.bytes_a_second = p->wav.rate_hz * align,
	};
	exh_zork_adpcm_start(adpcm);
	status = zv_sound_pack(&p->wav, packing, adpcm, &p->packed, &p->quality, err);
	free(adpcm);
	return status;
}

static bool read_sound(struct packing *p)
{
	struct exh_arena arena = { .limit = NOTE_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	const char *path = p->request->sound;
	struct exh_error err;
	struct file file;

	if (!path)
		return true;
	if (!report_read(p->report, path, SOUND_FILE_LIMIT, &file))
		return false;
	if (sound_read(file_bytes(&file), &p->wav, &notes, &err) || pack_sound(p, &err))
		report_failure(p->report, path, &err);
	report_notes(p->report, path, &notes);
	exh_arena_free(&arena);
	free(file.data);
	return !p->report->failed;
}

/*
 * Frames.
 */

/* Sets whole frames per second if the time may be such a rate, rounded. */
static void set_rate(struct packing *p)
{
	const uint32_t rate = (TENTHS + p->tenths / 2) / p->tenths;
	const double off = rate ? (double)TENTHS / rate - p->tenths : ROUNDED;

	p->video.scale = p->tenths;
	p->video.rate = TENTHS;
	if (off < ROUNDED && off > -ROUNDED) {
		p->video.scale = 1;
		p->video.rate = rate;
	}
}

static void start_video(struct packing *p)
{
	p->tenths =
		frames_in_time(&p->in, &p->request->frames, 0, USUAL_TENTHS, p->report);
	p->video = (struct exh_avi_stream){ .kind = EXH_AVI_VIDEO,
					    .type = TAG_VIDS,
					    .handler = TAG_DIB,
					    .width = (uint32_t)p->in.width,
					    .height = (uint32_t)p->in.height,
					    .bits = BITS,
					    .masks = { 0x7c00, 0x03e0, 0x001f } };
	set_rate(p);
}

/* From the bottom row up, each in whole words of four bytes. */
static void store_frame(const struct packing *p, const uint16_t *pixels, uint8_t *out)
{
	const size_t width = p->in.width, height = p->in.height;
	const size_t stride = exh_avi_frame_size(&p->video) / height;

	for (size_t y = 0; y < height; y++)
		for (size_t x = 0; x < width; x++) {
			const uint16_t pixel = pixels[(height - 1 - y) * width + x];

			out[y * stride + 2 * x] = (uint8_t)pixel;
			out[y * stride + 2 * x + 1] = (uint8_t)(pixel >> 8);
		}
}

/* Offset of the sound of frame i. */
static size_t sound_at(const struct packing *p, size_t i)
{
	const uint64_t samples =
		(uint64_t)i * p->video.scale * p->wav.rate_hz / p->video.rate;

	return samples < p->wav.frame_count ? samples * p->sound.block_align
					    : p->packed.size;
}

static void write_sound(struct packing *p, struct exh_avi_writer *writer, bool is_last)
{
	const size_t at = sound_at(p, p->frame_count);
	const size_t end = is_last ? p->packed.size : sound_at(p, p->frame_count + 1);

	if (end > at)
		exh_avi_write_chunk(
			writer, 1, (struct exh_bytes){ p->packed.data + at, end - at, 0 },
			true);
}

/* A frame that repeats the one before it is an empty chunk. */
static void write_frames(struct packing *p, struct exh_avi_writer *writer,
			 uint8_t *stored)
{
	const size_t size = exh_avi_frame_size(&p->video);
	const size_t pixels_size = p->in.width * p->in.height * sizeof(uint16_t);

	for (size_t i = 0; i < p->in.count; i++) {
		size_t times = frames_in_times(&p->in.items[i], p->tenths);
		bool is_same = i && memcmp(p->in.items[i].pixels,
					   p->in.items[i - 1].pixels, pixels_size) == 0;

		store_frame(p, p->in.items[i].pixels, stored);
		for (; times && p->frame_count < MAX_FRAMES; times--) {
			exh_avi_write_chunk(
				writer, 0,
				(struct exh_bytes){ stored, is_same ? 0 : size, 0 },
				!is_same);
			write_sound(p, writer, i + 1 == p->in.count && times == 1);
			p->frame_count++;
			is_same = true;
		}
	}
}

static size_t count_frames(const struct packing *p)
{
	size_t count = 0;

	for (size_t i = 0; i < p->in.count; i++)
		count += frames_in_times(&p->in.items[i], p->tenths);
	return count;
}

static enum exh_status write_all(struct packing *p, struct exh_error *err)
{
	struct exh_avi_stream *streams[] = { &p->video, &p->sound };
	const size_t count = count_frames(p);
	const struct exh_avi avi = {
		.frame_microseconds = (uint32_t)((uint64_t)MICROSECONDS * p->video.scale /
						 p->video.rate),
		.frame_count = (uint32_t)count,
		.width = p->video.width,
		.height = p->video.height,
		.stream_count = p->request->sound ? 2 : 1,
		.streams = streams,
	};
	struct exh_avi_writer writer = { .out = &p->out, .has_index = true };
	uint8_t *stored;

	if (count > MAX_FRAMES)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu frames of %.1f ms, at most %d are written: give a "
				"longer --time",
				count, p->tenths / 10.0, MAX_FRAMES);
	stored = mem_alloc(exh_avi_frame_size(&p->video), 1);
	exh_avi_write_start(&writer, &avi);
	write_frames(p, &writer, stored);
	exh_avi_write_end(&writer);
	free(stored);
	return mem_check_limit(&p->out, err);
}

/*
 * All of it.
 */

struct made {
	uint32_t width, height;
	size_t frame_count, inexact_pixels, size;
	struct avi_rate frame_rate;
};
static const struct field made_field[] = {
	FIELD(struct made, width, "pixels", "width of a frame"),
	FIELD(struct made, height, "pixels", "height of a frame"),
	FIELD(struct made, frame_count, NULL, "number of frames"),
	FIELD_INSIDE(struct made, frame_rate, &avi_rate_fields,
		     "frames per second, as a fraction"),
	FIELD(struct made, inexact_pixels, NULL, "number of pixels whose colour changed"),
	FIELD(struct made, size, "bytes", "size of the file"),
};
static const struct fields made_table = FIELDS("made", struct made, made_field);

struct sound {
	double seconds, quality;
	bool is_exact, is_lossy;
};
static const struct field sound_field[] = {
	FIELD_AS("sound_seconds", struct sound, seconds, "seconds",
		 "duration of the sound"),
	FIELD_AS("sound_is_exact", struct sound, is_exact, NULL,
		 "true: the samples come back unchanged"),
	FIELD_AS("signal_to_error_db", struct sound, quality, "dB",
		 "signal-to-noise ratio of the sound; null: it is exact",
		 FIELD_HAS(struct sound, is_lossy), FIELD_OR_NULL),
};
static const struct fields sound_table = FIELDS("sound", struct sound, sound_field);
const struct fields *const avi_made_results[] = { &made_table, &sound_table, NULL };

static void describe(const struct packing *p, struct json *result)
{
	const bool is_exact = !isfinite(p->quality);

	fields_put(&made_table,
		   &(struct made){ .width = p->video.width,
				   .height = p->video.height,
				   .frame_count = p->frame_count,
				   .frame_rate = { p->video.rate, p->video.scale },
				   .inexact_pixels = p->in.inexact_count,
				   .size = p->out.size },
		   result);
	if (p->request->sound)
		fields_put(&sound_table,
			   &(struct sound){ (double)p->wav.frame_count / p->wav.rate_hz,
					    p->quality, is_exact, !is_exact },
			   result);
}

static void write_file(struct packing *p, const char *output, struct json *result)
{
	struct exh_error err;

	start_video(p);
	if (exh_avi_can_draw(&p->video, &err) || write_all(p, &err)) {
		report_output_failure(p->report, output, &err);
	} else if (output_write(p->report, output, exh_writer_bytes(&p->out))) {
		describe(p, result);
		result_output(result, output);
		report_info(p->report, "%s: %zu frames, %.2f per second", output,
			    p->frame_count, (double)p->video.rate / p->video.scale);
		if (p->request->sound && isfinite(p->quality))
			report_info(p->report,
				    "%s: the error of the sound is %.1f dB below it",
				    output, p->quality);
	}
}

void png2avi_run(void *context, const char *input, const char *output,
		 struct report *report, struct json *result)
{
	struct packing p = { .request = context,
			     .report = report,
			     .packed = { .limit = SIZE_MAX },
			     .out = { .limit = OUTPUT_LIMIT } };

	(void)input;
	if (output_is_free(report, output) &&
	    frames_in_read(&p.in, &p.request->frames, output, report) && read_sound(&p))
		write_file(&p, output, result);
	exh_writer_free(&p.out);
	exh_writer_free(&p.packed);
	free(p.wav.samples);
	frames_in_free(&p.in);
}
