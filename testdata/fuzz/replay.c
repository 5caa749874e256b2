/* Runs each file that is named through a fuzz target, where there is no libFuzzer. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An allocation of just the file's size: the address sanitizer sees the byte behind it.
 */
static uint8_t *read_file(const char *name, size_t *size)
{
	FILE *file = fopen(name, "rb");
	uint8_t *data = NULL;
	long end;

	if (!file)
		return NULL;
	if (fseek(file, 0, SEEK_END) == 0 && (end = ftell(file)) >= 0 &&
	    fseek(file, 0, SEEK_SET) == 0) {
		*size = (size_t)end;
		data = malloc(*size ? *size : 1);
		if (data && fread(data, 1, *size, file) != *size) {
			free(data);
			data = NULL;
		}
	}
	fclose(file);
	return data;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		size_t size = 0;
		uint8_t *data = read_file(argv[i], &size);

		if (!data) {
			perror(argv[i]);
			return 1;
		}
		/* Said first, so that a crash is known by its input. */
		fprintf(stderr, "%s: %zu bytes\n", argv[i], size);
		LLVMFuzzerTestOneInput(data, size);
		free(data);
	}
	return 0;
}
