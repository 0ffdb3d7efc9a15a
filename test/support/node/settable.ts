import type { Address, Hex } from 'viem';
import { encodeFunctionData } from 'viem/utils';
import { creation } from '../../../demo/calls';
import { rpc } from '../../../demo/rpc';
import { wait } from '../service/service';
import { testContracts } from './contracts';

/** A collection with settable URIs; see `test/contracts/Settable.sol`. */
export interface Settable {
  /** Lower case. */
  readonly at: string;
  /** Resolves once mined. Throws if it reverts. */
  send(functionName: 'mint' | 'mintMany' | 'setUri' | 'burn', ...args: readonly unknown[]): Promise<void>;
}

/** From the node's first account, which owns nothing else. The node must mine. */
export async function deploySettable(url: string): Promise<Settable> {
  const { Settable: contract } = await testContracts<'Settable'>();
  const at = (await sendMined(url, undefined, creation(contract))).contractAddress ?? '';
  return {
    at: at.toLowerCase(),
    async send(functionName, ...args) {
      await sendMined(url, at, encodeFunctionData({ abi: contract.abi, functionName, args }));
    },
  };
}

/** Resolves once mined; throws if it reverts. Default sender: the node's first account. */
export async function sendMined(
  url: string,
  to: string | undefined,
  data: Hex,
  given: { readonly from?: Address | undefined; readonly value?: Hex } = {},
) {
  const [from] = await rpc<Address[]>(url, 'eth_accounts');
  const sent = { from, data, gas: '0xe00000', ...(to ? { to } : {}), ...given };
  const hash = await rpc<string>(url, 'eth_sendTransaction', [sent]);
  for (;;) {
    const receipt = await rpc<{ status: string; contractAddress: string | null } | null>(
      url,
      'eth_getTransactionReceipt',
      [hash],
    );
    if (receipt?.status === '0x0') throw new Error(`transaction ${hash} reverted`);
    if (receipt) return receipt;
    await wait(5);
  }
}
