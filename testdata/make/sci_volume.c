#include "sci_volume.h"

#include <exhume/advanced/codec.h>
#include <exhume/codec.h>

#include <stdio.h>
#include <stdlib.h>

void sci_check(enum exh_status status, const struct exh_error *err, const char *what)
{
	if (!status)
		return;
	fprintf(stderr, "make_testdata: sci: %s: %s\n", what, err->text);
	exit(1);
}

void sci_volumes_begin(struct sci_volumes *game, const char *root, const char *folder)
{
	*game = (struct sci_volumes){ .root = root,
				      .folder = folder,
				      .volumes = { { .limit = SCI_LIMIT },
						   { .limit = SCI_LIMIT } },
				      .map = { .limit = SCI_LIMIT } };
}

void sci_volumes_add(struct sci_volumes *game, unsigned volume, unsigned type,
		     unsigned number, enum exh_sci_packing packing,
		     struct exh_writer *content)
{
	const struct exh_bytes plain = exh_writer_bytes(content);
	struct exh_writer *out = &game->volumes[volume - 1];
	struct exh_writer packed = { .limit = SCI_LIMIT };
	struct exh_error err;

	game->entries[game->count++] = (struct exh_sci_entry){
		.type = (uint8_t)type,
		.volume = (uint8_t)volume,
		.number = (uint16_t)number,
		.offset = (uint32_t)out->size,
	};
	if (packing == EXH_SCI_LZW)
		exh_sci_lzw_pack(plain, EXH_LZW_SCI0, &packed);
	else if (packing == EXH_SCI_HUFFMAN)
		exh_sci_huffman_pack(plain, &packed);
	else
		exh_write_bytes(&packed, plain.data, plain.size);
	sci_check(exh_sci_record_write(type, number, packing, exh_writer_bytes(&packed),
				       plain.size, out, &err),
		  &err, "record");
	exh_writer_free(&packed);
	content->size = 0;
}

void sci_volumes_save(const struct sci_volumes *game, const char *name,
		      struct exh_writer *content)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s/%s", game->root, game->folder, name);
	file = fopen(path, "wb");
	if (!file || fwrite(content->data, 1, content->size, file) != content->size ||
	    fclose(file) != 0) {
		perror(path);
		exit(1);
	}
	content->size = 0;
}

void sci_volumes_end(struct sci_volumes *game)
{
	static const char *const names[SCI_VOLUMES] = { "RESOURCE.001", "RESOURCE.002" };
	struct exh_error err;

	sci_check(exh_sci_map_write(game->entries, game->count, &game->map, &err), &err,
		  "map");
	sci_volumes_save(game, "RESOURCE.MAP", &game->map);
	exh_writer_free(&game->map);
	for (size_t i = 0; i < SCI_VOLUMES; i++) {
		if (game->volumes[i].size)
			sci_volumes_save(game, names[i], &game->volumes[i]);
		exh_writer_free(&game->volumes[i]);
	}
}
