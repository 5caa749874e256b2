"""Plays a song in IMF through the OPL2, and writes a WAV file.

usage: imf_to_wav.py SONG WAV [TICKS_PER_SECOND]
"""

import sys
import wave

from exhume import keen, opl2


def main(song, output, rate="560"):
    music = keen.Imf(song)
    samples = music.render(rate=int(rate))
    with wave.open(output, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(opl2.RATE)
        file.writeframes(samples.astype("<i2").tobytes())
    print(f"{len(music)} writes, {len(samples) / opl2.RATE:.1f} s: {music.title or output}")


if __name__ == "__main__":
    main(*sys.argv[1:])
