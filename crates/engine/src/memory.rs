//! Memory: how much there really is, and large zeroed blocks of it.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

/// There is no memory for what was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory {
    /// What was asked for, in mebibytes.
    pub mebibytes: usize,
    /// What could be had, in mebibytes, where the system tells.
    pub available: Option<usize>,
}

impl std::fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no memory for {} MiB", self.mebibytes)?;
        match self.available {
            Some(available) => write!(f, ", {available} MiB are available"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for OutOfMemory {}

/// Checks that `bytes` can be had, with `freed` bytes of our own given back
/// for them. Something is left for everybody else.
pub(crate) fn check(bytes: u64, freed: u64) -> Result<(), OutOfMemory> {
    let Some(available) = available().map(|bytes| bytes.saturating_add(freed)) else {
        return Ok(());
    };
    // The first few bytes are always granted: a figure that is off by a little
    // must not keep a small table from being made.
    if bytes <= 16 << 20 || bytes <= available - available / 16 {
        return Ok(());
    }
    let mebibytes = |bytes: u64| usize::try_from(bytes >> 20).unwrap_or(usize::MAX);
    let mebibytes_wanted = mebibytes(bytes.saturating_add((1 << 20) - 1));
    Err(OutOfMemory { mebibytes: mebibytes_wanted, available: Some(mebibytes(available)) })
}

/// The bytes that could be used without swapping or hitting a container's
/// limit, if the system tells.
fn available() -> Option<u64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let system = read("/proc/meminfo").and_then(|text| mem_available(&text));
    let groups = read("/proc/self/cgroup").unwrap_or_default();
    let group = group_folders(&groups)
        .iter()
        .filter_map(|(folder, version)| group_headroom(folder, *version, &read))
        .min();
    [system, group].into_iter().flatten().min()
}

fn mem_available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GroupVersion {
    One,
    Two,
}

/// The folders whose limits hold for us, from our own control group up to the
/// root. In a container the path may be one of the world outside, so the root
/// is always among them.
fn group_folders(groups: &str) -> Vec<(String, GroupVersion)> {
    let mut folders = Vec::new();
    for line in groups.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else { continue };
        let (root, version) = if controllers.is_empty() {
            ("/sys/fs/cgroup", GroupVersion::Two)
        } else if controllers.split(',').any(|name| name == "memory") {
            ("/sys/fs/cgroup/memory", GroupVersion::One)
        } else {
            continue;
        };
        let mut path = path.trim_end_matches('/');
        loop {
            folders.push((format!("{root}{path}"), version));
            match path.rfind('/') {
                Some(parent) => path = &path[..parent],
                None => break,
            }
        }
    }
    folders
}

/// How much more a control group may use. File caches are given back when
/// memory is short and do not count.
fn group_headroom(
    folder: &str,
    version: GroupVersion,
    read: &impl Fn(&str) -> Option<String>,
) -> Option<u64> {
    let (limit, usage, cache) = match version {
        GroupVersion::One => {
            ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
        }
        GroupVersion::Two => ("memory.max", "memory.current", "inactive_file"),
    };
    let number = |name: &str| read(&format!("{folder}/{name}"))?.trim().parse::<u64>().ok();
    // No limit is spelled "max", which is no number.
    let limit = number(limit)?;
    let usage = number(usage).unwrap_or(0);
    let statistics = read(&format!("{folder}/memory.stat")).unwrap_or_default();
    let cached = statistics
        .lines()
        .find_map(|line| line.strip_prefix(cache)?.strip_prefix(' ')?.trim().parse::<u64>().ok());
    Some(limit.saturating_sub(usage.saturating_sub(cached.unwrap_or(0))))
}

/// A size for which one entry of the processor's page tables serves 2 MiB.
const HUGE_PAGE: usize = 2 << 20;

/// What may begin its life as zero bytes.
///
/// # Safety
/// A value all of whose bytes are zero must be valid, and dropping it must do
/// nothing.
pub(crate) unsafe trait Zeroable {}

// SAFETY: a zero is a number like any other.
unsafe impl Zeroable for AtomicU64 {}

// SAFETY: an array of what is valid is valid.
unsafe impl<T: Zeroable, const N: usize> Zeroable for [T; N] {}

/// A row of zeros at first, in huge pages if it is large and the system has
/// them.
pub(crate) struct ZeroedRow<T: Zeroable> {
    base: NonNull<u8>,
    layout: Layout,
    first: NonNull<T>,
    len: usize,
}

