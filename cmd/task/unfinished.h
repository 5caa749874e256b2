/*
 * What is half written: files under a temporary name, scratch folders, and sets of files
 * that only make sense together. It is removed where the program ends at once (mem_end).
 * From any thread.
 */
#ifndef CMD_TASK_UNFINISHED_H
#define CMD_TASK_UNFINISHED_H

/* A temporary file, or a folder with all that is in it. path is borrowed until
 * unfinished_remove or unfinished_forget gets the same pointer. */
void unfinished_add(const char *path);
/* Removes the file, or the folder if it is empty. NULL: nothing. */
void unfinished_remove(const char *path);
/* The file is whole: it has another name now, or keeps this one. */
void unfinished_forget(const char *path);

/* Between these two the program does not end: files of a set get their names. */
void unfinished_lock(void);
void unfinished_unlock(void);

/* Removes all of them. What else the program does is over: it must end then. */
void unfinished_remove_all(void);

#endif
