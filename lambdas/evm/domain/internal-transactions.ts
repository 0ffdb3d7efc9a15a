/**
 * An internal transaction: a call within a transaction that moved native coin or created a contract. Excludes the
 * top-level call and anything failed or reverted. Addresses in lower case.
 */
export interface InternalTransaction {
  readonly tx: number;
  /** Index among the block's internal transactions, in execution order. */
  readonly row: number;
  /**
   * Names of the API contract. Only CALL, CREATE, CREATE2 and UNKNOWN occur; the others move no value. UNKNOWN is a
   * SELFDESTRUCT, which the API contract cannot express: CALL would claim that the receiver's code ran.
   */
  readonly type: 'UNKNOWN' | 'CALL' | 'CREATE' | 'CREATE2' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL';
  readonly from: string;
  /** Receiver of the value; for creations, the created contract. */
  readonly to: string;
  /** In wei. 0 only for creations, which are always listed. */
  readonly value: bigint;
  /** Gas used and gas limit of the call; both 0 for a SELFDESTRUCT, which is not a call. */
  readonly gasUsed: bigint;
  readonly gasLimit: bigint;
  /** Set for creations; same as `to`. */
  readonly created?: string;
}

export interface Deployment {
  /** Index of the transaction in its block; its sender is the deployer. */
  readonly tx: number;
  readonly contract: string;
  readonly deployerContract: string;
}

type Fields = Readonly<Record<string, unknown>>;
/** A call in either trace format. Untrusted. */
type Step = Partial<Readonly<Record<'type' | 'from' | 'to' | 'value' | 'gas' | 'gasUsed', unknown>>>;

/**
 * Reads the internal transactions of a block from geth's `callTracer` output: one call tree per transaction, in block
 * order. Skips calls that cannot be parsed and everything below a failed call. The caller must check that the trees
 * belong to the block.
 */
export function internalTxsOfCallTracer(results: readonly unknown[]): InternalTransaction[] {
  const internalTxs: InternalTransaction[] = [];
  for (const [tx, result] of results.entries()) {
    // Explicit stack instead of recursion: a tree can be 1,024 deep and 100,000 wide.
    const open: Fields[] = [];
    const descend = ({ error, calls }: Fields) => {
      if (error || !Array.isArray(calls)) return;
      for (let i = calls.length - 1; i >= 0; i--) open.push(getFields(calls[i]));
    };
    descend(getFields(getFields(result).result));
    for (let call = open.pop(); call !== undefined; call = open.pop()) {
      const { type, from, to, value, gas, gasUsed } = call;
      if (!call.error) add(internalTxs, tx, { type, from, to, value, gas, gasUsed });
      descend(call);
    }
  }
  return internalTxs;
}

/**
 * Reads the internal transactions of a block from Parity's `trace_block` output: a flat list, parents before children.
 * Skips the same calls as `internalTxsOfCallTracer`, and calls without their parent. A creation without a method counts
 * as CREATE.
 */
export function internalTxsOfTraceBlock(traces: readonly unknown[]): InternalTransaction[] {
  const internalTxs: InternalTransaction[] = [];
  let transaction: unknown;
  let path: readonly unknown[] = [];
  /** By depth: whether the call at `path` and all of its ancestors succeeded. */
  const succeeded: boolean[] = [];
  for (const sent of traces) {
    const trace = getFields(sent);
    const { type, transactionPosition: tx, traceAddress: address } = trace;
    // Rewards belong to no transaction, even if they name a position.
    if (type === 'reward' || typeof tx !== 'number' || !Array.isArray(address)) continue;
    if (tx !== transaction) {
      [transaction, path] = [tx, []];
      succeeded.length = 0;
    }
    let shared = 0;
    while (shared < path.length && path[shared] === address[shared]) shared++;
    const depth = address.length;
    const parent = depth === 0 || (depth <= shared + 1 && succeeded[depth - 1] === true);
    path = address;
    succeeded.length = Math.min(succeeded.length, shared + 1, depth);
    succeeded[depth] = parent && !hasFailed(trace);
    if (depth > 0 && succeeded[depth]) add(internalTxs, tx, getStep(trace));
  }
  return internalTxs;
}

/** Contracts created by contracts, in execution order, including contracts destroyed in the same transaction. */
export function getDeployments(internalTxs: readonly InternalTransaction[]): Deployment[] {
  return internalTxs.flatMap(({ tx, from, created }) =>
    created === undefined ? [] : [{ tx, contract: created, deployerContract: from }],
  );
}

/** A reverted call can have a result next to its error. With neither, the call counts as failed. */
const hasFailed = ({ type, error, result }: Fields): boolean =>
  Boolean(error) || (type !== 'suicide' && getFields(result) !== result);

function getStep({ type, action, result }: Fields): Step {
  const call = getFields(action);
  if (type === 'suicide') {
    const { address: from, refundAddress: to, balance: value } = call;
    return { type: 'SELFDESTRUCT', from, to, value };
  }
  const { from, to, value, gas } = call;
  const { gasUsed, address } = getFields(result);
  if (type === 'create')
    return { type: call.creationMethod === 'create2' ? 'CREATE2' : 'CREATE', from, to: address, value, gas, gasUsed };
  return { type: type === 'call' && call.callType === 'call' ? 'CALL' : undefined, from, to, value, gas, gasUsed };
}

/**
 * Calls that move value or create a contract. DELEGATECALL repeats its caller's value and CALLCODE pays its caller, so
 * neither moves any.
 */
const TYPES = new Map<unknown, InternalTransaction['type']>([
  ['CALL', 'CALL'],
  ['CREATE', 'CREATE'],
  ['CREATE2', 'CREATE2'],
  ['SELFDESTRUCT', 'UNKNOWN'],
]);

function add(internalTxs: InternalTransaction[], tx: number, step: Step): void {
  const type = TYPES.get(step.type);
  const value = toQuantity(step.value);
  const creates = type === 'CREATE' || type === 'CREATE2';
  if (type === undefined || value === undefined || (value === 0n && !creates)) return;
  const [from, to] = [getAddress(step.from), getAddress(step.to)];
  const [gasUsed, gasLimit] = [toQuantity(step.gasUsed), toQuantity(step.gas)];
  if (from === undefined || to === undefined || gasUsed === undefined || gasLimit === undefined) return;
  // A contract that names itself as beneficiary keeps or burns its coin: no value moves.
  if (step.type === 'SELFDESTRUCT' && from === to) return;
  const created = creates ? { created: to } : {};
  internalTxs.push({ tx, row: internalTxs.length, type, from, to, value, gasUsed, gasLimit, ...created });
}

const getFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const getAddress = (value: unknown): string | undefined =>
  typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value) ? value.toLowerCase() : undefined;
/** Up to 256 bits; 0 if absent. */
function toQuantity(value: unknown): bigint | undefined {
  if (value === undefined || value === null) return 0n;
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined;
}
