/*
 * The table of every format: what a file is, told by its content, by the tables that lie
 * beside it, and by its name last.
 */
#ifndef EXHUME_FORMATS_H
#define EXHUME_FORMATS_H

#include "facts.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A file to be judged. The caller owns everything in it. */
struct exh_probe {
	const char *name; /* without folders; may be NULL */
	struct exh_bytes data;
	/*
	 * The index-th of the files beside this one whose name without its ending is
	 * stem, in any case; false if there are not that many. The bytes stay until it is
	 * asked again. May be NULL.
	 */
	bool (*beside)(void *context, const char *stem, size_t index,
		       struct exh_bytes *out);
	void *context;
};

/*
 * score counts bits of evidence: an 8-byte magic is 64, sizes that add up perhaps 16, a
 * name alone 4; 0 is "not mine". It is cheap, for any bytes, and never fails.
 */
struct exh_format {
	const char *name;   /* as typed and in JSON */
	const char *title;  /* for people */
	const char *family; /* "keen", "sci0", "zvision", "opl2", "dos" */
	unsigned (*score)(const struct exh_probe *probe);
	void (*describe)(const struct exh_probe *probe, struct exh_facts *facts);
};

EXH_API const struct exh_format *const *exh_formats(size_t *count);

/* The format with the best score, which is told too; NULL if all say no. */
EXH_API const struct exh_format *exh_identify(const struct exh_probe *probe,
					      unsigned *score);

#ifdef __cplusplus
}
#endif
#endif
