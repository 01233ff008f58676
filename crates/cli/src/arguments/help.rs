//! The texts below the options in `--help`.

pub(super) const ABOUT: &str =
    "Proves what two-player games are worth, and hands out certificates.";

pub(super) const EXAMPLES: &str = "\
Examples:
  foregone games
  foregone solve connect4:5x4
  foregone solve connect4:5x4 --certificate proof.fgc
  foregone check proof.fgc
  foregone analyse connect4:6x5 --game record.txt
  foregone play connect4
  foregone explore connect4:6x5
  foregone compare connect4:4x5 --after 4 --algorithms mopns,pns
  foregone reproduce mopns-1 --quick

Exit codes: 0 answered or accepted, 1 failure, 2 bad input, 3 a limit was reached first,
4 certificate rejected, 5 accepted on trust only. Results go to standard output, progress and
errors to standard error. A file called - is standard input or standard output; a result that is
written there sends the report to standard error. Where standard error is not a terminal, progress
is a line a minute, or as often as FOREGONE_PROGRESS_EVERY says (10s, 1h).
NO_COLOR turns colours off, CLICOLOR_FORCE=1 turns them on.";

pub(super) const GAMES: &str = "\
Examples:
  foregone games
  foregone games woodpush
  foregone games ewn
  foregone games connect4:4x5 --moves 1123
  foregone games connect4 --moves 4453 --svg board.svg
  foregone games mnk:4,4,3 --perft 5
  foregone games ewn --moves 3 --svg dice.svg
  foregone games graph:game.json --dot game.dot";

pub(super) const SOLVE: &str = "\
Examples:
  foregone solve tictactoe
  foregone solve connect4:5x5 --moves 33 --certificate proof.fgc
  foregone solve connect4:4x5 --at-least draw
  foregone solve woodpush:8,3 --moves \"f1 f8\" --range -2..2
  foregone solve connect4:5x4 --algorithm pns --strategy linear --nodes 1e6
  foregone solve connect4:6x5 --algorithm dfmopns --threads 2 --memory 4GiB
  foregone solve connect4:5x5 --algorithm mopn2 --second fixed:1000 --memory 100MiB --json
  foregone solve connect4:6x5 --checkpoint search.fgk --every 10min
  foregone solve --resume search.fgk
  foregone solve connect4:5x4 --positions list.txt --json
  foregone solve ewn:3x3 --every-move
  foregone solve darkchess:2x3,pieces=KCP --utility win --at-least 2/5
  foregone solve darkchess:2x2,pieces=KC --utility all

A value is always that of the first player of the game, whoever is to move. When a limit is
reached first, what has been proved until then is printed, and the exit code is 3. With
--checkpoint nothing is lost then, nor when the program is killed: --resume needs only the file.";

pub(super) const GDL: &str = "\
Examples:
  foregone gdl check game.kif
  foregone gdl ground game.kif

A rule file describes a game in the Game Description Language. docs/gdl.md is a guide. A game
is named by its file: foregone solve gdl:game.kif";

pub(super) const GDL_CHECK: &str = "\
Examples:
  foregone gdl check game.kif
  foregone gdl check . --time 5s
  foregone gdl check game.kif --json

Exit codes: 0 the rules are those of a game that can be solved, 2 they are not, 3 a limit was
reached first; of several files, the highest one.";

pub(super) const GDL_GROUND: &str = "\
Examples:
  foregone gdl ground game.kif
  foregone gdl ground game.kif --output ground.kif --force

The result is a rule file of the same game. The same file always gives the same result.";

pub(super) const INDEX: &str = "\
Examples:
  foregone proof index proof.fgc

proof show then tells how many positions the proof has below each reply, everything that is met
again counted again, and how long its longest line is. Small proofs are measured without an index.";

pub(super) const SHOW: &str = "\
The proof is read, but not checked: foregone check does that.

Examples:
  foregone proof show proof.fgc
  foregone proof show proof.fgc --claim 2 --moves \"2 3\"
  foregone proof show proof.fgc --json";

