/* libarchive, opened when a game is an archive. */
#include "lazy_game.h"

#ifdef EXH_LIBARCHIVE_SONAME
#include <archive.h>
#include <archive_entry.h>

static struct lazy_library library = { .name = EXH_LIBARCHIVE_SONAME };

bool lazy_archive_is_there(void)
{
	return lazy_is_there(&library);
}

LAZY(library, __LA_MODE_T, archive_entry_filetype, (struct archive_entry * entry),
     (entry))
LAZY(library, const char *, archive_entry_hardlink, (struct archive_entry * entry),
     (entry))
LAZY(library, const char *, archive_entry_pathname, (struct archive_entry * entry),
     (entry))
LAZY(library, const char *, archive_error_string, (struct archive * archive), (archive))
LAZY(library, int, archive_read_data_block,
     (struct archive * archive, const void **block, size_t *size, la_int64_t *offset),
     (archive, block, size, offset))
LAZY(library, int, archive_read_free, (struct archive * archive), (archive))
LAZY(library, struct archive *, archive_read_new, (void), ())
LAZY(library, int, archive_read_next_header,
     (struct archive * archive, struct archive_entry **entry), (archive, entry))
LAZY(library, int, archive_read_open_filename,
     (struct archive * archive, const char *name, size_t block), (archive, name, block))
LAZY(library, int, archive_read_support_filter_all, (struct archive * archive), (archive))
LAZY(library, int, archive_read_support_format_zip, (struct archive * archive), (archive))
LAZY(library, int, archive_read_support_format_7zip, (struct archive * archive),
     (archive))
LAZY(library, int, archive_read_support_format_tar, (struct archive * archive), (archive))
LAZY(library, int, archive_read_support_format_lha, (struct archive * archive), (archive))
LAZY(library, int, archive_read_support_format_rar, (struct archive * archive), (archive))
LAZY(library, int, archive_read_support_format_iso9660, (struct archive * archive),
     (archive))
#endif
