//! CRC-32C, which finds every burst of up to 32 wrong bits.

const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut rest = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            rest = if rest & 1 == 1 { rest >> 1 ^ 0x82F6_3B78 } else { rest >> 1 };
            bit += 1;
        }
        table[byte] = rest;
        byte += 1;
    }
    table
};

pub(crate) fn crc32c(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |rest, &byte| rest >> 8 ^ TABLE[(rest as u8 ^ byte) as usize])
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_is_the_one_of_the_standard() {
        assert_eq!(super::crc32c(b"123456789"), 0xE306_9283);
    }
}
