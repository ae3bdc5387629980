"""A puzzle for each technique, in which it is the simplest step at some time, and what is said then.

All were found among puzzles that our generator made; where one has several solutions, it is such a puzzle less a clue.
"""

from __future__ import annotations

EXAMPLES = {
    "naked single": ".6..52.9....4.6...1...8.35.....24...8..3....9..7....147.6......92.617..5.1.......",
    "hidden single": ".....134.........7....3.95.5..4....3.16.7....2.75...68.7......9.6...2.1.4...5....",
    "pointing": "..2....957.3.......4.2.3...2...4.78....37.....1......4...5..148..1..9......7..5..",
    "claiming": "....38.........32..4..........5....3.73.6.2..5..4..8.98...7.....3.6.94........1.8",
    "naked pair": "..5.1.7.8..1.....53.............41.....3.....2....846.18.2.........95.4.4.....3.7",
    "hidden pair": ".6.2..1.41....8......1...67.....53..7......92..9.8..........926.73....5..1..4....",
    "naked triple": "..8......3.....6...2.4...5.....378....7........3..51.2....73.6.9....271.....16.89",
    "hidden triple": ".5...91..2...4.5.....1..3...2..8..7...6.9.....9.37.6.......4..3......4127..2....5",
    "naked quad": ".5..7.9...8....372...3......45...6....81.5....7....2.....5......64.3...89..8.7..4",
    "hidden quad": "3......24..172..6.4....5798.....3...2639...............5...283...8..9......5.....",
    "X-wing": "...39....2.....1...5...79...3.....9...91.86..6...7....8..5..........25.3.63....4.",
    "swordfish": ".148..9......3.........1.82...245.....2.13.5........9..21....79..3..45...5..963..",
    "jellyfish": "....6.85...6.5..7.4...38..11.....5...576.....9...2...7......4....39.7...8......9.",
    "BUG+1": "..2.1.87...7......4..72...135.........82....6.2..6.795....7.3..........95....41..",
    "skyscraper": ".......4...2..13....9.2...5.4791...22....8..41....79...361...5..1..6.7....5.7....",
    "two-string kite": "...3.2..4......9.18...4..2...69..4.75...386.......65..63..2.....2..8....4..76....",
    "turbot fish": "...9.26.....6..4.2....3..9.962.......51..4..9...2.1....3..5.....9514....6.7....3.",
    "empty rectangle": ".2.4.....68.....141...86.2......37.6.....1.3.2.6.5...........9...439...5...5.2...",
    "W-wing": "..7....3.....14.7..9..6..4.135.9....8..........4..582..4.......7....92..9..386..7",
    "XY-wing": "...2......7.......3.....92....9.2.5......6..21..7...4..9.6...146.4.98...75...4.3.",
    "XYZ-wing": "...1....25..7..6.......613.7...18......4....7.659...4.45.........7.2..81....8....",
    "unique rectangle 1": "...234.91..3..97...9.....26516.....78......5..27......15.....6..6219..7.........8",
    "unique rectangle 2": "3.4............27....64..5..3...2.67.7...5....263...8.....51.3.8.............48.1",
    "unique rectangle 3": ".3.7.8..1.5..3.........1.753...4....1....26..6..8..9.4...2...5..94.....65........",
    "unique rectangle 4": "......71........3...3.8...43.81.25......5....9.6..7...24......5...31.........697.",
    "hidden rectangle": "5.6....9...........78.16.5.3.42........4.8..1.....5.3.........3..53..7.49....26..",
    "finned X-wing": "...1...8...9......18....5..7..25..134....3.79..34........9....6.41....9..2.6..7..",
    "sashimi X-wing": ".....8.428......9..41....6.....94......8.5739....7..8.9...2...3.8..39.2..34.....1",
    "finned swordfish": "..24.........7....4...3.6.7......87.7..5......6....1.3.41...3.83..9....2..8..2...",
    "sashimi swordfish": "2....93..9.1...2.5....1.....85.......6..2...9...571.6...6.53197.......5..1....6..",
    "finned jellyfish": ".5...9.....9.8.2......51..69.....4.7.14............53...18.4.9..46..7..53........",
    "sashimi jellyfish": "....6.87..16....4.5....4....6.4.915..81......4....7.6...4..6..2.9..8....8....3..9",
    "Sue de Coq": "..5.1.34.8...5..276..73......6..4.....9.......1....47.958.27...3..1..2.....9...5.",
    "simple colouring": "..3..5..2......14.2.......7.........83.7.2....246398..1.....23..8...6.....5....7.",
    "X-chain": "6.....8.1.2..9.3...852.4......4....3.6........49..561....6.9.3....3.79.4.........",
    "franken fish": ".7.5...1...5..3...6.19.....5..6....1......5.2...1.8.3.2...46.......3.6....47....3",
    "XY-chain": "..6.......1.9..4..84...6..14.21....7.8..5.6.....48.....37.....89..71.2.6.6.......",
    "3D medusa": "4...2..93..7......6..9...51....3..75....6....1.3.....25.8..64.9..4.5.1.6..6..2...",
    "nice loop": ".......1...2..16.8.8..9.4.3.4...7...7.5...3.....4...2...83.6...2.1......9..2..76.",
    "alternating chain": ".....4.3...216.8....7...2....1.........6..3...94.3...1..59.3.4..........6..8.57..",
    "grouped loop": "...74...1.1.5..3..9.42...7....6.7..27......3...54...........16.8.19......6...4.85",
    "grouped chain": ".2..7..4.....3.8.....6.4..9.....2...4......58.874...9....1..6....1..95.36..8...1.",
    "ALS-XZ": "2.8..7...5.........76......1..9..45.....3.8.79..5.8.1....8..2.3....65..9..4....6.",
    "ALS-XY-wing": "..197....6....3..24...6............5.8..523.....1..74.....372..5......7..73.2.1..",
    "ALS chain": "4...6..9..61..7.2........7....4...6.8.....9..9...21...1..5.....5...827...8.74..1.",
    "templates": "9.4....36.8.6......1..5.7......1.3..6......5..7.2......31..7.6...713.2...........",
    "forcing chain": "....7...61...95.7..7...2.8...94..2.3.....6.......5.7....5.67..8...2.861...1......",
    "forcing net": "54..3..9..8....2.6.....158.1.38.....65.14.....................7...4...6.96.57....",
    "nested net": ".26.97..4.8.........9.4.3....4.8.5..5..7.3.....8.....7...6.......3..48.....53..9.",
}
WORDS = {
    "naked single": "r3c6 can only be 9.",
    "hidden single": "In block 4, 4 fits only in r6c2.",
    "pointing": "In block 1, 5 fits only in r3c1 and r3c3, all in row 3: no 5 in r3c5.",
    "claiming": "In row 1, 1 fits only in r1c1, r1c2 and r1c3, all in block 1: no 1 in r2c1, r2c2, r2c3 or r3c3.",
    "naked pair": "In row 5, r5c1 and r5c8 can only be 7 or 8: no 7 in r5c2, r5c5 or r5c6.",
    "hidden pair": (
        "In row 4, the digits 7 and 9 fit only in r4c4 and r4c5: no 1 in r4c5, no 2 in r4c5, no 4 in r4c4, no 6 "
        "in r4c4 or r4c5."
    ),
    "naked triple": "In column 9, r4c9, r5c9 and r7c9 can only be 4, 5 or 6: no 4 in r1c9 or r2c9, no 5 in r8c9.",
    "hidden triple": (
        "In block 8, the digits 7, 8 and 9 fit only in r7c4, r8c4 and r8c6: no 3 in r8c6, no 5 in r7c4, r8c4 or "
        "r8c6, no 6 in r7c4, r8c4 or r8c6."
    ),
    "naked quad": (
        "In column 8, r5c8, r7c8, r8c8 and r9c8 can only be 2, 3, 6 or 9: no 3 in r4c8 or r6c8, no 6 in r1c8 or "
        "r3c8, no 9 in r4c8 or r6c8."
    ),
    "hidden quad": (
        "In block 6, the digits 2, 3, 6 and 9 fit only in r4c7, r4c9, r6c7 and r6c9: no 1 in r4c9 or r6c9, no 4 "
        "in r4c7 or r6c7, no 5 in r4c7, r4c9, r6c7 or r6c9, no 7 in r4c9 or r6c9."
    ),
    "X-wing": "In rows 2 and 4, 7 fits only in columns 3 and 9: no 7 in r1c3, r1c9, r5c9 or r8c3.",
    "swordfish": "In rows 1, 3 and 7, 6 fits only in columns 1, 5 and 7: no 6 in r2c7, r4c7, r5c1 or r5c7.",
    "jellyfish": "In rows 3, 4, 8 and 9, 2 fits only in columns 2, 3, 7 and 8: no 2 in r1c2, r1c3, r2c7, r5c7 or r5c8.",
    "BUG+1": (
        "If r9c5 were not 3, every cell would have two candidates, and every digit two places in each unit; such "
        "a board has no solution or two. But this puzzle has one."
    ),
    "skyscraper": (
        "9 is in r1c6 or r1c9 in row 1 and in r7c5 or r7c9 in row 7; r1c9 and r7c9 are not both 9, so r1c6 or "
        "r7c5 is: no 9 in r2c5 or r9c6."
    ),
    "two-string kite": (
        "5 is in r1c3 or r1c8 in row 1 and in r3c2 or r9c2 in column 2; r1c3 and r3c2 are not both 5, so r1c8 or "
        "r9c2 is: no 5 in r9c8."
    ),
    "turbot fish": (
        "1 is in r3c7 or r9c7 in column 7 and in r7c1 or r9c2 in block 7; r9c7 and r9c2 are not both 1, so r3c7 "
        "or r7c1 is: no 1 in r3c1."
    ),
    "empty rectangle": (
        "In block 5, 9 is in r4c4, r6c4 or r6c6; if r3c4 is 9, that leaves r6c4 or r6c6, and if not, r3c9 is 9: "
        "no 9 in r6c9."
    ),
    "W-wing": (
        "r2c3 and r7c7 can only be 3 or 6; in row 8, 3 is in r8c3 or r8c9, so r2c3 or r7c7 is not 3 but 6: no 6 "
        "in r2c7."
    ),
    "XY-wing": "r1c1 can only be 5 or 8; if it is 8, r1c8 is 6, and if it is 5, r3c3 is 6: no 6 in r1c2.",
    "XYZ-wing": "r8c1 can only be 3, 6 or 9; if it is 6, r1c1 is 3, and if it is 9, r8c2 is 3: no 3 in r9c1.",
    "unique rectangle 1": (
        "If r5c7 were 2 or 9, 2 and 9 could be swapped in r5c7, r5c9, r7c7 and r7c9, but the puzzle has one "
        "solution: no 2 in r5c7, no 9 in r5c7."
    ),
    "unique rectangle 2": (
        "If r3c1, r3c3, r7c1 and r7c3 were only 2 or 7, the two digits could be swapped, but the puzzle has one "
        "solution. So r7c1 or r7c3 is 9: no 9 in r7c2, r7c7, r8c2, r8c3, r9c1 or r9c3."
    ),
    "unique rectangle 3": (
        "If r2c7, r2c9, r9c7 and r9c9 were only 2 or 8, the two digits could be swapped, but the puzzle has one "
        "solution. So r9c7 or r9c9 is 1, 3, 7 or 9, and in row 9, that and r9c3, r9c4 and r9c6 take up 1, 3, 7 "
        "and 9: no 1 in r9c2, no 7 in r9c5, no 9 in r9c5."
    ),
    "unique rectangle 4": (
        "In column 2, 8 is in r1c2 or r2c2. If the other were 9, 8 and 9 could be swapped in r1c2, r1c9, r2c2 and"
        " r2c9, but the puzzle has one solution: no 9 in r1c2 or r2c2."
    ),
    "hidden rectangle": (
        "If r7c5 were 7, 5 would have one place each in row 7 and column 5, and 5 and 7 could be swapped in r2c4,"
        " r2c5, r7c4 and r7c5, but the puzzle has one solution: no 7 in r7c5."
    ),
    "finned X-wing": (
        "In rows 3 and 9, 3 fits only in columns 5 and 8, but for r3c4. Either r3c4 is 3, or columns 5 and 8 have"
        " it there: no 3 in r1c5."
    ),
    "sashimi X-wing": (
        "In columns 1 and 5, 6 fits only in rows 1 and 5, but for r4c1 and r6c1. Either r4c1 or r6c1 is 6, or "
        "rows 1 and 5 have it there: no 6 in r5c2 or r5c3."
    ),
    "finned swordfish": (
        "In rows 1, 5 and 8, 8 fits only in columns 2, 5 and 6, but for r1c1. Either r1c1 is 8, or columns 2, 5 "
        "and 6 have it there: no 8 in r3c2."
    ),
    "sashimi swordfish": (
        "In rows 1, 5 and 9, 4 fits only in columns 3, 6 and 8, but for r1c5. Either r1c5 is 4, or columns 3, 6 "
        "and 8 have it there: no 4 in r2c6."
    ),
    "finned jellyfish": (
        "In rows 1, 4, 5 and 8, 2 fits only in columns 1, 4, 5 and 8, but for r1c3. Either r1c3 is 2, or columns "
        "1, 4, 5 and 8 have it there: no 2 in r3c1."
    ),
    "sashimi jellyfish": (
        "In rows 3, 6, 8 and 9, 2 fits only in columns 2, 3, 4 and 7, but for r3c8. Either r3c8 is 2, or columns "
        "2, 3, 4 and 7 have it there: no 2 in r2c7."
    ),
    "Sue de Coq": (
        "r6c4, r6c5, r6c6, r6c1, r6c3, r4c5 and r5c5 are 7 cells with the 7 digits 2, 3, 5, 6, 7, 8 and 9, and "
        "none can be there twice, so each is there once: 2, 3 and 5 in row 6, 6, 7, 8 and 9 in block 5: no 2 in "
        "r6c9, no 3 in r6c9, no 5 in r6c9, no 6 in r5c4, no 8 in r4c4 or r5c4."
    ),
    "simple colouring": (
        "Of each pair of places one is 6, so 6 is in all of r1c5, r2c9, r3c3, r7c2 and r9c7 or in all of r1c7, "
        "r3c5, r4c3 and r7c9, and a cell that sees one of each has another digit: no 6 in r4c2."
    ),
    "X-chain": (
        "If r8c5 is not 2, then r8c1 is 2, then r6c1 is not 2, then r6c9 is 2, then r4c7 is not 2, then r9c7 is "
        "2. So r8c5 is 2 or r9c7 is 2: no 2 in r9c6."
    ),
    "franken fish": (
        "In row 2, row 9 and block 6, 8 fits only in column 1, column 7 and column 8, but for r2c9. Either r2c9 "
        "is 8, or column 1, column 7 and column 8 have it there: no 8 in r1c7."
    ),
    "XY-chain": (
        "If r2c9 is not 5, then r2c9 is 2, then r6c9 is not 2, then r6c9 is 3, then r6c7 is not 3, then r6c7 is "
        "1, then r7c7 is not 1, then r7c7 is 5. So r2c9 is 5 or r7c7 is 5: no 5 in r1c7, r3c7 or r9c9."
    ),
    "3D medusa": (
        "Of each pair one is true, so either all of r1c7=6, r2c4=6, r2c8=4, r2c9=8, r4c2=6, r4c7=8, r5c9=4, "
        "r6c8=6 or all of r1c4=6, r2c8=6, r2c9=4, r4c7=6, r5c2=4, r5c9=8, r6c2=6, r6c8=4 are, and what one of "
        "each rules out is false: no 4 in r4c2."
    ),
    "nice loop": (
        "If r2c4 is not 5, then r2c4 is 7, then r2c8 is not 7, then r3c8 is 7, then r3c8 is not 5, then r3c4 is "
        "5, then r2c4 is not 5, and round again, or the same backwards. So of two neighbours one is true: no 5 in"
        " r1c4, r1c5, r1c6, r2c5, r4c4 or r8c4, no 7 in r2c5."
    ),
    "alternating chain": (
        "If r3c8 is not 1, then r1c7 is 1, then r7c7 is not 1, then r7c7 is 6, then r7c9 is not 6, then r3c9 is "
        "6. So r3c8 is 1 or r3c9 is 6: no 6 in r3c8."
    ),
    "grouped loop": (
        "If r5c4 is not 8, then r7c4 is 8, then r7c4 is not 3, then r7c3 is 3, then r4c3 is not 3, then r4c3 is "
        "8, then r4c7 is not 8, then r5c7 or r5c9 is 8, then r5c4 is not 8, and round again, or the same "
        "backwards. So of two neighbours one is true: no 3 in r1c3 or r9c3, no 8 in r4c2, r5c5 or r5c6."
    ),
    "grouped chain": (
        "If r2c6 is not 1, then r2c6 is 5, then neither r1c4 nor r2c4 is 5, then r4c4 is 5, then r6c5 is not 5, "
        "then r6c5 is 1. So r2c6 is 1 or r6c5 is 1: no 1 in r3c5, r5c6 or r6c6."
    ),
    "ALS-XZ": (
        "Sets with one digit more than cells: A is r6c5 (2 and 4), B is r7c5, r7c6 and r9c5 (1, 2, 4 and 9). If A"
        " has no 4, it has 2, so B has no 2 and has 4. So 4 is in A or B: no 4 in r5c6."
    ),
    "ALS-XY-wing": (
        "Sets with one digit more than cells: A is r2c5 and r2c8 (1, 4 and 8), B is r2c7, r3c7 and r4c7 (4, 5, 8 "
        "and 9), C is r8c2, r8c4 and r8c7 (4, 6, 8 and 9). If A has no 8, it has 4, so B has no 4 and has 9, so C"
        " has no 9 and has 8. So 8 is in A or C: no 8 in r2c4."
    ),
    "ALS chain": (
        "Sets with one digit more than cells: A is r3c9 (3 and 5), B is r3c2, r3c3 and r3c4 (3, 5, 8 and 9), C is"
        " r5c4 and r6c4 (3, 6 and 8), D is r5c8, r6c7 and r6c8 (3, 4, 5 and 8). If A has no 3, it has 5, so B has"
        " no 5 and has 3, so C has no 3 and has 8, so D has no 8 and has 3. So 3 is in A or D: no 3 in r4c9 or "
        "r5c9."
    ),
    "templates": (
        "There are 16 ways to put 4 into all rows, columns and blocks at once, and none of them has it here: no 4 "
        "in r7c9."
    ),
    "forcing chain": (
        "In row 2, 8 is in r2c2, r2c3 or r2c4. If r2c2 is 8, then r9c2 is not 8, then r9c2 is 6, then r4c2 is not"
        " 6, then r4c8 is 6, then r6c8 is not 6, then r6c8 is 4, then r7c8 is not 4, then r7c8 is 3, then r1c8 is"
        " not 3, then r2c7 is 3, then r2c3 is not 3. If r2c3 is 8, then r2c3 is not 3. If r2c4 is 8, then r1c4 is"
        " not 8, then r1c4 is 3, then r1c8 is not 3, then r2c7 is 3, then r2c3 is not 3. So in any case: no 3 in "
        "r2c3."
    ),
    "forcing net": (
        "Suppose that r5c6 is 3. Then in block 6, 3 fits only in r6c9; r9c6 can only be 2; in row 9, 3 fits only "
        "in r9c7; r9c9 can only be 8; r8c6 can only be 9; no digit is left for r8c7. That cannot be: no 3 in "
        "r5c6."
    ),
    "nested net": (
        "Suppose that r5c8 is 2. Then (1) in row 5, 4 fits only in r5c7; (2) in column 8, 4 fits only in r7c8; (3"
        ") in column 8, 8 fits only in r3c8; (4) r5c3 can only be 1; (5) in row 7, 3 fits only in r7c9; (6) in co"
        "lumn 9, 5 fits only in r8c9; (7) r2c3 is not 7, for then 7 fits nowhere in block 3; (8) r3c4 is not 1, f"
        "or then 1 fits nowhere in block 1; (9) r8c1 is not 2, for then 2 fits nowhere in block 4; (10) r2c3 can "
        "only be 5; (11) r3c4 can only be 2; (12) in row 8, 2 fits only in r8c5; (13) in column 5, 7 fits only in"
        " r7c5; (14) r7c3 can only be 2; (15) r7c7 can only be 2; so r7c3 and r7c7 are both 2. That cannot be: no"
        " 2 in r5c8."
    ),
}
