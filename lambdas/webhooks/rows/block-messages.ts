import { createHash } from 'node:crypto';
import type { BlockRef } from '../../chain/domain/block';
import { chunk } from '../../core/contract/chunk';
import { hexToBytes, toHex } from '../../core/table/hex';
import type { Item } from '../../core/table/item';
import { after, key, keyPrefix, parseKey } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { bytes, text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import type { BlockToMatch, CanonicalBlock, MatchPass } from '../domain/match';
import type { NewMessage } from '../domain/message';
import { RETENTION_SECONDS } from './message-key';

const MESSAGES_PER_ITEM = 500;
const ITEMS_PER_PAGE = 2;
const PASS = { added: 'plain', traced: 'traced', timedOut: 'waited' } as const satisfies Record<MatchPass, string>;

/** `isIncomplete` is stored under its former name, `withoutInternals`. */
type Listed = Omit<NewMessage, 'isIncomplete'> & { readonly withoutInternals?: boolean };
const listed = ({ isIncomplete, ...rest }: NewMessage): Listed => ({
  ...rest,
  ...(isIncomplete ? { withoutInternals: true } : {}),
});
const fromListed = ({ withoutInternals, ...rest }: Listed): NewMessage => ({
  ...rest,
  ...(withoutInternals ? { isIncomplete: true } : {}),
});

export const revocationKey = ({ chain, hash, incarnation }: CanonicalBlock) => ({
  pk: key(entities.Revocation.pk, { chain, hash }),
  sk: key(entities.Revocation.sk, { incarnation }),
});

export function createBlockMessages(table: Table) {
  const { BlockMessages, HeldMessage } = entities;
  const blockKey = ({ chain, hash }: CanonicalBlock) => key(BlockMessages.pk, { chain, hash });
  return {
    /** Call before creating the messages. Entries of earlier runs of a pass stay: subscriptions may change. */
    async list(block: BlockToMatch, pass: MatchPass, messages: readonly NewMessage[], now: number): Promise<void> {
      const hash = createHash('sha256')
        .update(messages.map(({ digest }) => digest).join())
        .digest('hex')
        .slice(0, 8);
      const parts = chunk(messages, MESSAGES_PER_ITEM).map((own, part) => ({
        pk: blockKey(block),
        sk: key(BlockMessages.sk, { incarnation: block.incarnation, pass: `${PASS[pass]}-${hash}`, part }),
        d: JSON.stringify(own.map(listed)),
        ...(block.serial === undefined ? {} : { q: block.serial }),
        expiresAt: Math.floor(now / 1_000) + RETENTION_SECONDS,
      }));
      await table.write(parts.map((put) => ({ put })));
    },
    /** `serial`: of the event that added the block. */
    async page(
      block: CanonicalBlock,
      from?: string,
    ): Promise<{ readonly messages: NewMessage[]; readonly serial?: number; readonly next?: string }> {
      const prefix = keyPrefix(BlockMessages.sk, { incarnation: block.incarnation });
      const range = { low: from ?? prefix, high: after(prefix), ascending: true, limit: ITEMS_PER_PAGE };
      const { items, more } = await table.query({ pk: blockKey(block), ...range, consistent: true });
      const messages = items.flatMap(({ d }) => (JSON.parse(text(d)) as Listed[]).map(fromListed));
      const last = items.at(-1);
      return {
        messages,
        ...(last?.q === undefined ? {} : { serial: Number(last.q) }),
        ...(more && last ? { next: `${text(last.sk)}!` } : {}),
      };
    },
    /** `serial`: of the removal's event. */
    async markRevoked(block: CanonicalBlock, serial: number | undefined, now: number): Promise<void> {
      const by = serial === undefined ? {} : { q: serial };
      const expiresAt = Math.floor(now / 1_000) + RETENTION_SECONDS;
      await table.putIfAbsent({ ...revocationKey(block), ...by, expiresAt });
    },
    async findRevocation(block: CanonicalBlock): Promise<{ readonly serial?: number } | undefined> {
      const item = await table.get(revocationKey(block), true);
      return item && (item.q === undefined ? {} : { serial: Number(item.q) });
    },

    /** Waits for confirmations, keyed by the confirming block number. */
    heldItem: (block: CanonicalBlock, message: NewMessage, confirmations: number): Item => ({
      pk: key(HeldMessage.pk, { chain: block.chain }),
      sk: key(HeldMessage.sk, { ...message, block: block.number + confirmations }),
      b: block.number,
      h: hexToBytes(block.hash),
      o: message.owner,
    }),
    /** Up to 500 messages that this block number confirms. They stay held until `release`. */
    async heldUpTo(chain: string, number: number) {
      const range = { low: '0', high: after(keyPrefix(HeldMessage.sk, { block: number })), ascending: true };
      const pk = key(HeldMessage.pk, { chain });
      const { items, more } = await table.query({ pk, ...range, limit: MESSAGES_PER_ITEM, consistent: true });
      const held = items.map(({ sk, b, h, o }) => {
        const { webhook, tx, digest } = parseKey(HeldMessage.sk, sk);
        const block = { number: Number(b), hash: toHex(bytes(h)) };
        const position = { webhook, block: block.number, tx, digest };
        return { key: { pk, sk: text(sk) }, block, owner: text(o), position };
      });
      return { held, more };
    },
    release: (held: readonly { readonly key: { readonly pk: string; readonly sk: string } }[]): Promise<void> =>
      table.write(held.map((one) => ({ delete: one.key }))),
    async areCanonical(chain: string, blocks: readonly BlockRef[]): Promise<Set<string>> {
      const { pk, sk } = entities.Block;
      const numbers = [...new Set(blocks.map(({ number }) => number))];
      const items = await table.batchGet(
        numbers.map((block) => ({ pk: key(pk, { chain }), sk: key(sk, { block }) })),
        true,
      );
      return new Set(items.map(({ h }) => toHex(bytes(h))));
    },
  };
}
export type BlockMessageStore = ReturnType<typeof createBlockMessages>;
