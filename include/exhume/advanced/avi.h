/*
 * AVI, the container of ZVision's videos: streams and their chunks, frames, sound as one
 * sequence of bytes; also a writer.
 *
 * Files:  a file is read through a callback, never as a whole.
 * Pixels: 16 bits each as in zvision.h, bit 15 clear. Row-major, top row first.
 * Memory: the results of exh_avi_open live in the caller's arena; callers own every
 *         buffer.
 * Source: zvision 4 and 6; formats/zvision/README.md, "AVI".
 */
#ifndef EXHUME_ADVANCED_AVI_H
#define EXHUME_ADVANCED_AVI_H

#include "base.h"
#include "truemotion1.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_AVI_MAX_STREAMS = 100, /* a stream's number has two digits */
	EXH_AVI_MAX_PIXELS = 1 << 26,
	/* Sound format tags. */
	EXH_AVI_PCM = 1,
	EXH_AVI_ADPCM = 0x11, /* 8 bits: exh_zork_adpcm; 4 bits: IMA's */
};

/* Kind of a stream. */
enum exh_avi_kind { EXH_AVI_VIDEO, EXH_AVI_SOUND, EXH_AVI_OTHER };

/* A chunk of a stream: one frame, or some samples. */
struct exh_avi_chunk {
	size_t offset; /* bytes, of its data in the file */
	uint32_t size; /* bytes that the file has */
	bool is_key;   /* key frame; valid if keys_are_known */
};

/* A stream. Declared values are the file's own: they may be 0 or contradict each
 * other. */
struct exh_avi_stream {
	enum exh_avi_kind kind;
	uint32_t type, handler; /* four letters, the first one in the lowest byte */
	uint32_t scale, rate;	/* rate / scale units per second */
	uint32_t length;      /* declared; in units: frames, or samples of sample_size */
	uint32_t sample_size; /* bytes of a unit; 0: each chunk is a unit */

	/* Video streams. */
	uint32_t width, height; /* pixels, may be 0 */
	bool is_top_down;
	uint16_t bits;			   /* per pixel; for sound, per sample */
	uint32_t compression;		   /* four letters, or 0 */
	uint32_t masks[3];		   /* red, green, blue; for 16, 24 and 32 bits */
	const struct exh_palette *palette; /* for 1, 4 and 8 bits, else NULL */
	uint32_t palette_change_count;	   /* palette changes, which are not applied */

	/* Sound streams. */
	uint16_t tag, channel_count, block_align;
	uint32_t rate_hz, bytes_a_second;

	/* Chunks in playing order. An empty one repeats the previous frame. */
	size_t chunk_count;
	const struct exh_avi_chunk *chunks;
	uint64_t size; /* bytes of all chunks */
	bool keys_are_known;
};

/* An open file. */
struct exh_avi {
	/* Declared; pixels. */
	uint32_t frame_microseconds, flags, frame_count, width, height;
	size_t stream_count; /* at least 1 */
	struct exh_avi_stream *const *streams;
	bool is_indexed; /* the index was complete, and gives the order of chunks */
};

/*
 * Reads the headers and finds all chunks: through the index (idx1), or, if that is
 * missing, damaged or short, in the order of the file, including further lists and parts
 * (OpenDML) that the index does not list.
 *
 * EXH_INVALID if it is not an AVI, or has no stream or no list of chunks; EXH_TRUNCATED
 * if the file ends before these; EXH_NO_MEMORY over the arena's limit. If the file is cut
 * later, damage is noted and the available chunks are kept, the last one as far as it
 * goes. If a chunk is not at its place, the next one is searched for.
 */
EXH_CHECKED enum exh_status exh_avi_open(const struct exh_source *source,
					 struct exh_arena *arena, struct exh_avi *avi,
					 struct exh_notes *notes, struct exh_error *err);

/* Writes four letters as text, or "0x..." if they are not printable. */
EXH_API void exh_avi_tag_text(uint32_t tag, char text[16]);

/*
 * Writes the short name of a stream's codec. Video: "rgb555", "rgb565", "rgb24", "rgb32",
 * "pal8", "truemotion1", or the four letters of an unsupported codec ("IV32"); sound:
 * "adpcm_zork", "pcm16", "pcm8", "adpcm_ima", or its tag ("0x0055").
 */
EXH_API void exh_avi_codec_name(const struct exh_avi_stream *stream, char name[16]);

/*
 * Video: uncompressed frames.
 */

/* Sets the duration of a frame, *num / *den seconds: declared by the stream, else by
 * the file, else 1 / 15. */
EXH_API void exh_avi_frame_time(const struct exh_avi *avi,
				const struct exh_avi_stream *video, uint32_t *num,
				uint32_t *den);

/* Checks that exh_avi_draw can draw the stream's frames. EXH_UNSUPPORTED for any
 * codec, which err names; EXH_INVALID for a picture without pixels, EXH_LIMIT above
 * EXH_AVI_MAX_PIXELS. */
EXH_CHECKED enum exh_status exh_avi_can_draw(const struct exh_avi_stream *video,
					     struct exh_error *err);

/* Returns the size in bytes of a whole frame of a stream that can be drawn. */
EXH_API size_t exh_avi_frame_size(const struct exh_avi_stream *video);

/*
 * Draws a frame of a stream that can be drawn (exh_avi_can_draw) over pixels, width *
 * height. Empty data keep the previous frame; with too few bytes (EXH_TRUNCATED) only
 * whole rows are drawn. *is_exact, which may be NULL, becomes false if colours have more
 * bits than the pixels can hold.
 */
