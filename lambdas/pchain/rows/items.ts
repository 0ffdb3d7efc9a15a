import { exactJson } from '../../core/domain/exact-json';
import type { Item } from '../../core/table/item';
import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { type L1Validator, type Place, PRIMARY_NETWORK, type Subnet } from '../domain/replay/state';
import type { L1ChangeRow, PBlockRow, PlacedTxRow, PTxRow, PUtxoRow } from '../domain/rows';

/** Keys contain hex without 0x. */
export const digits = (id: string): string => id.slice(2);
const hexToBytes = (text: string): Uint8Array => Buffer.from(digits(text), 'hex');

/** Rows are exact JSON in `x`, except for binary fields. */
export const ATTRIBUTE = { json: 'x', bytes: 'b', unreadable: 'u', rewardTx: 'r', blockHash: 'h' } as const;

export function blockItem(network: string, { unreadable, ...row }: PBlockRow): Item {
  const { pk, sk, gsi1, gsi2, gsi3 } = entities.PBlock;
  const { number: block, hash, time, proposer } = row;
  return {
    pk: key(pk, { network }),
    sk: key(sk, { block }),
    g1p: key(gsi1[0], { network, hash: digits(hash) }),
    g1s: key(gsi1[1], {}),
    g2p: key(gsi2[0], { network }),
    g2s: key(gsi2[1], { time, block }),
    ...(proposer
      ? { g3p: key(gsi3[0], { network, node: digits(proposer.nodeId) }), g3s: key(gsi3[1], { block }) }
      : {}),
    [ATTRIBUTE.json]: exactJson(row),
    ...(unreadable === undefined ? {} : { [ATTRIBUTE.unreadable]: hexToBytes(unreadable) }),
  };
}

export const txKey = (network: string, id: string) => ({
  pk: key(entities.PTx.pk, { network, hash: digits(id) }),
  sk: key(entities.PTx.sk, {}),
});

/**
 * Without a block, a transaction is in no list. Fields in the keys are not repeated in the JSON, as
 * list pages read whole items.
 */
export function txItem(network: string, row: PTxRow): Item {
  const { gsi1, gsi2 } = entities.PTx;
  const { id, place, blockHash, type, bytes, rewardTxId, ...rest } = row;
  return {
    ...txKey(network, id),
    ...(place
      ? {
          g1p: key(gsi1[0], { network }),
          g1s: key(gsi1[1], place),
          g2p: key(gsi2[0], { network, type }),
          g2s: key(gsi2[1], place),
        }
      : {}),
    [ATTRIBUTE.json]: exactJson(place ? rest : { type, ...rest }),
    ...(blockHash === undefined ? {} : { [ATTRIBUTE.blockHash]: hexToBytes(blockHash) }),
    ...(bytes === undefined ? {} : { [ATTRIBUTE.bytes]: hexToBytes(bytes) }),
    ...(rewardTxId === undefined ? {} : { [ATTRIBUTE.rewardTx]: hexToBytes(rewardTxId) }),
  };
}

export const txOfItem = (
  network: string,
  of: string,
  { id, place, type }: Pick<PlacedTxRow, 'id' | 'place' | 'type'>,
): Item => ({
  pk: key(entities.PTxOf.pk, { network, of: digits(of) }),
  sk: key(entities.PTxOf.sk, place),
  i: hexToBytes(id),
  k: type,
});

export const utxoKey = (network: string, { txId, outputIndex }: Pick<PUtxoRow, 'txId' | 'outputIndex'>) => ({
  pk: key(entities.PUtxo.pk, { network, hash: digits(txId) }),
  sk: key(entities.PUtxo.sk, { output: outputIndex }),
});

export const utxoItem = (network: string, row: PUtxoRow): Item => ({
  ...utxoKey(network, row),
  [ATTRIBUTE.json]: exactJson(row),
});

/** In an owner's list, sorted by time or by amount. */
export const UTXO_KEY_LENGTH = { time: '0000000000#0123456789abcdef#0000000000'.length, amount: 59 } as const;

// Above this number of owners, an entry contains only the owner of its list. Otherwise writes grow
// with the square of the owners, and one transaction could cost a dollar.
const MAX_LISTED_OWNERS = 32;
/** Truncates `owners` above MAX_LISTED_OWNERS. */
export const rowForOwner = <T extends Pick<PUtxoRow, 'owners'>>(row: T, owner: string): T =>
  row.owners.addresses.length > MAX_LISTED_OWNERS
    ? { ...row, owners: { ...row.owners, addresses: [owner] }, hasMoreOwners: true }
    : row;

