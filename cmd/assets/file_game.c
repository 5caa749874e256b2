/* A file that is an asset by itself, as a game of one asset. */
#include "assets.h"

#include "task/file.h"
#include "task/memory.h"

#include <stdlib.h>

struct file_game {
	const struct game_type *type; /* of its family */
	const struct asset_kind *kind;
};

/* NULL kind: it is no asset. */
static struct file_game judge(const char *path)
{
	struct identify_finding finding;

	if (!file_exists(path) || file_is_folder(path) || file_is_special(path))
		return (struct file_game){ 0 };
	identify_file(path, &finding);
	for (size_t i = 0; finding.format && game_types[i]; i++) {
		const struct game_type *type = game_types[i];
		const struct asset_kind *kind =
			type->kind_of_file ? type->kind_of_file(&finding) : NULL;

		if (kind)
			return (struct file_game){ type, kind };
	}
	return (struct file_game){ 0 };
}

static bool is_at(const char *path, const struct files *files)
{
	return !files && judge(path).kind != NULL;
}

static void *open_file(const char *path, struct report *report)
{
	struct file_game *game = mem_alloc(1, sizeof *game);

	(void)report;
	*game = judge(path);
	return game;
}

static void plan_exports(void *context, const struct export_wishes *wishes,
			 struct asset_exports *exports)
{
	const struct file_game *game = context;

	if (!game->kind)
		return;
	asset_exports_add(
		exports,
		(struct asset_export){
			.kind = game->kind,
			.options = game->type->options
					   ? game->type->options(game->kind, wishes)
					   : NULL,
			.folder = "" });
}

static const struct asset_kind *const kinds[] = { NULL };
static const struct asset_packer packers[] = { { 0 } };
static const char *const subcommands[] = { NULL };

const struct game_type file_game_type = {
	.name = "file",
	.family = "any",
	.kinds = kinds,
	.packers = packers,
	.subcommands = subcommands,
	.is_rest = true,
	.is_identified = true,
	.is_asset = true,
	.is_at = is_at,
	.open = open_file,
	.close = free,
	.plan_exports = plan_exports,
};
