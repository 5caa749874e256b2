/* The JSON Schema 2020-12 of documents. */
#include "fields.h"

#include "memory.h"
#include "text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A document's tables, without repetitions. */
struct schema {
	struct json *definitions;
	struct {
		const struct fields **items;
		size_t count, capacity;
	} tables;
};

static void define(struct schema *schema, const struct fields *table);

static struct json *typed(const char *type)
{
	return json_make("{s:s}", "type", type);
}

static struct json *reference(const char *name)
{
	char *path = mem_format("#/$defs/%s", name);
	struct json *json = json_make("{s:s}", "$ref", path);

	free(path);
	return json;
}

static struct json *reference_to(struct schema *schema, const struct fields *table)
{
	define(schema, table);
	return reference(table->name);
}

static struct json *pattern_of(const char *pattern)
{
	return json_make("{s:s, s:s}", "type", "string", "pattern", pattern);
}

static struct json *names_to_json(const char *const *names)
{
	struct json *list = json_new_list();

	for (size_t i = 0; names[i]; i++)
		if (*names[i])
			json_push(list, json_new_string(names[i]));
	return json_make("{s:o}", "enum", list);
}

static struct json *number_schema(const struct field *f)
{
	struct json *json = typed("integer");

	json_set_number(json, "minimum", field_least(f));
	json_set_number(json, "maximum", field_most(f));
	return json;
}

static struct json *digits_schema(size_t count)
{
	char pattern[40];

	snprintf(pattern, sizeof pattern, "^[0-9A-Fa-f]{%zu}$", count);
	return pattern_of(pattern);
}

static struct json *inner_document(struct schema *schema,
				   const struct document *document);

/* Returns the schema of one value. */
static struct json *one_schema(struct schema *schema, const struct field *f)
{
	switch (f->type) {
	case FIELD_NUMBER:
		return number_schema(f);
	case FIELD_FLAG:
		return typed("boolean");
	case FIELD_REAL:
	case FIELD_AMOUNT:
		return typed("number");
	case FIELD_HEX:
		return pattern_of("^([0-9A-Fa-f]{2})*$");
	case FIELD_DIGITS:
		return digits_schema(f->size * 2);
	case FIELD_CRC32:
		return digits_schema(8);
	case FIELD_BITS:
		return json_make("{s:s, s:o}", "type", "array", "items",
				 names_to_json(f->names));
	case FIELD_ROW:
	case FIELD_LINK:
	case FIELD_JSON:
		if (f->document)
			return inner_document(schema, f->document);
		return f->of ? reference_to(schema, f->of) : json_new_object();
	case FIELD_JSON_LIST:
		return json_make("{s:s, s:o}", "type", "array", "items",
				 reference_to(schema, f->of));
	case FIELD_JSON_MAP:
		return json_make("{s:s, s:o}", "type", "object", "additionalProperties",
				 reference_to(schema, f->of));
	default:
		return f->names ? names_to_json(f->names) : typed("string");
	}
}

/* Returns the schema of a member. */
static struct json *shaped_schema(struct schema *schema, const struct field *f)
{
	struct json *one = one_schema(schema, f), *alone;

	if (f->shape == FIELD_ONE)
		return one;
	if (f->shape == FIELD_MAP)
		return json_make("{s:s, s:o}", "type", "object", "additionalProperties",
				 one);
	alone = f->flags & FIELD_UNIFORM ? json_new_copy(one) : NULL;
	one = json_make("{s:s, s:o}", "type", "array", "items", one);
	if (f->shape == FIELD_ARRAY) {
		json_set_number(one, "minItems", f->count);
		json_set_number(one, "maxItems", f->count);
	} else if (f->shape == FIELD_COUNTED) {
		json_set_number(one, "maxItems", f->count);
	} else if (f->type != FIELD_NUMBER && f->most) {
		json_set_number(one, "maxItems", f->most);
	}
	return alone ? json_make("{s:[o, o]}", "anyOf", alone, one) : one;
}

static struct json *field_schema(struct schema *schema, const struct field *f)
{
	struct json *json = shaped_schema(schema, f);

	if (f->flags & FIELD_NULLABLE)
		json = json_make("{s:[o, {s:s}]}", "anyOf", json, "type", "null");
	if (f->meaning)
		json_set_string(json, "description", f->meaning);
	if (f->unit)
		json_set_string(json, "unit", f->unit);
	if (f->since > 1)
		json_set_number(json, "since", f->since);
	return json;
}

