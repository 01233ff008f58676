//! Opening the files that a certificate needs. Their names come from the certificate, which anybody may have written.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path};

/// Opens the file of a game that a certificate names, if it lies beside the certificate. Only the last part of the path counts,
/// so that a certificate cannot make the checker open a file of its choice.
pub(super) fn open_beside(path: &str, certificate: &Path) -> io::Result<File> {
    let missing = || {
        let sentence = "there is no such file beside the certificate; name it with --game-file";
        io::Error::new(io::ErrorKind::NotFound, sentence)
    };
    let name = Path::new(path).file_name().and_then(|name| name.to_str());
    let folder = certificate.parent().filter(|_| certificate != Path::new("-"));
    let (Some(name), Some(folder)) = (name, folder) else { return Err(missing()) };
    open_within(folder, name).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => missing(),
        _ => error,
    })
}

/// Opens a file that lies in the folder. A path to another folder and a link that leads out of the folder are refused.
pub(super) fn open_within(folder: &Path, name: &str) -> io::Result<File> {
    let refuse = |sentence| Err(io::Error::new(io::ErrorKind::InvalidInput, sentence));
    let mut parts = Path::new(name).components();
    if !matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None)) {
        return refuse("it is not the name of a file in the folder");
    }
    let folder = if folder == Path::new("") { Path::new(".") } else { folder };
    let folder = fs::canonicalize(folder)?;
    let file = fs::canonicalize(folder.join(name))?;
    if !file.starts_with(&folder) {
        return refuse("it is a link that leads out of the folder");
    }
    open_regular(&file)
}

/// Opens a regular file. Pipes and devices are refused, because reading them may never end.
pub(super) fn open_regular(path: &Path) -> io::Result<File> {
    let refused = || io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file");
    // Opening a pipe waits for its other end, so the kind of file is looked at first.
    if !fs::metadata(path)?.is_file() {
        return Err(refused());
    }
    let file = File::open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(refused()) }
}

/// The number of bytes of a regular file.
pub(super) fn size(file: &File) -> Option<u64> {
    file.metadata().ok().filter(|facts| facts.is_file()).map(|facts| facts.len())
}

/// A file without the byte order mark that some editors write before a text. The mark is not part of the text, so it does
/// not count for the hash of the file of a game.
pub(super) struct WithoutMark {
    start: io::Cursor<Vec<u8>>,
    rest: File,
}

impl WithoutMark {
    pub(super) fn new(mut file: File) -> io::Result<WithoutMark> {
        let mut start = Vec::new();
        (&mut file).take(3).read_to_end(&mut start)?;
        if start == b"\xef\xbb\xbf" {
            start.clear();
        }
        Ok(WithoutMark { start: io::Cursor::new(start), rest: file })
    }
}

impl Read for WithoutMark {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.start.read(buffer)? {
            0 => self.rest.read(buffer),
            read => Ok(read),
        }
    }
}
