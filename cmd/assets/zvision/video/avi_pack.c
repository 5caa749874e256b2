#include "video.h"

#include "assets/zvision/sound/zv_sound.h"
#include "media/sound/sound.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <exhume/advanced/avi.h>
#include <exhume/advanced/truemotion1.h>
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
	TAG_DUCK = 0x4b435544,
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
	/* Uncompressed frames. */
	uint8_t *stored;
	/* TrueMotion 1. */
	struct exh_truemotion1 coder;
	struct exh_truemotion1_options options;
	struct exh_writer packet;
	uint8_t *shown;	   /* the coder's picture, red, green and blue */
	double square_sum; /* sum of squared differences of all channels */
};

static bool is_truemotion1(const struct packing *p)
{
	return p->request->codec == PNG2AVI_TRUEMOTION1;
}

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

static void start_truemotion1(struct packing *p)
{
	enum { TYPE_24 = 16 /* blocks of 2 by 2, as in the default of 16 bits */ };

	exh_truemotion1_defaults(&p->options);
	if (p->in.is_rgb24)
		p->options.type = TYPE_24;
	if (p->request->type)
		p->options.type = (uint8_t)p->request->type;
	if (p->options.type < 8 && p->options.type % 2)
		p->options.table = 1;
	p->options.key_interval = p->request->key_step;
	p->video.handler = p->video.compression = TAG_DUCK;
	p->video.bits = p->in.is_rgb24 ? 24 : BITS;
	p->packet.limit = OUTPUT_LIMIT;
	p->shown = mem_alloc(p->in.width * p->in.height, 3);
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
	if (is_truemotion1(p))
		start_truemotion1(p);
	else
		p->stored = mem_alloc(exh_avi_frame_size(&p->video), 1);
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

	return samples < p->wav.frame_count ? (size_t)samples * p->sound.block_align
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

/* Returns byte i of the frame as red, green and blue. */
static int channel_of(const struct frame_in *frame, size_t i)
{
	unsigned five;

	if (frame->rgb)
		return frame->rgb[i];
	five = (unsigned)frame->pixels[i / 3] >> (10 - 5 * (i % 3)) & 31;
	return (int)(five << 3 | five >> 2);
}

/* Adds the squares of the differences between a frame and the coder's picture. */
static void add_squares(struct packing *p, const struct frame_in *frame)
{
	const size_t count = p->in.width * p->in.height;

	exh_truemotion1_rgb(&p->coder, p->shown);
	for (size_t i = 0; i < 3 * count; i++) {
		const int off = channel_of(frame, i) - p->shown[i];

		p->square_sum += off * off;
	}
}

/* Writes a packet. A frame that repeats the one before it has one, too: decoders of other
 * programs have no frame for an empty chunk. */
static enum exh_status write_packet(struct packing *p, struct exh_avi_writer *writer,
				    const struct frame_in *frame, struct exh_error *err)
{
	const struct exh_truemotion1_picture picture = { p->in.width, p->in.height,
							 frame->pixels, frame->rgb };
	enum exh_status status;

	p->packet.size = 0;
	status =
		exh_truemotion1_encode(&p->coder, &picture, &p->options, &p->packet, err);
	if (status)
		return status;
	exh_avi_write_chunk(writer, 0, exh_writer_bytes(&p->packet),
			    p->coder.header.is_key);
	add_squares(p, frame);
	return EXH_OK;
}

/* Writes an uncompressed frame; one that repeats the frame before it is empty. */
static void write_plain(struct packing *p, struct exh_avi_writer *writer,
			const struct frame_in *frame, bool is_same)
{
	const size_t size = is_same ? 0 : exh_avi_frame_size(&p->video);

	if (!is_same)
		store_frame(p, frame->pixels, p->stored);
	exh_avi_write_chunk(writer, 0, (struct exh_bytes){ p->stored, size, 0 },
			    !is_same);
}

static enum exh_status write_frames(struct packing *p, struct exh_avi_writer *writer,
				    struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	for (size_t i = 0; i < p->in.count && !status; i++) {
		const struct frame_in *frame = &p->in.items[i];
		size_t times = frames_in_times(frame, p->tenths);
		bool is_same = i && frames_in_is_same(&p->in, i);

		for (; times && p->frame_count < MAX_FRAMES && !status; times--) {
			if (is_truemotion1(p))
				status = write_packet(p, writer, frame, err);
			else
				write_plain(p, writer, frame, is_same);
			write_sound(p, writer, i + 1 == p->in.count && times == 1);
			p->frame_count++;
			is_same = true;
		}
	}
	return status;
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
	enum exh_status status;

	if (count > MAX_FRAMES)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu frames of %.1f ms, at most %d are written: give a "
				"longer --time",
				count, p->tenths / 10.0, MAX_FRAMES);
	exh_avi_write_start(&writer, &avi);
	status = write_frames(p, &writer, err);
	exh_avi_write_end(&writer);
	return status ? status : mem_check_limit(&p->out, err);
}

/*
 * All of it.
 */

struct made {
	bool is_lossy;
	uint32_t width, height;
	double rms_error;
	size_t frame_count, inexact_pixels, size;
	struct avi_rate frame_rate;
};
static const struct field made_field[] = {
	FIELD(struct made, width, "pixels", "width of a frame"),
	FIELD(struct made, height, "pixels", "height of a frame"),
	FIELD(struct made, frame_count, NULL, "number of frames"),
	FIELD_INSIDE(struct made, frame_rate, &avi_rate_fields,
		     "frames per second, as a fraction"),
	FIELD(struct made, inexact_pixels, NULL,
	      "number of pixels whose colour was reduced to 15 bits"),
	FIELD(struct made, rms_error, NULL,
	      "TrueMotion 1: root mean square error over all channels, on a scale of 255",
	      FIELD_HAS(struct made, is_lossy)),
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

static double rms_error(const struct packing *p)
{
	const double count =
		3.0 * (double)p->in.width * (double)p->in.height * (double)p->frame_count;

	return sqrt(p->square_sum / count);
}

static void describe(const struct packing *p, struct json *result)
{
	const bool is_exact = !isfinite(p->quality);

	fields_put(&made_table,
		   &(struct made){ .is_lossy = is_truemotion1(p),
				   .rms_error = rms_error(p),
				   .width = p->video.width,
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
	if (exh_avi_can_decode(&p->video, &err) || write_all(p, &err)) {
		report_output_failure(p->report, output, &err);
	} else if (output_write(p->report, output, exh_writer_bytes(&p->out))) {
		describe(p, result);
		result_output(result, output);
		report_info(p->report, "%s: %zu frames, %.2f per second", output,
			    p->frame_count, (double)p->video.rate / p->video.scale);
		if (is_truemotion1(p))
			report_info(p->report, "%s: root mean square error %.2f of 255",
				    output, rms_error(p));
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
	p.in.is_rgb24 = is_truemotion1(&p) && p.request->depth == PNG2AVI_24;
	if (output_is_free(report, output) &&
	    frames_in_read(&p.in, &p.request->frames, output, report) && read_sound(&p))
		write_file(&p, output, result);
	exh_truemotion1_free(&p.coder);
	exh_writer_free(&p.packet);
	exh_writer_free(&p.out);
	exh_writer_free(&p.packed);
	free(p.stored);
	free(p.shown);
	free(p.wav.samples);
	frames_in_free(&p.in);
}
