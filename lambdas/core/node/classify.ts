import { NodeDown, type NodeError, NodeRefused } from './errors';

/** The error of a JSON-RPC answer, as nodes send it. */
export interface RpcError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly data?: unknown;
}

/** Limit exceeded (EIP-1474), and what some providers send instead. */
const THROTTLED = new Set([-32005, 429, -32029, -32097]);
/** geth's: the answer to a batch passes 25 MB; the request took too long. */
const TOO_BIG = new Set([-32003, -32002]);
/** JSON-RPC's code for an unknown method, and EIP-1474's. */
const UNKNOWN_METHOD = new Set([-32601, -32004]);
/** EIP-1474's code for a resource that is not found. */
const NOT_FOUND = -32001;
/** geth's code for a revert, and OpenEthereum's for any end of a contract's code. */
const REVERTED = new Set([3, -32015]);

/** How nodes word it that a contract's own code ended the call. Their codes differ: -32603 and -32000 mean anything. */
const REVERTED_TEXTS: readonly RegExp[] = [
  // "execution reverted": geth and its kin (Erigon, Besu, coreth, subnet-evm, op-geth, nitro, Kaia, XDC; ethermint
  // behind "rpc error: code = …"), zkSync Era, Hedera. "Transaction reverted": Hardhat. "contract reverted": Lotus.
  /\brevert(ed)?\b/i,
  // Ganache, Hardhat and Frontier (Moonbeam), whatever the code met: "…: invalid opcode".
  /VM Exception while (processing|executing)/i,
  // OpenEthereum, older Nethermind.
  /VM execution error|bad (instruction|jump)/i,
  // anvil "EVM error OutOfGas", reth "EVM error: InvalidFEOpcode", Frontier "evm error: StackUnderflow".
  /^(evm|EVM|execution) error:? [A-Z]/,
  // Lotus and Forest (Filecoin): "message execution failed (exit=[34], …".
  /message execution failed/i,
  // The ends that geth's EVM has besides a revert; Hardhat "Transaction ran out of gas".
  /out of gas|gas required exceeds|gas uint64 overflow|invalid (opcode|jump)|stack (underflow|overflow|limit)|write protection|return ?data out of bounds/i,
];
/** Solidity's `Error(string)` or `Panic(uint256)`, which only a contract returns; OpenEthereum's prefix for any such data. */
const REVERT_DATA = /^(reverted 0x|(0x)?(08c379a0|4e487b71))/i;
/** Hedera's relay has a code of OpenEthereum's for another matter. */
const IMMATURE_TEXT = /immature records/i;

const STATE_GONE_TEXT =
  /missing trie node|header not found|unknown block|block not found|block.{0,20}out ?of ?range|(historical |no )?state.{0,80}(not |un)available|pruned|distance to target block exceeds/i;

/**
 * The one place that says what an error of a node means. The message is ours: the node's may contain the URL or its
 * key.
 */
export function getFailure({ code: given, message, data }: RpcError): NodeError {
  const code = Number(given ?? 0);
  const text = typeof message === 'string' ? message : '';
  if (THROTTLED.has(code)) return new NodeDown(`the node asks to wait (${code})`, 'throttled');
  if ((REVERTED.has(code) && !IMMATURE_TEXT.test(text)) || saysReverted(text) || holdsRevert(data))
    return new NodeRefused(code, `the contract refuses the call (${code})`, 'reverted');
  if (TOO_BIG.has(code)) return new NodeDown(`too big an answer for the node (${code})`, 'too big');
  if (UNKNOWN_METHOD.has(code)) return new NodeRefused(code, `the node has no such method (${code})`, 'unknown method');
  if (code === NOT_FOUND || STATE_GONE_TEXT.test(text))
    return new NodeRefused(code, `the node does not have the block or its state (${code})`, 'state gone');
  return new NodeRefused(code, `the node refuses the call (${code})`);
}

const saysReverted = (text: unknown): boolean =>
  typeof text === 'string' && REVERTED_TEXTS.some((pattern) => pattern.test(text));

/** Whether the data of an error is what a contract returned, or an object with it (Ganache, Hardhat). */
function holdsRevert(data: unknown): boolean {
  const fields: Readonly<Record<string, unknown>> = typeof data === 'object' && data !== null ? { ...data } : { data };
  const returned = [fields.data, fields.result, fields.return];
  return saysReverted(fields.message) || returned.some((one) => typeof one === 'string' && REVERT_DATA.test(one));
}

/** What an HTTP status without a JSON-RPC answer means. `retryAfter`: the header, in seconds or as a date. */
export function getHttpFailure(status: number, retryAfter: string | undefined, now: number): NodeDown {
  const message = `the node answers HTTP ${status}`;
  if (status === 413) return new NodeDown(message, 'too big');
  if (status !== 429 && !(status === 503 && retryAfter)) return new NodeDown(message);
  const ms = Number(retryAfter) * 1_000 || Date.parse(retryAfter ?? '') - now;
  return new NodeDown(message, 'throttled', ms > 0 ? { retryAfterMs: ms } : {});
}
