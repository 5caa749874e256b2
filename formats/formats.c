#include "exhume/formats.h"

#include "chip/probe.h"
#include "keen/probe.h"
#include "sci0/probe.h"
#include "zvision/probe.h"

#include <stdio.h>

static const struct exh_format *const formats[] = {
	&exh_keen_egagraph_format,
	&exh_keen_cgagraph_format,
	&exh_keen_head_format,
	&exh_keen_dict_format,
	&exh_keen_maps_format,
	&exh_keen_maphead_format,
	&exh_keen_tileinfo_format,
	&exh_keen_audio_format,
	&exh_keen_audiohead_format,
	&exh_keen_effect_format,
	&exh_imf_format,
	&exh_opl2log_format,
	&exh_dro_format,
	&exh_vgm_format,
	&exh_softdisk_slib_format,
	&exh_softdisk_comp_format,
	&exh_softdisk_cmp1_format,
	&exh_ilbm_format,
	&exh_pbm_format,
	&exh_text_screen_format,
	&exh_keen_text_format,
	&exh_exe_format,
	&exh_exe_lzexe_format,
	&exh_zv_tgz_format,
	&exh_zv_tga_format,
	&exh_zv_zcr_format,
	&exh_zv_zfs_format,
	&exh_zv_lever_format,
	&exh_avi_format,
	&exh_zv_script_format,
	&exh_zv_sub_format,
	&exh_zv_text_format,
	&exh_zv_rlf_format,
	&exh_sci_map_format,
	&exh_sci_volume_format,
	&exh_sci_patch_format,
	&exh_sci_script_format,
	&exh_sci_pic_format,
	&exh_sci_font_format,
	&exh_sci_cursor_format,
	&exh_sci_text_format,
	&exh_sci_view_format,
	&exh_sci_sound_format,
	&exh_sci_adlib_bank_format,
	&exh_zv_sound_format,
	&exh_sci_vocab_words_format,
	&exh_sci_vocab_suffixes_format,
	&exh_sci_vocab_grammar_format,
	&exh_sci_vocab_classes_format,
	&exh_sci_vocab_help_format,
	&exh_sci_vocab_selectors_format,
	&exh_sci_vocab_opcodes_format,
	&exh_sci_vocab_kernel_format,
};

const struct exh_format *const *exh_formats(size_t *count)
{
	*count = sizeof formats / sizeof formats[0];
	return formats;
}

const struct exh_format *exh_identify(const struct exh_probe *probe, unsigned *score)
{
	const struct exh_format *best = NULL;

	*score = 0;
	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
		const unsigned its = formats[i]->score(probe);

		if (its <= *score)
			continue;
		*score = its;
		best = formats[i];
	}
	return best;
}

static struct exh_fact *add(struct exh_facts *facts, const char *key)
{
	struct exh_fact *fact;

	if (facts->count == sizeof facts->items / sizeof facts->items[0])
		return NULL;
	fact = &facts->items[facts->count++];
	*fact = (struct exh_fact){ 0 };
	snprintf(fact->key, sizeof fact->key, "%s", key);
	return fact;
}

void exh_fact_number(struct exh_facts *facts, const char *key, uint64_t number)
{
	struct exh_fact *fact = add(facts, key);

	if (!fact)
		return;
	fact->is_number = true;
	fact->number = number;
}

void exh_fact_text(struct exh_facts *facts, const char *key, const char *text)
{
	struct exh_fact *fact = add(facts, key);

	if (fact)
		snprintf(fact->text, sizeof fact->text, "%s", text);
}
