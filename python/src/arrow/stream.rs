//! A sequence of batches as Arrow's C stream interface has it.

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr::NonNull;

use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use super::column::{Batch, Field};
use super::export::{ArrowArray, ArrowSchema};

/// Where batches come from. It is asked on any thread, never with the interpreter
/// held.
pub(crate) trait Batches: Send {
    /// The next batch, none at the end, or why there is none.
    fn next_batch(&mut self) -> Result<Option<Batch>, String>;
}

#[repr(C)]
struct ArrowArrayStream {
    get_schema: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    private_data: *mut c_void,
}

/// What a stream keeps.
struct State {
    fields: Vec<Field>,
    batches: Box<dyn Batches>,
    error: Option<CString>,
}

/// `EIO` of every system that has the interface.
const FAILED: c_int = 5;

unsafe extern "C" fn get_schema(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    // SAFETY: by the interface `stream` is one that was not released, and `out` is
    // room for a schema.
    unsafe {
        let state = &*(*stream).private_data.cast::<State>();
        out.write(ArrowSchema::of_table(&state.fields));
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    // SAFETY: by the interface `stream` is one that was not released, and no other
    // thread uses it now.
    let state = unsafe { &mut *(*stream).private_data.cast::<State>() };
    let batches = &mut state.batches;
    // Whether the caller holds the interpreter is not known. If it does, others shall
    // have it meanwhile: one of them may be the file object that is read.
    let next = Python::try_attach(|py| {
        py.detach(|| {
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| batches.next_batch()))
        })
    });
    let next = match next {
        Some(Ok(next)) => next,
        Some(Err(_)) => Err("the reader has failed".to_string()),
        None => Err("the interpreter is shutting down".to_string()),
    };
    match next {
        Ok(batch) => {
            // SAFETY: `out` is room for an array.
            unsafe { out.write(batch.map_or_else(ArrowArray::end, ArrowArray::of)) };
            0
        }
        Err(error) => {
            state.error = CString::new(error.replace('\0', " ")).ok();
            FAILED
        }
    }
}

unsafe extern "C" fn get_last_error(stream: *mut ArrowArrayStream) -> *const c_char {
    // SAFETY: by the interface `stream` is one that was not released.
    let state = unsafe { &*(*stream).private_data.cast::<State>() };
    state.error.as_ref().map_or(std::ptr::null(), |error| error.as_ptr())
}

unsafe extern "C" fn release(stream: *mut ArrowArrayStream) {
    // SAFETY: by the interface it is called once, with a stream that `capsule` has made.
    let state = unsafe {
        (*stream).release = None;
        Box::from_raw((*stream).private_data.cast::<State>())
    };
    // Threads that end with it may wait for the interpreter.
    let mut state = Some(state);
    let dropped = Python::try_attach(|py| {
        let state = state.take();
        py.detach(|| drop(state));
    });
    if dropped.is_none() {
        // There is no interpreter any more, and nobody to tidy up for.
        std::mem::forget(state);
    }
}

unsafe extern "C" fn drop_stream(capsule: *mut pyo3::ffi::PyObject) {
    // SAFETY: the capsule was made by `capsule`, and holds a boxed stream, which is
    // released unless its consumer has moved it out.
    unsafe {
        let pointer = pyo3::ffi::PyCapsule_GetPointer(capsule, c"arrow_array_stream".as_ptr());
        if pointer.is_null() {
            return;
        }
        let mut stream = Box::from_raw(pointer.cast::<ArrowArrayStream>());
        if let Some(release) = stream.release {
            release(&mut *stream);
        }
    }
}

/// A stream for `__arrow_c_stream__`.
pub(crate) fn capsule(
    py: Python<'_>,
    fields: Vec<Field>,
    batches: Box<dyn Batches>,
) -> PyResult<Bound<'_, PyCapsule>> {
    let state = Box::new(State { fields, batches, error: None });
    let stream = Box::new(ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release),
        private_data: Box::into_raw(state).cast(),
    });
    let pointer = NonNull::from(Box::leak(stream)).cast();
    // SAFETY: the pointer is to a boxed stream, as the destructor wants it.
    unsafe {
        PyCapsule::new_with_pointer_and_destructor(
            py,
            pointer,
            c"arrow_array_stream",
            Some(drop_stream),
        )
    }
}
