#include "keen_belongs.h"

#include "assets/keen/graphics/graphics.h"
#include "assets/keen/keen.h"
#include "assets/keen/level/level.h"
#include "assets/keen/sound/sound.h"
#include "task/memory.h"
#include "task/report.h"
#include "task/text.h"

#include <exhume/advanced/keen_exe.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Certainty that an archive belongs to its set, ascending. */
enum rank { RANK_LONE, RANK_SAME_STEM, RANK_RENAMED, RANK_FITS, RANK_NAME };

struct names {
	const char *stems[3]; /* earlier ones first: what games read, then work files */
	const char *ending;
	const char *heads[3];
};

static const struct names names_of[KEEN_SLOTS] = {
	[KEEN_SLOT_EGA] = { { "egagraph", KEEN_FIRST_PART }, ".ega", { "egahead" } },
	[KEEN_SLOT_CGA] = { { "cgagraph" }, ".cga", { "cgahead" } },
	[KEEN_SLOT_LEVELS] = { { "gamemaps", "maptemp" },
			       ".map",
			       { "maphead", "mapthead" } },
	[KEEN_SLOT_SOUNDS] = { { "audio", "audiot" },
			       ".aud",
			       { "audiohhd", "audiohed" } },
};

/* Other files of games, which are no archives under any name. */
static const char *const other_files[] = { "egadict",  "cgadict",  "mapdict",
					   "audiodct", "tileinfo", KEEN_SECOND_PART };

/* A file that may be an archive. */
struct candidate {
	const char *name;
	enum keen_slot slot;
	bool is_named; /* called as games do; else known by its ending */
	size_t stem;   /* place among the slot's stems, if it is named */
	enum rank rank;
	char *label; /* label of its set; NULL: not known yet */
};

struct head {
	const char *name;
	enum keen_slot slot;
};

struct search {
	const struct files *files;
	struct keen_sets *sets;
	struct {
		struct candidate *items;
		size_t count, capacity;
	} candidates;
	struct {
		struct head *items;
		size_t count, capacity;
	} heads;
	bool has_program;
};

/*
 * Names.
 */

static bool has_ending(const char *name, const char *ending)
{
	return strcasecmp(keen_ending(name), ending) == 0;
}

static size_t stem_size(const char *name)
{
	return (size_t)(keen_ending(name) - name);
}

static bool have_same_stem(const char *a, const char *b)
{
	return stem_size(a) == stem_size(b) && strncasecmp(a, b, stem_size(a)) == 0;
}

/* The endings of games whose archives have such names. */
static bool is_known_ending(const char *ending)
{
	return strcasecmp(ending, ".kdr") == 0 ||
	       (strncasecmp(ending, ".ck", 3) == 0 && strchr("456", ending[3]) &&
		ending[3] && !ending[4]);
}

/* Keen 1 to 3 have files of other formats under such names. */
static bool is_of_vorticons(const char *ending)
{
	return strncasecmp(ending, ".ck", 3) == 0 && ending[3] >= '1' &&
	       ending[3] <= '3' && !ending[4];
}

static char *label_of_ending(const char *name)
{
	char *label = keen_table_label(name);

	return label ? label : mem_text("none");
}

/* True for an object file with this table by its name. */
static bool is_object_of(const char *name, const char *stem)
{
	size_t prefix_size;
	const char *own = exh_keen_object_stem(name, &prefix_size);

	return own && strcmp(own, stem) == 0;
}

static char *label_of_stem(const char *name)
{
	char *stem = mem_text_part(name, stem_size(name));
	char *label = text_lower(stem);

	free(stem);
	return label;
}

/*
 * Heads of an archive, found by content.
 */

static bool opens_graphics(const char *path, struct report *report, char **head)
{
	const struct keen_archive_options options = { .no_tables = true };
	struct keen_archive keen;
	bool good =
		keen_archive_open(&keen, path, &options, report) &&
		exh_keen_head_ends_at(keen_table_bytes(&keen.head), keen.archive.size);

	if (good && !keen.head.origin.exe)
		*head = mem_text(file_name(keen.head.path));
	keen_archive_free(&keen);
	return good;
}

static bool opens_levels(const char *path, struct report *report, char **head)
{
	const struct keen_levels_options options = { .no_tables = true };
	struct keen_levels levels;
	const bool good = keen_levels_open(&levels, path, &options, report);

	if (good && !levels.head.origin.exe)
		*head = mem_text(file_name(levels.head.path));
	keen_levels_free(&levels);
	return good;
}

