import { getAddress } from 'viem/utils';

/** What a transaction that creates a contract is sent to. */
const ZERO = '0x0000000000000000000000000000000000000000';

/** An address as answers show it: EIP-55 checksummed. */
export const richAddress = (address: string = ZERO) => ({ address: getAddress(address as `0x${string}`) });
