import type { Address, Hex } from 'viem';
import { encodeFunctionData, parseAbi } from 'viem/utils';
import { calls } from '../../../demo/calls';
import { rpc } from '../../../demo/rpc';
import type { Nasty } from '../node/nasty';
import type { Draw, Maker } from './draw';

const IDS = [1n, 2n, 3n, 4n];

const ABI = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
]);

export async function collectible(url: string, draw: Draw, demo: Address, nasty: Nasty): Promise<Maker[]> {
  const mintedAt = async (to: Address) =>
    BigInt(await rpc<Hex>(url, 'eth_call', [{ to, data: calls.mintedCollectibles() }, 'latest']));
  const minted = { demo: await mintedAt(demo), cards: await mintedAt(nasty.at.Cards) };
  const owners: { id: bigint; owner: Address; to: Address }[] = [];

  const mintOne: Maker = () => {
    const owner = draw.holder();
    owners.push({ id: ++minted.demo, owner, to: demo });
    return { from: owner, to: demo, data: calls.mintCollectible(owner) };
  };
  const mintMany: Maker = () => {
    const [owner, count] = [draw.holder(), 1 + draw.below(4)];
    for (let n = 0; n < count; n++) owners.push({ id: ++minted.cards, owner, to: nasty.at.Cards });
    return { from: owner, ...nasty.call('Cards', 'mintMany', owner, count) };
  };
  const move: Maker = () => {
    if (owners.length === 0) return mintOne();
    const card = draw.pick(owners);
    const from = card.owner;
    card.owner = draw.holder();
    return { from, to: card.to, data: calls.transferCollectible(from, card.owner, card.id) };
  };
  const moveMany: Maker = () => {
    const from = owners.findLast(({ to }) => to === nasty.at.Cards)?.owner;
    if (!from) return mintMany();
    const [cards, to] = [owners.filter((card) => card.to === nasty.at.Cards && card.owner === from), draw.holder()];
    for (const card of cards) card.owner = to;
    const ids = cards.map(({ id }) => id);
    return { from, ...nasty.call('Cards', 'transferMany', from, to, ids) };
  };
  const burn: Maker = () => {
    const index = owners.findIndex(({ to }) => to === nasty.at.Cards);
    const [card] = index < 0 ? [] : owners.splice(index, 1);
    return card ? { from: card.owner, ...nasty.call('Cards', 'burn', card.id) } : mintMany();
  };
  return [mintOne, mintMany, move, move, moveMany, burn];
}

/** Batches may repeat an id, or be empty. */
export function multiple(draw: Draw, addresses: readonly Address[], nasty: Nasty): Maker[] {
  const had: Address[] = [];
  const mint: Maker = () => {
    const holder = draw.holder();
    had.push(holder);
    return { from: holder, to: draw.pick(addresses), data: calls.mintItems(holder, IDS, [9n, 9n, 9n, 9n]) };
  };
  const ofSome =
    (make: (from: Address, to: Address) => Hex): Maker =>
    () => {
      const from = had.length === 0 ? undefined : draw.pick(had);
      return from ? { from, to: draw.pick(addresses), data: make(from, draw.holder()) } : mint();
    };
  const single = ofSome((from, to) =>
    encodeFunctionData({ abi: ABI, functionName: 'safeTransferFrom', args: [from, to, draw.pick(IDS), 1n, '0x'] }),
  );
  const batch = ofSome((from, to) => {
    const ids = [draw.pick(IDS), draw.pick(IDS), draw.pick(IDS)];
    return encodeFunctionData({
      abi: ABI,
      functionName: 'safeBatchTransferFrom',
      args: [from, to, ids, ids.map(() => 1n), '0x'],
    });
  });
  const nothing = ofSome((_, to) => calls.mintItems(to, [], []));
  const burn = ofSome((from) => nasty.call('Pieces', 'burnBatch', from, IDS.slice(0, 2), [1n, 1n]).data);
  return [mint, mint, single, single, batch, batch, nothing, burn];
}
