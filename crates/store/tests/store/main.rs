//! Tests of the store over failing disks, power cuts and symlinks, and with other processes.

mod faults;
mod lock;
mod paths;
mod power;
