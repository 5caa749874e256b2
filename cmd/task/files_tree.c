#include "file.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_DEPTH = 32 };

struct tree {
	struct {
		char **items;
		size_t count, capacity;
	} names;
	struct file_set seen; /* folders: links may lead round in a circle */
	const char *folder;
	bool (*is_apart)(const char *folder);
	struct files_faults *faults; /* may be NULL */
};

void files_faults_free(struct files_faults *faults)
{
	for (size_t i = 0; i < faults->count; i++)
		free(faults->items[i]);
	free((void *)faults->items);
	*faults = (struct files_faults){ 0 };
}

static void note(struct tree *tree, const struct files *files, const char *path)
{
	if (!tree->faults)
		return;
	tree->faults->other_count += files_other_count(files);
	if (!files_are_listed(files))
		*MEM_ADD(tree->faults) = mem_text(path);
}

static void list(struct tree *tree, const char *inner, unsigned depth);

/* Hidden folders are left alone, and those that extract made. */
static void list_below(struct tree *tree, const char *inner, unsigned depth)
{
	char *path = file_join(tree->folder, inner);

	if (*file_name(inner) != '.' && !file_has_ending(inner, ".extracted") &&
	    depth < MAX_DEPTH && !(tree->is_apart && tree->is_apart(path)))
		list(tree, inner, depth);
	free(path);
}

static void list_all(struct tree *tree, const struct files *files, const char *inner,
		     unsigned depth)
{
	for (size_t i = 0; i < files_count(files); i++) {
		char *name = file_join(inner, files_name(files, i));

		if (files_item_is_folder(files, i)) {
			list_below(tree, name, depth + 1);
			free(name);
		} else {
			*MEM_ADD(&tree->names) = name;
		}
	}
}

/* inner: "" is the tree's own folder. */
static void list(struct tree *tree, const char *inner, unsigned depth)
{
	char *path = file_join(tree->folder, inner);
	struct files *files;
	struct stat status;

	if (stat(path, &status) == 0 && file_set_add(&tree->seen, &status)) {
		files = files_open_folder(path);
		note(tree, files, path);
		list_all(tree, files, inner, depth);
		files_close(files);
	}
	free(path);
}

static void close_tree(void *state)
{
	struct tree *tree = state;

	for (size_t i = 0; i < tree->names.count; i++)
		free(tree->names.items[i]);
	free((void *)tree->names.items);
	free(tree);
}

static const char *name_of(const void *state, size_t i)
{
	return ((const struct tree *)state)->names.items[i];
}

static const struct files_kind in_tree = { .read = files_read_on_disk,
					   .reader_open = files_open_on_disk,
					   .close = close_tree };

struct files *files_open_tree(const char *folder, bool (*is_apart)(const char *folder),
			      struct files_faults *faults)
{
	struct tree *tree = mem_alloc(1, sizeof *tree);
	char *prefix = file_join(folder, "");
	struct files *files;

	*tree = (struct tree){ .folder = folder, .is_apart = is_apart, .faults = faults };
	list(tree, "", 0);
	file_set_clear(&tree->seen);
	files = files_open_named(&in_tree, tree, prefix, tree->names.count, name_of);
	free(prefix);
	return files;
}
