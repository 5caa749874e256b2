#include "file.h"

#include "memory.h"

#include <search.h>
#include <stdlib.h>

struct identity {
	dev_t device;
	ino_t number;
};

static int compare(const void *a, const void *b)
{
	const struct identity *one = a, *other = b;

	if (one->device != other->device)
		return one->device < other->device ? -1 : 1;
	return (one->number > other->number) - (one->number < other->number);
}

bool file_set_add(struct file_set *set, const struct stat *file)
{
	const struct identity identity = { file->st_dev, file->st_ino };
	struct identity *item = mem_copy(&identity, 1, sizeof identity);
	struct identity *const *kept = tsearch(item, &set->tree, compare);

	if (!kept)
		mem_end();
	if (*kept == item)
		return true;
	free(item);
	return false;
}

static struct identity *find(const struct file_set *set, const struct stat *file)
{
	const struct identity identity = { file->st_dev, file->st_ino };
	struct identity *const *found = tfind(&identity, &set->tree, compare);

	return found ? *found : NULL;
}

bool file_set_has(const struct file_set *set, const struct stat *file)
{
	return find(set, file);
}

static void remove_item(struct file_set *set, struct identity *item)
{
	tdelete(item, &set->tree, compare);
	free(item);
}

void file_set_remove(struct file_set *set, const struct stat *file)
{
	struct identity *item = find(set, file);

	if (item)
		remove_item(set, item);
}

/* A node of the tree begins with its item. */
void file_set_clear(struct file_set *set)
{
	while (set->tree)
		remove_item(set, *(struct identity *const *)set->tree);
}
