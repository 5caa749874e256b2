/* The chunks that PNG files are made of. */
#ifndef CMD_MEDIA_PICTURE_PNG_CHUNK_H
#define CMD_MEDIA_PICTURE_PNG_CHUNK_H

#include <exhume/base.h>

static inline void png_store_u32(uint8_t *out, uint32_t value)
{
	out[0] = (uint8_t)(value >> 24);
	out[1] = (uint8_t)(value >> 16);
	out[2] = (uint8_t)(value >> 8);
	out[3] = (uint8_t)value;
}

static inline uint32_t png_load_u32(const uint8_t *in)
{
	return (uint32_t)in[0] << 24 | (uint32_t)in[1] << 16 | (uint32_t)in[2] << 8 |
	       in[3];
}

/* Its data in two parts, since that of fdAT is a number and an IDAT. */
void png_write_chunk_parts(struct exh_writer *out, const char *name,
			   struct exh_bytes head, struct exh_bytes data);

/* For data that are written in place: begin returns what end takes. */
size_t png_chunk_begin(struct exh_writer *out, const char *name);
void png_chunk_end(struct exh_writer *out, size_t start);

static inline void png_write_chunk_of(struct exh_writer *out, const char *name,
				      struct exh_bytes data)
{
	png_write_chunk_parts(out, name, (struct exh_bytes){ 0 }, data);
}

#endif
