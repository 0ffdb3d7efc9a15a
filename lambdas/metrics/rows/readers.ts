import type { Table } from '../../core/table/table';
import { metricsReader } from '../../evm/metrics/reading';
import { evmCursorReader } from '../../evm/rows/cursor-reader';
import { chainBlockchainIdKey, readChainBlockchainId } from '../../evm/teleporter/rows/items';
import { networkReader } from '../../pchain/rows/network';
import { stakingDayReader } from '../../pchain/rows/staking-days';
import { pValidatorReader } from '../../pchain/rows/validator-reader';

export const blockchainIdOfChainReader = (table: Table) => ({
  /** 32 bytes with 0x; undefined if no message of the chain has been indexed. */
  async find(chain: string): Promise<string | undefined> {
    const item = await table.get(chainBlockchainIdKey(chain));
    return item && readChainBlockchainId(item);
  },
});

export const metricsReaders = {
  Cursor: evmCursorReader,
  PNetwork: networkReader,
  PValidator: pValidatorReader,
  PStakingDay: stakingDayReader,
  MetricsRow: metricsReader,
  BlockchainIdOfChain: blockchainIdOfChainReader,
};
