// Init code that reads native balances in one `eth_call` without `to`. Input after the code: 20 bytes per address.
// Output: 32 bytes per address, in wei. Compiled in `many-balances.ts`.
object "ManyBalances" {
  code {
    let out := 32
    for { let address_ := datasize("ManyBalances") } lt(address_, codesize()) { address_ := add(address_, 20) } {
      // Memory: address at 12..31, balances from 32.
      codecopy(12, address_, 20)
      mstore(out, balance(mload(0)))
      out := add(out, 32)
    }
    return(32, sub(out, 32))
  }
}
