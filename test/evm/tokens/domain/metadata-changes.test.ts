import { encodeAbiParameters, keccak256, parseAbiParameters, toHex } from 'viem/utils';
import { getMetadataChanges } from '../../../../lambdas/evm/tokens/domain/metadata-changes';
import { address, aRawBlock, type SentLog } from '../../../support/make/blocks';

const CONTRACT = address(0xc0);
const word = (value: bigint) => toHex(value, { size: 32 });
const MAX = 2n ** 256n - 1n;

const log = (event: string, indexed: readonly bigint[], data = '0x'): SentLog => ({
  address: CONTRACT,
  topics: [keccak256(toHex(event)), ...indexed.map(word)],
  data,
});
const getChanges = (...logs: SentLog[]) => getMetadataChanges(aRawBlock(1, [{ from: 1, to: 2, logs }]).receipts);
const words = (...values: bigint[]) => `0x${values.map((value) => word(value).slice(2)).join('')}`;

describe('getMetadataChanges', () => {
  const [UPDATE, BATCH] = ['MetadataUpdate(uint256)', 'BatchMetadataUpdate(uint256,uint256)'];
  const uri = encodeAbiParameters(parseAbiParameters('string'), ['ipfs://new']);
  test.each<[string, SentLog, unknown]>([
    ['MetadataUpdate', log(UPDATE, [], words(7n)), ['erc721', 7n, 7n]],
    ['MetadataUpdate with an indexed id', log(UPDATE, [8n]), ['erc721', 8n, 8n]],
    ['BatchMetadataUpdate', log(BATCH, [], words(3n, 9n)), ['erc721', 3n, 9n]],
    ['BatchMetadataUpdate with indexed ids', log(BATCH, [3n, 9n]), ['erc721', 3n, 9n]],
    ['BatchMetadataUpdate of the whole collection', log(BATCH, [], words(0n, MAX)), ['erc721', 0n, MAX]],
    ['URI', log('URI(string,uint256)', [MAX], uri), ['erc1155', MAX, MAX]],
  ])('%s marks its ids as changed', (_, given, expected) => {
    const { nfts, contracts } = getChanges(given);
    expect(nfts.map(({ token, kind, from, to }) => [token, kind, from, to])).toEqual([
      [CONTRACT, ...(expected as unknown[])],
    ]);
    expect([...contracts]).toEqual([]);
  });

  test.each(['ContractURIUpdated()', 'Upgraded(address)', 'BeaconUpgraded(address)'])(
    '%s marks its contract as changed',
    (event) => {
      const { nfts, contracts } = getChanges(log(event, event.endsWith('()') ? [] : [1n]));
      expect([[...contracts], nfts]).toEqual([[CONTRACT], []]);
    },
  );

  test.each([
    ['MetadataUpdate without an id', log(UPDATE, [])],
    ['MetadataUpdate with 31 bytes', log(UPDATE, [], `0x${'11'.repeat(31)}`)],
    ['a range without an end', log(BATCH, [], words(3n))],
    ['a range that ends before its start', log(BATCH, [], words(9n, 3n))],
    ['URI without an id', log('URI(string,uint256)', [])],
    ['another event', log('Approval(address,address,uint256)', [1n, 2n], words(3n))],
    ['a log without topics', { address: CONTRACT, topics: [], data: words(1n) }],
  ])('%s marks nothing as changed', (_, given) => {
    const { nfts, contracts } = getChanges(given);
    expect([nfts, contracts.size]).toEqual([[], 0]);
  });
});
