#include "sound.h"

#include "task/memory.h"
#include "task/report.h"

#include <string.h>
#include <unistd.h>

#ifdef EXH_HAVE_SNDFILE
#include "lazy_sound.h"

#include <sndfile.h>
#endif

enum { PIECE = 8192 /* samples */, HEAD_LIMIT = 256 << 20 };

/*
 * WAV.
 */

static void write_name(struct exh_writer *out, const char *four)
{
	exh_write_bytes(out, four, 4);
}

/* Sizes of chunks exclude the byte that makes them even. */
static void write_info(struct exh_writer *out, const char *name, const char *text)
{
	const size_t size = text ? strlen(text) + 1 : 0;

	if (size < 2)
		return;
	write_name(out, name);
	exh_write_u32le(out, (uint32_t)size);
	exh_write_bytes(out, text, size);
	if (size & 1)
		exh_write_u8(out, 0);
}

/* Begins a LIST chunk; the result is for end_list. */
static size_t begin_list(struct exh_writer *out, const char *kind)
{
	const size_t start = out->size;

	write_name(out, "LIST");
	exh_write_u32le(out, 0);
	write_name(out, kind);
	return start;
}

static void end_list(struct exh_writer *out, size_t start)
{
	exh_write_u32le_at(out, start + 4, (uint32_t)(out->size - start - 8));
}

static void write_infos(struct exh_writer *out, const struct sound_tags *tags)
{
	const size_t start = begin_list(out, "INFO"), first = out->size;

	write_info(out, "INAM", tags->title);
	write_info(out, "IART", tags->artist);
	write_info(out, "IPRD", tags->album);
	write_info(out, "ICMT", tags->remarks);
	if (out->size == first) {
		out->size = start;
		return;
	}
	write_info(out, "ISFT", "exhume");
	end_list(out, start);
}

/* Writes markers: their numbers first, their names separately. */
static void write_cues(struct exh_writer *out, const struct sound_kind *kind)
{
	write_name(out, "cue ");
	exh_write_u32le(out, (uint32_t)(4 + 24 * kind->marker_count));
	exh_write_u32le(out, (uint32_t)kind->marker_count);
	for (size_t i = 0; i < kind->marker_count; i++) {
		exh_write_u32le(out, (uint32_t)i + 1);
		exh_write_u32le(out, (uint32_t)kind->markers[i].frame);
		write_name(out, "data");
		/* offset of the chunk and of the block in a list of chunks */
		exh_write_u32le(out, 0);
		exh_write_u32le(out, 0);
		exh_write_u32le(out, (uint32_t)kind->markers[i].frame);
	}
}

static void write_labels(struct exh_writer *out, const struct sound_kind *kind)
{
	const size_t start = begin_list(out, "adtl");

	for (size_t i = 0; i < kind->marker_count; i++) {
		const size_t size = strlen(kind->markers[i].text) + 1;

		write_name(out, "labl");
		exh_write_u32le(out, (uint32_t)(4 + size));
		exh_write_u32le(out, (uint32_t)i + 1);
		exh_write_bytes(out, kind->markers[i].text, size);
		if (size & 1)
			exh_write_u8(out, 0);
	}
	end_list(out, start);
}

static unsigned sample_size(const struct sound_kind *kind)
{
	return kind->is_8_bit ? 1 : 2;
}

static void write_format(struct exh_writer *out, const struct sound_kind *kind)
{
	const unsigned frame_size = sample_size(kind) * kind->channel_count;

	write_name(out, "fmt ");
	exh_write_u32le(out, 16);
	exh_write_u16le(out, 1); /* PCM */
	exh_write_u16le(out, (uint16_t)kind->channel_count);
	exh_write_u32le(out, kind->rate_hz);
	exh_write_u32le(out, kind->rate_hz * frame_size);
	exh_write_u16le(out, (uint16_t)frame_size);
	exh_write_u16le(out, (uint16_t)(8 * sample_size(kind)));
}

static uint64_t samples_size(const struct sound_kind *kind)
{
	return kind->frame_count * sample_size(kind) * kind->channel_count;
}

