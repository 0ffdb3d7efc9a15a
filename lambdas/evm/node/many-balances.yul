// Init code that reads the native balances of many addresses in one `eth_call` without `to`.
// Behind it, 20 bytes for each address. Returns 32 bytes for each: wei. `many-balances.ts` holds this compiled.
object "ManyBalances" {
  code {
    let out := 32
    for { let address_ := datasize("ManyBalances") } lt(address_, codesize()) { address_ := add(address_, 20) } {
      // Memory: 12..31 the address, from 32 on the balances.
      codecopy(12, address_, 20)
      mstore(out, balance(mload(0)))
      out := add(out, 32)
    }
    return(32, sub(out, 32))
  }
}