static bool is_required(const struct field *f)
{
	return !(f->flags & (FIELD_OMITTED | FIELD_OPTIONAL | FIELD_UNREAD)) &&
	       (!f->has || f->flags & FIELD_NULLABLE);
}

/* Adds a property. If tables of one row share its name for different things, all of
 * them are allowed. */
static void add_property(struct json *properties, const char *name, struct json *schema)
{
	struct json *before = json_get(properties, name);

	if (before && !json_same(before, schema)) {
		schema = json_make("{s:[O, o]}", "anyOf", before, schema);
		json_set_shared(schema, "description", json_get(before, "description"));
	}
	json_set(properties, name, schema);
}

static void add_fields(struct schema *schema, const struct fields *table,
		       struct json *properties, struct json *required)
{
	for (size_t i = 0; i < table->count; i++) {
		const struct field *f = &table->items[i];

		if (f->type == FIELD_MEMBERS) {
			add_fields(schema, f->of, properties, f->has ? NULL : required);
			continue;
		}
		add_property(properties, f->name, field_schema(schema, f));
		if (required && is_required(f))
			json_push(required, json_new_string(f->name));
	}
	for (size_t i = 0; table->with && table->with[i]; i++)
		add_fields(schema, table->with[i], properties, NULL);
}

static struct json *object_schema(struct schema *schema, const struct fields *table,
				  struct json *properties, struct json *required)
{
	struct json *json = typed("object");

	add_fields(schema, table, properties, required);
	json_set(json, "properties", properties);
	if (json_size(required))
		json_set_shared(json, "required", required);
	json_free(required);
	json_set(json, "additionalProperties", json_new_flag(false));
	return json;
}

static struct json *tuple_schema(struct schema *schema, const struct fields *table)
{
	struct json *items = json_new_list();

	for (size_t i = 0; i < table->count; i++)
		json_push(items, field_schema(schema, &table->items[i]));
	return json_make("{s:s, s:o, s:b, s:I}", "type", "array", "prefixItems", items,
			 "items", 0, "minItems", (int64_t)table->count);
}

static void define(struct schema *schema, const struct fields *table)
{
	struct json *json;

	for (size_t i = 0; i < schema->tables.count; i++) {
		if (schema->tables.items[i] == table)
			return;
		/* Names of tables must be different: else one of them would be
		 * missing. */
		assert(strcmp(schema->tables.items[i]->name, table->name) != 0);
	}
	/* Added before its fields are read: a table may refer to itself. */
	*MEM_ADD(&schema->tables) = table;
	json_set(schema->definitions, table->name, json_new_object());
	if (!*table->items[0].name)
		json = field_schema(schema, &table->items[0]);
	else if (table->is_tuple)
		json = tuple_schema(schema, table);
	else
		json = object_schema(schema, table, json_new_object(), json_new_list());
	json_set(schema->definitions, table->name, json);
}

static struct json *whole_schema(struct schema *schema, const struct document *document)
{
	struct json *properties = json_make(
		"{s:{s:s, s:s}, s:{s:s}, s:{s:i, s:s}}", "exhume", "type", "string",
		"description", "version of the program that wrote it", "format", "const",
		document->format, "schema", "const", (int)document->schema, "description",
		"grows when a field changes its meaning");

	return object_schema(schema, document->fields, properties,
			     json_make("[s, s, s]", "exhume", "format", "schema"));
}

static struct json *inner_document(struct schema *schema, const struct document *document)
{
	if (!json_get(schema->definitions, document->format)) {
		json_set(schema->definitions, document->format, json_new_object());
		json_set(schema->definitions, document->format,
			 whole_schema(schema, document));
	}
	return reference(document->format);
}

struct json *document_schema(const struct document *document)
{
	struct schema schema = { .definitions = json_new_object() };
	struct json *json =
		json_make("{s:s, s:s, s:s}", "$schema",
			  "https://json-schema.org/draft/2020-12/schema", "title",
			  document->format, "description", document->meaning);
	struct json *object = whole_schema(&schema, document);

	json_take_all(json, object);
	json_free(object);
	if (json_key_count(schema.definitions))
		json_set_shared(json, "$defs", schema.definitions);
	json_free(schema.definitions);
	free(schema.tables.items);
	return json;
}
