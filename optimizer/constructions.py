"""Starting matrices from geometry: affine planes, broken to size, and difference schemes.

A start has structure that random dealing never finds; a cold annealing afterwards keeps it and
mends the seams (theory of broken planes: theory.md, C1-C3).
"""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from optimizer.fields import ORDERS, field
from optimizer.pair_cost import Ints
from optimizer.xorshift import new_state
from schedules.problem import Problem

Deletion = Literal["random", "concurrent", "parallel"]
DELETIONS: tuple[Deletion, ...] = get_args(Deletion)


def plane(order: int) -> NDArray[np.int64]:
    """Return the affine plane AG(2, q): the line of each point in each parallel class.

    Shape (q + 1, q²). Two points share a line in exactly one class.
    """
    add, multiply = field(order)
    x, y = (axis.ravel() for axis in np.meshgrid(np.arange(order), np.arange(order), indexing="ij"))
    return np.stack([x, *(add[y, multiply[slope, x]] for slope in range(order))])


def plane_orders(problem: Problem) -> list[int]:
    """Return the orders of the planes worth breaking: near enough to the players and the tables."""
    players = problem.num_players
    if not problem.full:
        return []
    return [
        q
        for q in ORDERS
        if q >= problem.num_tables
        and q >= problem.num_seats - 3
        and 0.6 * players <= q * q <= 2.2 * players
    ]


def broken_plane(
    problem: Problem, order: int, deletion: Deletion, *seed: int | str
) -> tuple[Ints, int]:
    """Break a plane to the size of the room.

    Points beyond the players are deleted (at random, along lines through one point, or along
    parallel lines); in each class the T largest lines become tables; everyone else is dealt to
    the tables with most free seats. Rounds beyond the q + 1 classes are dealt at random.

    Returns
    -------
    tuple
        Table of each player in each round (rounds, players), and how many rounds come from the
        plane; the later ones have no structure yet.
    """
    rng = np.random.Generator(np.random.PCG64([int(new_state(*seed, "plane")[0])]))
    lines = plane(order)
    surplus = order * order - problem.num_players
    if surplus > 0:
        lines = np.delete(lines, _victims(lines, surplus, deletion, rng), axis=1)
    classes = sorted(
        rng.permutation(order + 1).tolist(), key=lambda c: -_kept(lines[c], problem, order)
    )[: problem.num_rounds]
    rounds = [_tables_from_lines(lines[c], problem, order, rng) for c in classes]
    deal = np.repeat(np.arange(problem.num_tables), problem.num_seats)
    built = len(rounds)
    rounds += [rng.permutation(deal) for _ in range(problem.num_rounds - built)]
    return np.stack(rounds).astype(np.int32), built


