import { DamagedHistory } from '../../chain/rederive/damaged-history';
import { NodeError } from '../../core/node/errors';
import { log } from '../../core/runtime/log';
import type { Table } from '../../core/table/plain-table';
import type { RawPBlock } from '../domain/raw-block';
import type { PBlocks } from '../node/blocks';
import type { RawPBlocks } from '../node/raw-blocks';
import { networkReader, networkWriter } from '../rows/network';

/** Fetched from the node at once, so that a retry repeats little. */
const NODE_BLOCKS = 64;

interface KeptDeps {
  readonly chain: string;
  readonly network: string;
  readonly table: Table;
  readonly raw: RawPBlocks;
  readonly node: Pick<PBlocks, 'range'>;
}

/** Raw blocks in the bucket. Release 0.1.0 did not store them. */
export function createKeptBlocks({ chain, network, table, raw, node }: KeptDeps) {
  let keptFrom: number | undefined;
  const readKeptFrom = async (): Promise<number | undefined> => {
    keptFrom ??= await networkReader(table).keptFrom(network);
    return keptFrom;
  };
  const readSome = async (from: number, to: number): Promise<RawPBlock[]> => {
    let fault = `raw/${chain}/… has no object with block ${from}`;
    try {
      const blocks = await raw.range(from, to);
      if (blocks.length > 0) return blocks;
    } catch (error) {
      if (!(error instanceof DamagedHistory)) throw error;
      fault = error.message;
    }
    const kept = (await readKeptFrom()) ?? Number.POSITIVE_INFINITY;
    if (from < kept) return node.range(from, Math.min(to, kept - 1, from + NODE_BLOCKS - 1));
    log.warn('block read from the node: its object is lost', { chainId: chain, block: from, reason: fault });
    try {
      return await node.range(from, from);
    } catch (error) {
      throw error instanceof NodeError ? new DamagedHistory(`${fault}, and the node: ${error.message}`) : error;
    }
  };
  return {
    async put(raws: readonly RawPBlock[], signal: AbortSignal): Promise<void> {
      const [next] = raws;
      if (next && (await readKeptFrom()) === undefined) {
        await networkWriter(table).setKeptFrom(network, next.number);
        keptFrom = next.number;
      }
      await raw.put(raws, signal);
    },
    /** Falls back to the node for blocks that were never stored, or whose object is lost. Throws DamagedHistory. */
    async range(from: number, to: number): Promise<RawPBlock[]> {
      const found: RawPBlock[] = [];
      while (found.length <= to - from) {
        const next = from + found.length;
        found.push(...(await readSome(next, to)));
      }
      return found;
    },
  };
}