pub(super) const CHECK: &str = "\
Examples:
  foregone check proof.fgc
  foregone check --json *.fgc
  foregone check proof.fgc --graph game.json
  foregone check stranger.fgc --memory 500MB --time 10min
  foregone check proof.fgc --checkpoint proof.state

With --nats the parts of a certificate are followed by workers (foregone work --check):
  foregone check proof.fgc --nats nats://broker:4222

Exit codes: 0 all certificates accepted, 5 one only on trust in a tablebase that it cites or in
workers, 3 one undecided because a limit was reached or Ctrl-C pressed, 1 a file cannot be read,
4 one was rejected; the one that stands last here if several apply. The separate program
foregone-check does the same without workers and is small enough to be read.";

pub(super) const ENGINE: &str = "\
JSON-RPC 2.0, one message a line: games, position, solve, children, analyse, check and cancel. Several
questions can be on their way at once; each has limits of its own. With --ugi the Universal Game
Interface instead, for tournaments: ugi, isready, setoption, uginewgame, position, go, stop, query and
quit. Nothing but answers is printed to standard output. docs/engine.md describes both.

Examples:
  foregone engine --jobs 1 < questions.jsonl
  foregone engine --memory 1GiB
  foregone engine --ugi connect4:7x6 < commands.txt

Exit codes: 0 the input has ended and all questions are answered, 1 nobody reads the answers.";

pub(super) const ANALYSE: &str = "\
A record is a list of moves. Numbers (1. or 12...), line breaks and comments ({...}, or from # to
the end of a line) are skipped. Every position is searched within the limits, from the last one
backwards: a move that is known to reach a value proves that the position before was worth it.

Examples:
  foregone analyse connect4:5x4 --game record.txt
  foregone analyse connect4 --game record.txt --time 10s --plot game.svg
  foregone analyse hounds --game - --json
  foregone analyse pig:10 --game dice.txt --utility win --plot luck.svg

In a game with chance the record has moves and outcomes as they follow each other; what a move gave
up and what an outcome gave add up to the way from the first value to the last.

Exit codes: 0 the value of every position was found, 3 a limit left some open.";

pub(super) const PLAY: &str = "\
Moves are written in the game's notation. Commands: moves, hint, values, undo, board, save FILE, help,
quit; in games with chance also resign; where a move has the name of a command, /undo is the command.

The solver plays by a proof where it finds one within --prove nodes. Otherwise an alpha-beta search
proposes a move, and a proof-number search vetoes it if it loses. In games with chance it plays the
best move if the value is found within --nodes, and else by what is certain; values lists every move.

Examples:
  foregone play connect4
  foregone play pig:25 --seed 7
  foregone play ewn:3x3 --dice ask --hints
  foregone play connect4:6x5 --first solver --time 5s
  foregone play hounds --hints
  foregone play torere --two-humans
  printf '4\\n3\\nsave game.txt\\n' | foregone play connect4 --json";

pub(super) const TOURNAMENT: &str = "\
A player is a list of settings, separated by commas; what is left out is as in `foregone play`.
  veto=N     nodes of the proof-number search that vetoes moves; 0 for none
  nodes=N    nodes of the alpha-beta search that proposes moves
  prove=N    nodes of the search for the value of the position; as veto unless given
  ponder=N   nodes per reply of the opponent to look for a forced win after an own move; 0 unless given
  time=TIME  time for a move; games are repeatable only without it
  seed=N     another choice among moves that look alike

A player by an evaluation searches to a fixed depth, and has no other settings than these:
  evaluation=NAME  the evaluation; `foregone games NAME` lists those of a game
  depth=N          how many plies it looks ahead
  opponent=MODEL   a model of the opponent, as in `foregone model`; minimax unless given
  ties=RULE        worst or first, as in `foregone model`; worst unless given

The score counts a draw as half a win. The interval is Wilson's for 95%.

Examples:
  foregone tournament connect4:5x5 --one veto=150000 --two veto=0 --games 100
  foregone tournament woodpush:8,3 --one nodes=20000 --two nodes=1000 --csv games.csv
  foregone tournament hounds --one veto=1k,ponder=1k --two veto=0 --opening-plies 2 --json
  foregone tournament tictactoe --one evaluation=lines,depth=3 --two evaluation=centre,depth=2";

