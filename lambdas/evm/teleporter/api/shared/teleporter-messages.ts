import { notFound } from '../../../../core/contract/errors';
import type { Page } from '../../../../core/http/page';
import type { List } from '../../../../core/table/list';
import type { Deps } from '../../../api/implement';
import type { TeleporterEntry } from '../../rows/readers';
import { teleporterMessageView } from '../../views/teleporter';
import { getLists, keptBy, type MessageQuery, readQuery } from './teleporter-query';
import { readTeleporter, type TeleporterDeps } from './teleporter-records';

type ListDeps = TeleporterDeps & Deps<{ reads: ['TeleporterList'] }>;

/** A Lambda response holds 6 MB, and a message up to 200 kB. */
const MAX_BYTES = 4_500_000;
const NO_CUT = 0; // descending lists have no upper bound to keep

/** Throws 404 if the message is unknown. */
export async function oneTeleporterMessage({
  params: { messageId },
  deps,
}: {
  params: { messageId: string };
  deps: TeleporterDeps;
}) {
  const message = await deps.TeleporterMessage.find(messageId);
  if (!message) throw notFound(`message ${messageId.slice(2)}`);
  const { sourceBlockchainId, destinationBlockchainId, reward } = message;
  const { records } = await readTeleporter(deps, {
    messageIds: [],
    blockchainIds: [sourceBlockchainId, destinationBlockchainId],
    tokens: reward ? [{ chain: reward.chainId, contract: reward.token }] : [],
  });
  return teleporterMessageView(message, records);
}

export async function teleporterMessages({ query, page, deps }: { query: MessageQuery; page: Page; deps: ListDeps }) {
  const read = readQuery(deps.chains, query);
  return pageOfMessages(deps, getLists(deps, read), keptBy(read), page);
}

export async function getTeleporterMessages({
  params: { address },
  query: { network },
  page,
  deps,
}: {
  params: { address: string };
  query: Pick<MessageQuery, 'network'>;
  page: Page;
  deps: ListDeps;
}) {
  const kept = keptBy(readQuery(deps.chains, { network }));
  const lists = [deps.TeleporterList.of('from', address), deps.TeleporterList.of('to', address)];
  // A message to its own sender is in both lists.
  return pageOfMessages(deps, lists, (entry) => kept(entry) && !(entry.list === 'to' && entry.from === entry.to), page);
}

async function pageOfMessages(
  deps: ListDeps,
  lists: readonly List<TeleporterEntry>[],
  keep: (entry: TeleporterEntry) => boolean,
  page: Page,
) {
  const { values: entries, next } = await deps.page(lists, { ...page, ascending: false, keep });
  const { messages, records } = await readTeleporter(deps, {
    messageIds: entries.map(({ messageId }) => messageId),
    blockchainIds: entries.flatMap(({ source, destination }) => [source, destination]),
    tokens: entries.flatMap(({ reward }) => reward ?? []),
  });
  const absent = entries.map(({ messageId }) => messageId).filter((id) => !messages.has(id));
  // Eventually consistent reads can return an entry before its message.
  const consistent = absent.length > 0 ? await deps.TeleporterMessage.findNow(absent) : undefined;
  let remainingBytes = MAX_BYTES;
  const shown = [];
  for (const [i, { messageId, time }] of entries.entries()) {
    const message = messages.get(messageId) ?? consistent?.get(messageId);
    // The message moved or was removed since.
    if (message?.sortTime !== time) continue;
    const view = teleporterMessageView(message, records);
    remainingBytes -= Buffer.byteLength(JSON.stringify(view));
    if (remainingBytes < 0 && shown.length > 0)
      return { messages: shown, ...page.token(endBefore(entries, i), NO_CUT) };
    shown.push(view);
  }
  return { messages: shown, ...page.token(next, NO_CUT) };
}

function endBefore(entries: readonly TeleporterEntry[], i: number) {
  const last = entries[i - 1];
  return last && { after: last.key, items: [], density: 1 };
}
