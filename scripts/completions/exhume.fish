# fish completion for exhume: asks the program itself what it knows.

# The subcommands and what they are for: the indented words of exhume --help.
function __exhume_subcommands
    exhume --help 2>/dev/null | string replace -rf '^  ([a-z][a-z0-9-]*)  +(.*)$' '$1\t$2'
end

# The subcommand that is typed already.
function __exhume_subcommand
    set -l words (commandline -opc)
    set -e words[1]
    string match -v -- '-*' $words | head -n 1
end

# The options of the subcommand: those with a letter twice.
function __exhume_options
    set -l subcommand (__exhume_subcommand)
    test -n "$subcommand"; or return
    exhume $subcommand --help 2>/dev/null | while read -l line
        set -l found (string match -r '^ *(?:(-[a-zA-Z]), )?(--[a-z-]+)(?: [^ ]+)?  +(.*)$' -- $line)
        or continue
        # The whole line, the letter if there is one, the name, the text.
        test (count $found) -eq 4; and printf '%s\t%s\n' $found[2] $found[-1]
        printf '%s\t%s\n' $found[-2] $found[-1]
    end
end

# The word before the one that is typed is this option.
function __exhume_after
    set -l words (commandline -opc)
    contains -- "$words[-1]" $argv
end

function __exhume_values
    set -l words (commandline -opc)
    switch "$words[-1]"
        case --pack
            if contains -- "$(__exhume_subcommand)" mapdump zcr2png
                __fish_complete_path (commandline -ct)
            else
                __fish_complete_directories (commandline -ct)
            end
        case --palette
            if test "$(__exhume_subcommand)" = pic2png
                printf '%s\n' 0 1 2 3
            else
                printf '%s\n' 0 1 0i 1i file ega
            end
        case --layers
            printf '%s\n' back fore info
        case --method
            if test "$(__exhume_subcommand)" = sci-pack
                printf '%s\n' auto stored lzw huffman smallest
            else
                printf '%s\n' lzh lzss store
            end
        case --layout
            if test "$(__exhume_subcommand)" = sci-unpack
                printf '%s\n' auto sci0 sci1-early sci1 sci1.1
            else if test "$(__exhume_subcommand)" = vocab-pack
                printf '%s\n' auto sci0 sci01 counted zeros
            else
                __fish_complete_path (commandline -ct)
            end
        case --type
            if test "$(__exhume_subcommand)" = text-dump
                printf '%s\n' text script
            else
                printf '%s\n' view pic script text sound memory vocab font cursor patch
            end
        case --format
            switch "$(__exhume_subcommand)"
                case mapdump
                    printf '%s\n' table json csv png tmj tmx
                case imf2wav
                    printf '%s\n' auto wav flac raw dro vgm opl2log png
                case sci-snd2wav
                    printf '%s\n' auto wav flac raw mid vgm dro opl2log json
                case snd2wav raw2wav avi2wav
                    printf '%s\n' auto wav flac raw
                case rlf2png avi2png pano2png
                    printf '%s\n' auto png apng gif y4m raw sheet
                case view2png
                    printf '%s\n' auto png apng gif
                case keen-run
                    printf '%s\n' auto png apng gif y4m raw hash
                case png2tgz
                    printf '%s\n' tgz tga
                case lev-inspect
                    printf '%s\n' auto text dot png apng gif y4m raw sheet
                case scr-inspect
                    printf '%s\n' auto text json dot
                case said-compile
                    printf '%s\n' auto hex text binary c json tsv
                case parse-tree
                    printf '%s\n' auto tree tsv ascii dot json
                case sub2srt
                    printf '%s\n' auto srt text json
                case sci-unpack
                    printf '%s\n' text tsv
                case pic2png
                    printf '%s\n' auto png apng gif y4m svg text pic
                case vocab-dump text-dump
                    printf '%s\n' auto text json tsv
                case font2png
                    printf '%s\n' auto all png json bdf
                case cursor2png
                    printf '%s\n' auto all png json cur
                case '*'
                    printf '%s\n' auto text ansi raw json
            end
        case --hotspot
            if test "$(__exhume_subcommand)" = cursor2png
                printf '%s\n' sci0 stored
            end
        case --both
            printf '%s\n' white gray
        case --interpreter
            printf '%s\n' sierra freesci scummvm
        case --game
            printf '%s\n' auto nemesis zgi
        case --unit
            printf '%s\n' auto frames tenths
        case --tags
            printf '%s\n' strip srt keep
        case --encoding
            if string match -qr '^(vocab-.*|text-dump)$' -- "$(__exhume_subcommand)"
                printf '%s\n' cp437 latin1 cp850 utf-8
            else
                printf '%s\n' auto wide latin1 cp1251 wide-cp1251
            end
        case --fps
            if test "$(__exhume_subcommand)" = view2png
                printf '%s\n' 10
            else
                printf '%s\n' 15
            end
        case --data
            __fish_complete_directories (commandline -ct)
        case --packing
            printf '%s\n' auto adpcm pcm8 pcm16
        case --transpose
            if test "$(__exhume_subcommand)" = png2tgz
                __fish_complete_path (commandline -ct)
            else
                printf '%s\n' auto yes no
            end
        case --kind
            if string match -q 'vocab-*' -- "$(__exhume_subcommand)"
                printf '%s\n' words suffixes grammar synonyms properties help classes \
                    selectors opcodes kernel
            else
                printf '%s\n' auto pana tilt flat
            end
        case --dither
            if test "$(__exhume_subcommand)" = pic2png
                printf '%s\n' ega average none
            else
                printf '%s\n' none ordered floyd-steinberg
            end
        case --screens
            printf '%s\n' visual priority control
        case --mirrored --smooth
            printf '%s\n' auto yes no
        case --device
            switch "$(__exhume_subcommand)"
                case keen-run
                    printf '%s\n' speaker adlib none
                case sci-snd2wav
                    printf '%s\n' adlib pcspeaker tandy mt32 fb01 casio amiga gm all
                case '*'
                    printf '%s\n' both pc adlib
            end
        case --video
            printf '%s\n' ega cga
        case --refresh
            printf '%s\n' dreams keen1 full
        case --difficulty
            printf '%s\n' easy normal hard
        case --show
            printf '%s\n' screen vram page0 page1 master updates clip
        case --writes
            printf '%s\n' auto spaced immediate
        case --rate
            printf '%s\n' native 44100 48000
        case --tick
            printf '%s\n' 280 560 700 1193182/2128
        case --channels
            printf '%s\n' 1 2
        case --overlay
            if test "$(__exhume_subcommand)" = pic2png
                printf '%s\n' none priority control
            else
                printf '%s\n' none hitbox
            end
        case --pack-as
            printf '%s\n' none 0.90 0.91
        case --progress
            printf '%s\n' auto always never
        case --tail
            string match -q 'zfs-*' -- "$(__exhume_subcommand)"
            and printf '%s\n' bytes words
        case --only
            string match -q zfs-unpack -- "$(__exhume_subcommand)"; and return
            printf '%s\n' pic picm sprite font fontm tile8 tile8m tile16 tile16m tile32 \
                tile32m binary pictable picmtable spritetable unknown
    end