static bool opens_sounds(const char *path, struct report *report, char **head)
{
	const struct keen_sounds_options options = { 0 };
	struct keen_sounds sounds;
	const bool good =
		keen_sounds_open(&sounds, path, &options, report) == KEEN_SOUNDS_OPEN;

	if (good && !sounds.head.origin.exe)
		*head = mem_text(file_name(sounds.head.path));
	keen_sounds_free(&sounds);
	return good;
}

/* True if the archive opens with its tables. Sets the label by the head's ending. It
 * stays NULL if the tables are in a program, or belong to this archive only. */
static bool fits(const struct search *s, struct candidate *c)
{
	const struct common common = { .jobs = 1, .verbosity = -1 };
	const bool is_cga = c->slot == KEEN_SLOT_CGA;
	char *path = files_path(s->files, c->name), *head = NULL;
	struct silent_report silent;
	struct report report;
	bool good;

	report_start(&report, "", &common);
	report_silent(&silent, &report);
	if (c->slot == KEEN_SLOT_LEVELS)
		good = opens_levels(path, &silent.report, &head);
	else if (c->slot == KEEN_SLOT_SOUNDS)
		good = opens_sounds(path, &silent.report, &head);
	else
		good = opens_graphics(path, &silent.report, &head);
	if (head && (c->slot == KEEN_SLOT_EGA || is_cga))
		good = is_cga ==
		       (keen_has_stem(head, "cgahead") || is_object_of(head, "cgahead"));
	if (good && head && strncasecmp(head, c->name, strlen(c->name)) != 0)
		c->label = keen_table_label(head);
	report_silent_end(&silent);
	report_end(&report);
	free(head);
	free(path);
	return good;
}

/*
 * Sets.
 */

static struct keen_set *find_set(const struct keen_sets *sets, const char *label)
{
	for (size_t i = 0; i < sets->count; i++)
		if (strcmp(sets->items[i].name, label) == 0)
			return &sets->items[i];
	return NULL;
}

static struct keen_set *set_of(struct search *s, const char *label)
{
	struct keen_set *set = find_set(s->sets, label);

	if (!set) {
		set = MEM_ADD(s->sets);
		*set = (struct keen_set){ .name = mem_text(label), .is_lone = true };
	}
	return set;
}

/* True if the set of the head's ending already has an archive in this slot. */
static bool is_claimed(const struct search *s, const struct head *head)
{
	char *label = label_of_ending(head->name);
	const struct keen_set *set = find_set(s->sets, label);

	free(label);
	return set && set->archives[head->slot];
}

/* Finds the surest candidate of this name. */
static const struct candidate *find_named(const struct search *s, const char *name)
{
	const struct candidate *found = NULL;

	for (size_t i = 0; i < s->candidates.count; i++) {
		const struct candidate *c = &s->candidates.items[i];

		if (strcmp(c->name, name) == 0 && (!found || c->rank > found->rank))
			found = c;
	}
	return found;
}

/* Puts an archive into its set, unless a surer one is there. */
static void put(struct search *s, const struct candidate *c)
{
	struct keen_set *set = set_of(s, c->label);
	char **place = &set->archives[c->slot];
	const struct candidate *old = *place ? find_named(s, *place) : NULL;

	if (old && (old->rank > c->rank || strcmp(old->name, c->name) == 0))
		return;
	if (old && old->rank == c->rank) {
		/* Files that games read come before work files: GAMEMAPS before MAPTEMP.
		 */
		if (c->rank != RANK_NAME && !set->rivals[c->slot])
			set->rivals[c->slot] = mem_text(c->name);
		return;
	}
	set->is_lone &= c->rank == RANK_LONE;
	free(*place);
	free(set->rivals[c->slot]);
	*place = mem_text(c->name);
	set->rivals[c->slot] = NULL;
}

/*
 * Looking at names.
 */

static bool has_any_stem(const char *name, const char *const *stems, size_t count)
{
	for (size_t i = 0; i < count && stems[i]; i++)
		if (keen_has_stem(name, stems[i]) || is_object_of(name, stems[i]))
			return true;
	return false;
}

static bool is_no_archive(const struct search *s, const char *name)
{
	for (size_t i = 0; i < s->heads.count; i++)
		if (s->heads.items[i].name == name)
			return true;
	return has_any_stem(name, other_files, sizeof other_files / sizeof *other_files);
}

