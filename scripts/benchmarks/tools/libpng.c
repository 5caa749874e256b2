/*
 * A whole subcommand against what libpng alone needs to write the same pictures: the ones
 * in FOLDER, decoded beforehand, written as fast as libpng goes with a plain fopen; in
 * turn.
 *
 * usage: tool_libpng FOLDER SCRATCH_FOLDER EXHUME SUBCOMMAND ARGUMENT...
 */
#include "bench.h"

#include <fcntl.h>
#include <ftw.h>
#include <png.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_IMAGES = 16384 };

struct picture {
	png_structp read;
	png_infop info;
	int depth; /* of the file */
	long file_size;
};

/* nftw has no argument for what it finds. */
static struct picture pictures[MOST_IMAGES];
static size_t picture_count;

static void read_picture(const char *path, struct picture *picture)
{
	FILE *file = fopen(path, "rb");

	if (!file)
		die(path);
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
	if (type == FTW_F && size > 4 && strcmp(path + size - 4, ".png") == 0 &&
	    picture_count < MOST_IMAGES)
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
		die(path);
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
	char *argv[64] = { arguments[0], arguments[1], (char *)"-f", (char *)"-q",
			   (char *)jobs };
	struct rusage usage;
	double start;
	pid_t child;
	int status;

	for (size_t i = 2; arguments[i] && i < 50; i++)
		argv[i + 3] = arguments[i];
	start = now();
	child = fork();
	if (child == 0) {
		execv(argv[0], argv);
		_exit(127);
	}
	if (wait4(child, &status, 0, &usage) < 0 || status != 0) {
		fprintf(stderr, "%s failed\n", arguments[1]);
		exit(1);
	}
	*peak_kib = usage.ru_maxrss;
	return now() - start;
}

int main(int argc, char **argv)
{
	double alone[ROUNDS], one[ROUNDS], all[ROUNDS], ratio_one[ROUNDS],
		ratio_all[ROUNDS];
	long ours_size = 0, their_size = 0, peak_kib = 0;

	if (argc < 6 || nftw(argv[1], visit, 16, FTW_PHYS) != 0 || !picture_count)
		return 2;
	for (size_t i = 0; i < picture_count; i++)
		ours_size += pictures[i].file_size;
	for (int i = 0; i < ROUNDS; i++) {
		alone[i] = write_all(argv[2], &their_size);
		one[i] = run_exhume(argv + 3, "-j1", &peak_kib);
		all[i] = run_exhume(argv + 3, "-j2", &peak_kib);
		ratio_one[i] = one[i] / alone[i];
		ratio_all[i] = all[i] / alone[i];
	}
	printf("{\"pictures\": %zu, \"libpng_s\": %.4f, \"exhume_j1_s\": %.4f, "
	       "\"exhume_j2_s\": %.4f, \"times_libpng_j1\": %.2f, "
	       "\"times_libpng_j2\": %.2f, \"png_bytes\": %ld, \"libpng_bytes\": %ld, "
	       "\"peak_mib\": %.1f}\n",
	       picture_count, median(alone, ROUNDS), median(one, ROUNDS),
	       median(all, ROUNDS), median(ratio_one, ROUNDS), median(ratio_all, ROUNDS),
	       ours_size, their_size, (double)peak_kib / 1024);
	return 0;
}
