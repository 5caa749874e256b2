#include "assets.h"

#include "task/json.h"

#include <exhume/advanced/facts.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
	/* Only the head of larger files, pipes and devices is read. */
	FILE_LIMIT = 256 << 20,
	HEAD_SIZE = 16 << 20,
	TABLE_LIMIT = 256 << 10,
	UNPACKED_LOOK = 1 << 10, /* bytes of data packed by gzip */
};

/* The file to identify, and the last file beside it that was read for a format. */
struct surroundings {
	const char *path;
	const struct files *files; /* files in its folder */
	struct file companion;
};

static bool find_companion(void *context, const char *stem, size_t index,
			   struct exh_bytes *out)
{
	struct surroundings *around = context;
	const char *dot = strrchr(file_name(around->path), '.');
	const char **found = files_with_stem(around->files, stem, dot ? dot : "");
	size_t count = 0;
	bool good;

	while (found[count])
		count++;
	free(around->companion.data);
	around->companion = (struct file){ 0 };
	good = index < count && files_read(around->files, found[index], TABLE_LIMIT,
					   &around->companion, NULL) == EXH_OK;
	free(found);
	*out = file_bytes(&around->companion);
	return good;
}

/*
 * Songs in gzip (.vgz).
 */

/* Unpacks the beginning into out and returns its size; 0: not gzip. */
static size_t unpack_beginning(struct exh_bytes packed, uint8_t *out, size_t size)
{
	enum { GZIP = 16 + MAX_WBITS };
	z_stream stream = { .next_in = (Bytef *)packed.data,
			    .avail_in = packed.size < UNPACKED_LOOK ? (uInt)packed.size
								    : UNPACKED_LOOK,
			    .next_out = out,
			    .avail_out = (uInt)size };

	if (packed.size < 2 || packed.data[0] != 0x1f || packed.data[1] != 0x8b ||
	    inflateInit2(&stream, GZIP) != Z_OK)
		return 0;
	inflate(&stream, Z_SYNC_FLUSH);
	inflateEnd(&stream);
	return size - stream.avail_out;
}

/* Returns VGM's format if a VGM is packed by gzip. Its writes are counted later, by a
 * full read. */
static const struct exh_format *look_into_gzip(const struct exh_probe *probe,
					       unsigned *score)
{
	uint8_t beginning[UNPACKED_LOOK];
	const size_t size = unpack_beginning(probe->data, beginning, sizeof beginning);
	const struct exh_probe inner = { .data = { beginning, size, 0 } };
	const struct exh_format *format = size ? exh_identify(&inner, score) : NULL;

	return format && strcmp(format->name, "vgm") == 0 ? format : NULL;
}

static void judge(const struct exh_probe *probe, struct identify_finding *finding)
{
	unsigned score;

	finding->format = look_into_gzip(probe, &score);
	if (finding->format) {
		finding->score = score;
		exh_fact_text(&finding->facts, "packing", "gzip");
		return;
	}
	finding->format = exh_identify(probe, &finding->score);
	if (finding->format && finding->format->describe)
		finding->format->describe(probe, &finding->facts);
}

/* A job of jobs_run: context is the array of findings. */
void identify(void *context, size_t i)
{
	struct identify_finding *finding = (struct identify_finding *)context + i;
	struct surroundings around = { .path = finding->path, .files = finding->files };
	const bool standard = strcmp(finding->path, "-") == 0;
	struct exh_probe probe;
	struct file file;

	if (finding->is_folder)
		return;
	if (file_read_head(finding->path, FILE_LIMIT, HEAD_SIZE, &file, &finding->size,
			   &finding->err))
		return;
	finding->is_endless = file.size == HEAD_SIZE && finding->size == HEAD_SIZE + 1;
	if (finding->is_endless)
		finding->size = file.size;
	probe = (struct exh_probe){
		.name = standard ? NULL : file_name(finding->path),
		.data = file_bytes(&file),
		.file_size = finding->is_endless ? UINT32_MAX : finding->size,
		.companion = find_companion,
		.context = &around,
	};
	judge(&probe, finding);
	if (finding->format && (file.size < finding->size || finding->is_endless))
		exh_fact_number(&finding->facts, "read_size", file.size);
	free(file.data);
	free(around.companion.data);
}

void identify_file(const char *path, struct identify_finding *finding)
{
	*finding = (struct identify_finding){ .path = path,
					      .files = files_open_around(path) };
	identify(finding, 0);
	files_close(finding->files);
	finding->files = NULL;
}

struct json *identify_facts(const struct exh_facts *facts)
{
	struct json *json = json_new_object();

	for (size_t i = 0; i < facts->count; i++) {
		const struct exh_fact *fact = &facts->items[i];

		json_set(json, fact->key,
			 fact->is_number ? json_new_number((int64_t)fact->number)
					 : json_of_text(fact->text));
	}
	return json;
}
