"""``python -m werfpy`` is the ``werfpy`` command."""

from werfpy.cli.main import run

if __name__ == "__main__":
    run()
