//! Why measured figures differ from the published ones, table by table.

use crate::table::Table;

/// Why the figures of a table differ.
pub(crate) fn notes(table: Table) -> &'static [&'static str] {
    match table {
        Table::Allis1 => &[
            "Lithidion counts a move that starves the opponent as a node before it rejects it, and does not reject a \
             starving capture that leads to a position of its database. The values are the same; the third table has \
             the node counts without that.",
            "Sum and max pos differ in one row only, 46 (S). Max tree is the number of nodes that are not settled, in \
             the run with the most nodes; entries with ~ are estimates in the paper.",
            "The paper does not say what alpha-beta takes for the value of a position beyond the depth limit. Here each \
             iteration asks twice, for what either side can be sure of, and what is not seen counts against that side; \
             the nodes of both are added. It is given up after 30 million visits, with a table after 10 million; the \
             paper went further.",
            "Tables 2 to 5 cannot be repeated: the paper does not print those games.",
        ],
        Table::Breakthrough5 => &[
            "The paper's PPN² has a server with the first level and 64 clients that search the second; the published time is \
             theirs together, the published nodes are those that the server expanded. Here PN² does on one core one such \
             search after the other: as many as \"expanded\" says, with the nodes of \"both levels\". What the clients did at \
             the same time on leaves that turned out not to matter is in the published numbers only. \
             Both begin leaves with their mobility; PNS and df-pn here begin them with 1/1.",
            "The paper has 26 patterns of order up to 2, written by hand, which see a win up to 4 moves before the end. Here \
             all minimal ones for up to 3 moves in windows of 3 columns are found by program. The paper's rule for two patterns that meet is unsound \
             (docs/race-patterns.md): what is found by it is believed, hence the question mark, and is not a proof. With all \
             patterns it even names the wrong winners of 5x4 and 4x5.",
            "Threats and attacks are what the game usually looks for (--knowledge 4); the paper has nothing like them. Their \
             rows stand beside what was published with patterns.",
            "A search that takes more than 100 million nodes or 2 GiB is given up, which is no result: \"limit\" and >. \
             Numbers with ~ are published in thousands, times in seconds.",
        ],
        Table::Mopns1 => &[
            "The paper does not say in which order moves are tried, which outcome attracts among equals, and when a \
             finished position is recognised. Here: columns from left to right, ties to the lower outcome, all children \
             created at once and finished ones recognised then, leaves start at 1/1, the root is counted.",
            "PNS is the sum of the runs that prove the value: \"at least it\" and \"at least the next better\", only one \
             of them for a win or a loss.",
            "About 70 combinations of such conventions were tried; none gives the published figures to the node.",
            "On 5x5 the totals agree within one per cent, but not position by position: here both need the same number \
             of nodes on most won positions, while the paper's 406 and 140 leave only 79 positions for that.",
        ],
        Table::Mopns2 => &[
            "The paper forbids to repeat \"the previous position\", which allows longer cycles, and calls the game \
             acyclic; here no board of the line of play may come again.",
            "The paper's text counts the winner's remaining moves, its scores from -5 to 5 without 0 fit the winner's \
             remaining pieces; here pieces are counted on that scale.",
            "Moves are tried from the rightmost piece, forward before push; ties go to the highest outcome. The paper \
             states neither; these come closest.",
        ],
        Table::Mopns3 => &[
            "The published node count for binary search in [-5, 5] is the sum of the runs >= -1, >= 1, >= 2 and >= 4, its \
             published time that of runs with >= 3: the table contradicts itself. Binary search asks >= 1, >= 3, >= 2 here, \
             for which the published runs add up to 347,954.",
            "Otherwise as for table 2: repetition, score, order of moves and ties.",
        ],
        Table::Breakthrough3 | Table::Breakthrough4 => &[
            "Times are published in seconds and simulated in thousands of descents of one client. The published run with \
             one client does 107 thousand jobs of up to 1,000 descents in 3,397 seconds, so that a thousand descents took \
             its clients at least 32 milliseconds.",
            "Assumed: a message is under way for 20 descents and costs the coordinator 0.05; clients are equally fast, \
             have one job at a time, and do nothing but descents. The paper says nothing of the first two.",
            "The paper does not say what a client gets when all most-proving leaves are taken. Here it is the next best \
             leaf; `foregone simulate --policy ppn2-wait` lets it wait.",
            "Leaves begin with the number of their moves, which is how the paper's mobility heuristic is understood here; \
             moves are tried in the canonical order.",
        ],
        Table::StarTrees => &[
            "Trees are regular as in Ballard 1983: Max, chance, Min, chance and so on, with as many moves and equally likely \
             outcomes everywhere, and independent leaves, whole numbers from 0 to 100 that are equally likely. Shares are means, \
             with the standard deviation of a single tree. The reference had other random numbers.",
            "\"Forgets\" is Star2 without a table that searches the move of its probe once more: the same leaf is then counted \
             again.",
            "Ballard's abstract does not say to which trees its numbers belong. With the best order the savings are as he says. In \
             random order they are less than he says on shallow trees, for us and for the reference, and grow with the depth: \
             the deepest trees measured here reach his 25 per cent for Star1, and nearly his 50 for Star2.",
        ],
        Table::ChanceGames => &[
            "Every position that is entered counts, finished ones, those of players and those of chance. A search that takes \
             more than 30 million nodes is given up, with --quick after 3 million: > and no value.",
            "ETC: the entries of all successors are read first (Veness and Blair 2007). Order: moves by their score, outcomes \
             by their weight. With a table the value of a probe is always kept. What Veness and \
             Blair publish is the gain by tables at chance nodes, in games of their choice; here positions of chance have \
             entries in all searches with a table, and the gain is that of the look ahead alone, from half of that in small games to \
             more than published in larger ones.",
        ],
        Table::ChanceSpeed => &[
            "In brackets: divided by the mean of alpha-beta, of that with a table where the search has one. A search ends after 10 \
             million nodes, with --quick after 300 thousand. Every position that is entered counts, also those of chance, and \
             finished ones each time they are looked at. Alpha-beta counts in the same way.",
            "Speeds depend on the machine and on what else it does; the nodes do not.",
            "Expectimax with a table that forgets nothing enters every position once. The nodes of the whole tree are counted \
             from the positions, without walking it.",
        ],
        Table::ChanceValues => &[
            "The reference is a program of ours that shares nothing with this library.",
            "Published are the values of Piglet with target 2 and of Pig (Neller and Presser 2004), the tables for Piglet (Neller's \
             course page; here a player holds as soon as that is no worse), Pig at 41:49 (an example of a blog), the number of \
             placements (Little Golem forum) and the bounds of Hsu's lecture, which prints 58/7 as about 8.26; it is 8.29.",
            "At 41:49 the example does not mention the totals 57 and 58, with which every throw but a 1 wins: there it is \
             right to roll, too, which is certain from the bounds.",
            "The second player wins with one stone each if and only if the longer side is odd and twice the shorter one is at \
             most the longer one plus one: a rule of the reference, which is not published.",
            "The value over arrangements is exact: strategies found by linear programming in fractions are verified against \
             every arrangement of the opponent.",
        ],
        Table::ChanceUtilities => &[
            "Each utility asks for a strategy of its own, so the three values need not add up. Pieces act alike if they take \
             each other in the same way (material classes of Saffidine et al. 2013); values are then the same, and on 2x4 \
             only the first set of each kind is solved. Chang and Hsu 2013 and Chang et al. 2018 solved all sets of 2x4; their \
             numbers are not at hand.",
            "On 2x3 a graph is solved, and positions are those that can be reached, those of chance included. On 2x4 all positions \
             are solved layer by layer; they are counted as indices of one utility, which mirror images and exchanged \
             players share. The reference counts 2,269,848 positions of KPPP on 2x4, in a way that is not ours: 1,879,929 \
             positions of players can be reached, and there are 2,401,634 ways to place the pieces and to have the turn while \
             both sides have some.",
            "\"More memory\": the positions do not fit into --memory, which is no result.",
        ],
    }
}
