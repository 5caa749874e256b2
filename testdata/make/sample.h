/* A sample archive of graphics: chunks that are collected, then packed and saved. */
#ifndef SAMPLE_H
#define SAMPLE_H

#include "art.h"

#include <exhume/keen.h>

#include <stdio.h>

enum { MAX_CHUNKS = 3016, SAMPLE_LIMIT = 1 << 24 };

struct sample {
	struct exh_keen_layout layout;
	struct exh_writer chunks[MAX_CHUNKS]; /* limits are the caller's to set */
	bool present[MAX_CHUNKS];
	const char *folder, *archive, *head, *dict;
};

/* Ends the program with what is wrong, if there is anything. */
void sample_check(enum exh_status status, const struct exh_error *err, const char *what);

/* Where the art has 16 colours CGA has four: a digit for each of them. */
void sample_to_cga(struct art *art, const char colors[17]);

/* Appends the art, as the sample's video has it. */
void sample_encode(struct sample *sample, const struct art *art, bool masked,
		   struct exh_writer *out);

/* The glyphs of art.h up to code last. */
void sample_add_font(struct sample *sample, uint32_t chunk, bool masked, unsigned last);

/* A file in the sample's folder below root. */
FILE *sample_create(const struct sample *sample, const char *root, const char *name);
void sample_save(const struct sample *sample, const char *root, const char *name,
		 const void *data, size_t size);

/* Archive, head and a dictionary built from the sample's own bytes, as id's packer did;
 * frees the chunks. Returns the CRC-32 of the head. */
uint32_t sample_pack(struct sample *sample, const char *root);

#endif