end

complete -c exhume -n 'test -z "$(__exhume_subcommand)"' -f -a '(__exhume_subcommands)'
complete -c exhume -n 'test -z "$(__exhume_subcommand)"' -f -a '--help\t"list the subcommands" --version\t"print the version"'
complete -c exhume -n 'test "$(__exhume_subcommand)" = help' -f -a '(__exhume_subcommands)'
complete -c exhume -n '__exhume_after --pack --palette --layers --layout --type --number --loop --cel --volume-size --map --method --pack-as --format --overlay --progress --only --scale --ticks --jobs -j --device --transpose --dither --background --hot-spot --game --packing --writes --rate --tick --channels --loops --tail --fade --gain --solo --mute --exclude --key --block --mirrored --smooth --stream --frames --unit --tags --encoding --fps --data --kind --angle --linscale --zeropoint --pos --mouse --sweep --time --word --group --nearest --most --said --said-script --words --synonyms --interpreter --video --refresh --difficulty --show --flowers --bombs --lives --keys --score --done --world-pos --random --tic-step --slow --edit --every --steps --screens --range --width --height' -f -a '(__exhume_values)'
complete -c exhume -n 'test -n "$(__exhume_subcommand)"; and string match -q -- "-*" (commandline -ct)' -f -a '(__exhume_options)'
