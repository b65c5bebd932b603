"""`python -m tests.telegram.pictures` draws the kept pictures anew; look at each that changed before you commit."""

from tests.telegram.pictures.looking import GOLDEN, kept, reduced
from tests.telegram.pictures.scenes import SCENES


def main() -> None:
    """Only what differs by more than the tolerance is written, so that a rerun changes nothing."""
    for old in GOLDEN.glob("*.png"):
        if old.stem not in SCENES:
            old.unlink()
    for name, draw in SCENES.items():
        picture = reduced(draw())
        if not kept(name, picture):
            picture.quantize(128).save(GOLDEN / f"{name}.png", optimize=True)
            print(f"{name}: look at it")


if __name__ == "__main__":
    main()
