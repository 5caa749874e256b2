#include "file.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct tree {
	struct {
		char **items;
		size_t count, capacity;
	} names;
	struct file_set seen; /* visited folders: links may form a cycle */
	const char *folder;
	const struct files *root; /* NULL: list it */
	bool (*is_apart)(const char *folder);
	struct files_faults *faults;   /* may be NULL */
	size_t deep_count, file_count; /* as in struct files_faults */
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

/* Lists folders below, except hidden ones and those that extract made. */
static void list_below(struct tree *tree, const char *inner, unsigned depth)
{
	char *path = file_join(tree->folder, inner);

	if (*file_name(inner) == '.' || file_has_ending(inner, ".extracted"))
		;
	else if (depth >= FILES_MAX_DEPTH)
		tree->deep_count++;
	else if (!(tree->is_apart && tree->is_apart(path)))
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
		} else if (tree->names.count >= FILES_MAX_COUNT) {
			tree->file_count++;
			free(name);
		} else {
			*MEM_ADD(&tree->names) = name;
		}
	}
}

/* Lists a folder of the tree; inner "" is the tree's own folder. */
static void list(struct tree *tree, const char *inner, unsigned depth)
{
	char *path = file_join(tree->folder, inner);
	struct files *own = NULL;
	const struct files *files;
	struct stat status;

	if (stat(path, &status) == 0 && file_set_add(&tree->seen, &status)) {
		if (*inner || !tree->root)
			own = files_open_folder(path);
		files = own ? own : tree->root;
		note(tree, files, path);
		list_all(tree, files, inner, depth);
		files_close(own);
	}
	free(path);
}

struct files *files_open_tree(const char *folder, const struct files *root,
			      bool (*is_apart)(const char *folder),
			      struct files_faults *faults)
{
	struct tree tree = {
		.folder = folder, .root = root, .is_apart = is_apart, .faults = faults
	};
	struct files *files;

	list(&tree, "", 0);
	file_set_clear(&tree.seen);
	if (faults) {
		faults->deep_count += tree.deep_count;
		faults->file_count += tree.file_count;
	}
	files = files_open_below(folder, tree.names.items, tree.names.count);
	free((void *)tree.names.items);
	return files;
}

static uint64_t size_of(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0 && S_ISREG(info.st_mode) ? (uint64_t)info.st_size
							       : 0;
}

uint64_t files_size_at(const char *path)
{
	struct files *files = file_is_folder(path) ? files_open_folder(path) : NULL;
	uint64_t size = files ? 0 : size_of(path);

	for (size_t i = 0; i < files_count(files); i++) {
		char *name = files_path(files, files_name(files, i));

		size += size_of(name);
		free(name);
	}
	files_close(files);
	return size;
}
