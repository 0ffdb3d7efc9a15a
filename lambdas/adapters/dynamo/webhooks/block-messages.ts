import { createHash } from 'node:crypto';
import type { BlockRef } from '../../../domain/chain/block';
import type { NewMessage } from '../../../domain/webhooks/message';
import { after, key, keyPrefix } from '../../../table/key';
import { entities } from '../../../table/schema';
import { bytesOf, hexOf } from '../chain/cursor-item';
import { bytes, text } from '../stored-item';
import type { Table } from '../table';

/** How long it is known which messages a block led to, seconds: as long as the messages themselves. */
const KEPT = 30 * 86_400;
/** Messages named by one item. */
const PART = 500;

/** A block that became canonical here, for the `incarnation`th time. */
export interface Arrival extends BlockRef {
  readonly chain: string;
  readonly incarnation: number;
}

/** Which messages blocks led to, and which of them wait for further blocks. */
export function openBlockMessages(table: Table) {
  const { BlockMessages, Revocation, HeldMessage } = entities;
  const blockKey = ({ chain, hash }: Arrival) => key(BlockMessages.pk, { chain, hash });
  const revocationKey = (block: Arrival) => ({
    pk: blockKey(block),
    sk: key(Revocation.sk, { incarnation: block.incarnation }),
  });
  return {
    /**
     * Before the messages themselves. `pass`: what the block was matched for; each writes its own. Who watches may change
     * between two times that a block is matched: what was listed before stays.
     */
    async list(block: Arrival, pass: string, messages: readonly NewMessage[], now: number): Promise<void> {
      const hash = createHash('sha256')
        .update(messages.map(({ digest }) => digest).join())
        .digest('hex')
        .slice(0, 8);
      const parts = Array.from({ length: Math.ceil(messages.length / PART) }, (_, part) => ({
        pk: blockKey(block),
        sk: key(BlockMessages.sk, { incarnation: block.incarnation, pass: `${pass}-${hash}`, part }),
        d: JSON.stringify(messages.slice(part * PART, (part + 1) * PART)),
        expiresAt: Math.floor(now / 1_000) + KEPT,
      }));
      await table.write(parts.map((put) => ({ put })));
    },
    /** All that a block led to, of every pass. */
    async of(block: Arrival): Promise<NewMessage[]> {
      const found: NewMessage[] = [];
      const prefix = keyPrefix(BlockMessages.sk, { incarnation: block.incarnation });
      const high = after(prefix);
      for (let low = prefix; ; ) {
        const range = { low, high, ascending: true, limit: 10, consistent: true };
        const { items, more } = await table.query({ pk: blockKey(block), ...range });
        for (const { d } of items) found.push(...(JSON.parse(text(d)) as NewMessage[]));
        const last = items.at(-1);
        if (!more || !last) return found;
        low = `${text(last.sk)}!`;
      }
    },
    async markRevoked(block: Arrival, now: number): Promise<void> {
      await table.putIfAbsent({ ...revocationKey(block), expiresAt: Math.floor(now / 1_000) + KEPT });
    },
    isRevoked: async (block: Arrival): Promise<boolean> => (await table.get(revocationKey(block), true)) !== undefined,

    /** Waits until `confirmations` blocks stand on the message's own. */
    hold: (block: Arrival, messages: readonly { readonly message: NewMessage; readonly confirmations: number }[]) =>
      table.write(
        messages.map(({ message, confirmations }) => ({
          put: {
            pk: key(HeldMessage.pk, { chain: block.chain }),
            sk: key(HeldMessage.sk, { ...message, block: block.number + confirmations }),
            b: block.number,
            h: bytesOf(block.hash),
          },
        })),
      ),
    /** Messages that a block of this number releases, with the block that each is of. They stay until `release`. */
    async heldUpTo(chain: string, number: number) {
      const range = { low: '0', high: after(keyPrefix(HeldMessage.sk, { block: number })), ascending: true };
      const pk = key(HeldMessage.pk, { chain });
      const { items } = await table.query({ pk, ...range, limit: 1_000, consistent: true });
      return items.map(({ sk, b, h }) => {
        const [, webhook = '', tx = '', digest = ''] = text(sk).split('#');
        const block = { number: Number(b), hash: hexOf(bytes(h)) };
        return { key: { pk, sk: text(sk) }, block, ref: { webhook, block: block.number, tx: Number(tx), digest } };
      });
    },
    release: (held: readonly { readonly key: { readonly pk: string; readonly sk: string } }[]): Promise<void> =>
      table.write(held.map((one) => ({ delete: one.key }))),
    /** Whether these blocks are on the chain now. */
    async areCanonical(chain: string, blocks: readonly BlockRef[]): Promise<Set<string>> {
      const { pk, sk } = entities.Block;
      const numbers = [...new Set(blocks.map(({ number }) => number))];
      const items = await table.batchGet(
        numbers.map((block) => ({ pk: key(pk, { chain }), sk: key(sk, { block }) })),
        true,
      );
      return new Set(items.map(({ h }) => hexOf(bytes(h))));
    },
  };
}
/** What `openBlockMessages` gives. */
export type BlockMessageStore = ReturnType<typeof openBlockMessages>;
