/* The manual's pages as plain text, made of man/ when the program is built. */
#ifndef CMD_MANUAL_H
#define CMD_MANUAL_H

struct manual_page {
	const char *name; /* "exhume-egagrab" */
	const char *text;
};

/* The last page has no name. */
extern const struct manual_page manual_pages[];

#endif
