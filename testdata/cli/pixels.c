/*
 * What tests ask of PNG files, for many files at once: they would start netpbm's programs
 * thousands of times. pixels.bats compares it with netpbm.
 *
 * The stream of a file is what `pngtopnm FILE` and `pngtopnm -alpha FILE` write, one
 * after the other; goldens hold its SHA-256.
 */
#include <nettle/sha2.h>
#include <png.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
	"usage: pixels hash FILE...            the SHA-256 of each file's stream, a line "
	"each\n"
	"       pixels pnm FILE                its colours, as pngtopnm writes them\n"
	"       pixels alpha FILE              its alpha, as pngtopnm -alpha writes it\n"
	"       pixels size FILE...            \"WIDTH HEIGHT\", a line each\n"
	"       pixels text FILE [X Y W H]     rows of RRGGBBAA, of a part or of all\n"
	"       pixels same A B [A B]...       whether their streams are equal\n"
	"       pixels look A B [A B]...       the same whatever kinds of PNG file they "
	"are\n"
	"       pixels parts SHEET             whether it has the pictures that lines of "
	"standard\n"
	"                                      input name, \"FILE X Y WIDTH HEIGHT\", at "
	"their places\n";

enum { RED, GREEN, BLUE, ALPHA, SAMPLES };

/* Samples are those of the file, of `depth` bits; those of palettes have 8. */
struct image {
	const char *path;
	uint32_t width, height;
	unsigned depth, significant, significant_alpha;
	bool colored;	/* colours are written as three samples */
	bool bit_alpha; /* a palette's alpha is written as bits */
	uint16_t (*pixels)[SAMPLES];
};

struct bytes {
	uint8_t *data;
	size_t size;
};

static _Noreturn void die(const char *path, const char *what)
{
	fprintf(stderr, "pixels: %s: %s\n", path, what);
	exit(2);
}

static void *allocate(size_t count, size_t size)
{
	void *block = calloc(count ? count : 1, size);

	if (!block)
		die("memory", "there is not enough");
	return block;
}

static _Noreturn void png_dies(png_structp png, png_const_charp what)
{
	const char *const *path = png_get_error_ptr(png);

	die(*path, what);
}

static void png_is_silent(png_structp png, png_const_charp what)
{
	(void)png;
	(void)what;
}

/* What the chunks say of samples. */
struct chunks {
	int type;
	png_colorp palette;
	png_bytep entry_alpha;
	png_color_16p clear;
	int colors, entries;
};

/* pngtopnm shifts samples down to their significant bits; here, all colours must have as
 * many. */
static void significant_bits(png_structp png, png_infop info, struct image *image,
			     int type)
{
	png_color_8p bits;

	image->significant = image->depth;
	image->significant_alpha = image->depth;
	if (!png_get_sBIT(png, info, &bits))
		return;
	image->significant = type & PNG_COLOR_MASK_COLOR ? bits->red : bits->gray;
	if (type & PNG_COLOR_MASK_ALPHA)
		image->significant_alpha = bits->alpha;
	if (type & PNG_COLOR_MASK_COLOR &&
	    (bits->green != bits->red || bits->blue != bits->red ||
	     png_get_bit_depth(png, info) < 8))
		die(image->path,
		    "sBIT: expected as many bits for all colours, of 8 at least");
}

static void palette_kind(const struct chunks *its, struct image *image)
{
	const unsigned shift = image->depth - image->significant;

	image->bit_alpha = true;
	for (int i = 0; i < its->colors; i++) {
		const png_color color = its->palette[i];

		image->colored |= color.red >> shift != color.green >> shift ||
				  color.red >> shift != color.blue >> shift;
	}
	/* pngtopnm takes any entry that isn't 0 for one between clear and opaque. */
	for (int i = 0; i < its->entries; i++)
		image->bit_alpha &= its->entry_alpha[i] == 0;
}

static void read_kind(png_structp png, png_infop info, struct chunks *its,
		      struct image *image)
{
	image->width = png_get_image_width(png, info);
	image->height = png_get_image_height(png, info);
	image->depth = png_get_bit_depth(png, info);
	its->type = png_get_color_type(png, info);
	png_get_tRNS(png, info, &its->entry_alpha, &its->entries, &its->clear);
	image->colored =
		its->type == PNG_COLOR_TYPE_RGB || its->type == PNG_COLOR_TYPE_RGB_ALPHA;
	if (its->type == PNG_COLOR_TYPE_PALETTE)
		image->depth = 8;
	else if (image->colored && its->clear)
		die(image->path, "tRNS: pngtopnm doesn't heed a clear colour");
	significant_bits(png, info, image, its->type);
	if (png_get_PLTE(png, info, &its->palette, &its->colors) &&
	    its->type == PNG_COLOR_TYPE_PALETTE)
		palette_kind(its, image);
}

