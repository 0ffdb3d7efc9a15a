import type { Chain } from '../../../core/contract/config';
import type { WebhookRecord } from '../../domain/webhook';
import type { AddressActivityEvent } from './contract/message';
import { getEvent } from './payload';

const ZERO_HASH = `0x${'0'.repeat(64)}`;
const SENDER = '0x71c7656ec7ab88b098defb751b7401b5f6d8976f';
/** First topic of `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const word = (digits: string): string => `0x${digits.padStart(64, '0')}`;

/** A zero-value transfer to a watched address, built like a real event. `now`: Unix ms. */
export function sampleEvent(
  chain: Chain,
  webhook: WebhookRecord,
  watched: string,
  block: number,
  now: number,
): AddressActivityEvent {
  const token = '0x5425890298aed601595a70ab815c96711a31bc65';
  const time = Math.floor(now / 1_000);
  return getEvent({
    chain,
    block: { number: block, hash: ZERO_HASH, time },
    row: {
      index: 0,
      hash: ZERO_HASH,
      status: 'success',
      type: 2,
      gasLimit: 100_000n,
      gasUsed: 44_038n,
      gasPrice: 27_000_000_000n,
      nonce: 0n,
      from: SENDER,
      to: token,
      value: 0n,
      input: '0x',
      maxFee: 52_000_000_000n,
      maxPriorityFee: 2_000_000_000n,
    },
    raw: {},
    receipt: {
      contractAddress: null,
      logs: [
        {
          address: token,
          topics: [TRANSFER, word(SENDER.slice(2)), word(watched.slice(2))],
          data: word('0'),
          logIndex: '0x0',
        },
      ],
    },
    cumulativeGas: 44_038n,
    transfers: [{ kind: 'erc20', row: 0, tx: 0, logIndex: 0, token, from: SENDER, to: watched, value: 0n }],
    tokens: new Map([[token, { name: 'Test token', symbol: 'TEST', decimals: 6 }]]),
    ...(webhook.includeInternalTxs ? { internals: [] } : {}),
    includeLogs: webhook.includeLogs === true,
  });
}
