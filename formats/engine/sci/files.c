#include "exhume/advanced/sci_files.h"

#include <stdlib.h>
#include <string.h>

struct file {
	char name[EXH_SCI_FILE_NAME + 1];
	uint8_t *data;
	size_t size;
};

struct exh_sci_files {
	struct file items[EXH_SCI_FILES];
	size_t count, size; /* size: of all */
};

struct exh_sci_files *exh_sci_files_new(void)
{
	return calloc(1, sizeof(struct exh_sci_files));
}

void exh_sci_files_free(struct exh_sci_files *files)
{
	for (size_t i = 0; files && i < files->count; i++)
		free(files->items[i].data);
	free(files);
}

bool exh_sci_file_name(const char *path, char name[EXH_SCI_FILE_NAME + 1])
{
	size_t size;

	for (const char *c = path; *c; c++)
		if (*c == '/' || *c == '\\' || *c == ':')
			path = c + 1;
	size = strlen(path);
	if (!size || size > EXH_SCI_FILE_NAME || !strcmp(path, ".") ||
	    !strcmp(path, ".."))
		return false;
	for (size_t i = 0; i <= size; i++)
		name[i] =
			path[i] >= 'A' && path[i] <= 'Z' ? (char)(path[i] + 32) : path[i];
	return true;
}

/* The place of a file, or the number of files. */
static size_t find(const struct exh_sci_files *files, const char *path)
{
	char name[EXH_SCI_FILE_NAME + 1];
	size_t i = 0;

	if (!exh_sci_file_name(path, name))
		return files->count;
	while (i < files->count && strcmp(files->items[i].name, name) != 0)
		i++;
	return i;
}

/* The file's bytes, and then these, become what it has. */
static bool put(struct exh_sci_files *files, const char *path, size_t kept,
		struct exh_bytes bytes)
{
	const size_t place = find(files, path);
	const bool is_new = place == files->count;
	const size_t others = files->size - (is_new ? 0 : files->items[place].size);
	struct file *file = &files->items[place];
	uint8_t *data;

	if (place == EXH_SCI_FILES || bytes.size > EXH_SCI_FILE_SIZE - kept ||
	    bytes.size + kept > EXH_SCI_FILES_SIZE - others ||
	    (is_new && !exh_sci_file_name(path, file->name)))
		return false;
	data = malloc(kept + bytes.size + 1);
	if (!data)
		return false;
	if (kept)
		memcpy(data, file->data, kept);
	if (bytes.size)
		memcpy(data + kept, bytes.data, bytes.size);
	if (!is_new)
		free(file->data);
	file->data = data;
	file->size = kept + bytes.size;
	files->size = others + file->size;
	files->count += is_new;
	return true;
}

bool exh_sci_files_write(struct exh_sci_files *files, const char *name,
			 struct exh_bytes bytes)
{
	return put(files, name, 0, bytes);
}

bool exh_sci_files_append(struct exh_sci_files *files, const char *name,
			  struct exh_bytes bytes)
{
	const size_t place = find(files, name);

	return put(files, name, place < files->count ? files->items[place].size : 0,
		   bytes);
}

bool exh_sci_files_read(const struct exh_sci_files *files, const char *name,
			struct exh_bytes *out)
{
	const struct exh_sci_file file = exh_sci_files_at(files, find(files, name));

	*out = file.bytes;
	return file.name;
}

bool exh_sci_files_remove(struct exh_sci_files *files, const char *name)
{
	const size_t place = find(files, name);

	if (place == files->count)
		return false;
	files->size -= files->items[place].size;
	free(files->items[place].data);
	files->count--;
	memmove(files->items + place, files->items + place + 1,
		(files->count - place) * sizeof *files->items);
	return true;
}

size_t exh_sci_files_count(const struct exh_sci_files *files)
{
	return files->count;
}

struct exh_sci_file exh_sci_files_at(const struct exh_sci_files *files, size_t i)
{
	const struct file *file;

	if (i >= files->count)
		return (struct exh_sci_file){ .name = NULL };
	file = &files->items[i];
	return (struct exh_sci_file){ file->name, { file->data, file->size, 0 } };
}