static void palette_pixel(const struct chunks *its, const struct image *image,
			  unsigned index, uint16_t pixel[SAMPLES])
{
	if (index >= (unsigned)its->colors)
		die(image->path, "an index passes the palette");
	pixel[RED] = its->palette[index].red;
	pixel[GREEN] = its->palette[index].green;
	pixel[BLUE] = its->palette[index].blue;
	pixel[ALPHA] = index < (unsigned)its->entries ? its->entry_alpha[index] : 255;
}

/* A pixel of a file without a palette, from its samples. */
static void direct_pixel(const struct chunks *its, const struct image *image,
			 const uint16_t *samples, uint16_t pixel[SAMPLES])
{
	const bool colored = its->type & PNG_COLOR_MASK_COLOR;
	const bool clear = its->clear && samples[0] == its->clear->gray;
	const unsigned opaque = (1u << image->depth) - 1;

	pixel[RED] = samples[0];
	pixel[GREEN] = samples[colored ? 1 : 0];
	pixel[BLUE] = samples[colored ? 2 : 0];
	if (its->type & PNG_COLOR_MASK_ALPHA)
		pixel[ALPHA] = samples[colored ? 3 : 1];
	else
		pixel[ALPHA] = (uint16_t)(clear ? 0 : opaque);
}

static void take_row(const struct chunks *its, const struct image *image,
		     const uint8_t *row, int channels, uint16_t (*pixels)[SAMPLES])
{
	const size_t size = image->depth == 16 ? 2 : 1;

	for (size_t x = 0; x < image->width; x++) {
		const uint8_t *at = row + x * size * (size_t)channels;
		uint16_t samples[SAMPLES] = { 0 };

		for (int i = 0; i < channels; i++, at += size)
			samples[i] = (uint16_t)(size == 2 ? at[0] << 8 | at[1] : at[0]);
		if (its->type == PNG_COLOR_TYPE_PALETTE)
			palette_pixel(its, image, samples[0], pixels[x]);
		else
			direct_pixel(its, image, samples, pixels[x]);
	}
}

static void read_pixels(png_structp png, png_infop info, const struct chunks *its,
			struct image *image)
{
	png_bytepp rows = allocate(image->height, sizeof *rows);

	png_set_packing(png);
	png_set_interlace_handling(png);
	png_read_update_info(png, info);
	for (uint32_t y = 0; y < image->height; y++)
		rows[y] = allocate(png_get_rowbytes(png, info), 1);
	png_read_image(png, rows);
	image->pixels =
		allocate((size_t)image->width * image->height, sizeof *image->pixels);
	for (uint32_t y = 0; y < image->height; y++) {
		take_row(its, image, rows[y], png_get_channels(png, info),
			 image->pixels + (size_t)y * image->width);
		free(rows[y]);
	}
	free(rows);
}

static struct image load(const char *path)
{
	struct image image = { .path = path };
	struct chunks its = { 0 };
	FILE *file = fopen(path, "rb");
	png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, (png_voidp)&path,
						 png_dies, png_is_silent);
	png_infop info = png ? png_create_info_struct(png) : NULL;

	if (!file || !info)
		die(path, "can't open it");
	png_init_io(png, file);
	png_read_info(png, info);
	read_kind(png, info, &its, &image);
	read_pixels(png, info, &its, &image);
	png_destroy_read_struct(&png, &info, NULL);
	fclose(file);
	return image;
}

/* One of the two pictures of a stream. */
struct part {
	int first, last; /* samples */
	unsigned shift, most;
};

static struct part part_of(const struct image *image, bool alpha)
{
	unsigned bits = alpha ? image->significant_alpha : image->significant;
	struct part part = { RED, image->colored ? BLUE : RED, 0, 0 };

	if (alpha)
		part.first = part.last = ALPHA;
	if (alpha && image->bit_alpha)
		bits = 1;
	part.shift = image->depth - bits;
	part.most = (1u << bits) - 1;
	return part;
}