/* Writes everything before the samples. */
static void lay_out_header(struct exh_writer *head, const struct sound_kind *kind)
{
	const uint64_t size = samples_size(kind);

	write_name(head, "RIFF");
	exh_write_u32le(head, 0);
	write_name(head, "WAVE");
	write_format(head, kind);
	write_infos(head, &kind->tags);
	if (kind->marker_count) {
		write_cues(head, kind);
		write_labels(head, kind);
	}
	write_name(head, "data");
	exh_write_u32le(head, (uint32_t)size);
	exh_write_u32le_at(head, 4, (uint32_t)(size + (size & 1) + head->size - 8));
}

static enum exh_status write_header(struct sound_file *file, struct exh_error *err)
{
	struct exh_writer head = { .limit = HEAD_LIMIT };
	enum exh_status status;

	lay_out_header(&head, &file->kind);
	status = mem_check_limit(&head, err);
	if (!status && samples_size(&file->kind) > UINT32_MAX - (head.size - 8))
		status = exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				  "%llu bytes of samples are too many for a WAV file; "
				  "use --format flac or raw",
				  (unsigned long long)samples_size(&file->kind));
	if (!status)
		status = file_stream_write(&file->stream, head.data, head.size, err);
	exh_writer_free(&head);
	return status;
}

/* Writes samples in the byte order of WAV, regardless of the machine's. */
static void lay_out(const int16_t *samples, size_t count, uint8_t *bytes)
{
	for (size_t i = 0; i < count; i++) {
		bytes[2 * i] = (uint8_t)samples[i];
		bytes[2 * i + 1] = (uint8_t)((uint16_t)samples[i] >> 8);
	}
}

static void narrow(const int16_t *samples, size_t count, uint8_t *bytes)
{
	for (size_t i = 0; i < count; i++)
		bytes[i] = (uint8_t)(((uint16_t)samples[i] >> 8) ^ 0x80);
}

static enum exh_status write_samples(struct sound_file *file, const int16_t *samples,
				     size_t count, struct exh_error *err)
{
	uint8_t bytes[2 * PIECE];

	while (count) {
		const size_t some = count < PIECE ? count : PIECE;
		enum exh_status status;

		if (file->kind.is_8_bit)
			narrow(samples, some, bytes);
		else
			lay_out(samples, some, bytes);
		status = file_stream_write(&file->stream, bytes,
					   some * sample_size(&file->kind), err);
		if (status)
			return status;
		samples += some;
		count -= some;
	}
	return EXH_OK;
}

/*
 * FLAC.
 */

enum exh_status sound_fail_without_flac(struct exh_error *err)
{
	return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
			"FLAC needs libsndfile, but this exhume was built without it, or "
			"it is not installed");
}

#ifdef EXH_HAVE_SNDFILE

enum { FLAC_INFO_END = 42, FLAC_APPLICATION = 2, RIFF_HEAD = 12, CHUNK_HEAD = 8 };

static sf_count_t get_size(void *context)
{
	const struct sound_file *file = context;
	const off_t here = lseek(file->stream.fd, 0, SEEK_CUR);
	const off_t size = lseek(file->stream.fd, 0, SEEK_END);

	lseek(file->stream.fd, here, SEEK_SET);
	return size;
}

static sf_count_t seek(sf_count_t offset, int whence, void *context)
{
	const struct sound_file *file = context;

	return lseek(file->stream.fd, (off_t)offset, whence);
}

static sf_count_t tell(void *context)
{
	const struct sound_file *file = context;

	return lseek(file->stream.fd, 0, SEEK_CUR);
}

static sf_count_t read_back(void *data, sf_count_t count, void *context)
{
	const struct sound_file *file = context;

	return read(file->stream.fd, data, (size_t)count);
}

/* Writes a block of the application "riff", as in flac --keep-foreign-metadata. */
static void write_block(struct exh_writer *out, const uint8_t *chunk, size_t size)
{
	exh_write_u8(out, FLAC_APPLICATION);
	exh_write_u8(out, (uint8_t)((size + 4) >> 16));
	exh_write_u8(out, (uint8_t)((size + 4) >> 8));
	exh_write_u8(out, (uint8_t)(size + 4));
	write_name(out, "riff");
	exh_write_bytes(out, chunk, size);
}

