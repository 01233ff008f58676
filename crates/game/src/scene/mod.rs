//! A position as a scene: a drawing whose cells have names, and where on it each legal move is.
//!
//! A front end shows [`Drawing::shapes`], lets people choose among [`Scene::moves`], and draws on top what it knows about
//! them ([`Scene::overlay`]). [`Scene::svg`] is the same as a document of its own.
//!
//! Shapes name their colours twice. The `fill` and `stroke` attributes are those of a document on white paper. The `class`
//! attribute lets the style sheet of a page choose others, since a style sheet takes precedence over attributes:
//!
//! | class | what it is on |
//! |---|---|
//! | `paper` | the background of a document; not among the shapes |
//! | `board`, `cell`, `hole`, `wall`, `line` | a board, a cell of it, an empty round cell, a cell that nothing enters, the lines between points |
//! | `ink`, `faint` | writing, and writing that is less important |
//! | `first`, `second`, `first-mark`, `second-mark` | a piece of the first or second player, and what is drawn on it |
//! | `white`, `black`, `white-mark`, `black-mark` | the same where the pieces are called white and black |
//! | `wood`, `pit`, `seed` | boards with stones in pits |
//! | `goal`, `flipped` | a cell or line to be reached; what is being turned over |
//! | `dark`, `dark-mark` | a piece that lies face down |
//! | `die`, `pip`, `coin`, `coin-mark` | what chance throws |
//! | `node`, `marked`, `over`, `arrow`, `name` | positions of a graph, the one shown, finished ones, moves and their names |
//! | `mark`, with `win`, `draw`, `loss` or `open`; `edge` | what [`Scene::overlay`] draws; the white edge below its letters |

mod overlay;

pub use overlay::{Mark, MarkKind};

use serde::Serialize;

use crate::capability::Picture;
use crate::drawing::escape;

/// The letters that a drawing is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Font {
    /// Without serifs, 14 units high.
    #[default]
    Sans,
    /// All letters of one width, 16 units high.
    Mono,
}

impl Font {
    /// The family and the size, as SVG names them.
    pub fn attributes(self) -> (&'static str, u32) {
        match self {
            Font::Sans => ("sans-serif", 14),
            Font::Mono => ("monospace", 16),
        }
    }
}

/// A part of a drawing that a move can start from or lead to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Cell {
    /// What a person calls it; no two cells of a drawing have the same name.
    pub name: String,
    /// The centre.
    pub x: u32,
    /// The centre, counted from the top.
    pub y: u32,
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
}

/// A drawing of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Drawing {
    /// The width of the view box, which begins at 0, 0.
    pub width: u32,
    /// The height of the view box.
    pub height: u32,
    /// What is drawn, for people who do not see it. Plain text.
    pub title: String,
    /// The letters.
    pub font: Font,
    /// SVG shapes, one after the other: the content of an `svg` element.
    pub shapes: String,
    /// The cells; none if the game has no board.
    pub cells: Vec<Cell>,
}

impl Drawing {
    /// An empty drawing of that size.
    pub fn new(width: u32, height: u32, title: impl Into<String>) -> Drawing {
        Drawing { width, height, title: title.into(), ..Drawing::default() }
    }

    /// Lines of text: the drawing of a position that has no better one.
    pub fn of_text(text: &str) -> Drawing {
        crate::drawing::text_drawing(text)
    }

    /// Adds shapes, on a line of their own.
    pub fn draw(&mut self, shapes: &str) {
        self.shapes.push_str(shapes);
        self.shapes.push('\n');
    }

    /// Adds a cell with that centre, width and height.
    pub fn cell(&mut self, name: impl Into<String>, centre: (u32, u32), size: (u32, u32)) {
        let ((x, y), (width, height)) = (centre, size);
        self.cells.push(Cell { name: name.into(), x, y, width, height });
    }

    /// The place of a cell in the list.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.cells.iter().position(|cell| cell.name == name)
    }

    /// The whole as an SVG document, with more shapes on top.
    fn document(&self, above: &str) -> String {
        let Drawing { width, height, title, shapes, .. } = self;
        let (family, size) = self.font.attributes();
        let title = escape(title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"{family}\" font-size=\"{size}\" role=\"img\">\n\
             <title>{title}</title>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
             {shapes}{above}</svg>\n"
        )
    }
}

/// Where a move is on a drawing. Numbers are places in [`Drawing::cells`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// On one cell.
    Cell(usize),
    /// From one cell to another.
    Path {
        /// Where it begins.
        from: usize,
        /// Where it ends.
        to: usize,
    },
}

/// A legal move and where it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlacedMove {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub name: String,
    /// Where it is: one place for most games; several if several pieces move; none if the drawing does not show it.
    pub places: Vec<Place>,
}

/// A drawing of a position with its legal moves.
///
/// ```
/// use foregone_game::scene::{Mark, MarkKind, Scene};
/// use foregone_game::text_game::text_game;
/// use foregone_game::Game;
///
/// let game = text_game("(0(21))");
/// let scene = Scene::of(&game, &game.start());
/// assert_eq!((scene.moves.len(), scene.drawing.cells.len()), (2, 5));
/// let mark = Mark { mv: 1, kind: MarkKind::Win, label: "1".to_owned() };
/// assert!(scene.svg_with(&[mark]).contains("class=\"mark win\""));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Scene {
    /// The drawing.
    pub drawing: Drawing,
    /// Each legal move once, in the canonical order of the game; none if the game is over.
    pub moves: Vec<PlacedMove>,
}

impl Scene {
    /// The scene of a position.
    pub fn of<G: Picture>(game: &G, position: &G::Position) -> Scene {
        let mut moves = Vec::new();
        if game.outcome(position).is_none() {
            game.moves(position, &mut moves);
        }
        let drawing = game.drawing(position);
        let placed = |mv: G::Move| PlacedMove {
            name: game.write_move(position, mv),
            places: game.places(position, mv, &drawing),
        };
        let moves = moves.into_iter().map(placed).collect();
        Scene { drawing, moves }
    }

    /// As a standalone SVG document.
    pub fn svg(&self) -> String {
        self.drawing.document("")
    }

    /// The same with marks on the moves.
    pub fn svg_with(&self, marks: &[Mark]) -> String {
        self.drawing.document(&self.overlay(marks))
    }
}
