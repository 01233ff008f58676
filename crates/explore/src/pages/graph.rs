//! A small game, or what is around a position, drawn as a graph: values by shape and colour, and the moves that prove them.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use foregone::drawing::{Arrow, DrawnGraph, Layout, NodeShape, Placed as Spot};
use foregone::{GraphMove, GraphNode, PositionGraph};
use maud::{Markup, html};
use serde::Serialize;

use super::layout::Page;
use crate::address::{Address, Placed};
use crate::app::App;
use crate::problem::Problem;

/// How long values are looked for.
const TIME: Duration = Duration::from_secs(2);
/// Around the drawing.
const MARGIN: i64 = 24;
const ROW_END: i64 = 2 * Layout::HALF;

/// The page of the graph around a position.
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    Query(address): Query<Address>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let address = Address { game, ..address };
    let work = app.clone();
    let main = app.think(move || {
        let graph = find(&work, &address)?;
        Ok(main_part(&address, &graph))
    });
    let main = main.await?;
    Ok(Page { title: "Graph · Foregone", token: None, main }.respond(&headers))
}

/// The graph for programs.
pub(crate) async fn json(State(app): State<Arc<App>>, Query(address): Query<Address>) -> Response {
    #[derive(Serialize)]
    struct Object {
        schema: u32,
        game: String,
        #[serde(flatten)]
        graph: PositionGraph,
    }
    let work = app.clone();
    let object = app.think(move || {
        let graph = find(&work, &address)?;
        Ok(Object { schema: 1, game: address.game, graph })
    });
    object.await.map_or_else(Problem::json, |object| axum::Json(object).into_response())
}

fn find(app: &App, address: &Address) -> Result<PositionGraph, Problem> {
    match address.place(&app.games)? {
        Placed::Plain(position) => Ok(PositionGraph::of(&position, TIME)?),
        Placed::Chance(_) => Err(Problem::missing(
            "games with chance are not drawn as graphs with values; the page of a position has its moves",
        )),
    }
}

fn link(address: &Address, node: &GraphNode) -> String {
    // A graph file names its positions, so that no line is needed to find them again.
    let here = Address { game: address.game.clone(), p: node.name.clone(), m: String::new() };
    here.link_to("/graph/", "")
}

fn main_part(address: &Address, graph: &PositionGraph) -> Markup {
    let here = &graph.nodes[graph.marked];
    let board = Address { game: address.game.clone(), p: here.name.clone(), m: String::new() };
    html! {
        article {
            h1 { "Graph of " (address.game) }
            nav class="views" aria-label="Views" {
                a href=(board.link()) { "board" }
                span aria-current="page" { "graph" }
            }
            p {
                @match (&here.outcome, &here.value) {
                    (Some(outcome), _) => { b { (here.name) } ": play is over, " (outcome) },
                    (_, Some(value)) => { b { (here.name) } ": " (here.to_move) " player to move, " b { (here.mark) " " (value) } },
                    _ => { b { (here.name) } ": " (here.to_move) " player to move, open" },
                }
            }
            p class="soft" {
                "Box: the first player moves; circle: the second. ▲ the first player wins, ▼ the second, ● nobody, ? open. "
                "Thick arrows are the proof of the value of " (graph.nodes[0].name) ": what its owner plays, and every reply. "
                @if graph.is_whole { (graph.nodes.len()) " positions." }
                @else { "The game is too large to be drawn whole: these are the positions at most two plies away." }
            }
            div class="scroll" tabindex="0" role="group" aria-label="Drawing" { (drawing(address, graph)) }
        }
    }
}

fn drawing(address: &Address, graph: &PositionGraph) -> Markup {
    let layout = Layout::new(graph, graph.marked as u32);
    let bottom = layout.placed.iter().map(|spot| spot.y).max().unwrap_or(0) + ROW_END;
    let (width, height) = (layout.width + 2 * MARGIN + 60, bottom + 2 * MARGIN);
    html! {
        svg class="graph" viewBox=(format!("{} {} {width} {height}", -MARGIN, -MARGIN)) width=(width) height=(height) role="group" aria-label="Positions and moves" {
            defs {
                @for tip in ["tip", "tip-forced"] {
                    marker id=(tip) viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto" {
                        path class=(tip) d="M0 1L10 5L0 9z" {}
                    }
                }
            }
            @for spot in &layout.placed {
                @for mv in &graph.nodes[spot.node as usize].moves { (arrow(&layout, spot, mv)) }
            }
            @for spot in &layout.placed {
                @for (place, mv) in graph.nodes[spot.node as usize].moves.iter().enumerate() {
                    @if let (Some(name), Some(&at)) = (graph.arrow(spot.node, place), layout.places.get(&(mv.to as u32))) {
                        @let (x, y) = Arrow::new(spot, &layout.placed[at]).label;
                        text class="name" x=(x) y=(y) text-anchor="middle" { (name) }
                    }
                }
            }
            @for spot in &layout.placed { (node(address, graph, spot)) }
        }
    }
}

fn arrow(layout: &Layout, from: &Spot, mv: &GraphMove) -> Markup {
    let Some(&at) = layout.places.get(&(mv.to as u32)) else { return html! {} };
    let path = Arrow::new(from, &layout.placed[at]).path;
    let (class, tip) = match mv.forced_by {
        Some(_) => ("arrow forced", "url(#tip-forced)"),
        None => ("arrow", "url(#tip)"),
    };
    html! { path class=(class) d=(path) marker-end=(tip) {} }
}

fn node(address: &Address, graph: &PositionGraph, spot: &Spot) -> Markup {
    let number = spot.node as usize;
    let one = &graph.nodes[number];
    let (half, high) = (spot.half, Layout::HALF);
    let kind = match one.mark {
        '▲' => "win",
        '▼' => "loss",
        '●' => "draw",
        _ => "open",
    };
    let class = format!("node {kind}{}", if number == graph.marked { " marked" } else { "" });
    let value = one.value.as_deref().unwrap_or("open");
    let is_over = matches!(graph.shape(spot.node), NodeShape::Over(_));
    html! {
        a href=(link(address, one)) aria-label={ (one.name) ", " (value) } {
            title { (one.name) ": " (value) }
            @match graph.shape(spot.node) {
                NodeShape::Min => ellipse class=(class) cx=(spot.x) cy=(spot.y) rx=(half) ry=(high) {},
                _ => rect class=(if is_over { format!("{class} over") } else { class.clone() }) x=(spot.x - half) y=(spot.y - high) width=(2 * half) height=(2 * high) {},
            }
            text class=(kind) x=(spot.x) y=(spot.y + if is_over { -1 } else { 5 }) text-anchor="middle" { (graph.label(spot.node)) }
            @if let Some(outcome) = &one.outcome {
                text class=(kind) x=(spot.x) y=(spot.y + 13) text-anchor="middle" font-weight="bold" { "= " (outcome) }
            }
        }
    }
}