/* A row of bits, 1 for 0: PBM counts ink. */
static void put_bits(const uint16_t (*row)[SAMPLES], uint32_t width,
		     const struct part *part, struct bytes *out)
{
	uint8_t *to = out->data + out->size;

	for (uint32_t x = 0; x < width; x++)
		if (!(row[x][part->first] >> part->shift))
			to[x / 8] |= (uint8_t)(0x80 >> x % 8);
	out->size += (width + 7) / 8;
}

static void put_samples(const uint16_t (*row)[SAMPLES], uint32_t width,
			const struct part *part, struct bytes *out)
{
	for (uint32_t x = 0; x < width; x++)
		for (int i = part->first; i <= part->last; i++) {
			const unsigned sample = row[x][i] >> part->shift;

			if (part->most > 255)
				out->data[out->size++] = (uint8_t)(sample >> 8);
			out->data[out->size++] = (uint8_t)sample;
		}
}

/* Appends what pngtopnm writes, with -alpha or without. */
static void put_pnm(const struct image *image, bool alpha, struct bytes *out)
{
	const struct part part = part_of(image, alpha);
	const bool colored = part.first != part.last,
		   as_bits = !colored && part.most == 1;
	const uint16_t(*row)[SAMPLES] = (const uint16_t(*)[SAMPLES])image->pixels;

	out->size += (size_t)sprintf((char *)out->data + out->size, "P%d\n%u %u\n",
				     as_bits   ? 4
				     : colored ? 6
					       : 5,
				     image->width, image->height);
	if (!as_bits)
		out->size +=
			(size_t)sprintf((char *)out->data + out->size, "%u\n", part.most);
	for (uint32_t y = 0; y < image->height; y++, row += image->width)
		(as_bits ? put_bits : put_samples)(row, image->width, &part, out);
}

/* Both pictures of a file, in zeros: put_bits() counts on them. */
static struct bytes stream_of(const struct image *image)
{
	const size_t head = sizeof "P6 4294967295 4294967295 65535";
	struct bytes out = { NULL, 0 };

	out.data = allocate((size_t)image->width * image->height * SAMPLES * 2 + 2 * head,
			    1);
	put_pnm(image, false, &out);
	put_pnm(image, true, &out);
	return out;
}

static void print_hash(const char *path)
{
	struct image image = load(path);
	struct bytes stream = stream_of(&image);
	struct sha256_ctx context;
	uint8_t digest[SHA256_DIGEST_SIZE];

	sha256_init(&context);
	sha256_update(&context, stream.size, stream.data);
	sha256_digest(&context, sizeof digest, digest);
	for (size_t i = 0; i < sizeof digest; i++)
		printf("%02x", digest[i]);
	putchar('\n');
	free(stream.data);
	free(image.pixels);
}

static void print_pnm(const char *path, bool alpha)
{
	struct image image = load(path);
	struct bytes stream = stream_of(&image);

	stream.size = 0;
	memset(stream.data, 0, (size_t)image.width * image.height * SAMPLES * 2);
	put_pnm(&image, alpha, &stream);
	fwrite(stream.data, 1, stream.size, stdout);
	free(stream.data);
	free(image.pixels);
}

static void print_size(const char *path)
{
	struct image image = load(path);

	printf("%u %u\n", image.width, image.height);
	free(image.pixels);
}

/* A sample of any depth as one of 16 bits. */
static unsigned widened(const struct image *image, unsigned sample)
{
	return sample * 65535u / ((1u << image->depth) - 1);
}

static const uint16_t *pixel_at(const struct image *image, size_t x, size_t y)
{
	return image->pixels[y * image->width + x];
}

static void print_text(const char *path, char **place)
{
	struct image image = load(path);
	unsigned long at[4] = { 0, 0, image.width, image.height };

	for (int i = 0; i < 4 && place; i++)
		at[i] = strtoul(place[i], NULL, 10);
	if (at[0] + at[2] > image.width || at[1] + at[3] > image.height)
		die(path, "the part passes the picture");
	for (size_t y = at[1]; y < at[1] + at[3]; y++)
		for (size_t x = at[0]; x < at[0] + at[2]; x++) {
			for (int i = 0; i < SAMPLES; i++)
				printf("%02x",
				       widened(&image, pixel_at(&image, x, y)[i]) >> 8);
			putchar(x + 1 == at[0] + at[2] ? '\n' : ' ');
		}
	free(image.pixels);
}

