/*
 * The table of all formats. A file is recognised by its content, then by the tables next
 * to it, and last by its name.
 */
#ifndef EXHUME_FORMATS_H
#define EXHUME_FORMATS_H

#include "facts.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A file to identify. The caller owns everything in it. */
struct exh_probe {
	const char *name; /* without folders; may be NULL */
	struct exh_bytes data;
	uint64_t file_size; /* bytes; data is only the beginning if it is shorter. 0: data
			       is all of it */
	/*
	 * Gets the index-th file of the same folder whose name without its extension is
	 * stem, in upper or lower case; false if there are fewer. The bytes stay valid
	 * until the next call. May be NULL.
	 */
	bool (*companion)(void *context, const char *stem, size_t index,
			  struct exh_bytes *out);
	void *context;
};

/* Family of files that other files are in, or that are packed: ZIP, gzip. */
#define EXH_FAMILY_ARCHIVE "archive"

/*
 * score counts bits of evidence: an 8-byte magic is 64, sizes that add up perhaps 16, a
 * name alone 4; 0 is "not mine". It is cheap, takes any bytes and never fails.
 */
struct exh_format {
	const char *name;  /* as typed and in JSON */
	const char *title; /* for people */
	/* "keen", "sci0", "zvision", "opl2", "dos"; "other": named, and never read;
	 * EXH_FAMILY_ARCHIVE */
	const char *family;
	unsigned (*score)(const struct exh_probe *probe);
	void (*describe)(const struct exh_probe *probe, struct exh_facts *facts);
};

EXH_API const struct exh_format *const *exh_formats(size_t *count);

/* The format with the best score, and that score; NULL if none matches. */
EXH_API const struct exh_format *exh_identify(const struct exh_probe *probe,
					      unsigned *score);

#ifdef __cplusplus
}
#endif
#endif
