/*
 * A whole subcommand, against the time that libpng takes to write the same pictures:
 * those in FOLDER, decoded beforehand, written as fast as libpng goes with a plain fopen;
 * in turn. Two threads may take TARGET times libpng's time, and PEAK MiB; 0 is no target.
 *
 * usage: tool_libpng NAME TARGET PEAK FOLDER SCRATCH_FOLDER EXHUME SUBCOMMAND ARGUMENT...
 */
#include "bench.h"

#include <fcntl.h>
#include <ftw.h>
#include <png.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ARGUMENTS = 64 };

struct picture {
	png_structp read;
	png_infop info;
	int depth; /* of the file */
	long file_size;
};

/* nftw has no argument for what it finds. */
static struct picture *pictures;
static size_t picture_count;

static void read_picture(const char *path, struct picture *picture)
{
	FILE *file = fopen(path, "rb");

	if (!file)
		fail("%s: can't be opened", path);
	picture->read = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
	picture->info = png_create_info_struct(picture->read);
	png_init_io(picture->read, file);
	png_read_png(picture->read, picture->info, PNG_TRANSFORM_PACKING, NULL);
	picture->depth = png_get_bit_depth(picture->read, picture->info);
	fseek(file, 0, SEEK_END);
	picture->file_size = ftell(file);
	fclose(file);
}

static int visit(const char *path, const struct stat *stat, int type, struct FTW *place)
{
	const size_t size = strlen(path);

	(void)stat;
	(void)place;
	if (type != FTW_F || size < 5 || strcmp(path + size - 4, ".png") != 0)
		return 0;
	if ((picture_count & (picture_count + 1)) == 0)
		pictures = realloc(pictures, (2 * picture_count + 2) * sizeof *pictures);
	if (!pictures)
		fail("out of memory");
	read_picture(path, &pictures[picture_count++]);
	return 0;
}

static void write_picture(const struct picture *picture, const char *path)
{
	FILE *file = fopen(path, "wb");
	png_structp png =
		png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
	png_infop info = png_create_info_struct(png);
	png_colorp colors;
	png_bytep alphas;
	int color_count = 0, alpha_count = 0;

	if (!file)
		fail("%s: can't be opened", path);
	png_init_io(png, file);
	png_set_IHDR(png, info, png_get_image_width(picture->read, picture->info),
		     png_get_image_height(picture->read, picture->info), picture->depth,
		     PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE,
		     PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	png_get_PLTE(picture->read, picture->info, &colors, &color_count);
	png_set_PLTE(png, info, colors, color_count);
	if (png_get_tRNS(picture->read, picture->info, &alphas, &alpha_count, NULL))
		png_set_tRNS(png, info, alphas, alpha_count, NULL);
	png_write_info(png, info);
	png_set_packing(png);
	png_write_image(png, png_get_rows(picture->read, picture->info));
	png_write_end(png, info);
	png_destroy_write_struct(&png, &info);
	fclose(file);
}

/* Seconds, and with *size what the files take. */
static double write_all(const char *scratch, long *size)
{
	const double start = now();
	double seconds;
	char path[4096];

	*size = 0;
	for (size_t i = 0; i < picture_count; i++) {
		snprintf(path, sizeof path, "%s/%zu.png", scratch, i);
		write_picture(&pictures[i], path);
	}
	seconds = now() - start;
	for (size_t i = 0; i < picture_count; i++) {
		struct stat stat_of;

		snprintf(path, sizeof path, "%s/%zu.png", scratch, i);
		if (stat(path, &stat_of) == 0)
			*size += stat_of.st_size;
		unlink(path);
	}
	return seconds;
}

static double run_exhume(char **arguments, const char *jobs, long *peak_kib)
{
	char *argv[ARGUMENTS + 1] = { arguments[0], arguments[1], (char *)"-f",
				      (char *)"-q", (char *)jobs };
	struct rusage usage;
	double start;
	pid_t child;
	int status;

	for (size_t i = 2; arguments[i]; i++) {
		if (i + 3 == ARGUMENTS)
			fail("more than %d arguments", ARGUMENTS);
		argv[i + 3] = arguments[i];
	}
	start = now();
	child = fork();
	if (child == 0) {
		execv(argv[0], argv);
		_exit(127);
	}
	if (wait4(child, &status, 0, &usage) < 0 || status != 0)
		fail("%s failed", arguments[1]);
	*peak_kib = usage.ru_maxrss;
	return now() - start;
}

int main(int argc, char **argv)
{
	const size_t rounds = loops(ROUNDS);
	double alone[ROUNDS], one[ROUNDS], two[ROUNDS], ratio_one[ROUNDS],
		ratio_two[ROUNDS];
	long our_size = 0, their_size = 0, peak_kib = 0;
	char name_one[128], name_two[128];

	if (argc < 9)
		fail("usage: tool_libpng NAME TARGET PEAK FOLDER SCRATCH_FOLDER EXHUME "
		     "SUBCOMMAND ARGUMENT...");
	if (nftw(argv[4], visit, 16, FTW_PHYS) != 0 || !picture_count)
		fail("%s: no PNG files", argv[4]);
	for (size_t i = 0; i < picture_count; i++)
		our_size += pictures[i].file_size;
	for (size_t i = 0; i < rounds; i++) {
		alone[i] = write_all(argv[5], &their_size);
		one[i] = run_exhume(argv + 6, "-j1", &peak_kib);
		two[i] = run_exhume(argv + 6, "-j2", &peak_kib);
		ratio_one[i] = one[i] / alone[i];
		ratio_two[i] = two[i] / alone[i];
	}
	note("%s: %zu pictures, %ld bytes; libpng's %ld bytes", argv[1], picture_count,
	     our_size, their_size);
	snprintf(name_one, sizeof name_one, "%s, -j1", argv[1]);
	snprintf(name_two, sizeof name_two, "%s, -j2", argv[1]);
	ROW(name_one, median(one, rounds), "s", .better = LOWER);
	ROW(name_one, median(ratio_one, rounds), "x time of", .peer = "libpng alone",
	    .better = LOWER);
	ROW(name_two, median(two, rounds), "s", .better = LOWER);
	ROW(name_two, median(ratio_two, rounds), "x time of", .peer = "libpng alone",
	    .target = atof(argv[2]), .better = LOWER);
	ROW(argv[1], (double)our_size / (double)their_size, "x size of",
	    .peer = "libpng alone", .better = LOWER);
	print_peer(argv[1], "libpng alone", median(alone, rounds), "s", LOWER);
	print_peer(argv[1], "libpng alone", (double)their_size, "bytes", LOWER);
	ROW(argv[1], (double)our_size, "bytes", .better = LOWER);
	ROW(name_two, (double)peak_kib / 1024, "MiB", .target = atof(argv[3]),
	    .better = LOWER);
	return 0;
}
