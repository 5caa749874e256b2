#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_tree.h"

#include "../base/testing.h"

static void assert_printed(const struct exh_sci_tree *tree, const char *expected)
{
	struct exh_writer out = { .limit = 1 << 16 };

	exh_sci_tree_print(tree, &out);
	assert_same_bytes(exh_writer_bytes(&out), expected, strlen(expected));
	exh_writer_free(&out);
}

static void a_tree_prints_as_the_seed_writes_it(void **state)
{
	struct exh_sci_node nodes[8];
	struct exh_sci_tree tree = { nodes, 0, 8 };

	(void)state;
	exh_sci_tree_open_node(&tree, 0x141, 0x13f);
	exh_sci_tree_open_node(&tree, 0x141, 0x13b);
	exh_sci_tree_add_leaf(&tree, 0x141, 0x131, 0x842);
	exh_sci_tree_end(&tree, 1);
	exh_sci_tree_add_leaf(&tree, 0x142, 0x134, 0x917);
	exh_sci_tree_end(&tree, 0);
	assert_printed(&tree, "(141 13f (141 13b (141 131 842)) (142 134 917))");
}

static void a_tree_of_nothing_but_a_root_has_its_brackets(void **state)
{
	struct exh_sci_node nodes[1];
	struct exh_sci_tree tree = { nodes, 0, 1 };

	(void)state;
	assert_printed(&tree, "");
	assert_true(exh_sci_tree_open_node(&tree, 0x141, 0x13f));
	exh_sci_tree_end(&tree, 0);
	assert_printed(&tree, "(141 13f)");
	assert_false(exh_sci_tree_add_leaf(&tree, 1, 2, 3));
	assert_int_equal(tree.count, 1);
}

static void the_deepest_tree_prints(void **state)
{
	static struct exh_sci_node nodes[EXH_SCI_TREE_NODES + 1];
	struct exh_sci_tree tree = { nodes, 0, EXH_SCI_TREE_NODES + 1 };
	struct exh_writer out = { .limit = 1 << 16 };
	size_t depth = 0;

	(void)state;
	while (exh_sci_tree_open_node(&tree, 0x141, 0x13f))
		depth++;
	assert_int_equal(depth, EXH_SCI_TREE_NODES);
	for (size_t i = 0; i < depth; i++)
		exh_sci_tree_end(&tree, i);
	exh_sci_tree_print(&tree, &out);
	assert_int_equal(out.size, depth * strlen("(141 13f )") - 1);
	assert_int_equal(out.data[out.size - depth - 1], 'f');
	assert_int_equal(out.data[out.size - depth], ')');
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tree_prints_as_the_seed_writes_it),
		cmocka_unit_test(a_tree_of_nothing_but_a_root_has_its_brackets),
		cmocka_unit_test(the_deepest_tree_prints),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
