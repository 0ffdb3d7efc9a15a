// Init code that asks many tokens in one `eth_call` without `to`: nothing has to stand on the chain for it.
// Behind it, 89 bytes for each question: token (20), length of the call data (1), call data (68, zeros behind).
// Returns 33 bytes for each: 1 where the token answered with a word or more, else 0; the first word.
// What the gas does not reach is left off the end. `many-calls.ts` holds this compiled; its test compiles it again.
object "ManyCalls" {
  code {
    let out := 160
    for { let question := datasize("ManyCalls") } lt(question, codesize()) { question := add(question, 89) } {
      // A token must have its whole 1,000,000, of which a call gets 63/64, and the end its 200 gas a byte returned.
      if lt(gas(), 2000000) { break }
      // Memory: 12..31 the token, 32 the length, 33..100 the call data, 128..159 the answer's first word.
      codecopy(12, question, 89)
      let done := staticcall(1000000, mload(0), 33, byte(0, mload(32)), 128, 32)
      mstore8(out, and(done, gt(returndatasize(), 31)))
      mstore(add(out, 1), mload(128))
      out := add(out, 33)
    }
    return(160, sub(out, 160))
  }
}