static bool equal_streams(const struct image *a, const struct image *b)
{
	struct bytes one = stream_of(a), other = stream_of(b);
	const bool equal =
		one.size == other.size && memcmp(one.data, other.data, one.size) == 0;

	free(one.data);
	free(other.data);
	return equal;
}

static bool equal_pixels(const struct image *a, const uint16_t *p, const struct image *b,
			 const uint16_t *q)
{
	for (int i = 0; i < SAMPLES; i++)
		if (widened(a, p[i]) != widened(b, q[i]))
			return false;
	return true;
}

/* Whether b is what a has at a place; prints the first pixel that differs. */
static bool has_part(const struct image *a, size_t left, size_t top,
		     const struct image *b)
{
	if (left + b->width > a->width || top + b->height > a->height) {
		printf("%s passes %s\n", b->path, a->path);
		return false;
	}
	for (size_t y = 0; y < b->height; y++)
		for (size_t x = 0; x < b->width; x++)
			if (!equal_pixels(a, pixel_at(a, left + x, top + y), b,
					  pixel_at(b, x, y))) {
				printf("%s and %s differ: pixel %zu, %zu\n", a->path,
				       b->path, x, y);
				return false;
			}
	return true;
}

static bool compare(const char *path, const char *other_path, bool streams)
{
	struct image a = load(path), b = load(other_path);
	bool equal = a.width == b.width && a.height == b.height;

	if (!equal)
		printf("%s has %ux%u pixels, %s %ux%u\n", path, a.width, a.height,
		       other_path, b.width, b.height);
	else
		equal = has_part(&a, 0, 0, &b);
	if (equal && streams && !equal_streams(&a, &b)) {
		printf("%s and %s are of different kinds\n", path, other_path);
		equal = false;
	}
	free(a.pixels);
	free(b.pixels);
	return equal;
}

static bool compare_all(char **paths, bool streams)
{
	bool equal = true;

	for (; paths[0] && paths[1]; paths += 2)
		equal &= compare(paths[0], paths[1], streams);
	return equal && !paths[0];
}

/* NAME and four numbers, in a line of their own. */
static bool next_part(char *name, int size, unsigned numbers[4])
{
	char *end, *at = fgets(name, size, stdin) ? strchr(name, ' ') : NULL;

	if (!at)
		return false;
	*at++ = '\0';
	for (int i = 0; i < 4; i++, at = end) {
		numbers[i] = (unsigned)strtoul(at, &end, 10);
		if (end == at)
			return false;
	}
	return *at == '\n' || !*at;
}

static bool has_parts(const char *path)
{
	struct image sheet = load(path);
	char name[4096];
	unsigned numbers[4], count = 0;
	bool equal = true;

	for (; next_part(name, sizeof name, numbers); count++) {
		const unsigned x = numbers[0], y = numbers[1];
		const unsigned width = numbers[2], height = numbers[3];
		struct image part = load(name);

		if (part.width != width || part.height != height) {
			printf("%s has %ux%u pixels, expected %ux%u\n", name, part.width,
			       part.height, width, height);
			equal = false;
		} else {
			equal &= has_part(&sheet, x, y, &part);
		}
		free(part.pixels);
	}
	free(sheet.pixels);
	if (!feof(stdin) || !count)
		die("standard input", "expected FILE X Y WIDTH HEIGHT in each line");
	return equal;
}

static int wrong_usage(void)
{
	fputs(usage, stderr);
	return 2;
}

int main(int argc, char **argv)
{
	const char *command = argc > 2 ? argv[1] : "";
	void (*each)(const char *) = NULL;

	if (strcmp(command, "hash") == 0)
		each = print_hash;
	else if (strcmp(command, "size") == 0)
		each = print_size;
	else if (strcmp(command, "pnm") == 0 || strcmp(command, "alpha") == 0)
		print_pnm(argv[2], command[0] == 'a');
	else if (strcmp(command, "text") == 0 && (argc == 3 || argc == 7))
		print_text(argv[2], argc == 7 ? argv + 3 : NULL);
	else if (strcmp(command, "same") == 0 || strcmp(command, "look") == 0)
		return !compare_all(argv + 2, command[0] == 's');
	else if (strcmp(command, "parts") == 0)
		return !has_parts(argv[2]);
	else
		return wrong_usage();
	for (int i = 2; each && i < argc; i++)
		each(argv[i]);
	return fflush(stdout) != 0;
}