/** Empty if the output's creation is unknown. */
export function utxoOfItems(network: string, row: PUtxoRow): Item[] {
  const { pk, sk, gsi1, gsi2 } = entities.PUtxoOf;
  const { txId, outputIndex: output, amount, created, owners, spent } = row;
  if (!created) return [];
  const place = { block: created.block, tx: digits(txId).slice(0, 16), output };
  return owners.addresses.map((one) => {
    const of = { network, address: digits(one) };
    return {
      pk: key(pk, of),
      sk: key(sk, place),
      ...(spent ? {} : { g1p: key(gsi1[0], of), g1s: key(gsi1[1], place) }),
      g2p: key(gsi2[0], of),
      g2s: key(gsi2[1], { ...place, amount: String(amount).padStart(20, '0') }),
      [ATTRIBUTE.json]: exactJson(rowForOwner(row, one)),
    };
  });
}

export function subnetItem(network: string, subnet: Subnet): Item {
  const { pk, sk, gsi1 } = entities.PSubnet;
  return {
    pk: key(pk, { network, subnet: digits(subnet.subnetId) }),
    sk: key(sk, {}),
    g1p: key(gsi1[0], { network }),
    g1s: key(gsi1[1], subnet.created),
    [ATTRIBUTE.json]: exactJson(subnet),
  };
}

/** `blockchainId` is also the ID of the transaction with its genesis. */
export interface PBlockchainRow {
  readonly blockchainId: string;
  readonly subnetId: string;
  readonly name: string;
  readonly vmId: string;
  readonly evmChainId?: number;
  readonly created: Subnet['created'];
}

const PLATFORM_VM = `0x${Buffer.from('platformvm').toString('hex').padEnd(64, '0')}`;

/** No transaction creates the P-Chain, and nodes do not list it. */
export const pChainBlockchain = (genesisTime: number): PBlockchainRow => ({
  blockchainId: PRIMARY_NETWORK,
  subnetId: PRIMARY_NETWORK,
  name: 'P-Chain',
  vmId: PLATFORM_VM,
  created: { block: 0, tx: 0, time: genesisTime },
});

/** `subnet`: place where its subnet was created. */
export function blockchainItem(network: string, row: PBlockchainRow, subnet: Place): Item {
  const { pk, sk, gsi1, gsi2, gsi3 } = entities.PBlockchain;
  const { blockchainId, subnetId, created } = row;
  const under = { subnetBlock: subnet.block, subnetTx: subnet.tx };
  return {
    pk: key(pk, { network, subnet: digits(subnetId) }),
    sk: key(sk, created),
    g1p: key(gsi1[0], { network }),
    g1s: key(gsi1[1], { ...under, ...created }),
    g2p: key(gsi2[0], { network }),
    g2s: key(gsi2[1], created),
    g3p: key(gsi3[0], { network, blockchainId: digits(blockchainId) }),
    g3s: key(gsi3[1], {}),
    [ATTRIBUTE.json]: exactJson(row),
  };
}

export const l1ValidatorKey = (network: string, validationId: string) => ({
  pk: key(entities.PL1Validator.pk, { network, validationId: digits(validationId) }),
  sk: key(entities.PL1Validator.sk, {}),
});

export function l1ValidatorItem(network: string, row: L1Validator): Item {
  const { gsi1, gsi2, gsi3 } = entities.PL1Validator;
  const { validationId, subnetId, nodeId, endAccruedFees, created } = row;
  return {
    ...l1ValidatorKey(network, validationId),
    g1p: key(gsi1[0], { network, state: endAccruedFees > 0n ? 'active' : 'inactive' }),
    g1s: key(gsi1[1], created),
    g2p: key(gsi2[0], { network, subnet: digits(subnetId) }),
    g2s: key(gsi2[1], created),
    g3p: key(gsi3[0], { network, node: digits(nodeId) }),
    g3s: key(gsi3[1], created),
    [ATTRIBUTE.json]: exactJson(row),
  };
}

export function l1ChangeItem(network: string, validator: L1Validator, block: number): Item {
  const { validationId, nodeId, subnetId, weight, publicKey, proofOfPossession, endAccruedFees } = validator;
  const proof = proofOfPossession === undefined ? {} : { proofOfPossession };
  const row: L1ChangeRow = { validationId, nodeId, subnetId, weight, publicKey, endAccruedFees, ...proof };
  const { pk, sk } = entities.PL1Change;
  return {
    pk: key(pk, { network, validationId: digits(validationId) }),
    sk: key(sk, { block }),
    [ATTRIBUTE.json]: exactJson(row),
  };
}
