# Data of the benchmarks: real games if BENCH_DATA has them, else the samples. A real
# run takes only real SCI games, which are as large as the targets suppose.
samples=$BENCH_SOURCE/testdata/archives

dreams=$BENCH_DATA/keen-dreams-1.13
if [ -f "$dreams/KDREAMS.EGA" ]; then
	dreams_level=7
	dreams_ega=("$dreams"/{KDREAMS.EGA,EGAHEAD.KDR,EGADICT.KDR})
	dreams_map=("$dreams"/{KDREAMS.MAP,MAPHEAD.KDR,MAPDICT.KDR})
	dreams_audio=("$dreams"/{KDREAMS.AUD,AUDIOHHD.KDR,AUDIODCT.KDR})
	huffman=("${dreams_ega[@]}" keen-dreams-ega)
	egagrab=("$dreams/KDREAMS.EGA")
	mapdump=("$dreams/KDREAMS.MAP")
else
	dreams=$samples/dreams
	dreams_level=1
	dreams_ega=("$dreams"/{DREAMS.EGA,EGAHEAD.MOL,EGADICT.MOL})
	dreams_map=("$dreams"/{DREAMS.MAP,MAPHEAD.MOL,MAPDICT.MOL})
	dreams_audio=("$dreams"/{DREAMS.AUD,AUDIOHHD.MOL,AUDIODCT.MOL})
	huffman=("$samples"/ega/{SAMPLE.EGA,EGAHEAD.SMP,EGADICT.SMP} -)
	egagrab=(--layout "$samples/ega/layout.json" "$samples/ega/SAMPLE.EGA")
	mapdump=(--layout "$samples/ega/layout.json" "$samples/ega/SAMPLE.MAP")
fi

song=$BENCH_DATA/opl2/02.imf
[ -f "$song" ] || song=$samples/audiot/MOLE.WLF

sci_games=()
for folder in "$BENCH_DATA"/sci0/*/; do
	[ -d "$folder" ] && sci_games+=("${folder%/}")
done
if [ ${#sci_games[@]} = 0 ] && [ -n "$BENCH_SMOKE" ]; then
	sci_games=("$samples/sci0" "$samples/burrow" "$samples/digger")
fi

# arguments_of NAME: sets arguments to those of bench_NAME.
arguments_of() {
	case $1 in
	huffman) arguments=("${huffman[@]}") ;;
	keen) arguments=("$dreams_level" "${dreams_ega[@]}" "${dreams_map[@]}" "${dreams_audio[@]}") ;;
	opl2) arguments=("$song") ;;
	parser | said | sci_pic | sci_script | sci_view | sci_vm | vocab) arguments=("${sci_games[@]}") ;;
	*) arguments=() ;;
	esac
}
