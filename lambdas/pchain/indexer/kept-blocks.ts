import { DamagedHistory } from '../../chain/rederive/damaged-history';
import type { Table } from '../../core/table/plain-table';
import type { RawPBlock } from '../domain/raw-block';
import type { PBlocks } from '../node/blocks';
import type { RawPBlocks } from '../node/raw-blocks';
import { networkReader, networkWriter } from '../rows/network';

interface KeptDeps {
  readonly chain: string;
  readonly network: string;
  readonly table: Table;
  readonly raw: RawPBlocks;
  readonly node: Pick<PBlocks, 'range'>;
}

/** Blocks in the bucket. Those that an earlier version indexed are not there. */
export function createKeptBlocks({ chain, network, table, raw, node }: KeptDeps) {
  let keptFrom: number | undefined;
  const readKeptFrom = async (): Promise<number | undefined> => {
    keptFrom ??= await networkReader(table).keptFrom(network);
    return keptFrom;
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
    /** From the node below the first block that the bucket has. Throws DamagedHistory or a NodeError. */
    async range(from: number, to: number): Promise<RawPBlock[]> {
      const found: RawPBlock[] = [];
      while (found.length <= to - from) {
        const next = from + found.length;
        const blocks = await raw.range(next, to);
        if (blocks.length > 0) found.push(...blocks);
        else if (next < ((await readKeptFrom()) ?? Number.POSITIVE_INFINITY))
          found.push(...(await node.range(next, Math.min(to, (keptFrom ?? to + 1) - 1))));
        else throw new DamagedHistory(`raw/${chain}/… has no object with block ${next}`);
      }
      return found;
    },
  };
}
