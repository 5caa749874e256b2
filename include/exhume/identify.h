/*
 * The table of all file formats, and the function that recognises a file. It looks at the
 * content first, then at files beside it, and last at the name.
 */
#ifndef EXHUME_IDENTIFY_H
#define EXHUME_IDENTIFY_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Facts about a file: keys and values that `exhume identify` prints after the format. */

/* A key with a number or a text. Texts are NUL-terminated; longer ones are cut. */
struct exh_fact {
	char key[24]; /* snake_case, for JSON */
	bool is_number;
	uint64_t number; /* if is_number */
	char text[96];	 /* if not is_number */
};

/* A list of facts, in order. All zeros is an empty one. */
struct exh_facts {
	struct exh_fact items[16];
	size_t count;
};

/* A file to identify. The caller owns everything in it. */
struct exh_probe {
	const char *name; /* file name without folders; may be NULL */
	struct exh_bytes data;
	/* Bytes of the whole file, if data is only its beginning. 0: data is all of
	 * it. */
	uint64_t file_size;
	/*
	 * Gets the index-th file of the same folder whose name without its extension is
	 * stem, in upper or lower case. False if there are fewer. The bytes stay valid
	 * until the next call. NULL: files beside it are not available.
	 */
	bool (*companion)(void *context, const char *stem, size_t index,
			  struct exh_bytes *out);
	void *context; /* passed to companion */
};

/* Family of files that contain other files, or are compressed: ZIP, gzip. */
#define EXH_FAMILY_ARCHIVE "archive"

/*
 * A format that can be recognised, and described. score counts bits of evidence: an
 * 8-byte magic is 64, matching sizes perhaps 16, a name alone 4; 0 is "not this format".
 * Both functions are cheap, take any bytes and never fail. All strings are static.
 */
struct exh_format {
	const char *name;  /* as typed and in JSON */
	const char *title; /* for people */
	/* "keen", "sci0", "zvision", "opl2", "dos", or EXH_FAMILY_ARCHIVE; "other":
	 * formats that the library names but can't read. */
	const char *family;
	/* Returns the score of a file as this format. */
	unsigned (*score)(const struct exh_probe *probe);
	/* Appends facts for identify. */
	void (*describe)(const struct exh_probe *probe, struct exh_facts *facts);
};

/* Returns the table, which is static, and its length. */
EXH_API const struct exh_format *const *exh_formats(size_t *count);

/* Returns the format with the best score, and stores that score. NULL and 0 if none
 * matches. */
EXH_API const struct exh_format *exh_identify(const struct exh_probe *probe,
					      unsigned *score);

#ifdef __cplusplus
}
#endif

#endif
