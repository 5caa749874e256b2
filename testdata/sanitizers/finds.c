/*
 * Makes the mistake that is named, for the tests of globals.c: the sanitizers find it,
 * and find nothing in what is kept.
 *
 * usage: sanitizers_find leak | overrun | shift | kept
 */
#include <stdlib.h>
#include <string.h>

static int numbers[4] = { 1, 2, 3, 4 };
static char *volatile kept;

int main(int argc, char **argv)
{
	const char *mistake = argc > 1 ? argv[1] : "";
	const int *volatile pointer = numbers; /* of a size unknown to UBSan */

	kept = malloc(100);
	if (strcmp(mistake, "leak") == 0)
		kept = NULL;
	else if (strcmp(mistake, "overrun") == 0)
		numbers[0] = *(pointer + argc + 2);
	else if (strcmp(mistake, "shift") == 0)
		return numbers[0] << (argc + 30) != 0;
	else if (strcmp(mistake, "kept") != 0)
		return 2;
	return 0;
}
