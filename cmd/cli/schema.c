/* Schemas of the documents of all commands. */
#include "opt.h"

#include "task/fields.h"
#include "task/file.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/report.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_TABLES = 16 };

/* The document that a command prints with --json. */
struct results {
	const struct fields *tables[MAX_TABLES + 1];
	struct fields result, all;
	struct field list;
	struct document document;
};

/* Lists the tables of an input: its own, and the common ones. */
static void fill_results(const struct command *command, struct results *r)
{
	size_t count = 0;

	*r = (struct results){ .result = outcome_fields };
	for (size_t i = 0; outcome_fields.with[i]; i++)
		r->tables[count++] = outcome_fields.with[i];
	for (size_t i = 0; command->results[i] && count < MAX_TABLES; i++)
		r->tables[count++] = command->results[i];
	r->result.with = r->tables;
	r->list = (struct field){ .name = "results",
				  .type = FIELD_JSON_LIST,
				  .of = &r->result,
				  .meaning = "what was done or found, by input" };
	r->all = (struct fields){ .name = "results", .items = &r->list, .count = 1 };
	r->document = (struct document){ .format = command->name,
					 .schema = 1,
					 .made_by = command->name,
					 .meaning = command->brief,
					 .fields = &r->all };
}

/* Calls use for all documents; documents of several commands come more than once. */
static void for_documents(const struct command *const *all,
			  void (*use)(void *context, const struct document *document),
			  void *context)
{
	struct results results;

	for (size_t i = 0; all[i]; i++) {
		const struct document *const *others = all[i]->documents;

		if (all[i]->results) {
			fill_results(all[i], &results);
			use(context, &results.document);
		}
		for (size_t k = 0; others && others[k]; k++)
			use(context, others[k]);
	}
}

/* A search for a schema, or for a list of all schemas. */
struct printing {
	const char *name;
	struct exh_writer out;
	struct json *listed, *found; /* found: schemas of documents of this name */
};

static void print_one(void *context, const struct document *document)
{
	struct printing *p = context;
	struct json *schema;
	size_t i = 0;

	if (strcmp(document->format, p->name) != 0)
		return;
	schema = document_schema(document);
	while (i < json_size(p->found) && !json_same(json_at(p->found, i), schema))
		i++;
	if (i == json_size(p->found))
		json_push_shared(p->found, schema);
	json_free(schema);
}

/* Combines the schemas of one name: snd2wav is the format of its results and of its
 * manifests. */
static struct json *one_of_all(struct json *found)
{
	if (json_size(found) == 1)
		return json_share(json_at(found, 0));
	for (size_t i = 0; i < json_size(found); i++) {
		char *id = mem_format("urn:exhume:%zu", i);

		/* References in the schema are relative to this. */
		json_set_string(json_at(found, i), "$id", id);
		free(id);
	}
	return json_make("{s:s, s:O}", "$schema",
			 "https://json-schema.org/draft/2020-12/schema", "anyOf", found);
}

static void list_one(void *context, const struct document *document)
{
	struct printing *p = context;

	if (json_get(p->listed, document->format))
		return;
	json_set(p->listed, document->format, json_new_null());
	text_put(&p->out, "%s\t%.*s\t%s\n", document->format,
		 (int)strcspn(document->made_by, " "), document->made_by,
		 document->meaning);
}

bool schema_print(const struct command *const *all, const char *name,
		  struct exh_error *err)
{
	struct printing p = { .name = name, .out.limit = SIZE_MAX };
	enum exh_status status;

	p.listed = json_new_object();
	p.found = json_new_list();
	for_documents(all, name ? print_one : list_one, &p);
	if (name && json_size(p.found))
		json_append(one_of_all(p.found), &p.out, NULL);
	if (name && !json_size(p.found))
		status = exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				  "no document is called %s; exhume help --schema lists "
				  "them",
				  name);
	else if (file_write_stdout((const char *)p.out.data, p.out.size, err))
		status = exh_within(err, err->status, "standard output");
	else
		status = EXH_OK;
	json_free(p.listed);
	json_free(p.found);
	exh_writer_free(&p.out);
	return !status;
}
