//! The script, the style and the icon, which are compiled into the program.

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

/// A file of the explorer.
struct Asset {
    name: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

macro_rules! assets {
    ($($name:literal is $kind:literal,)+) => {
        const ASSETS: &[Asset] = &[$(Asset {
            name: $name,
            kind: $kind,
            bytes: include_bytes!(concat!("../assets/", $name)),
        }),+];
    };
}

assets! {
    "style.css" is "text/css; charset=utf-8",
    "explore.js" is "text/javascript; charset=utf-8",
    "keys.js" is "text/javascript; charset=utf-8",
    "live.js" is "text/javascript; charset=utf-8",
    "page.js" is "text/javascript; charset=utf-8",
    "proof.js" is "text/javascript; charset=utf-8",
    "icon.svg" is "image/svg+xml",
}

/// Answers with a file. Browsers keep it and ask whether it is still the same.
pub(crate) async fn get(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let Some(asset) = ASSETS.iter().find(|asset| asset.name == name) else {
        return Problem::missing(format!("there is no file \"{name}\"")).into_response();
    };
    let tag = format!("\"{}\"", &blake3::hash(asset.bytes).to_hex()[..16]);
    let known = headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    let fixed = [(ETAG, tag.clone()), (CACHE_CONTROL, "no-cache".to_owned())];
    match known == Some(tag.as_str()) {
        true => (StatusCode::NOT_MODIFIED, fixed).into_response(),
        false => (fixed, [(CONTENT_TYPE, asset.kind)], asset.bytes).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_and_styles_stay_small() {
        let code = ASSETS.iter().filter(|asset| !asset.name.ends_with(".svg"));
        let bytes: usize = code.map(|asset| asset.bytes.len()).sum();
        assert!(bytes < 40 << 10, "scripts and styles have {bytes} bytes");
    }
}
