"""`make bench`: every figure beside its floor, measured in the same run."""

from tests.bench import engine_bench

if __name__ == "__main__":
    engine_bench.main()
