import { setTimeout as sleep } from 'node:timers/promises';
import { toCb58 } from '../../../lambdas/core/domain/cb58';
import { addressedCall, type L1Message, l1Message, warpMessage } from '../../../lambdas/pchain/domain/codec/warp';
import { type BlsKey, hexToBytes, uncompressed } from './keys';
import { call, Refused } from './rpc';
import type { Network } from './wallet';

/** The manager of an L1: a contract on a chain, and the subnet validators that sign for it. */
export type Manager = {
  sourceChain: string;
  /** 0x and digits, of any length. */
  address: string;
  subnetId: string;
  /** The key of a validator with more than two thirds of the weight. */
  signer: BlsKey;
};

const EPOCH_TIMEOUT_MS = 60_000;
const RETRY_MS = 1_000;
/** Heights below the newest with validator sets to try. */
const EPOCH_BLOCKS = 10;

/**
 * Sends a transaction with a message signed by the manager's validators. The signing set must be from a past epoch, which
 * no call returns: older sets are tried until the node accepts one. `nudge` makes a block, which advances epochs.
 */
export async function speak(
  net: Network,
  manager: Manager,
  message: L1Message,
  { issue, nudge }: { issue: (signed: string) => Promise<string>; nudge: () => Promise<unknown> },
): Promise<string> {
  for (const deadline = Date.now() + EPOCH_TIMEOUT_MS; ; await sleep(RETRY_MS)) {
    for (const position of await getPositions(net, manager)) {
      try {
        return await issue(signedBy(net, manager, message, position));
      } catch (error) {
        const isOfTheSet =
          error instanceof Refused && /warp messages: (signature|unknown validator)/.test(error.message);
        if (!isOfTheSet || Date.now() > deadline) throw error;
      }
    }
    if (Date.now() > deadline) throw new Error('the validators that must sign are not known in time');
    await nudge();
  }
}

/** The signer's positions among its subnet's validators at the last heights. */
async function getPositions(net: Network, { subnetId, signer }: Manager): Promise<Set<number>> {
  const { height } = await call<{ height: string }>(net.url, 'bc/P', 'platform.getHeight');
  const positions = new Set<number>();
  for (let at = Number(height); at > Math.max(0, Number(height) - EPOCH_BLOCKS); at--) {
    const params = { height: String(at), subnetID: toCb58(subnetId) };
    type Validators = Record<string, { publicKey: string | null }>;
    const set = Object.values(await call<Validators>(net.url, 'bc/P', 'platform.getValidatorsAt', params));
    const keys = set.flatMap(({ publicKey }) => (publicKey ? [uncompressed(publicKey)] : []));
    const position = keys.sort().indexOf(signer.uncompressed);
    if (position >= 0) positions.add(position);
  }
  return positions;
}

/** The message as bytes. The hash of a registration is its validation ID. */
export const bytesOfMessage = (message: L1Message): string => l1Message.write({ version: 0, message });

function signedBy(
  { networkId }: Network,
  { sourceChain, address, signer }: Manager,
  message: L1Message,
  position: number,
): string {
  const payload = addressedCall.write({
    version: 0,
    payload: { type: 'AddressedCall', sourceAddress: address, message: `0x${bytesOfMessage(message)}` },
  });
  const unsigned = { version: 0, networkId, sourceChain, payload: `0x${payload}` };
  const bits = (1n << BigInt(position)).toString(16);
  const signers = `0x${bits.padStart(bits.length + (bits.length % 2), '0')}`;
  const write = (signature: string) =>
    warpMessage.write({ ...unsigned, signature: { type: 'BitSetSignature', signers, signature } });
  // The signed part ends before the signature: its type, and the signers with their length.
  const signatureBytes = 4 + 4 + (signers.length / 2 - 1) + 96;
  const whole = write(`0x${'00'.repeat(96)}`);
  return `0x${write(signer.sign(hexToBytes(`0x${whole.slice(0, -2 * signatureBytes)}`)))}`;
}
