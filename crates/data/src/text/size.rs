//! Sizes for people.

/// A number of bytes for people: `812 bytes`, `3.2 kB`, `10.5 MB`.
pub fn size(bytes: impl TryInto<u64>) -> String {
    let bytes = bytes.try_into().unwrap_or(u64::MAX);
    let tenths = |unit: u64| {
        let tenths = bytes.saturating_mul(10) / unit;
        format!("{}.{}", tenths / 10, tenths % 10)
    };
    match bytes {
        1 => "1 byte".to_owned(),
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{} kB", tenths(1_000)),
        _ => format!("{} MB", tenths(1_000_000)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_a_suitable_unit() {
        for (bytes, text) in
            [(0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (3_210, "3.2 kB"), (10_485_760, "10.4 MB")]
        {
            assert_eq!(size(bytes), text);
        }
    }
}