static void look_at_slot(struct search *s, const char *name, enum keen_slot slot)
{
	const struct names *names = &names_of[slot];

	if (has_any_stem(name, names->heads, 3))
		*MEM_ADD(&s->heads) = (struct head){ name, slot };
	for (size_t i = 0; i < 3 && names->stems[i]; i++)
		if (keen_has_stem(name, names->stems[i]) &&
		    (strcmp(names->stems[i], KEEN_FIRST_PART) != 0 ||
		     keen_find_second(s->files, name)))
			*MEM_ADD(&s->candidates) = (struct candidate){
				.name = name, .slot = slot, .is_named = true, .stem = i
			};
	if (has_ending(name, names->ending))
		*MEM_ADD(&s->candidates) =
			(struct candidate){ .name = name, .slot = slot };
}

static bool may_be_of_slot(const char *name, enum keen_slot slot)
{
	const struct names *names = &names_of[slot];

	return has_any_stem(name, names->heads, 3) ||
	       has_any_stem(name, names->stems, 3) || has_ending(name, names->ending);
}

/* False for backups, for Sierra's map, whose ending is that of levels, for files of Keen
 * 1 to 3 and for folders: EGAGRAPH.KDR.extracted is made from EGAGRAPH.KDR. */
static bool is_looked_at(const struct search *s, const char *name)
{
	return !keen_is_backup(name) && strcasecmp(name, "resource.map") != 0 &&
	       !is_of_vorticons(keen_ending(name)) && !files_is_folder(s->files, name);
}

static void look_at_names(struct search *s)
{
	for (size_t i = 0; i < files_count(s->files); i++) {
		const char *name = files_name(s->files, i);

		s->has_program |= has_ending(name, ".exe");
		for (unsigned slot = 0; slot < KEEN_SLOTS; slot++)
			if (may_be_of_slot(name, (enum keen_slot)slot) &&
			    is_looked_at(s, name))
				look_at_slot(s, name, (enum keen_slot)slot);
	}
}

/*
 * Archives that are called as games do.
 */

/* True for the head of a game with this ending: "CK4MHEAD.OBJ" for ".CK4". */
static bool is_of_ending(const struct head *head, const char *ending)
{
	char *label = keen_table_label(head->name);
	const bool is = label && *ending && strcasecmp(label, ending + 1) == 0;

	free(label);
	return is;
}

static bool has_head(const struct search *s, enum keen_slot slot, const char *ending)
{
	for (size_t i = 0; i < s->heads.count; i++)
		if (s->heads.items[i].slot == slot &&
		    (!ending || is_of_ending(&s->heads.items[i], ending)))
			return true;
	return false;
}

static bool is_opened(const struct search *s, struct candidate *c)
{
	return (s->has_program || has_head(s, c->slot, NULL)) && fits(s, c);
}

static void put_names(struct search *s)
{
	for (size_t stem = 0; stem < 3; stem++)
		for (size_t i = 0; i < s->candidates.count; i++) {
			struct candidate *c = &s->candidates.items[i];
			const char *ending = keen_ending(c->name);

			if (!c->is_named || c->stem != stem)
				continue;
			if (has_head(s, c->slot, ending) || is_known_ending(ending))
				c->rank = RANK_NAME;
			else if (is_opened(s, c))
				c->rank = RANK_FITS;
			else
				continue;
			if (!c->label)
				c->label = label_of_ending(c->name);
			put(s, c);
		}
}

/*
 * Archives by their endings, as Keen Dreams has them: KDREAMS.EGA.
 */

/* True if another archive or a program has the same stem. */
static bool shares_stem(const struct search *s, const struct candidate *c)
{
	for (size_t i = 0; i < s->candidates.count; i++) {
		const struct candidate *other = &s->candidates.items[i];

		if (!other->is_named && other->slot != c->slot &&
		    have_same_stem(other->name, c->name))
			return true;
	}
	for (size_t i = 0; s->has_program && i < files_count(s->files); i++) {
		const char *name = files_name(s->files, i);

		if (has_ending(name, ".exe") && have_same_stem(name, c->name))
			return true;
	}
	return keen_has_stem(c->name, "kdreams");
}

/* The ending of the only heads that go with no other archive; NULL: there are none, or
 * several. */
