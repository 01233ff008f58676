//! What the operating system says about memory, where it says so.

/// Bytes that could be used now.
pub(crate) fn available() -> Option<u64> {
    field("/proc/meminfo", "MemAvailable:")
}

/// The most bytes that this program has held in memory so far.
pub(crate) fn resident_peak() -> Option<u64> {
    field("/proc/self/status", "VmHWM:")
}

/// A line such as `VmHWM:    123 kB`, in bytes.
fn field(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}
