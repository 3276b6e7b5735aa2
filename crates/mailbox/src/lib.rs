//! A plain 0x88 mailbox.
