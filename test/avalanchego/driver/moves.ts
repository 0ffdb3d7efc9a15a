import { exportFromC, exportFromX, importable } from './atomic';
import { ANNA, BEN, FUNDS } from './funds';
import type { Key } from './keys';
import { AVAX, FEE, fund, issue, type Network, owners, P_CHAIN, payTo, send, sorted } from './wallet';

/** Imports everything that another chain has exported to a key. AVAX imports pay their own fee. */
export async function importFrom(
  net: Network,
  by: Key,
  sourceChain: string,
  to: Key,
  assetId = net.avax,
): Promise<string> {
  const found = (await importable(net, [by], sourceChain)).filter(({ input }) => input.assetId === assetId);
  const total = found.reduce(
    (sum, { input: { input } }) => sum + (input.type === 'TransferInput' ? input.amount : 0n),
    0n,
  );
  // Another asset cannot pay the fee, so the key does.
  const isAvax = assetId === net.avax;
  const paid = isAvax ? { base: emptyBase(net), signers: [] } : await fund(net, [by], { amount: 0n });
  const outputs = sorted([...paid.base.outputs, payTo(net, isAvax ? total - FEE : total, owners(1, to), assetId)]);
  const importedInputs = found.map(({ input }) => input);
  const tx = { type: 'ImportTx' as const, ...paid.base, outputs, sourceChain, importedInputs };
  return issue(net, tx, [...paid.signers, ...found.map(({ signers }) => signers)]);
}

const emptyBase = (net: Network) => ({
  ...{ networkId: net.networkId, blockchainId: P_CHAIN, memo: '0x', inputs: [] },
  outputs: [] as ReturnType<typeof sorted>,
});

/** Exports AVAX from the P-Chain to another chain. */
export function exportTo(
  net: Network,
  by: Key,
  destinationChain: string,
  amounts: readonly bigint[],
  memo = '0x',
): Promise<string> {
  const exportedOutputs = sorted(amounts.map((amount) => payTo(net, amount, owners(1, by))));
  return send(net, [by], { amount: amounts.reduce((sum, one) => sum + one, 0n), memo }, (base) => ({
    ...{ type: 'ExportTx', ...base, destinationChain, exportedOutputs },
  }));
}

/** Moves AVAX between the three chains. */
export async function moveBetweenChains(net: Network): Promise<void> {
  await exportTo(net, FUNDS, net.cChain, [12n * AVAX, 3n * AVAX]);
  await exportTo(net, FUNDS, net.xChain, [8n * AVAX]);
  await exportFromC(net, FUNDS, [5n * AVAX, 2n * AVAX]);
  await importFrom(net, FUNDS, net.cChain, ANNA);
  await exportFromX(net, FUNDS, 9n * AVAX);
  await importFrom(net, FUNDS, net.xChain, BEN);
}