static char *label_of_heads(const struct search *s, enum keen_slot slot)
{
	char *label = NULL;

	for (size_t i = 0; i < s->heads.count; i++) {
		const struct head *head = &s->heads.items[i];
		char *own;

		if (head->slot != slot || is_claimed(s, head))
			continue;
		own = keen_table_label(head->name);
		if (!own)
			continue;
		if (label && strcmp(label, own) != 0) {
			free(label);
			free(own);
			return NULL;
		}
		free(label);
		label = own;
	}
	return label;
}

static bool is_only_one(const struct search *s, const struct candidate *c)
{
	for (size_t i = 0; i < s->candidates.count; i++) {
		const struct candidate *other = &s->candidates.items[i];

		if (other != c && other->slot == c->slot && !other->is_named)
			return false;
	}
	return true;
}

/* Reads the archive only if names leave a choice. */
static void judge(struct search *s, struct candidate *c)
{
	const bool has_mates = shares_stem(s, c);

	if (is_only_one(s, c) && (has_mates || s->candidates.count == 1))
		c->label = label_of_heads(s, c->slot);
	if (c->label || is_opened(s, c))
		c->rank = RANK_FITS;
	else if (has_mates)
		c->rank = RANK_SAME_STEM;
}

static bool are_mates(const struct candidate *a, const struct candidate *b)
{
	return !a->is_named && !b->is_named && have_same_stem(a->name, b->name);
}

/* Number of archives with the candidate's stem that have this label. */
static size_t count_label(const struct search *s, const struct candidate *c,
			  const char *label)
{
	size_t count = 0;

	for (size_t i = 0; i < s->candidates.count; i++) {
		const struct candidate *other = &s->candidates.items[i];

		count += other->label && are_mates(c, other) &&
			 strcmp(other->label, label) == 0;
	}
	return count;
}

/* Archives of one stem are one game's: most of their heads say which. To be freed. */
static char *label_of_mates(const struct search *s, const struct candidate *c)
{
	const char *best = c->label;

	for (size_t i = 0; i < s->candidates.count; i++) {
		const struct candidate *other = &s->candidates.items[i];

		if (other->label && are_mates(c, other) &&
		    (!best || count_label(s, c, other->label) > count_label(s, c, best)))
			best = other->label;
	}
	return best ? mem_text(best) : label_of_stem(c->name);
}

static void put_endings(struct search *s)
{
	const size_t count = s->candidates.count;
	struct candidate *items = s->candidates.items;

	for (size_t i = 0; i < count; i++)
		if (!items[i].is_named)
			judge(s, &items[i]);
	for (size_t i = 0; i < count; i++) {
		char *label;

		if (items[i].is_named)
			continue;
		label = label_of_mates(s, &items[i]);
		free(items[i].label);
		items[i].label = label;
		put(s, &items[i]);
	}
}

/*
 * Renamed archives, recognized by a game's ending and by their content.
 */

/* True if the archive's slot is free, or taken by a renamed archive. */
static bool is_free(const struct search *s, const char *label, enum keen_slot slot)
{
	const struct keen_set *set = find_set(s->sets, label);

	for (unsigned i = 0; set && i < KEEN_SLOTS; i++) {
		const char *name = set->archives[i];
		const bool is_both = i <= KEEN_SLOT_CGA && slot <= KEEN_SLOT_CGA;

		if (name && (i == slot || is_both) &&
		    find_named(s, name)->rank > RANK_RENAMED)
			return false;
	}
	return true;
}

static void try_renamed(struct search *s, const char *label, const char *name)
{
	for (unsigned slot = 0; slot < KEEN_SLOTS; slot++) {
		struct candidate c = { .name = name,
				       .slot = (enum keen_slot)slot,
				       .rank = RANK_RENAMED };

		if (!is_free(s, label, c.slot) || !is_opened(s, &c))
			continue;
		free(c.label);
		c.label = mem_text(label);
		put(s, &c);
		*MEM_ADD(&s->candidates) = c;
		return;
	}
}

/* True if the ending is that of a game: a known one, or one of a head. */
static bool is_of_game(const struct search *s, const char *name)
{
	if (s->has_program && is_known_ending(keen_ending(name)))
		return true;
	for (size_t i = 0; i < s->heads.count; i++)
		if (is_of_ending(&s->heads.items[i], keen_ending(name)))
			return true;
	return false;
}

static void put_renamed(struct search *s)
{
	for (size_t i = 0; i < files_count(s->files); i++) {
		const char *name = files_name(s->files, i);
		char *label;

		if (!is_of_game(s, name) || find_named(s, name) ||
		    is_no_archive(s, name) || !is_looked_at(s, name))
			continue;
		label = label_of_ending(name);
		try_renamed(s, label, name);
		free(label);
	}
}

