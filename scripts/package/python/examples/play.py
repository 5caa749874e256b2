"""Plays a game offline for some frames, and shows how it stands.

usage: play.py keen|sci0|zvision GAME_FOLDER [FRAMES]
"""

import sys

import numpy as np

from exhume import keen, sci0, zvision

ENGINES = {"keen": keen.Engine, "sci0": sci0.Engine, "zvision": zvision.Engine}


def main(family, folder, count="100"):
    with ENGINES[family](folder) as engine:
        sound = []
        for number in range(int(count)):
            # In Keen: to the right, and a jump every twenty frames.
            words = "" if family != "keen" else "R A" if number % 20 == 0 else "R"
            goes_on = engine.step(words)
            sound.append(engine.samples)
            if not goes_on:
                break
        frame, samples = engine.frame, np.concatenate(sound)
        print(f"{number + 1} frames, the last of {frame.shape[1]} by {frame.shape[0]} pixels")
        print(f"{len(samples)} samples, the loudest {np.abs(samples.astype(int)).max(initial=0)}")
        for name, value in engine.state.items():
            print(f"{name}: {value}")


if __name__ == "__main__":
    main(*sys.argv[1:])
