/** A successful call below the top level that moved coin or created a contract. Lower case. */
export interface InternalTransaction {
  readonly tx: number;
  /** Index among the block's internal transactions, in execution order. */
  readonly row: number;
  // Of the API contract; the last three move no value and never occur. UNKNOWN is a SELFDESTRUCT:
  // CALL would claim that the receiver's code ran.
  readonly type: 'UNKNOWN' | 'CALL' | 'CREATE' | 'CREATE2' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL';
  readonly from: string;
  readonly to: string;
  /** In wei. 0 only for creations, which are always listed. */
  readonly value: bigint;
  /** Both 0 for a SELFDESTRUCT, which is not a call. */
  readonly gasUsed: bigint;
  readonly gasLimit: bigint;
  readonly created?: string;
}

export interface Deployment {
  /** The sender of this transaction is the deployer. */
  readonly tx: number;
  readonly contract: string;
  readonly deployerContract: string;
}

type Fields = Readonly<Record<string, unknown>>;
/** Untrusted. */
type Step = Partial<Readonly<Record<'type' | 'from' | 'to' | 'value' | 'gas' | 'gasUsed', unknown>>>;

/** `results`: one tree per transaction, matched by the caller. Skips all below a failed call. */
export function internalTxsOfCallTracer(results: readonly unknown[]): InternalTransaction[] {
  const internalTxs: InternalTransaction[] = [];
  for (const [tx, result] of results.entries()) {
    // Not recursive: a tree can be 1,024 deep and 100,000 wide.
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

/** `traces`: flat, parents before children. Skips the same calls, and ones without a parent. */
export function internalTxsOfTraceBlock(traces: readonly unknown[]): InternalTransaction[] {
  const internalTxs: InternalTransaction[] = [];
  let transaction: unknown;
  let path: readonly unknown[] = [];
  /** By depth: whether the call at `path` and its ancestors succeeded. */
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

/** Includes contracts destroyed in the same transaction. */
export function getDeployments(internalTxs: readonly InternalTransaction[]): Deployment[] {
  return internalTxs.flatMap(({ tx, from, created }) =>
    created === undefined ? [] : [{ tx, contract: created, deployerContract: from }],
  );
}

/** A reverted call can have a result and an error. With neither, it counts as failed. */
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

/** DELEGATECALL repeats its caller's value and CALLCODE pays its caller: neither moves any. */
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
  // A contract that names itself as beneficiary keeps or burns its coin.
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