EXH_CHECKED enum exh_status exh_avi_draw(const struct exh_avi_stream *video,
					 struct exh_bytes data, uint16_t *pixels,
					 bool *is_exact, struct exh_error *err);

/*
 * Doubles a picture's width and height: pixel (x, y) goes to (2x, 2y). Pixels between two
 * or four neighbours are their average, for each channel, rounded down. At the right and
 * the lower edge the last pixels repeat.
 */
EXH_API void exh_avi_double(const uint16_t *in, size_t width, size_t height,
			    uint16_t *out);

/*
 * Video of any supported codec: uncompressed, or TrueMotion 1, whose frames change the
 * picture before them.
 */

/* True for the codec DUCK, in large or small letters. Size and depth of the stream are
 * then hints: each frame has its own. */
EXH_API bool exh_avi_is_truemotion1(const struct exh_avi_stream *video);

/* Checks that the frames can be decoded. Fails as exh_avi_can_draw. */
EXH_CHECKED enum exh_status exh_avi_can_decode(const struct exh_avi_stream *video,
					       struct exh_error *err);

/* Properties of a frame, from the heads of packets. */
struct exh_avi_frame {
	uint32_t width, height; /* pixels */
	bool is_rgb24;		/* 24 bits of colour, else 15; pixels are twice as wide */
	bool is_key;		/* decoding can begin here */
};

/* Random access to the frames of a stream. To start, set the first four members, and
 * zeros elsewhere. */
struct exh_avi_frames {
	const struct exh_source *source; /* borrowed, as all that follows */
	const struct exh_avi_stream *video;
	/* Called for damage and warnings of a frame, which is shown as far as it can be
	 * decoded; may be called again for the same frame. May be NULL. */
	void (*note)(void *context, size_t frame, const struct exh_note *note);
	void *context;

	size_t width, height; /* greatest ones of all frames */
	bool has_rgb24;	      /* for any frame */
	size_t refused_count; /* packets of TrueMotion 1 that can't be decoded */
	bool is_exact;	      /* false if exh_avi_frames_pixels reduced colours so far */
	struct exh_truemotion1 truemotion1; /* TrueMotion 1: its header is the frame's */
	/* Private from here on. */
	struct exh_avi_frame *list; /* TrueMotion 1 */
	size_t shown;		    /* number + 1 of the shown frame; 0: none */
	uint16_t *pixels;
	uint8_t *rgb, *data;
	size_t data_capacity;
};

/* Opens a stream; for TrueMotion 1 all packets are read. Fails as exh_avi_can_decode, and
 * with EXH_INVALID if no packet can be decoded, EXH_NO_MEMORY, or as source->read. */
EXH_CHECKED enum exh_status exh_avi_frames_open(struct exh_avi_frames *frames,
						struct exh_error *err);
EXH_API void exh_avi_frames_free(struct exh_avi_frames *frames);

/* Returns the properties of a frame below video->chunk_count. */
EXH_API struct exh_avi_frame exh_avi_frames_at(const struct exh_avi_frames *frames,
					       size_t frame);

/* Decodes a frame, and those that it needs: the result is the same in any order. A
 * refused packet keeps the picture. EXH_NO_MEMORY, or the status of source->read. */
EXH_CHECKED enum exh_status exh_avi_frames_show(struct exh_avi_frames *frames,
						size_t frame, struct exh_error *err);

/* Return the shown frame, until the next call: as 15-bit pixels; or as red, green and
 * blue, exact, if has_rgb24. */
EXH_API const uint16_t *exh_avi_frames_pixels(struct exh_avi_frames *frames);
EXH_API const uint8_t *exh_avi_frames_rgb(struct exh_avi_frames *frames);

/*
 * Sound.
 */

/* A position in a stream's data, all chunks one after the other; zeros: the start. */
struct exh_avi_cursor {
	size_t chunk, at; /* number of the chunk, and bytes of it taken already */
};

/* Reads the next bytes, up to size; *taken is less only at the end. Returns the status
 * of source->read. */
EXH_CHECKED enum exh_status exh_avi_take(const struct exh_source *source,
					 const struct exh_avi_stream *stream,
					 struct exh_avi_cursor *cursor, uint8_t *buffer,
					 size_t size, size_t *taken,
					 struct exh_error *err);

/*
 * Writing.
 */

/* State of a writer. */
struct exh_avi_writer {
	struct exh_writer *out;
	bool has_index, index_is_absolute;
	struct exh_writer index;
	/* Private from here on. */
	size_t start, list, stream_count;
	size_t length_at[EXH_AVI_MAX_STREAMS];
	uint32_t ids[EXH_AVI_MAX_STREAMS];
	uint32_t units[EXH_AVI_MAX_STREAMS];
	uint32_t unit_size[EXH_AVI_MAX_STREAMS];
};

/*
 * Begins a file with these streams. Their lengths and chunks, and values derived from
 * them, are ignored. The caller sets writer->out and the kind of index, and zeros
 * elsewhere.
 */
EXH_API void exh_avi_write_start(struct exh_avi_writer *writer,
				 const struct exh_avi *avi);
/* Appends a chunk to the stream of this number. */
EXH_API void exh_avi_write_chunk(struct exh_avi_writer *writer, size_t stream,
				 struct exh_bytes data, bool is_key);
/* Fills in sizes and lengths, appends the index, and frees the writer's memory. */
EXH_API void exh_avi_write_end(struct exh_avi_writer *writer);

#ifdef __cplusplus
}
#endif

#endif
