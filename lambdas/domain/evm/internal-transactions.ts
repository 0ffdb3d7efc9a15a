/**
 * An internal transaction: a step inside a transaction that moved native coin or made a contract. Addresses in lower
 * case. The transaction's own call is none, and nothing that failed or was undone is one.
 */
export interface InternalTransaction {
  /** Place of the transaction in its block. */
  readonly tx: number;
  /** Place among the block's frames, in the order in which they began. */
  readonly row: number;
  /**
   * As the contract names it. Only CALL, CREATE, CREATE2 and UNKNOWN occur: the others move nothing of their own.
   * UNKNOWN is a SELFDESTRUCT, which the contract has no name for: CALL would claim that the receiver's code ran.
   */
  readonly type: 'UNKNOWN' | 'CALL' | 'CREATE' | 'CREATE2' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL';
  readonly from: string;
  /** Who received the value; where a contract was created, that contract. */
  readonly to: string;
  /** wei. 0 for many creations and for nothing else: a contract's list begins with its creation, whatever it was paid. */
  readonly value: bigint;
  /** Gas; 0 for a SELFDESTRUCT, which is no call. */
  readonly gasUsed: bigint;
  /** Gas that the frame was given; 0 for a SELFDESTRUCT. */
  readonly gasLimit: bigint;
  /** The contract that the frame created: the same as `to`. */
  readonly created?: string;
}

/** A contract that a contract created. Addresses in lower case. */
export interface Deployment {
  /** Place of the transaction in its block; its sender is the deployer. */
  readonly tx: number;
  readonly contract: string;
  readonly deployerContract: string;
}

type Fields = Readonly<Record<string, unknown>>;
/** A call as either format has it: nothing of it is trusted. */
type Step = Partial<Readonly<Record<'type' | 'from' | 'to' | 'value' | 'gas' | 'gasUsed', unknown>>>;

/**
 * The frames of a block from geth's `callTracer`: one tree a transaction, in the block's order. A frame that cannot be
 * read is left out, and so is what is under a failed one. Whether the trees are the block's is for the caller to check.
 */
export function internalTxsOfCallTracer(results: readonly unknown[]): InternalTransaction[] {
  const internalTxs: InternalTransaction[] = [];
  for (const [tx, result] of results.entries()) {
    // A list of its own in place of recursion: a tree may be 1,024 deep and 100,000 wide.
    const open: Fields[] = [];
    const descend = ({ error, calls }: Fields) => {
      if (error || !Array.isArray(calls)) return;
      for (let i = calls.length - 1; i >= 0; i--) open.push(fieldsOf(calls[i]));
    };
    descend(fieldsOf(fieldsOf(result).result));
    for (let call = open.pop(); call !== undefined; call = open.pop()) {
      const { type, from, to, value, gas, gasUsed } = call;
      if (!call.error) add(internalTxs, tx, { type, from, to, value, gas, gasUsed });
      descend(call);
    }
  }
  return internalTxs;
}

/**
 * The frames of a block from Parity's `trace_block`: a flat list, each call before the calls that it makes. What
 * `framesOfCallTracer` leaves out is left out, and so is a frame whose parent the list lacks. A node that does not name
 * a creation's method is taken to mean CREATE.
 */
export function internalTxsOfTraceBlock(traces: readonly unknown[]): InternalTransaction[] {
  const internalTxs: InternalTransaction[] = [];
  let transaction: unknown;
  let path: readonly unknown[] = [];
  /** By depth, whether the frames along `path` succeeded with all above them. */
  const succeeded: boolean[] = [];
  for (const given of traces) {
    const trace = fieldsOf(given);
    const { transactionPosition: tx, traceAddress: address } = trace;
    if (typeof tx !== 'number' || !Array.isArray(address)) continue;
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
    if (depth > 0 && succeeded[depth]) add(internalTxs, tx, stepOf(trace));
  }
  return internalTxs;
}

/** The contracts that contracts created, in the frames' order. A contract that ended in the same transaction is one. */
export function deploymentsOf(internalTxs: readonly InternalTransaction[]): Deployment[] {
  return internalTxs.flatMap(({ tx, from, created }) =>
    created === undefined ? [] : [{ tx, contract: created, deployerContract: from }],
  );
}

/** A reverted call may have a result beside its error; without either, nothing says that it succeeded. */
const hasFailed = ({ type, error, result }: Fields): boolean =>
  Boolean(error) || (type !== 'suicide' && fieldsOf(result) !== result);

function stepOf({ type, action: given, result: answer }: Fields): Step {
  const action = fieldsOf(given);
  if (type === 'suicide') {
    const { address: from, refundAddress: to, balance: value } = action;
    return { type: 'SELFDESTRUCT', from, to, value };
  }
  const { from, to, value, gas } = action;
  const { gasUsed, address } = fieldsOf(answer);
  if (type === 'create')
    return { type: action.creationMethod === 'create2' ? 'CREATE2' : 'CREATE', from, to: address, value, gas, gasUsed };
  return { type: type === 'call' && action.callType === 'call' ? 'CALL' : undefined, from, to, value, gas, gasUsed };
}

/** What moves value or makes a contract. DELEGATECALL shows its caller's value, CALLCODE pays its caller: neither moves. */
const TYPES = new Map<unknown, InternalTransaction['type']>([
  ['CALL', 'CALL'],
  ['CREATE', 'CREATE'],
  ['CREATE2', 'CREATE2'],
  ['SELFDESTRUCT', 'UNKNOWN'],
]);

function add(internalTxs: InternalTransaction[], tx: number, step: Step): void {
  const type = TYPES.get(step.type);
  const value = quantityOf(step.value);
  const creates = type === 'CREATE' || type === 'CREATE2';
  if (type === undefined || value === undefined || (value === 0n && !creates)) return;
  const [from, to] = [addressOf(step.from), addressOf(step.to)];
  const [gasUsed, gasLimit] = [quantityOf(step.gasUsed), quantityOf(step.gas)];
  if (from === undefined || to === undefined || gasUsed === undefined || gasLimit === undefined) return;
  // A contract that names itself as its heir keeps its coin or burns it: nobody receives any.
  if (step.type === 'SELFDESTRUCT' && from === to) return;
  const created = creates ? { created: to } : {};
  internalTxs.push({ tx, row: internalTxs.length, type, from, to, value, gasUsed, gasLimit, ...created });
}

const fieldsOf = (given: unknown): Fields => (typeof given === 'object' && given !== null ? (given as Fields) : {});
const addressOf = (given: unknown): string | undefined =>
  typeof given === 'string' && /^0x[0-9a-f]{40}$/i.test(given) ? given.toLowerCase() : undefined;
/** Up to 256 bits; what is absent is 0. */
function quantityOf(given: unknown): bigint | undefined {
  if (given === undefined || given === null) return 0n;
  return typeof given === 'string' && /^0x[0-9a-f]{1,64}$/i.test(given) ? BigInt(given) : undefined;
}
