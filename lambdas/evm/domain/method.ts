import type { TransactionRow } from './derive';

/** By selector. A test checks each against its signature. */
export const KNOWN_METHODS: Readonly<Record<string, string>> = {
  '0xa9059cbb': 'transfer(address,uint256)',
  '0x23b872dd': 'transferFrom(address,address,uint256)',
  '0x095ea7b3': 'approve(address,uint256)',
  '0x42842e0e': 'safeTransferFrom(address,address,uint256)',
  '0xb88d4fde': 'safeTransferFrom(address,address,uint256,bytes)',
  '0xf242432a': 'safeTransferFrom(address,address,uint256,uint256,bytes)',
  '0x2eb2c2d6': 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  '0xa22cb465': 'setApprovalForAll(address,bool)',
  '0x40c10f19': 'mint(address,uint256)',
  '0x42966c68': 'burn(uint256)',
  '0xd0e30db0': 'deposit()',
  '0x2e1a7d4d': 'withdraw(uint256)',
  '0xac9650d8': 'multicall(bytes[])',
  '0x3593564c': 'execute(bytes,bytes[],uint256)',
  '0xd505accf': 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
};

export interface Method {
  readonly callType: 'NATIVE_TRANSFER' | 'CONTRACT_CALL' | 'CONTRACT_CREATION';
  readonly methodHash: string;
  readonly methodName?: string;
}

export function getMethod({ to, input }: Pick<TransactionRow, 'to' | 'input'>): Method {
  if (to === undefined) return { callType: 'CONTRACT_CREATION', methodHash: '0x' };
  if (input.length <= 2) return { callType: 'NATIVE_TRANSFER', methodHash: '0x' };
  const methodHash = input.slice(0, 10);
  const methodName = KNOWN_METHODS[methodHash];
  return { callType: 'CONTRACT_CALL', methodHash, ...(methodName ? { methodName } : {}) };
}
