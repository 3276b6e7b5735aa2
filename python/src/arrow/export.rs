//! The structs of Arrow's C data interface.
//!
//! <https://arrow.apache.org/docs/format/CDataInterface.html>

use std::ffi::{CString, c_char, c_void};
use std::ptr::{self, NonNull};
use std::sync::Weak;

use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use super::column::{Batch, Bytes32, Column, Field, Kind, Lists, Maps, Numbers, Texts, Validity};
use super::pool::{Item, Lent, Pool};

/// What a column is.
#[repr(C)]
pub(crate) struct ArrowSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut ArrowSchema,
    dictionary: *mut ArrowSchema,
    release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    private_data: *mut c_void,
}

/// A column.
#[repr(C)]
pub(crate) struct ArrowArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut ArrowArray,
    dictionary: *mut ArrowArray,
    release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    private_data: *mut c_void,
}

const NULLABLE: i64 = 2;

/// What a schema points into.
struct SchemaParts {
    _format: CString,
    _name: CString,
    children: Vec<*mut ArrowSchema>,
}

impl ArrowSchema {
    fn new(format: &str, name: &str, flags: i64, children: Vec<ArrowSchema>) -> ArrowSchema {
        // Names with a zero byte are refused where columns are chosen.
        let format = CString::new(format).unwrap_or_default();
        let name = CString::new(name).unwrap_or_default();
        let children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
        let (format_pointer, name_pointer) = (format.as_ptr(), name.as_ptr());
        let mut parts = Box::new(SchemaParts { _format: format, _name: name, children });
        ArrowSchema {
            format: format_pointer,
            name: name_pointer,
            metadata: ptr::null(),
            flags,
            n_children: parts.children.len() as i64,
            children: parts.children.as_mut_ptr(),
            dictionary: ptr::null_mut(),
            release: Some(release_schema),
            private_data: Box::into_raw(parts).cast(),
        }
    }

    fn of(field: &Field) -> ArrowSchema {
        let text = |name| ArrowSchema::new("u", name, 0, Vec::new());
        let list = |format| ("+l", vec![ArrowSchema::new(format, "item", NULLABLE, Vec::new())]);
        let (format, children) = match field.kind {
            Kind::U16 => ("S", Vec::new()),
            Kind::U64 => ("L", Vec::new()),
            Kind::I16 => ("s", Vec::new()),
            Kind::I32 => ("i", Vec::new()),
            Kind::F64 => ("g", Vec::new()),
            Kind::Text => ("u", Vec::new()),
            Kind::Bytes32 => ("w:32", Vec::new()),
            Kind::Texts => ("+l", vec![text("item")]),
            Kind::Bytes32s => list("w:32"),
            Kind::I16s => list("s"),
            Kind::I32s => list("i"),
            Kind::F64s => list("g"),
            Kind::Map => {
                let entries = vec![text("key"), text("value")];
                ("+m", vec![ArrowSchema::new("+s", "entries", 0, entries)])
            }
        };
        ArrowSchema::new(format, &field.name, NULLABLE, children)
    }

    /// A table's: a struct of its columns.
    pub(crate) fn of_table(fields: &[Field]) -> ArrowSchema {
        ArrowSchema::new("+s", "", 0, fields.iter().map(ArrowSchema::of).collect())
    }
}

unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: by the interface it is called once, with a schema that `new` has made.
    unsafe {
        let parts = Box::from_raw((*schema).private_data.cast::<SchemaParts>());
        for &child in &parts.children {
            if let Some(release) = (*child).release {
                release(child);
            }
            drop(Box::from_raw(child));
        }
        (*schema).release = None;
    }
}

/// What an array points into. The vectors behind the pointers do not move.
struct ArrayParts {
    _owners: Vec<Box<dyn Send>>,
    pointers: Vec<*const c_void>,
    children: Vec<*mut ArrowArray>,
    pool: Weak<Pool>,
}

impl ArrayParts {
    fn new(pool: &Weak<Pool>) -> ArrayParts {
        let pool = Weak::clone(pool);
        ArrayParts { _owners: Vec::new(), pointers: Vec::new(), children: Vec::new(), pool }
    }

    fn add<T: Item>(&mut self, buffer: Vec<T>) {
        let lent = Lent::new(buffer, &self.pool);
        self.pointers.push(lent.as_ptr().cast());
        self._owners.push(Box::new(lent));
    }

    /// The first buffer of an array of that length.
    fn add_validity(&mut self, validity: Validity, length: usize) -> i64 {
        let (bits, nulls) = validity.finish(length);
        if nulls == 0 {
            self.pointers.push(ptr::null());
        } else {
            self.add(bits);
        }
        nulls as i64
    }

    fn finish(mut self, length: usize, null_count: i64, children: Vec<ArrowArray>) -> ArrowArray {
        self.children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
        let mut parts = Box::new(self);
        ArrowArray {
            length: length as i64,
            null_count,
            offset: 0,
            n_buffers: parts.pointers.len() as i64,
            n_children: parts.children.len() as i64,
            buffers: parts.pointers.as_mut_ptr(),
            children: parts.children.as_mut_ptr(),
            dictionary: ptr::null_mut(),
            release: Some(release_array),
            private_data: Box::into_raw(parts).cast(),
        }
    }
}

unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: by the interface it is called once, with an array that `finish` has made.
    unsafe {
        let parts = Box::from_raw((*array).private_data.cast::<ArrayParts>());
        for &child in &parts.children {
            if let Some(release) = (*child).release {
                release(child);
            }
            drop(Box::from_raw(child));
        }
        (*array).release = None;
    }
}

fn numbers<T: Item>(numbers: Numbers<T>, pool: &Weak<Pool>) -> ArrowArray {
    let mut parts = ArrayParts::new(pool);
    let length = numbers.values.len();
    let nulls = parts.add_validity(numbers.validity, length);
    parts.add(numbers.values);
    parts.finish(length, nulls, Vec::new())
}

fn texts(mut texts: Texts, pool: &Weak<Pool>) -> ArrowArray {
    let mut parts = ArrayParts::new(pool);
    let length = texts.len();
    let nulls = parts.add_validity(std::mem::take(&mut texts.validity), length);
    let (offsets, data) = texts.into_buffers();
    parts.add(offsets);
    parts.add(data);
    parts.finish(length, nulls, Vec::new())
}

fn bytes32(bytes: Bytes32, pool: &Weak<Pool>) -> ArrowArray {
    let mut parts = ArrayParts::new(pool);
    let length = bytes.data.len() / 32;
    let nulls = parts.add_validity(bytes.validity, length);
    parts.add(bytes.data);
    parts.finish(length, nulls, Vec::new())
}

fn lists<T>(
    lists: Lists<T>,
    pool: &Weak<Pool>,
    items: impl Fn(T, &Weak<Pool>) -> ArrowArray,
) -> ArrowArray {
    let mut parts = ArrayParts::new(pool);
    let length = lists.offsets.len() - 1;
    parts.add_validity(Validity::default(), length);
    parts.add(lists.offsets);
    parts.finish(length, 0, vec![items(lists.items, pool)])
}

fn maps(maps: Maps, pool: &Weak<Pool>) -> ArrowArray {
    let mut entries = ArrayParts::new(pool);
    let count = maps.keys.len();
    entries.add_validity(Validity::default(), count);
    let entries = entries.finish(count, 0, vec![texts(maps.keys, pool), texts(maps.values, pool)]);
    let mut parts = ArrayParts::new(pool);
    let length = maps.offsets.len() - 1;
    parts.add_validity(Validity::default(), length);
    parts.add(maps.offsets);
    parts.finish(length, 0, vec![entries])
}

fn array(column: Column, pool: &Weak<Pool>) -> ArrowArray {
    match column {
        Column::U16(column) => numbers(column, pool),
        Column::U64(column) => numbers(column, pool),
        Column::I16(column) => numbers(column, pool),
        Column::I32(column) => numbers(column, pool),
        Column::F64(column) => numbers(column, pool),
        Column::Text(column) => texts(column, pool),
        Column::Bytes32(column) => bytes32(column, pool),
        Column::Texts(column) => lists(column, pool, texts),
        Column::Bytes32s(column) => lists(column, pool, bytes32),
        Column::I16s(column) => lists(column, pool, numbers),
        Column::I32s(column) => lists(column, pool, numbers),
        Column::F64s(column) => lists(column, pool, numbers),
        Column::Map(column) => maps(column, pool),
    }
}

impl ArrowArray {
    /// What stands for the end of a stream: an array that is released.
    pub(crate) const fn end() -> ArrowArray {
        ArrowArray {
            length: 0,
            null_count: 0,
            offset: 0,
            n_buffers: 0,
            n_children: 0,
            buffers: ptr::null_mut(),
            children: ptr::null_mut(),
            dictionary: ptr::null_mut(),
            release: None,
            private_data: ptr::null_mut(),
        }
    }

    /// Rows of a table: a struct of its columns.
    pub(crate) fn of(batch: Batch) -> ArrowArray {
        let mut parts = ArrayParts::new(&batch.pool);
        parts.add_validity(Validity::default(), batch.length);
        let columns = batch.columns.into_iter().map(|column| array(column, &batch.pool));
        parts.finish(batch.length, 0, columns.collect())
    }
}

unsafe extern "C" fn drop_schema(capsule: *mut pyo3::ffi::PyObject) {
    // SAFETY: the capsule was made by `schema_capsule`, and holds a boxed schema,
    // which is released unless its consumer has moved it out.
    unsafe {
        let pointer = pyo3::ffi::PyCapsule_GetPointer(capsule, c"arrow_schema".as_ptr());
        if pointer.is_null() {
            return;
        }
        let mut schema = Box::from_raw(pointer.cast::<ArrowSchema>());
        if let Some(release) = schema.release {
            release(&mut *schema);
        }
    }
}

/// A table's schema for `__arrow_c_schema__`.
pub(crate) fn schema_capsule<'py>(
    py: Python<'py>,
    fields: &[Field],
) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = Box::new(ArrowSchema::of_table(fields));
    let pointer = NonNull::from(Box::leak(schema)).cast();
    // SAFETY: the pointer is to a boxed schema, as the destructor wants it.
    unsafe {
        PyCapsule::new_with_pointer_and_destructor(py, pointer, c"arrow_schema", Some(drop_schema))
    }
}
