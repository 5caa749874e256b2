# What exhume-index(5) says of index.json: an error names what is not so.
def need(cond; what): if cond then . else error(what) end;
def is_hash: type == "string" and test("^[0-9a-f]{64}$");
def is_path: type == "string" and length > 0 and (startswith("/") | not) and (split("/") | index("..") | not);

def note: need(.text | type == "string"; "note without text") | need(.is_damage | type == "boolean"; "note: is_damage");

def asset($ids):
	.id as $id
	| need(.id | type == "string"; "asset without id")
	| need(.kind | type == "string"; "\($id): kind")
	| need(.family | type == "string"; "\($id): family")
	| need(.name | type == "string"; "\($id): name")
	| need((has("number") | not) or (.number | type == "number"); "\($id): number")
	| need($id == .kind + ":" + ((.number // .name) | tostring); "\($id): not of kind, number and name")
	| need((has("size") | not) or (.size | type == "number"); "\($id): size")
	| need((has("sha256") | not) or (.sha256 | is_hash); "\($id): sha256")
	| need((has("source") | not) or (.source | is_path); "\($id): source")
	| need((has("offset") | not) or (.offset | type == "number" and . >= 0); "\($id): offset")
	| need((has("packed_size") | not) or (.packed_size | type == "number" and . > 0); "\($id): packed_size")
	| need([.files, .files_size, .files_sha256] | map(length) | unique | length == 1; "\($id): lists of files")
	| need(.files | all(is_path); "\($id): a file's path")
	| need(.files_size | all(type == "number"); "\($id): a file's size")
	| need(.files_sha256 | all(is_hash); "\($id): a file's hash")
	| need((has("original") | not) or ((.original | is_path) and (.original_sha256 | is_hash)); "\($id): original")
	| need((has("more") | not) or ((.more | is_path) and (.more_sha256 | is_hash)); "\($id): more")
	| need(((.uses // []) + (.used_by // [])) | all($ids[.]); "\($id): relations")
	| (.notes // [] | map(note)) as $notes | .;

need(.exhume | type == "string"; "exhume")
| need(.format == "extract"; "format")
| need(.is_complete | type == "boolean"; "is_complete")
| need(.game | [.type, .family, .path] | all(type == "string"); "game")
| need(.options | type == "object"; "options")
| (.assets | map({ (.id): true }) | add // {}) as $ids
| need(($ids | length) == (.assets | length); "an id that is not unique")
| need(.counts == (.assets | group_by(.kind) | map({ (.[0].kind): length }) | add // {}); "counts")
| .assets |= map(asset($ids))
| need(.rooms // [] | all($ids[.id] and (.picture == null or $ids[.picture]) and (.ways | all($ids[.]))); "rooms")
| need(.documents | all([.kind, .file] | all(type == "string")); "documents")
| need(.documents | all((.size | type == "number") and (.sha256 | is_hash)); "documents: size and hash")
| need(.sources | all((.name | is_path) and (has("error") or ((.size | type == "number") and (.sha256 | is_hash)))); "sources")
| need(.others | all((.name | is_path) and has("format")); "others")
| need([.assets[].files[], .documents[].file] | length == (unique | length); "a file that is listed twice")
| "as it should be"