def _victims(
    lines: NDArray[np.int64], count: int, deletion: Deletion, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Choose the points to delete."""
    points = lines.shape[1]
    if deletion == "random":
        return rng.permutation(points)[:count]
    shuffle = rng.permutation(points)
    if deletion == "parallel":
        return shuffle[np.argsort(lines[0][shuffle], kind="stable")][:count]
    chosen = [0]
    for c in rng.permutation(len(lines)):
        line = rng.permutation(np.flatnonzero(lines[c] == lines[c][0]))
        chosen += [int(p) for p in line if p not in set(chosen)]
    return np.array(chosen[:count])


def _kept(lines: NDArray[np.int64], problem: Problem, order: int) -> int:
    """Count the points of a class that stay on their line when it becomes tables."""
    sizes = np.sort(np.bincount(lines, minlength=order))[::-1][: problem.num_tables]
    return int(np.minimum(sizes, problem.num_seats).sum())


def _tables_from_lines(
    lines: NDArray[np.int64], problem: Problem, order: int, rng: np.random.Generator
) -> Ints:
    """Make the T largest lines of a class tables, and deal everyone else to them."""
    sizes = np.bincount(lines, minlength=order)
    row = np.full(problem.num_players, -1, dtype=np.int32)
    room = np.full(problem.num_tables, problem.num_seats)
    for table, line in enumerate(np.argsort(-sizes, kind="stable")[: problem.num_tables]):
        sitting = rng.permutation(np.flatnonzero(lines == line))[: problem.num_seats]
        row[sitting] = table
        room[table] -= len(sitting)
    for player in rng.permutation(np.flatnonzero(row < 0)):
        row[player] = int(room.argmax())
        room[row[player]] -= 1
    return row


def scheme_fits(problem: Problem) -> bool:
    """Whether :func:`difference_scheme` makes a start: T an odd prime and k = 2 T."""
    prime = problem.num_tables
    return (
        prime > 2
        and problem.full
        and problem.num_seats == 2 * prime
        and all(prime % d for d in range(2, prime))
        and not problem.apart
        and not problem.at_most
    )


def difference_scheme(problem: Problem, joining: int, *seed: int | str) -> tuple[Ints, int]:
    """Start from the orthogonal array OA(2p², 2p + 1, p, 2), for T = p tables of 2p seats.

    Every table of one round meets every table of another in exactly two players. Rows (u, i) and
    columns (v, j), u, v in {0, 1}, of the difference scheme D(2p, 2p, p) hold
    ``a i j + b i² + [u = 1] g j²`` mod p with n a non-residue and a, b, g as in theory.md C1;
    developing it over Z_p gives 2p rounds for the 2p·p players, in which the 2p groups of p never
    meet their own. ``joining`` further rounds join the groups in pairs (theory.md C2).

    Returns
    -------
    tuple
        As :func:`broken_plane`; rounds beyond 2p + ``joining`` are dealt at random.
    """
    prime = problem.num_tables
    non_residue = next(n for n in range(2, prime) if pow(n, (prime - 1) // 2, prime) == prime - 1)
    quarter = pow(4, -1, prime)
    over_n = quarter * pow(non_residue, -1, prime)
    factor_a = {(0, 0): 1, (1, 0): 1, (1, 1): 1, (0, 1): non_residue}
    factor_b = {
        (0, 0): non_residue * non_residue * over_n - quarter,
        (1, 0): quarter - over_n,
        (0, 1): 0,
        (1, 1): 0,
    }
    scheme = np.zeros((2 * prime, 2 * prime), dtype=np.int64)
    for row in range(2 * prime):
        u, i = divmod(row, prime)
        for column in range(2 * prime):
            v, j = divmod(column, prime)
            entry = factor_a[u, v] * i * j + factor_b[u, v] * i * i
            if u == 1:
                entry += (1, non_residue)[v] * j * j
            scheme[row, column] = entry % prime
    rng = np.random.Generator(np.random.PCG64([int(new_state(*seed, "scheme")[0])]))
    joined = [np.repeat(pairing, prime) for pairing in _pairings(2 * prime)[:joining]]
    columns = rng.permutation(2 * prime)[: max(problem.num_rounds - len(joined), 0)]
    # player (row, shift); round = column
    rounds = [((scheme[:, [column]] + np.arange(prime)) % prime).ravel() for column in columns]
    rounds = (rounds + joined)[: problem.num_rounds]
    built = len(rounds)
    deal = np.repeat(np.arange(problem.num_tables), problem.num_seats)
    rounds += [rng.permutation(deal) for _ in range(problem.num_rounds - built)]
    return np.stack(rounds).astype(np.int32), built


def _pairings(groups: int) -> list[NDArray[np.int64]]:
    """Return the round robin of an even number of groups: the pair number of each, by round."""
    rounds = []
    for turn in range(groups - 1):
        pair = np.zeros(groups, dtype=np.int64)
        pair[groups - 1] = pair[turn] = 0
        for step in range(1, groups // 2):
            pair[(turn + step) % (groups - 1)] = pair[(turn - step) % (groups - 1)] = step
        rounds.append(pair)
    return rounds