/*
 * Missing archives, heads and dictionaries.
 */

static bool has_archive(const struct keen_set *set, enum keen_slot slot)
{
	if (slot == KEEN_SLOT_EGA || slot == KEEN_SLOT_CGA)
		return set->archives[KEEN_SLOT_EGA] || set->archives[KEEN_SLOT_CGA];
	return set->archives[slot];
}

/* True for names that only archives have: AUDIO and EGA1 may be anything. */
static bool is_surely_named(const struct candidate *c)
{
	return c->is_named && (c->slot == KEEN_SLOT_SOUNDS ? c->stem == 1
			       : c->slot == KEEN_SLOT_EGA  ? c->stem == 0
							   : true);
}

/* Notes archives with names that games use, but without a head. Their set must exist,
 * unless the folder contains no game of Keen: elsewhere they may be copies that somebody
 * keeps. */
static void note_headless(struct search *s, bool is_alone)
{
	for (size_t i = 0; i < s->candidates.count; i++) {
		const struct candidate *c = &s->candidates.items[i];
		char *label = label_of_ending(c->name);
		struct keen_set *set = c->is_named ? find_set(s->sets, label) : NULL;

		if (!set && is_alone && is_surely_named(c)) {
			set = set_of(s, label);
			set->is_lone = false;
		}
		if (set && !has_archive(set, c->slot) && !set->headless[c->slot])
			set->headless[c->slot] = mem_text(c->name);
		free(label);
	}
}

/* Returns the set of a head. In a folder without any game of Keen a head makes a set,
 * except an object file: object files lie among the sources of a game. */
static struct keen_set *set_of_head(struct search *s, const struct head *head,
				    const char *label, bool is_alone)
{
	struct keen_set *set = find_set(s->sets, label);

	if (set || !is_alone || has_ending(head->name, ".obj"))
		return set;
	set = set_of(s, label);
	set->is_lone = false;
	return set;
}

static void note_missing(struct search *s, bool is_alone)
{
	for (size_t i = 0; i < s->heads.count; i++) {
		const struct head *head = &s->heads.items[i];
		char *label = label_of_ending(head->name);
		struct keen_set *set = set_of_head(s, head, label, is_alone);

		if (set && !has_archive(set, head->slot) && !set->heads[head->slot])
			set->heads[head->slot] = mem_text(head->name);
		free(label);
	}
}

/* Notes a dictionary of a game that has neither archive nor head for it. */
static void note_dictionaries(struct search *s)
{
	static const char *const dicts[KEEN_SLOTS] = { "egadict", "cgadict", "mapdict",
						       "audiodct" };

	for (size_t i = 0; i < files_count(s->files); i++) {
		const char *name = files_name(s->files, i);

		for (unsigned slot = 0; slot < KEEN_SLOTS; slot++) {
			char *label = label_of_ending(name);
			struct keen_set *set = keen_has_stem(name, dicts[slot])
						       ? find_set(s->sets, label)
						       : NULL;

			if (set && !has_archive(set, (enum keen_slot)slot) &&
			    !set->heads[slot] && !set->headless[slot])
				set->heads[slot] = mem_text(name);
			free(label);
		}
	}
}

void keen_sets_find(const struct files *files, struct keen_sets *out)
{
	struct search s = { .files = files, .sets = out };
	size_t found;

	*out = (struct keen_sets){ 0 };
	look_at_names(&s);
	if (s.candidates.count || s.heads.count || s.has_program) {
		put_names(&s);
		put_endings(&s);
		put_renamed(&s);
		found = out->count;
		note_missing(&s, !found);
		note_headless(&s, !found);
		note_dictionaries(&s);
	}
	for (size_t i = 0; i < s.candidates.count; i++)
		free(s.candidates.items[i].label);
	free(s.candidates.items);
	free(s.heads.items);
}

void keen_sets_free(struct keen_sets *sets)
{
	for (size_t i = 0; i < sets->count; i++) {
		struct keen_set *set = &sets->items[i];

		for (unsigned slot = 0; slot < KEEN_SLOTS; slot++) {
			free(set->archives[slot]);
			free(set->rivals[slot]);
			free(set->heads[slot]);
			free(set->headless[slot]);
		}
		free(set->name);
	}
	free(sets->items);
}
