"""Every notebook runs from a clean kernel, prints what is stored, and stays thin and small."""

import ast
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from urllib.request import urlopen

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from notebooks import run

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT.parent / "shared" / "cases"
NOTEBOOKS = run.notebooks()
LARGEST = 300_000
LONGEST = 5
HEADS = ("**Question.**", "**Data.**", "**Answer.**")
CLUB = "games/club_seasons_0_13.csv.gz"
ON_REAL_DATA = {
    "1": [
        "schedules/mafia_schedule_12_1_12x10.json",
        "schedules/mafia_schedule_25_2_10x8.json",
    ],
    "2": [CLUB],
    "3": [CLUB],
}
"""Real data by the number of the notebook that runs on them."""

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def code(notebook):
    """Return the notebook's Python, without the lines that only IPython knows."""
    cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    lines = "\n".join(cells).splitlines()
    return "\n".join(line for line in lines if not line.lstrip().startswith(("%", "!")))


def functions(notebook):
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    return [node for node in ast.walk(ast.parse(code(notebook))) if isinstance(node, kinds)]


def too_long(notebook):
    return [
        getattr(node, "name", "lambda")
        for node in functions(notebook)
        if node.end_lineno - node.lineno + 1 > LONGEST
    ]


def defined_twice(notebooks):
    """Return the names of functions, and the bodies, that stand in two places."""
    named = [node for book in notebooks for node in functions(book) if hasattr(node, "name")]
    names = Counter(node.name for node in named)
    bodies = Counter(tuple(ast.dump(line) for line in node.body) for node in named)
    twice = {node.name for node in named if bodies[tuple(map(ast.dump, node.body))] > 1}
    return twice | {name for name, times in names.items() if times > 1}


def faults_of(notebook):
    """Return what is wrong with a stored notebook, apart from what running it shows."""
    text, first = nbformat.writes(notebook), notebook.cells[0]
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    outputs = [output for cell in cells for output in cell.outputs]
    checks = {
        "the first cell is text": first.cell_type == "markdown",
        "the first cell has question, data, answer": all(head in first.source for head in HEADS),
        "cells are numbered as they ran": [cell.execution_count for cell in cells]
        == list(range(1, len(cells) + 1)),
        "no error is stored": all(output.output_type != "error" for output in outputs),
        "no warning is stored": all(output.get("name") != "stderr" for output in outputs),
        "no path of a machine": not re.search(r"(?<![\w.])/(home|work|opt|tmp|usr|root)/", text),
        "no address of an object": not re.search(r"\bat 0x[0-9a-f]{6,}", text),
        "small": len(text.encode()) < LARGEST,
        "no function is long": not too_long(notebook),
        "one line FILE": names_its_data(notebook),
        "stored by notebooks.run": set(notebook.metadata) == {"kernelspec", "language_info"},
    }
    return [name for name, holds in checks.items() if not holds]


def names_its_data(notebook):
    try:
        run.with_file(notebook, "other.csv")
    except run.NotebookError:
        return False
    return True


def parameters(source):
    return new_code_cell(source, metadata={"tags": [run.PARAMETERS]})


def small(*sources, printing=None, kind="stdout"):
    """Return a notebook as if it had been run: question, data, cells of code; the last prints."""
    cells = [parameters('FILE = "data.csv"'), *map(new_code_cell, sources)]
    for number, cell in enumerate(cells, 1):
        cell.execution_count = number
    if printing is not None:
        cells[-1].outputs = [new_output("stream", name=kind, text=printing)]
    metadata = {"kernelspec": run.KERNEL, "language_info": run.LANGUAGE}
    heads = new_markdown_cell("\n\n".join(HEADS))
    return new_notebook(cells=[heads, *cells], metadata=metadata)


@every_notebook
def test_a_stored_notebook_is_thin_and_small(path):
    assert faults_of(run.read(path)) == []


def test_no_function_stands_in_two_notebooks():
    assert defined_twice([run.read(path) for path in NOTEBOOKS]) == set()


@pytest.mark.slow
@every_notebook
def test_it_runs_from_a_clean_kernel_and_prints_what_is_stored(path):
    stored = run.read(path)
    assert run.differences(stored, run.execute(stored)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "name"), [(number, name) for number, names in ON_REAL_DATA.items() for name in names]
)
def test_it_runs_on_real_data_by_one_changed_line(number, name):
    if not (CASES / name).exists():
        pytest.skip(f"the case {name} is not beside the project, in shared/cases")
    (path,) = run.notebooks([f"{number}_"])
    stored = run.read(path)
    fresh = run.execute(run.with_file(stored, f"../../shared/cases/{name}"))
    assert run.differences(stored, fresh)  # it shows other figures, for it read other data


@pytest.mark.slow
def test_jupyter_lab_opens_and_shows_the_notebooks(tmp_path):
    """As the README has it, with a port of its own and no browser."""
    options = ["--no-browser", "--port=0", "--allow-root", "--IdentityProvider.token="]
    places = {"JUPYTER_RUNTIME_DIR": tmp_path, "JUPYTER_CONFIG_DIR": tmp_path, "HOME": tmp_path}
    lab = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", *options],
        cwd=ROOT,
        env=os.environ | {name: str(path) for name, path in places.items()},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        url = address_of(lab, tmp_path)
        with urlopen(f"{url}lab", timeout=60) as page:
            assert "JupyterLab" in page.read().decode()
        with urlopen(f"{url}api/contents/notebooks", timeout=60) as answer:
            names = {entry["name"] for entry in json.load(answer)["content"]}
        assert {path.name for path in NOTEBOOKS} <= names
    finally:
        lab.terminate()
        lab.wait(60)


