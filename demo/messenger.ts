import type { Address, Hex } from 'viem';
import { encodeAbiParameters, encodeFunctionData, keccak256, pad, parseAbi } from 'viem/utils';
import { creation } from './calls';
import type { Compiled, Contracts } from './compile';
import { rpc } from './rpc';

/** TeleporterMessenger v1 has it on every chain. */
export const MESSENGER: Address = '0x253b2784c75e510dd0ff1da844684a1ac0aa5fcf';
const WARP: Address = '0x0200000000000000000000000000000000000005';

const ABI = parseAbi([
  'struct Receipt { uint256 receivedMessageNonce; address relayerRewardAddress; }',
  'struct Message { uint256 messageNonce; address originSenderAddress; bytes32 destinationBlockchainID; address destinationAddress; uint256 requiredGasLimit; address[] allowedRelayerAddresses; Receipt[] receipts; bytes message; }',
  'struct FeeInfo { address feeTokenAddress; uint256 amount; }',
  'struct Acknowledged { bytes32 messageID; bytes32 destinationBlockchainID; address relayerRewardAddress; FeeInfo feeInfo; }',
  'function send(bytes32 messageID, Message message, FeeInfo feeInfo)',
  'function addFee(bytes32 messageID, FeeInfo feeInfo)',
  'function deliver(bytes32 messageID, bytes32 sourceBlockchainID, address rewardRedeemer, Message message, bool succeeds, Acknowledged[] receipts)',
  'function execute(bytes32 messageID, bytes32 sourceBlockchainID)',
]);

export interface Sent {
  readonly source: Hex;
  readonly destination: Hex;
  readonly nonce: bigint;
  readonly from: Address;
  readonly to: Address;
  /** Empty for a message with receipts only. */
  readonly data: Hex;
  readonly fee: { readonly token: Address; readonly amount: bigint };
  /** Messages of the opposite direction that it acknowledges as delivered. */
  readonly acknowledges: readonly Sent[];
}

/** `calculateMessageID` of ICM's TeleporterMessenger. */
const toMessageId = ({ source, destination, nonce }: Pick<Sent, 'source' | 'destination' | 'nonce'>): Hex =>
  keccak256(
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'bytes32' }, { type: 'bytes32' }, { type: 'uint256' }],
      [MESSENGER, source, destination, nonce],
    ),
  );

const REDEEMER: Address = pad('0xbeef', { size: 20 });
const feeInfo = ({ token, amount }: Sent['fee']) => ({ feeTokenAddress: token, amount });
const getMessage = ({ nonce, from, to, destination, data, acknowledges }: Sent) => ({
  messageNonce: nonce,
  originSenderAddress: from,
  destinationBlockchainID: destination,
  destinationAddress: to,
  requiredGasLimit: 200_000n,
  allowedRelayerAddresses: [],
  receipts: acknowledges.map((one) => ({ receivedMessageNonce: one.nonce, relayerRewardAddress: REDEEMER })),
  message: data,
});

export const messengerCalls = {
  /** On the source chain. Sending again is a retry. */
  send: (sent: Sent): Hex =>
    encodeFunctionData({
      abi: ABI,
      functionName: 'send',
      args: [toMessageId(sent), getMessage(sent), feeInfo(sent.fee)],
    }),
  /** On the source chain. `fee`: the new total. */
  addFee: (sent: Sent, fee: Sent['fee']): Hex =>
    encodeFunctionData({ abi: ABI, functionName: 'addFee', args: [toMessageId(sent), feeInfo(fee)] }),
  /** On the destination chain, with the message's receipts. */
  deliver: (sent: Sent, succeeds: boolean): Hex =>
    encodeFunctionData({
      abi: ABI,
      functionName: 'deliver',
      args: [
        toMessageId(sent),
        sent.source,
        REDEEMER,
        getMessage(sent),
        succeeds,
        sent.acknowledges.map((one) => ({
          messageID: toMessageId(one),
          destinationBlockchainID: one.destination,
          relayerRewardAddress: REDEEMER,
          feeInfo: feeInfo(one.fee),
        })),
      ],
    }),
  /** On the destination chain, after a failed execution. */
  execute: (sent: Sent): Hex =>
    encodeFunctionData({ abi: ABI, functionName: 'execute', args: [toMessageId(sent), sent.source] }),
};

export async function installMessenger(url: string, { Messenger, Warp }: Contracts, blockchainId: Hex): Promise<void> {
  for (const [at, contract] of [
    [MESSENGER, Messenger],
    [WARP, Warp],
  ] as const)
    await rpc(url, 'anvil_setCode', [at, await toCode(url, contract)]);
  await rpc(url, 'anvil_setStorageAt', [WARP, pad('0x0'), blockchainId]);
}

/** Runtime bytecode, simulated by `eth_call` without a deployment. */
const toCode = (url: string, contract: Compiled): Promise<Hex> =>
  rpc<Hex>(url, 'eth_call', [{ data: creation(contract) }, 'latest']);