pub(super) const MODEL: &str = "\
The player to move plays by --evaluation, and knows, or believes to know, how the opponent plays.
A type of the opponent is EVALUATION[/EVALUATION]...[@DEPTH][:PROBABILITY]; types are joined by +.
  lines                  it plays by `lines` and believes that we do, too (OM search)
  lines@2                the same, but it looks only 2 plies ahead from each of its positions
  lines:1/3+centre:2/3   it is one of two types, with these probabilities (PrOM search)
  centre/lines           it plays by `centre` and takes us for a player by `lines` (M*)
`foregone games NAME` lists the evaluations of a game.

The value is one against a model: no proof, no bound, never certified. It is as good as the
evaluation and the model are. docs/models.md explains the definitions, the methods and the risk.

  one-pass  all values at once, with cuts where they are sound
  two-pass  alpha-beta finds what the opponent picks, and only that is searched
  plain     by definition, without cuts

Exit codes: 0 found, 3 a limit ended a search, 2 the question makes no sense.

Examples:
  foregone model tictactoe --evaluation lines --opponent centre --depth 3
  foregone model connect4 --evaluation estimate --opponent greedy@2 --depth 4 --moves 44
  foregone model mnk:4,4,3 --evaluation lines --opponent centre:1/2+greedy:1/2 --depth 3 --json
  foregone model tictactoe --evaluation lines --opponent centre/greedy --depth 4 --ties first";

pub(super) const COMPLETIONS: &str = "\
Examples:
  foregone completions bash > foregone.bash
  foregone completions zsh > _foregone";

pub(super) const VERSION: &str = "\
Examples:
  foregone version";

pub(super) const MAN: &str = "\
Examples:
  foregone man -
  foregone man pages

`man -l pages/foregone-solve.1` shows a page.";

pub(super) const COMPARE: &str = "\
An algorithm is written NAME[:STRATEGY][:SECOND][+OPTION]...
  NAME       pns, mopns, pn2, mopn2, dfpn, dfmopns, alphabeta, alphabeta-tt, minimax, or auto,
             the algorithm that `foregone solve` chooses for the value of a position
  STRATEGY   for pns, pn2 and dfpn: known (default), binary, linear, doubling; known is what papers
             compare, the runs that prove a value found before: by another algorithm of the list,
             or else by the algorithm that auto stands for, shown in a line of its own
  SECOND     for pn2 and mopn2: full (default), fixed:N, breuker, breuker:A:B, for
             pn2 also table:N
  OPTION     an option of `foregone solve` that goes with the algorithm, without its dashes, such
             as mobility, dag, sum=weak, ties=highest or epsilon=0.5; a wrong one is answered with
             a list of those that there are

A file of positions has one line for each: the moves in one word (- for none), and optionally
what it should be worth: an outcome of the first player, or a score as in Pascal Pons' lists,
seen by the player to move, of which only the sign counts where the game has no such scores.
Lines that begin with # are skipped.

The limits hold for each position and algorithm. Exit code 1 if a value is not as expected,
3 if a limit left a position unsolved.

Examples:
  foregone compare connect4:4x5 --after 4 --algorithms mopns,pns
  foregone compare connect4:4x4 --after 2 --algorithms mopns,pns:binary,mopns+dag --csv nodes.csv
  foregone compare woodpush:8,3 --after 4 --algorithms mopns+ties=highest,pns --plot figure.svg
  foregone compare connect4:7x6 --positions end-easy --algorithms mopns+dag,pn2:fixed:1000";

pub(super) const SIMULATE: &str = "\
A coordinator holds the top of the search and assigns its leaves to workers, which search them and
report the results. This command simulates the fleet in virtual time: a unit is one descent of a
worker. A message takes --latency units and costs the coordinator --cost units. Everything follows
from --seed, and every fleet must find the value that a sequential search finds.

  lock          leaves being searched are locked, and the best free leaf is next (default)
  ppn2          as published (Saffidine, Jouandeau and Cazenave 2011): most-proving leaves that
                no worker has first, then the next best leaf
  ppn2-wait     the same, but workers wait when every most-proving leaf is being searched
  jlpns         a leaf counts as lost while it is searched; jlpns-win as won, jlpns-greedy as
                whichever is nearer

