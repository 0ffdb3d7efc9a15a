import { derive } from '../../../lambdas/evm/domain/derive';
import type { InternalTransaction } from '../../../lambdas/evm/domain/internal-transactions';
import { queueRedeployed } from '../../../lambdas/evm/indexer/redeployed';
import { TOKEN, tokenKey } from '../../../lambdas/evm/tokens/rows/token-item';
import { address, aRawBlock } from '../../support/make/blocks';
import { memoryTable } from '../../support/tables/memory';

const [CHAIN, READ, UNREAD, RULED] = ['31337', 0x11, 0x12, 0x13];
const raw = aRawBlock(5, [{ from: 1, to: 2 }]);
const time = Number(raw.block.timestamp);
const created = (contract: number, row: number): InternalTransaction => ({
  ...{ tx: 0, row, type: 'CREATE2', from: address(2), to: address(contract), created: address(contract) },
  ...{ value: 0n, gasUsed: 1n, gasLimit: 1n },
});

/** The messages for a block in which a factory created these contracts; `READ` was read at `readAt`. */
async function queuedFor(contracts: readonly number[], readAt: number) {
  const { table } = memoryTable();
  const set = { [TOKEN.ercType]: 'ERC-20', [TOKEN.readAt]: readAt };
  await table.update(tokenKey(CHAIN, address(READ)), { set });
  await table.update(tokenKey(CHAIN, address(RULED)), { set: { [TOKEN.operatorReputation]: 'Benign' } });
  const queued: unknown[] = [];
  const tokenQueue = { send: async (messages: readonly unknown[]) => void queued.push(...messages) };
  const block = { derived: derive(raw, 0), internalTxs: contracts.map(created) };
  await queueRedeployed({ table, chainId: CHAIN, tokenQueue }, [block]);
  return queued;
}

describe('queueRedeployed', () => {
  test('a contract deployed by another replaces the token read earlier at its address', async () => {
    expect(await queuedFor([READ, UNREAD, RULED], time - 1)).toEqual([
      { chainId: CHAIN, token: address(READ), again: 'replace' },
    ]);
  });
  test('a contract read since its deployment is not read again', async () => {
    expect(await queuedFor([READ], time)).toEqual([]);
  });
});
