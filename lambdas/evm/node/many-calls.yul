// Init code that calls many tokens in one `eth_call` without `to`, so nothing needs to be deployed. Input after the
// code, 89 bytes per call: token (20), length of the call data (1), call data (68, zero-padded). Output, 33 bytes per
// call: 1 if the token returned a word or more, else 0; then the first word. Calls that run out of gas are missing at
// the end. Compiled in `many-calls.ts`; its test compiles it again.
object "ManyCalls" {
  code {
    let out := 160
    for { let question := datasize("ManyCalls") } lt(question, codesize()) { question := add(question, 89) } {
      // A token must get its full 1,000,000, and a call passes on 63/64; returning costs 200 gas per byte.
      if lt(gas(), 2000000) { break }
      // Memory: token at 12..31, length at 32, call data at 33..100, first word of the answer at 128..159.
      codecopy(12, question, 89)
      let done := staticcall(1000000, mload(0), 33, byte(0, mload(32)), 128, 32)
      mstore8(out, and(done, gt(returndatasize(), 31)))
      mstore(add(out, 1), mload(128))
      out := add(out, 33)
    }
    return(160, sub(out, 160))
  }
}