`of sequential` compares with the best depth-first search by one thread; `in vain` is the share
of descents whose results were not needed. Exit code 1 if a fleet finds another value, 3 if a
limit stopped one.

Examples:
  foregone simulate breakthrough:4x4 --knowledge 0
  foregone simulate breakthrough:4x5 --knowledge 0 --policy lock --workers 1,64,1024 --per-host 64
  foregone simulate connect4:5x4 --policy lock --loss 0.05 --duplicate 0.05 --die 0.01
  foregone simulate mnk:4,4,3 --second tree --job 30 --partial 0 --plot speed-up.svg";

#[cfg(feature = "nats")]
pub(super) const COORDINATE: &str = "\
The coordinator holds the top of the search and puts its leaves as jobs into a queue at a NATS
server with JetStream; `foregone work` on any number of machines takes them from there. Workers
may join, leave and die at any time. With --checkpoint the coordinator may die as well: the same
command continues the run. Ctrl-C saves the run and ends with exit code 3. docs/cluster.md explains
how to set everything up.

With --json every line of the output is an object: events, progress once a second, the answer.

Examples:
  foregone coordinate breakthrough:5x5 --nats nats://broker:4222 --user coordinator \\
      --password-file coordinator.pw --checkpoint five.ckpt --certificate five.fgc
  foregone coordinate connect4:6x5 --nats nats://broker --run small --trust sample:0.05
  foregone coordinate mnk:4,4,4 --nats tls://broker --creds coordinator.creds --trust none --json";

#[cfg(feature = "nats")]
pub(super) const WORK: &str = "\
Waits for the coordinator of the run, then searches its jobs until the run is over. The coordinator
sends everything that has to be known about the game. Ctrl-C returns the jobs. The threads of one
process share a table, so start one process per machine.

Examples:
  foregone work --nats nats://broker:4222 --user worker --password-file worker.pw
  FOREGONE_PASSWORD=... foregone work --nats nats://broker --user worker --threads 8 --memory 20GiB
  foregone work --nats nats://broker --run small --stay
  foregone work --check --nats nats://broker --threads 8";

pub(super) const REPRODUCE: &str = "\
Tables of Allis, van der Meulen and van den Herik, Proof-number search (1994):
  allis-1         29 positions of an Awari game, to the node with --lithidion, and today

Tables of Saffidine, Jouandeau and Cazenave, Solving Breakthrough with Race Patterns and
Job-Level Proof Number Search (2011):
  breakthrough-3  1 to 64 clients on the 4x5 board, in virtual time
  breakthrough-4  partial results after 12 to 500 descents, or none, in virtual time
  breakthrough-5  small boards by PN², without and with race patterns, and by others

Tables of Saffidine and Cazenave, Multiple-Outcome Proof Number Search (2012):
  mopns-1         Connect Four 4x5 and 5x5, all positions after 4 moves
  mopns-2         Woodpush (8,3) after 4 moves and (13,2) after 8 moves
  mopns-3         problem 86 of Woodpush (8,3), question by question

Games with chance (Ballard 1983, Veness and Blair 2007, Neller and Presser 2004, and others):
  star-trees        the leaves that Star1 and Star2 evaluate on regular random trees
  chance-games      the nodes of the searches on small games, without and with a table
  chance-speed      nodes a second of these searches, beside alpha-beta
  chance-values     values of games and decisions, published and ours
  chance-utilities  small dark chess: expected score, winning and not losing, for all pieces

Besides, not among all:
  solved          every position of docs/solved.md is solved, certified and checked again; exit
                  code 1 if anything is not as the document says

Examples:
  foregone reproduce allis-1 --lithidion
  foregone reproduce mopns-1 --quick
  foregone reproduce all --json
  foregone reproduce solved --quick
  foregone reproduce chance-values --quick
  foregone reproduce mopns-2 --plot figures --csv figures";