/* Writes the chunks of a WAV file for the markers, which FLAC lacks. */
static enum exh_status write_chunks(struct sound_file *file)
{
	struct exh_writer head = { .limit = HEAD_LIMIT }, blocks = { .limit = SIZE_MAX };
	enum exh_status status;
	size_t size = RIFF_HEAD;

	lay_out_header(&head, &file->kind);
	for (size_t at = 0; at < head.size; at += size) {
		if (at == head.size - CHUNK_HEAD) /* the samples of "data" are FLAC's */
			size = CHUNK_HEAD;
		else if (at)
			size = CHUNK_HEAD + (head.data[at + 4] |
					     (size_t)head.data[at + 5] << 8 |
					     (size_t)head.data[at + 6] << 16);
		write_block(&blocks, head.data + at, size);
	}
	mem_check(&blocks);
	status = file_stream_write(&file->stream, blocks.data, blocks.size,
				   &file->failure);
	exh_writer_free(&blocks);
	exh_writer_free(&head);
	return status;
}

/* The encoder always writes its first block, STREAMINFO, in one call, and then another
 * block. */
static sf_count_t write_out(const void *data, sf_count_t count, void *context)
{
	struct sound_file *file = context;

	if (file->kind.marker_count && tell(context) == FLAC_INFO_END &&
	    write_chunks(file))
		return 0;
	if (file_stream_write(&file->stream, data, (size_t)count, &file->failure))
		return 0;
	return count;
}

static void set_tag(SNDFILE *encoder, int which, const char *text)
{
	if (text && *text)
		sf_set_string(encoder, which, text);
}

static enum exh_status open_encoder(struct sound_file *file, struct exh_error *err)
{
	SF_VIRTUAL_IO virtual = { get_size, seek, read_back, write_out, tell };
	SF_INFO info = { .samplerate = (int)file->kind.rate_hz,
			 .channels = (int)file->kind.channel_count,
			 .format = SF_FORMAT_FLAC |
				   (file->kind.is_8_bit ? SF_FORMAT_PCM_S8
							: SF_FORMAT_PCM_16) };
	SNDFILE *encoder;

	if (!sound_flac_holds(file->kind.rate_hz))
		return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"FLAC can't hold %u Hz; expected up to 65535, or a "
				"multiple of 10",
				(unsigned)file->kind.rate_hz);
	encoder = sf_open_virtual(&virtual, SFM_WRITE, &info, file);
	if (!encoder)
		return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET, "libsndfile: %s",
				sf_strerror(NULL));
	set_tag(encoder, SF_STR_TITLE, file->kind.tags.title);
	set_tag(encoder, SF_STR_ARTIST, file->kind.tags.artist);
	set_tag(encoder, SF_STR_ALBUM, file->kind.tags.album);
	set_tag(encoder, SF_STR_COMMENT, file->kind.tags.remarks);
	/* Writes the head if no samples follow; the first sample does it otherwise. */
	if (!file->kind.frame_count)
		sf_command(encoder, SFC_UPDATE_HEADER_NOW, NULL, 0);
	file->encoder = encoder;
	return EXH_OK;
}

static enum exh_status encoder_failed(const struct sound_file *file,
				      struct exh_error *err)
{
	if (file->failure.status) {
		if (err)
			*err = file->failure;
		return file->failure.status;
	}
	return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "libsndfile: %s",
			sf_strerror(file->encoder));
}

static enum exh_status encode(struct sound_file *file, const int16_t *samples,
			      size_t count, struct exh_error *err)
{
	if (sf_writef_short(file->encoder, samples, (sf_count_t)count) ==
		    (sf_count_t)count &&
	    !file->failure.status)
		return EXH_OK;
	return encoder_failed(file, err);
}

static enum exh_status close_encoder(struct sound_file *file, struct exh_error *err)
{
	sf_close(file->encoder);
	file->encoder = NULL;
	return file->failure.status ? encoder_failed(file, err) : EXH_OK;
}

#else

static enum exh_status open_encoder(struct sound_file *file, struct exh_error *err)
{
	(void)file;
	return sound_fail_without_flac(err);
}

static enum exh_status encode(struct sound_file *file, const int16_t *samples,
			      size_t count, struct exh_error *err)
{
	(void)samples;
	(void)count;
	return open_encoder(file, err);
}