impl<T: Zeroable> ZeroedRow<T> {
    /// None if the system refuses.
    pub(crate) fn new(len: usize) -> Option<ZeroedRow<T>> {
        let bytes = len.checked_mul(size_of::<T>()).filter(|&bytes| bytes > 0)?;
        let align = if bytes >= HUGE_PAGE { HUGE_PAGE } else { align_of::<T>().max(64) };
        // More is asked for and the beginning moved, because the allocator
        // itself would fill an aligned block by hand instead of asking for
        // fresh pages, which are zero.
        let layout = Layout::from_size_align(bytes.checked_add(align)?, 16).ok()?;
        // SAFETY: the size is not zero.
        let base = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let skip = base.as_ptr().align_offset(align);
        if skip > align {
            // SAFETY: allocated above with this layout.
            unsafe { dealloc(base.as_ptr(), layout) };
            return None;
        }
        // SAFETY: the block is `align` bytes longer than what is used of it.
        let first = unsafe { base.add(skip) }.cast::<T>();
        if bytes >= HUGE_PAGE {
            advise_huge_pages(first.as_ptr().cast(), bytes);
        }
        Some(ZeroedRow { base, layout, first, len })
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.layout.size() as u64
    }
}

impl<T: Zeroable> Deref for ZeroedRow<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: `len` values fit behind `first`, which is aligned for them,
        // were zero to begin with and are borrowed like a slice.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }
}

impl<T: Zeroable> Drop for ZeroedRow<T> {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this layout; values need no drop.
        unsafe { dealloc(self.base.as_ptr(), self.layout) };
    }
}

// SAFETY: it owns its values like a boxed slice.
unsafe impl<T: Zeroable + Send> Send for ZeroedRow<T> {}
// SAFETY: as above, and it is only ever borrowed shared.
unsafe impl<T: Zeroable + Sync> Sync for ZeroedRow<T> {}

/// Asks for huge pages. A refusal costs nothing but speed.
#[cfg(all(target_os = "linux", not(miri)))]
fn advise_huge_pages(start: *mut u8, bytes: usize) {
    // SAFETY: the signature is the one of POSIX, with Linux's types.
    unsafe extern "C" {
        fn madvise(address: *mut core::ffi::c_void, length: usize, advice: i32) -> i32;
    }
    const MADV_HUGEPAGE: i32 = 14;
    // SAFETY: the range is ours, and the advice does not change what is in it.
    unsafe { madvise(start.cast(), bytes, MADV_HUGEPAGE) };
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn advise_huge_pages(_: *mut u8, _: usize) {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn rows_are_zero_and_writable() {
        for len in [1, 7, 4096, 300_000, 1_000_003] {
            let row = ZeroedRow::<AtomicU64>::new(len).unwrap();
            assert_eq!(row.len(), len);
            assert!(row.iter().all(|word| word.load(Relaxed) == 0));
            row[0].store(1, Relaxed);
            row[len - 1].store(2, Relaxed);
            assert_eq!(row[len - 1].load(Relaxed), 2);
            let align = if len * 8 >= HUGE_PAGE { HUGE_PAGE } else { 64 };
            assert_eq!(row.as_ptr() as usize % align, 0);
        }
        assert!(ZeroedRow::<AtomicU64>::new(0).is_none());
        assert!(ZeroedRow::<AtomicU64>::new(usize::MAX / 4).is_none());
    }

    #[test]
    fn reads_what_the_system_says() {
        let text = "MemTotal: 10 kB\nMemFree:  1 kB\nMemAvailable:   2048 kB\n";
        assert_eq!(mem_available(text), Some(2 << 20));
        assert_eq!(mem_available("MemAvailable: much\n"), None);
        assert_eq!(mem_available(""), None);
    }

    #[test]
    fn limits_of_all_groups_above_hold() {
        let two = group_folders("0::/a/b\n");
        let names: Vec<&str> = two.iter().map(|(folder, _)| folder.as_str()).collect();
        assert_eq!(names, ["/sys/fs/cgroup/a/b", "/sys/fs/cgroup/a", "/sys/fs/cgroup"]);
        let one = group_folders("5:cpu,memory:/job\n4:cpu:/job\nnonsense\n");
        assert_eq!(one[0], ("/sys/fs/cgroup/memory/job".into(), GroupVersion::One));
        assert_eq!(one.len(), 2);
        assert_eq!(group_folders("0::/\n").len(), 1);
    }

    #[test]
    fn a_group_may_use_what_is_left_of_its_limit() {
        let files = |path: &str| {
            let text = match path {
                "v2/memory.max" => "1000\n",
                "v2/memory.current" => "700\n",
                "v2/memory.stat" => "anon 1\ninactive_file 200\n",
                "free/memory.max" => "max\n",
                "v1/memory.limit_in_bytes" => "5000\n",
                "v1/memory.usage_in_bytes" => "6000\n",
                _ => return None,
            };
            Some(text.to_owned())
        };
        assert_eq!(group_headroom("v2", GroupVersion::Two, &files), Some(500));
        assert_eq!(group_headroom("free", GroupVersion::Two, &files), None);
        assert_eq!(group_headroom("v1", GroupVersion::One, &files), Some(0));
        assert_eq!(group_headroom("missing", GroupVersion::One, &files), None);
    }

    #[test]
    fn more_than_there_is_is_refused_with_figures() {
        assert_eq!(check(1 << 20, 0), Ok(()));
        if let Some(all) = available() {
            let error = check(all.saturating_mul(2), 0).unwrap_err();
            assert!(error.available.is_some_and(|available| available < error.mebibytes));
            assert!(error.to_string().contains("MiB are available"));
        }
    }
}
