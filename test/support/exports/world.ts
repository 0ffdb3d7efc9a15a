import { createHash } from 'node:crypto';
import { handler as exportTransactions } from '../../../lambdas/app/api/export-transactions';
import { TOKEN, tokenKey } from '../../../lambdas/evm/tokens/rows/token-item';
import type { OperationRecord } from '../../../lambdas/exports/domain/operation';
import type { ExportFiles } from '../../../lambdas/exports/files/export-files';
import { createSources } from '../../../lambdas/exports/sources/source-of';
import { merge } from '../../../lambdas/exports/steps/merge';
import { writeRows } from '../../../lambdas/exports/steps/write-rows';
import { call, type Handler } from '../endpoints/call';
import { type AllDeps, cursorAt, depsWith } from '../endpoints/deps';
import { readPages } from '../endpoints/transactions';
import { PRO } from '../endpoints/webhooks';
import { aChain, address } from '../make/blocks';
import { type Traced, tracedWorld } from '../make/internal-transactions';
import { TOKENS } from '../make/token-world';
import { memoryTable } from '../tables/memory';
import type { ReadList } from './list-rows';

/** Blocks that may still be replaced. */
export const FINALITY_DEPTH = 3;
/** A token without metadata, as if it just appeared. */
export const UNKNOWN = address(TOKENS.other20);
const LAST = 1_700_000_000;
const MAX_STEPS = 2_000;

const hoursApart = (blocks: readonly Traced[], hours: number): Traced[] =>
  blocks.map((raw, i) => {
    const timestamp = `0x${(LAST - (blocks.length - 1 - i) * hours * 3_600).toString(16)}`;
    return { ...raw, block: { ...raw.block, timestamp } };
  });

export async function exportWorld(seed: number, count = 40) {
  const chains = ['31337', '5'].map((chainId) => aChain({ chainId, finalityDepth: FINALITY_DEPTH }));
  const blocks = {
    31337: hoursApart(tracedWorld(seed, count), 7),
    5: hoursApart(tracedWorld(seed + 1, count), 11),
  };
  const { table } = memoryTable();
  const world = await depsWith({ table, chains, blocks });
  for (const { chainId } of chains)
    for (const [token, attributes] of [
      [TOKENS.erc20, { [TOKEN.ercType]: 'ERC-20', [TOKEN.symbol]: '=SUM(1)', [TOKEN.decimals]: 2 }],
      [TOKENS.erc721, { [TOKEN.ercType]: 'ERC-721', [TOKEN.symbol]: 'A "quoted", name' }],
    ] as const)
      await table.update(tokenKey(chainId, address(token)), { set: attributes });
  const heads = Object.fromEntries(
    Object.entries(blocks).map(([chainId, raws]) => [chainId, cursorAt(raws.at(-1))?.number ?? 0]),
  );
  return { ...world, table, chains, heads };
}
type World = Awaited<ReturnType<typeof exportWorld>>;

export function memoryFiles() {
  const parts = new Map<string, Uint8Array>();
  const files = new Map<string, Uint8Array>();
  const store: Pick<ExportFiles, 'putPart' | 'merge'> = {
    async putPart(operationId, part, bytes) {
      parts.set(`${operationId}/${part}`, bytes);
    },
    async merge(operationId, { parts: names, lastBytes }) {
      const all = names.map((name) => parts.get(`${operationId}/${name}`) ?? new Uint8Array());
      const last = all.pop() ?? new Uint8Array();
      const file = Buffer.concat([...all, lastBytes === undefined ? last : last.subarray(0, lastBytes)]);
      files.set(operationId, file);
      return { bytes: file.length, sha256: createHash('sha256').update(file).digest('hex') };
    },
  };
  return { store, parts, files };
}

export const aBody = (options: object, more: object = {}) => ({
  type: 'TRANSACTION_EXPORT_EVM',
  options: { includeChains: ['31337', '5'], ...options },
  ...more,
});

/** `partRows`: rows per part. */
export async function runExport(world: Pick<World, 'deps' | 'table'>, body: object, partRows = 1_000) {
  const { deps, table } = world;
  const { status, body: answer } = await call(exportTransactions, deps, { body, caller: PRO });
  if (status !== 201) throw new Error(JSON.stringify(answer));
  const of = { owner: PRO.ownerId, operationId: String(answer.operationId) };
  const { store, parts, files } = memoryFiles();
  const operations = { ...deps.Operation, ...deps.write.Operation };
  const step = {
    operations,
    files: store,
    getSource: createSources(table, deps, deps.now),
    now: deps.now,
    steady: deps.now,
    partRows,
  };
  let steps = 0;
  for (let next = 'WritePart'; next === 'WritePart'; steps++) {
    if (steps > MAX_STEPS) throw new Error('the export does not end');
    ({ next } = await writeRows(step, of));
  }
  await merge({ operations, files: store }, of);
  const operation = (await deps.Operation.find(of)) as OperationRecord;
  return { operation, file: files.get(of.operationId) ?? new Uint8Array(), parts, steps };
}

export const createListReader =
  ({ deps }: World): ReadList =>
  async (list, chainId, owner) => {
    const file = {
      listNative: 'transactions/list-native-transactions',
      listInternals: 'transfers/list-internal-transactions',
    }[list];
    const standard = list.replace('listErc', '');
    const module = file ?? `transfers/list-erc-${standard}-transactions`;
    const { handler } = (await import(`../../../lambdas/evm/api/${module}`)) as { handler: Handler<AllDeps> };
    const asked = { params: { chainId, address: owner }, query: { pageSize: '100' } };
    const pages = await readPages(handler, deps, asked);
    return pages.flatMap(({ transactions }) => transactions as unknown[]);
  };
