/**
 * An internal transaction: a call inside a transaction that moved native coin or created a contract. Addresses in lower
 * case. The transaction's own call is not one, and neither is anything that failed or was reverted.
 */
export interface InternalTransaction {
  /** Position of the transaction in its block. */
  readonly tx: number;
  /** Position among the block's internal transactions, in the order in which they started. */
  readonly row: number;
  /**
   * As the API contract names it. Only CALL, CREATE, CREATE2 and UNKNOWN occur: the others move no value of their own.
   * UNKNOWN is a SELFDESTRUCT, which the API contract has no name for: CALL would claim that the receiver's code ran.
   */
  readonly type: 'UNKNOWN' | 'CALL' | 'CREATE' | 'CREATE2' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL';
  readonly from: string;
  /** Who received the value; where a contract was created, that contract. */
  readonly to: string;
  /** In wei. 0 occurs only for creations: a contract's list begins with its creation, whatever value it received. */
  readonly value: bigint;
  /** Gas; 0 for a SELFDESTRUCT, which is no call. */
  readonly gasUsed: bigint;
  /** Gas limit of the call; 0 for a SELFDESTRUCT. */
  readonly gasLimit: bigint;
  /** The contract that the call created: the same as `to`. */
  readonly created?: string;
}

/** A contract that a contract created. Addresses in lower case. */
export interface Deployment {
  /** Position of the transaction in its block; its sender is the deployer. */
  readonly tx: number;
  readonly contract: string;
  readonly deployerContract: string;
}

type Fields = Readonly<Record<string, unknown>>;
/** A call in either trace format. No field is trusted. */
type Step = Partial<Readonly<Record<'type' | 'from' | 'to' | 'value' | 'gas' | 'gasUsed', unknown>>>;

/**
 * The internal transactions of a block from geth's `callTracer`: one call tree per transaction, in block order. A call
 * that cannot be parsed is left out, and so is everything below a failed call. The caller checks that the trees belong
 * to the block.
 */
export function internalTxsOfCallTracer(results: readonly unknown[]): InternalTransaction[] {
  const internalTxs: InternalTransaction[] = [];
  for (const [tx, result] of results.entries()) {
    // An explicit stack instead of recursion: a tree may be 1,024 deep and 100,000 wide.
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
 * The internal transactions of a block from Parity's `trace_block`: a flat list, each call before the calls that it
 * makes. Leaves out what `internalTxsOfCallTracer` leaves out, and a call whose parent is missing from the list. A
 * creation without a method is taken as CREATE.
 */
export function internalTxsOfTraceBlock(traces: readonly unknown[]): InternalTransaction[] {
  const internalTxs: InternalTransaction[] = [];
  let transaction: unknown;
  let path: readonly unknown[] = [];
  /** By depth, whether the calls along `path` succeeded with all above them. */
  const succeeded: boolean[] = [];
  for (const given of traces) {
    const trace = getFields(given);
    const { type, transactionPosition: tx, traceAddress: address } = trace;
    // A reward belongs to no transaction, whatever position it names.
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

/**
 * The contracts that contracts created, in order. A contract that destroyed itself in the same transaction is included.
 */
export function getDeployments(internalTxs: readonly InternalTransaction[]): Deployment[] {
  return internalTxs.flatMap(({ tx, from, created }) =>
    created === undefined ? [] : [{ tx, contract: created, deployerContract: from }],
  );
}

/** A reverted call may have a result beside its error; without either, success is not assumed. */
const hasFailed = ({ type, error, result }: Fields): boolean =>
  Boolean(error) || (type !== 'suicide' && getFields(result) !== result);

function getStep({ type, action: given, result: answer }: Fields): Step {
  const action = getFields(given);
  if (type === 'suicide') {
    const { address: from, refundAddress: to, balance: value } = action;
    return { type: 'SELFDESTRUCT', from, to, value };
  }
  const { from, to, value, gas } = action;
  const { gasUsed, address } = getFields(answer);
  if (type === 'create')
    return { type: action.creationMethod === 'create2' ? 'CREATE2' : 'CREATE', from, to: address, value, gas, gasUsed };
  return { type: type === 'call' && action.callType === 'call' ? 'CALL' : undefined, from, to, value, gas, gasUsed };
}

/**
 * Calls that move value or create a contract. DELEGATECALL shows its caller's value and CALLCODE pays its caller:
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
  // A contract that names itself as beneficiary keeps its coin or burns it: nobody receives any.
  if (step.type === 'SELFDESTRUCT' && from === to) return;
  const created = creates ? { created: to } : {};
  internalTxs.push({ tx, row: internalTxs.length, type, from, to, value, gasUsed, gasLimit, ...created });
}

const getFields = (given: unknown): Fields => (typeof given === 'object' && given !== null ? (given as Fields) : {});
const getAddress = (given: unknown): string | undefined =>
  typeof given === 'string' && /^0x[0-9a-f]{40}$/i.test(given) ? given.toLowerCase() : undefined;
/** Up to 256 bits; what is absent is 0. */
function toQuantity(given: unknown): bigint | undefined {
  if (given === undefined || given === null) return 0n;
  return typeof given === 'string' && /^0x[0-9a-f]{1,64}$/i.test(given) ? BigInt(given) : undefined;
}