def address_of(lab, folder):
    """Wait until the server says where it is."""
    for _ in range(600):
        for path in folder.glob("jpserver-*.json"):
            if text := path.read_text("utf-8"):
                return json.loads(text)["url"]
        assert lab.poll() is None
        time.sleep(0.1)
    pytest.fail("JupyterLab has not started in a minute")


def test_a_sound_notebook_has_no_faults():
    book = small("def half(n):\n    return n / 2", "half(FILE.count('a'))", printing="1.0")
    assert faults_of(book) == []


@pytest.mark.parametrize(
    ("source", "printing", "kind", "fault"),
    [
        ("warn()", "old", "stderr", "no warning is stored"),
        ("f()", "in /home/anna/games.csv", "stdout", "no path of a machine"),
        ("f", "<function f at 0x7f20dead>", "stdout", "no address of an object"),
        ("f()", "x" * LARGEST, "stdout", "small"),
        ("def f():\n" + "    1\n" * 5, "", "stdout", "no function is long"),
        ("f = lambda: [\n" + "    1,\n" * 5 + "]", "", "stdout", "no function is long"),
    ],
)
def test_each_fault_of_a_cell_is_found(source, printing, kind, fault):
    assert faults_of(small(source, printing=printing, kind=kind)) == [fault]


def test_each_fault_of_the_whole_is_found():
    book = small("1 + 1")
    book.cells[0].source = "**Question.** Why?"
    book.cells[1].metadata.tags = []
    book.cells[2].execution_count = 7
    book.cells[2].outputs.append(new_output("error", ename="E", evalue="", traceback=[]))
    book.metadata["widgets"] = {}
    assert faults_of(book) == [
        "the first cell has question, data, answer",
        "cells are numbered as they ran",
        "no error is stored",
        "one line FILE",
        "stored by notebooks.run",
    ]


def test_a_function_in_two_notebooks_is_found():
    one, same, renamed, other = (
        new_notebook(cells=[new_code_cell(source)])
        for source in (
            "def f(a):\n    return a + 1",
            "def f(b):\n    return b",
            "def g(a):\n    return a + 1",
            "def h(a):\n    return a + 2",
        )
    )
    assert defined_twice([one, same]) == {"f"}
    assert defined_twice([one, renamed]) == {"f", "g"}
    assert defined_twice([one, other]) == set()


def test_a_changed_output_is_shown_with_its_cell():
    stored, fresh = small("f()", printing="1\n3"), small("f()", printing="2\n3")
    (line,) = run.differences(stored, fresh)
    assert line.startswith("cell 3 ")
    assert "-stdout: 1\n+stdout: 2" in line
    assert run.differences(stored, small("f()", printing="1\n3")) == []


def test_a_missing_picture_is_a_difference():
    stored, fresh = small("draw()"), small("draw()")
    stored.cells[-1].outputs = [new_output("display_data", data={"image/png": "iVBORw0KGgo="})]
    (line,) = run.differences(stored, fresh)
    assert "-image/png" in line


def test_another_file_changes_one_line_and_nothing_else():
    book = new_notebook(cells=[parameters('# yours\nFILE = "a.csv"\nN = 3'), new_code_cell("FILE")])
    changed = run.with_file(book, "it's.csv")
    assert changed.cells[0].source == '# yours\nFILE = "it\'s.csv"\nN = 3'
    assert changed.cells[1] == book.cells[1]
    assert book.cells[0].source.splitlines()[1] == 'FILE = "a.csv"'
    with pytest.raises(run.NotebookError, match="2 such lines"):
        run.with_file(new_notebook(cells=[parameters("FILE = 1\nFILE = 2")]), "b.csv")
    with pytest.raises(run.NotebookError, match="0 such cells"):
        run.with_file(new_notebook(cells=[new_code_cell("FILE = 1")]), "b.csv")


def test_a_cell_that_fails_is_named():
    with pytest.raises(run.NotebookError, match=r"1 / 0[\s\S]*ZeroDivisionError"):
        run.execute(small("1 / 0"))


def test_the_same_notebook_gives_the_same_file(tmp_path):
    book = small("import pathlib\nprint(pathlib.Path('run.py').exists())", "print(1)\nFILE")
    book.cells[2].metadata["collapsed"] = True
    for name in ("a.ipynb", "b.ipynb"):
        run.save(run.execute(book), tmp_path / name)
    assert (tmp_path / "a.ipynb").read_bytes() == (tmp_path / "b.ipynb").read_bytes()
    stored = run.read(tmp_path / "a.ipynb")
    assert faults_of(stored) == []
    texts = [shown.texts for shown in run.printed(stored)]
    assert texts == [(), ("stdout: True\n",), ("stdout: 1\n", "text/plain: 'data.csv'")]


def test_an_unknown_name_is_answered_with_those_there_are():
    with pytest.raises(run.NotebookError, match="There is no notebook 77"):
        run.notebooks(["77"])
