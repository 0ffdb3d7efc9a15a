import { NodeDown, type NodeError, NodeRefused } from './errors';

export interface RpcError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly data?: unknown;
}

/** EIP-1474's limit exceeded, and other codes that providers use for it. */
const THROTTLED = new Set([-32005, 429, -32029, -32097]);
/** geth's codes: a batch response above 25 MB, and a request that took too long. */
const TOO_BIG = new Set([-32003, -32002]);
/** JSON-RPC's code for an unknown method, and EIP-1474's. */
const UNKNOWN_METHOD = new Set([-32601, -32004]);
/** EIP-1474. */
const NOT_FOUND = -32001;
/** geth's code for a revert, and OpenEthereum's for any end of a contract's code. */
const REVERTED = new Set([3, -32015]);

/** Texts when contract code ended the call: codes do not tell, as -32603 and -32000 are used for anything. */
const REVERTED_TEXTS: readonly RegExp[] = [
  // geth and its kin (Erigon, Besu, coreth, subnet-evm, op-geth, nitro, Kaia, XDC, ethermint), zkSync Era, Hedera;
  // "Transaction reverted": Hardhat; "contract reverted": Lotus.
  /\brevert(ed)?\b/i,
  // Ganache, Hardhat and Frontier (Moonbeam), for any failure: "…: invalid opcode".
  /VM Exception while (processing|executing)/i,
  // OpenEthereum, older Nethermind.
  /VM execution error|bad (instruction|jump)/i,
  // anvil "EVM error OutOfGas", reth "EVM error: InvalidFEOpcode", Frontier "evm error: StackUnderflow".
  /^(evm|EVM|execution) error:? [A-Z]/,
  // Lotus and Forest (Filecoin): "message execution failed (exit=[34], …".
  /message execution failed/i,
  // geth's EVM errors other than a revert; Hardhat "Transaction ran out of gas".
  /out of gas|gas required exceeds|gas uint64 overflow|invalid (opcode|jump)|stack (underflow|overflow|limit)|write protection|return ?data out of bounds/i,
];
// Solidity's `Error(string)` or `Panic(uint256)`, which only contracts return; OpenEthereum's prefix for revert data.
const REVERT_DATA = /^(reverted 0x|(0x)?(08c379a0|4e487b71))/i;
/** Hedera's relay uses OpenEthereum's revert code for this unrelated error. */
const IMMATURE_TEXT = /immature records/i;

const STATE_GONE_TEXT =
  /missing trie node|header not found|unknown block|block not found|block.{0,20}out ?of ?range|(historical |no )?state.{0,80}(not |un)available|pruned|distance to target block exceeds/i;

/** The only place that classifies errors of nodes. The message is ours: the node's may contain the URL or its key. */
export function getFailure({ code: rawCode, message, data }: RpcError): NodeError {
  const code = Number(rawCode ?? 0);
  const text = typeof message === 'string' ? message : '';
  if (THROTTLED.has(code)) return new NodeDown(`the node is rate limiting (${code})`, 'throttled');
  if ((REVERTED.has(code) && !IMMATURE_TEXT.test(text)) || saysReverted(text) || holdsRevert(data))
    return new NodeRefused(code, `the contract reverted the call (${code})`, 'reverted', revertData(data));
  if (TOO_BIG.has(code)) return new NodeDown(`the answer is too large for the node (${code})`, 'too big');
  if (UNKNOWN_METHOD.has(code))
    return new NodeRefused(code, `the node does not support the method (${code})`, 'unknown method');
  if (code === NOT_FOUND || STATE_GONE_TEXT.test(text))
    return new NodeRefused(code, `the node does not have the block or its state (${code})`, 'state gone');
  return new NodeRefused(code, `the node refuses the call (${code})`);
}

const saysReverted = (text: unknown): boolean =>
  typeof text === 'string' && REVERTED_TEXTS.some((pattern) => pattern.test(text));

function holdsRevert(data: unknown): boolean {
  const { message } = getFields(data);
  return saysReverted(message) || textsIn(data).some((one) => REVERT_DATA.test(one));
}

/** Custom errors too, which only the contract's caller can decode. */
const revertData = (data: unknown): string | undefined =>
  textsIn(data)
    .map((one) => one.replace(/^reverted /i, ''))
    .find((one) => /^0x(?:[0-9a-f]{2})+$/i.test(one));

const textsIn = (data: unknown): string[] => {
  const { data: own, result, return: returned } = getFields(data);
  return [own, result, returned].filter((one) => typeof one === 'string');
};

const getFields = (data: unknown): Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null ? { ...data } : { data };

/** `retryAfter`: the header, in seconds or as a date. `now`: Unix ms. */
export function getHttpFailure(status: number, retryAfter: string | undefined, now: number): NodeDown {
  const message = `the node answers HTTP ${status}`;
  if (status === 413) return new NodeDown(message, 'too big');
  if (status !== 429 && !(status === 503 && retryAfter)) return new NodeDown(message);
  const ms = Number(retryAfter) * 1_000 || Date.parse(retryAfter ?? '') - now;
  return new NodeDown(message, 'throttled', ms > 0 ? { retryAfterMs: ms } : {});
}
