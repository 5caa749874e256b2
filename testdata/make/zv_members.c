#include "zv_members.h"

#include <exhume/advanced/zvision_archive.h>
#include <exhume/advanced/zvision_picture.h>
#include <exhume/zvision.h>

#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

struct exh_writer *add(struct members *members, const char *name)
{
	struct exh_writer *out = &members->content[members->count];

	*out = (struct exh_writer){ .limit = BEACON_LIMIT };
	members->names[members->count++] = name;
	return out;
}

void add_picture(struct members *members, const char *name, const struct canvas *canvas,
		 bool is_transposed)
{
	static uint16_t stored[CANVAS_PIXELS];
	const struct exh_zv_picture picture = { (size_t)canvas->width,
						(size_t)canvas->height, canvas->pixels };
	const struct exh_zv_picture turned = { picture.height, picture.width, stored };
	struct exh_error err;

	if (is_transposed)
		exh_zv_transpose(&picture, stored);
	sample_check(exh_zv_tgz_write(is_transposed ? &turned : &picture,
				      add(members, name), &err),
		     &err, name);
}

struct canvas blank(int width, int height)
{
	static uint16_t pixels[CANVAS_PIXELS];

	memset(pixels, 0, sizeof pixels);
	return (struct canvas){ width, height, pixels };
}

void add_cursor(struct members *members, const char *name, const struct canvas *canvas,
		int hot_x, int hot_y)
{
	const struct exh_zv_cursor cursor = { .hot_x = (uint16_t)hot_x,
					      .hot_y = (uint16_t)hot_y,
					      .width = (uint16_t)canvas->width,
					      .height = (uint16_t)canvas->height };
	struct exh_error err;

	sample_check(
		exh_zv_cursor_write(&cursor, canvas->pixels, add(members, name), &err),
		&err, name);
}

void read_text(const char *folder, const char *name, struct exh_writer *out)
{
	char path[PATH_SIZE];
	FILE *file;
	int c;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	file = fopen(path, "rb");
	while (file && (c = getc(file)) != EOF) {
		if (c == '\n')
			exh_write_u8(out, '\r');
		exh_write_u8(out, (uint8_t)c);
	}
	if (!file || ferror(file) || fclose(file) != 0) {
		perror(path);
		exit(1);
	}
}

void widen(const struct exh_writer *text, struct exh_writer *out)
{
	for (size_t i = 0; i < text->size; i++) {
		exh_write_u8(out, text->data[i]);
		if (text->data[i] != '\r')
			exh_write_u8(out, 0);
	}
}

void save_archive(const struct sample *sample, const char *root, const char *name,
		  struct members *members)
{
	struct exh_zv_zfs_member list[MAX_MEMBERS] = { { .size = 0 } };
	struct exh_zv_zfs zfs = { .per_block = EXH_ZV_ZFS_PER_BLOCK,
				  .members = list,
				  .member_count = members->count };
	struct exh_writer out = { .limit = BEACON_LIMIT };
	struct exh_error err;
	size_t size;

	for (size_t i = 0; i < members->count; i++) {
		sample_check(
			exh_zv_zfs_name_from_utf8(members->names[i], list[i].name, &err),
			&err, members->names[i]);
		list[i].size = (uint32_t)members->content[i].size;
		list[i].id = (uint32_t)i;
	}
	sample_check(exh_zv_zfs_plan(&zfs, &size, &err), &err, name);
	exh_zv_zfs_write_header(&zfs, &out);
	exh_zv_zfs_write_block(&zfs, 0, &out);
	for (size_t i = 0; i < members->count; i++) {
		exh_write_bytes(&out, members->content[i].data, members->content[i].size);
		exh_writer_free(&members->content[i]);
	}
	sample_save(sample, root, name, out.data, out.size);
	exh_writer_free(&out);
}