static enum exh_status close_encoder(struct sound_file *file, struct exh_error *err)
{
	return open_encoder(file, err);
}

#endif

/*
 * Either.
 */

const char *const sound_format_choices[] = { "auto", "wav", "flac", "raw", NULL };

static enum sound_format format_of(const char *path)
{
	static const struct file_ending endings[] = {
		{ ".wav", SOUND_WAV }, { ".flac", SOUND_FLAC }, { ".raw", SOUND_RAW },
		{ ".s16", SOUND_RAW }, { ".pcm", SOUND_RAW },	{ NULL, SOUND_AUTO },
	};

	return (enum sound_format)file_ending_value(path, endings, SOUND_AUTO);
}

enum sound_format sound_format_choose(unsigned format, const char *path)
{
	if (format == SOUND_AUTO)
		format = format_of(path);
	return format == SOUND_AUTO ? SOUND_WAV : (enum sound_format)format;
}

bool sound_is_named(const char *path)
{
	return format_of(path) != SOUND_AUTO;
}

bool sound_is_foreign(const char *path)
{
	static const char *const foreign[] = { ".mp3",	".ogg", ".opus", ".m4a", ".aac",
					       ".aiff", ".aif", ".au",	 ".voc", ".mid" };

	for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
		if (file_has_ending(path, foreign[i]))
			return true;
	return false;
}

const char *sound_flac_version(void)
{
#ifdef EXH_SNDFILE_SONAME
	return lazy_sndfile_is_there() ? sf_version_string() : NULL;
#elif defined EXH_HAVE_SNDFILE
	return sf_version_string();
#else
	return NULL;
#endif
}

bool sound_flac_holds(uint32_t rate_hz)
{
	return rate_hz <= 65535 || (rate_hz <= 655350 && rate_hz % 10 == 0);
}

bool sound_has(enum sound_format format)
{
	return format != SOUND_FLAC || sound_flac_version();
}

enum exh_status sound_open(struct sound_file *file, const char *path,
			   const struct sound_kind *kind, bool force,
			   struct exh_error *err)
{
	enum exh_status status;

	*file = (struct sound_file){ .kind = *kind };
	if (!sound_has(kind->format))
		return sound_fail_without_flac(err);
	status = file_stream_open(&file->stream, path, kind->format == SOUND_FLAC, force,
				  err);
	if (status)
		return status;
	if (kind->format == SOUND_WAV)
		status = write_header(file, err);
	else if (kind->format == SOUND_FLAC)
		status = open_encoder(file, err);
	return status ? file_stream_close(&file->stream, status, err) : EXH_OK;
}

/* True if any sample is audible. */
static bool is_heard(const int16_t *samples, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (samples[i] > SOUND_SILENCE || samples[i] < -SOUND_SILENCE)
			return true;
	return false;
}

enum exh_status sound_write(struct sound_file *file, const int16_t *samples, size_t count,
			    struct exh_error *err)
{
	file->is_heard =
		file->is_heard || is_heard(samples, count * file->kind.channel_count);
	if (file->encoder)
		return encode(file, samples, count, err);
	return write_samples(file, samples, count * file->kind.channel_count, err);
}

/* A chunk of RIFF has an even size; a byte that is added does not count. */
static enum exh_status pad(struct sound_file *file, struct exh_error *err)
{
	const struct sound_kind *kind = &file->kind;

	if (kind->format != SOUND_WAV || !kind->is_8_bit ||
	    !(kind->frame_count * kind->channel_count & 1))
		return EXH_OK;
	return file_stream_write(&file->stream, "", 1, err);
}

void sound_remark_silence(struct exh_error *err)
{
	error_remark(err, "silence from start to end");
}

enum exh_status sound_close(struct sound_file *file, enum exh_status status,
			    struct exh_error *err)
{
	if (file->encoder && status)
		close_encoder(file, NULL);
	else if (file->encoder)
		status = close_encoder(file, err);
	if (!status)
		status = pad(file, err);
	status = file_stream_close(&file->stream, status, err);
	if (!status && !file->is_heard && file->kind.frame_count)
		sound_remark_silence(err);
	return status;
}
