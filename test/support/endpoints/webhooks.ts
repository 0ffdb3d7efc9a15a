import { handler as create } from '../../../lambdas/webhooks/api/create-webhook';
import type { Webhook } from '../../../lambdas/webhooks/contract/schemas/webhooks';
import { aChain, aCursor, address } from '../make/blocks';
import { type Gate, memoryTable } from '../tables/memory';
import { type Asked, call, type Handler } from './call';
import { type AllDeps, depsWith } from './deps';
import { withMutedErrors } from './with-muted-errors';

export const CHAIN = '31337';
export const PRO = { plan: 'pro', ownerId: 'team-1' };
export const OTHER = { plan: 'pro', ownerId: 'team-2' };
const ANONYMOUS = { plan: 'anonymous', ownerId: 'anonymous' };

export const registration = (more: Record<string, unknown> = {}) => ({
  eventType: 'address_activity',
  url: 'https://example.com/hook',
  chainId: CHAIN,
  metadata: { addresses: [address(1)] },
  ...more,
});

const CREDENTIALS = 'must not contain a user name or password; send them with headers: {"authorization": "Basic …"}';
const WHITE_SPACE = 'must not contain white space or control characters';
const FRAGMENT = 'must not contain a fragment (#…), which is not sent';
/** Also in local mode. */
export const refusedUrls: readonly (readonly [url: string, reason: string])[] = [
  ['https://bob:top-secret@example.com/', CREDENTIALS],
  ['https://bob@example.com/', CREDENTIALS],
  ['https://:top-secret@example.com/', CREDENTIALS],
  ['https://b%6fb:top%2Dsecret%40@example.com/', CREDENTIALS],
  ['HTTPS://example.com:top-secret@example.com:8443/#a', CREDENTIALS],
  ['http://bob:top-secret@127.0.0.1:8080/', CREDENTIALS],
  ['https://bob:top-secret@exa mple.com/', 'must be a URL'],
  ['https://example.com/hook#top-secret', FRAGMENT],
  ['http://localhost/#', FRAGMENT],
  [' https://example.com/', WHITE_SPACE],
  ['https://example.com/a b', WHITE_SPACE],
  ['https://example.com/\n', WHITE_SPACE],
  ['https://exam\tple.com/', WHITE_SPACE],
  ['\u0000https://example.com/', WHITE_SPACE],
  ['https://example.com:0/', 'must not have port 0'],
  ['http://127.0.0.1:0/', 'must not have port 0'],
];

export async function webhookWorld(gate?: Gate) {
  const { table, items } = memoryTable(gate);
  const world = await depsWith({ table, chains: [aChain()], cursors: { [CHAIN]: aCursor() } });
  return { ...world, table, items };
}

type Registered = Extract<Webhook, { eventType: 'address_activity' }>;
export async function aWebhook(deps: AllDeps, more: Record<string, unknown> = {}, caller = PRO): Promise<Registered> {
  const { status, body } = await call(create, deps, { caller, body: registration(more) });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body as unknown as Registered;
}

export function refusesStrangers(handler: Handler<AllDeps>, asked: (id: string) => Asked): void {
  test('401: a request without an API key is rejected', async () => {
    const { deps } = await webhookWorld();
    const { status, body } = await call(handler, deps, { ...asked('x'), caller: ANONYMOUS });
    expect([status, body.message]).toEqual([401, 'this endpoint needs an API key']);
  });
  test("404: an invalid ID and another owner's webhook are not found", async () => {
    const { deps } = await webhookWorld();
    const { id } = await aWebhook(deps);
    for (const [one, caller] of [
      ['nothing', PRO],
      [id, OTHER],
    ] as const) {
      const { status, body } = await call(handler, deps, { ...asked(one), caller });
      expect([status, body.message]).toEqual([404, `Webhook ${one} was not found`]);
    }
  });
  test('500: the response hides the cause of a failure', async () => {
    const { deps } = await webhookWorld();
    const Webhook = { ...deps.Webhook, find: () => Promise.reject(new Error('secret cause')) };
    const { status, text } = await withMutedErrors(() =>
      call(handler, { ...deps, Webhook }, { ...asked('x'), caller: PRO }),
    );
    expect([status, text]).toEqual([500, expect.not.stringContaining('secret')]);
  });
}

export function refusesOtherKinds(handler: Handler<AllDeps>, asked: (id: string) => Asked): void {
  test('400: a webhook for Teleporter messages has no address list', async () => {
    const { deps } = await webhookWorld();
    const { id } = await aWebhook(deps, { eventType: 'teleporter_message', metadata: {} });
    const { status, body } = await call(handler, deps, { ...asked(id), caller: PRO });
    expect([status, body.message]).toEqual([400, `Webhook ${id} (teleporter_message) has no address list`]);
    expect(await deps.WatchedAddresses.of(id)).toEqual([]);
  });
}
