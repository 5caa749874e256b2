/* Files as documents have them. */
#include "keen.h"

#include "task/fields.h"
#include "task/file.h"

static const char *const packings[] = { "none", "lzexe-0.90", "lzexe-0.91", NULL };

static const struct field table_fields[] = {
	FIELD(struct keen_table_row, file, NULL,
	      "name of the file that contains the table, which may be a program"),
	FIELD(struct keen_table_row, offset, "bytes",
	      "offset in the program's image, unpacked and without its header",
	      FIELD_HAS(struct keen_table_row, is_in_program)),
	FIELD(struct keen_table_row, exe_packing, NULL, "how the program was packed",
	      .names = packings, FIELD_IF_ANY),
	FIELD(struct keen_table_row, object, NULL,
	      "all bytes of the object file that contains the table", FIELD_IF_ANY),
};
static const struct fields table_table =
	FIELDS("table", struct keen_table_row, table_fields);

static const struct field tables_fields[] = {
	FIELD_INSIDE(struct keen_tables, head, &table_table,
		     "the head, which has the offsets in the archive"),
	FIELD_INSIDE(struct keen_tables, dict, &table_table, "the Huffman dictionary",
		     FIELD_HAS(struct keen_tables, has_dict)),
	FIELD_OF("tileinfo", FIELD_ROW, struct keen_tables, tile_info, NULL,
		 "the properties of tiles", .of = &table_table,
		 FIELD_HAS(struct keen_tables, has_tile_info)),
};
const struct fields keen_tables_fields =
	FIELDS("tables", struct keen_tables, tables_fields);

static struct keen_table_row row_of(const struct keen_table *table)
{
	const struct keen_origin *origin = &table->origin;
	const unsigned version = origin->lzexe_version;

	if (!origin->exe)
		return (struct keen_table_row){ .file = file_name(table->path),
						.object = bytes_or_none(
							file_bytes(&table->object)) };
	return (struct keen_table_row){ .file = file_name(origin->exe),
					.is_in_program = true,
					.offset = origin->offset,
					.exe_packing = packings[!version	? 0
								: version == 90 ? 1
										: 2] };
}

struct keen_tables keen_tables_of(const struct keen_table *head,
				  const struct keen_table *dict,
				  const struct keen_table *tile_info)
{
	struct keen_tables tables = { .has_dict = dict && dict->path,
				      .has_tile_info = tile_info && tile_info->path,
				      .head = row_of(head) };

	if (tables.has_dict)
		tables.dict = row_of(dict);
	if (tables.has_tile_info)
		tables.tile_info = row_of(tile_info);
	return tables;
}

static const struct field file_fields[] = {
	FIELD_OF("file", FIELD_FILE, struct keen_file, file, NULL,
		 "name of the file, without folders", FIELD_OR_NONE),
	FIELD(struct keen_file, size, "bytes",
	      "size of the file; of the table that an object file contains",
	      FIELD_OR_NONE),
	FIELD_OF("crc32", FIELD_CRC32, struct keen_file, crc32, NULL,
		 "CRC-32 of the same bytes", FIELD_OR_NONE),
	FIELD_OF("sha256", FIELD_DIGITS, struct keen_file, sha256, NULL,
		 "SHA-256 of the same bytes", FIELD_HAS(struct keen_file, has_sha256)),
	FIELD(struct keen_file, prefix, NULL,
	      "bytes before the first chunk of an archive", FIELD_IF_ANY),
	FIELD(struct keen_file, suffix, NULL, "bytes after the last chunk of an archive",
	      FIELD_IF_ANY),
	FIELD(struct keen_file, offset_size, "bytes", "size of an offset in a head",
	      .least = 3, .most = 4, FIELD_IF_ANY),
	FIELD_OF("second_file", FIELD_FILE, struct keen_file, second_file, NULL,
		 "name of the second file of an archive in two files", FIELD_IF_ANY),
	FIELD(struct keen_file, first_size, "bytes",
	      "size of the first file of an archive in two files", FIELD_IF_ANY),
	FIELD(struct keen_file, data, NULL,
	      "all bytes of a dictionary, or of a head that has more or less than the "
	      "offsets and the size",
	      FIELD_IF_ANY),
	FIELD(struct keen_file, path, NULL, "path of the file that was written",
	      FIELD_IF_ANY),
};
const struct fields keen_file_fields = FIELDS("file", struct keen_file, file_fields);

struct keen_file keen_file_of(const char *path, struct exh_bytes bytes)
{
	struct keen_file file = { .file = file_name(path),
				  .size = bytes.size,
				  .crc32 = exh_crc32(bytes),
				  .has_sha256 = true };

	sha256_of(bytes, file.sha256);
	return file;
}
