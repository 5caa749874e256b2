/* A set of files or folders by device and number, whatever their names are. */
#ifndef CMD_TASK_FILE_SET_H
#define CMD_TASK_FILE_SET_H

#include <stdbool.h>
#include <sys/stat.h>

/* Begins as all zeros; free with file_set_clear. */
struct file_set {
	void *tree;
};

/* False: it was there already. */
bool file_set_add(struct file_set *set, const struct stat *file);
bool file_set_has(const struct file_set *set, const struct stat *file);
void file_set_remove(struct file_set *set, const struct stat *file);
void file_set_clear(struct file_set *set);

#endif