pub(super) const TABLEBASE: &str = "\
A tablebase is a folder with a manifest and a file for every finished layer. A build that was
stopped or killed leaves the finished layers usable, and another build continues after them.

Examples:
  foregone tablebase build awari:stones=13 --dir awari-13
  foregone tablebase stats --dir awari-13
  foregone tablebase probe awari --dir awari-13 --position \"0 0 1 2 0 1 / 0 0 3 0 0 1\"
  foregone tablebase verify --dir awari-13";

pub(super) const BUILD: &str = "\
Awari is written awari:stones=N[,grandslam=legal|forbidden|empty][,rest=opponent|divided];
layer n holds the boards with n stones. Boards of Breakthrough with at most 9 columns and at least
4 rows take one bit for each position. Chinese dark chess and EinStein würfelt nicht! with up to 3
stones take whole numbers: exact expectations. The positions of any other game are enumerated first;
that ends at --memory or at 20 million positions. Exit code 3 if Ctrl-C or --time ended the build: the
finished layers stay, and another build continues after them.

Examples:
  foregone tablebase build awari:stones=17 --dir awari-17 --threads 2
  foregone tablebase build breakthrough:5x5 --dir b-5x5
  foregone tablebase build torere --dir torere
  foregone tablebase build darkchess:2x3,pieces=KCP --dir kcp --utility win";

pub(super) const PROBE: &str = "\
An Awari position is a board (the stones of the player to move, pit by pit, then those of the
opponent), or a position in the notation of the game, South first. --distance loads all tables of
Breakthrough into memory and finds how many plies the position lasts.

Examples:
  foregone tablebase probe awari --dir awari-13 --position \"0 0 1 2 0 1 / 0 0 3 0 0 1\"
  foregone tablebase probe torere --dir torere --moves \"1 8\" --json
  foregone tablebase probe breakthrough:5x5 --dir b-5x5 --distance";

pub(super) const STATS: &str = "\
Positions are counted as they are stored. On a board of Breakthrough that both players see alike
these are the positions with White to move, and of two mirror images one. --distance counts all.

Examples:
  foregone tablebase stats --dir awari-13
  foregone tablebase stats --dir awari-13 --layer 13
  foregone tablebase stats --dir awari-13 --json
  foregone tablebase stats --dir b-5x5 --distance";

pub(super) const VERIFY: &str = "\
All checksums are checked. Then every value is compared with the values of its successors, and
where play can return every gain must be reached in finitely many moves. This uses none of the
counters, thresholds and predecessors that the values were computed with. --sample N checks N
random positions of each layer instead, which finds mistakes but proves nothing. Exit code 4 if
anything is wrong.

Examples:
  foregone tablebase verify --dir awari-13
  foregone tablebase verify awari:stones=17 --dir awari-17 --sample 100000";

#[cfg(feature = "explore")]
pub(super) const EXPLORE: &str = "\
The pages are for this machine alone, and every position is a link. Ctrl-C ends the explorer. Port
4884 is taken if it is free. Where others are to see the pages, --listen says where, and --token what
they must know. Exit code 4 if a certificate is rejected.

Examples:
  foregone explore
  foregone explore connect4:6x5 --moves 33
  foregone explore graph:game.json
  foregone explore connect4:4x4 --certificate proof.fgc --memory 500MB
  foregone explore --events run.jsonl
  foregone explore --listen 127.0.0.1:9000";

pub(super) const PATTERNS: &str = "\
A pattern is a window at the goal row: attackers (A), cells without defenders (-) and cells that
do not matter (.), | where the board ends. The attacker arrives with at most N moves, whatever
the defender does and however often the defender passes. Every pattern is verified: it wins,
and without any one of its cells it does not. Mirror images are counted, and shown once.

Examples:
  foregone patterns breakthrough --order 2
  foregone patterns breakthrough --order 3 --columns 4 --count
  foregone patterns breakthrough --order 2 --json";

pub(super) const BENCH: &str = "\
The signature depends on every node that was created and expanded: a change of the program
that should not change the searches leaves it as it is.

Examples:
  foregone bench
  foregone bench --json";
