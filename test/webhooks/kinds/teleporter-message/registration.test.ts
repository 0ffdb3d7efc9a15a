import { toCb58 } from '../../../../lambdas/core/domain/cb58';
import { handler as add } from '../../../../lambdas/webhooks/api/add-addresses-to-webhook';
import { handler as create } from '../../../../lambdas/webhooks/api/create-webhook';
import { handler as get } from '../../../../lambdas/webhooks/api/get-webhook';
import { handler as update } from '../../../../lambdas/webhooks/api/update-webhook';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { aWebhook, CHAIN, PRO, registration, webhookWorld } from '../../../support/endpoints/webhooks';
import { aChain, aCursor, address, hash } from '../../../support/make/blocks';

const id = toCb58(hash(0x51));
const asked = (metadata: unknown = {}, more = {}) => ({
  caller: PRO,
  body: registration({ eventType: 'teleporter_message', metadata, ...more }),
});

describe('registration of teleporter_message webhooks', () => {
  test('a webhook is created and read back with CB58 IDs and sorted, unique addresses', async () => {
    const { deps } = await webhookWorld();
    const metadata = {
      ...{ addresses: [address(2), address(1)], events: ['failed', 'sent', 'failed'] },
      ...{ sourceBlockchainIds: [hash(0x51)], destinationBlockchainIds: [id] },
    };
    const { status, body } = await call(create, deps, asked(metadata, { confirmations: 3, removals: false }));
    const shown = {
      ...{ eventType: 'teleporter_message', status: 'active', chainId: CHAIN, confirmations: 3, removals: false },
      metadata: {
        ...{ addresses: [address(1), address(2)], events: ['failed', 'sent'] },
        ...{ sourceBlockchainIds: [id], destinationBlockchainIds: [id] },
      },
    };
    expect([status, body]).toMatchObject([201, shown]);
    expect((await call(get, deps, { params: { id: String(body.id) }, caller: PRO })).body).toMatchObject(shown);
  });
  test('a webhook can be created without filters, and then rejects added addresses', async () => {
    const { deps } = await webhookWorld();
    const { status, body } = await call(create, deps, asked());
    expect([status, body.metadata]).toEqual([201, {}]);
    const more = { params: { id: String(body.id) }, body: { addresses: [address(1)] }, caller: PRO };
    expect((await call(add, deps, more)).status).toBe(400);
  });
  test('addresses can be added to a webhook with an address filter', async () => {
    const { deps } = await webhookWorld();
    const { id: own } = await aWebhook(deps, { eventType: 'teleporter_message' });
    const { body } = await call(add, deps, { params: { id: own }, body: { addresses: [address(2)] }, caller: PRO });
    expect(body.metadata).toEqual({ addresses: [address(1), address(2)] });
  });
  test.each<[string, object, string]>([
    ['no addresses', { addresses: [] }, 'metadata.addresses: must have at least one address'],
    [
      'a malformed address',
      { addresses: ['0x12'] },
      'metadata.addresses.0: must be an address: 0x and 40 hexadecimal digits',
    ],
    ['an unknown event', { events: ['lost'] }, 'metadata.events.0: must be sent, delivered, executed, failed, receipt'],
    ['no events', { events: [] }, 'metadata.events: must have at least one event'],
    [
      'a malformed blockchain ID',
      { sourceBlockchainIds: ['43114'] },
      'metadata.sourceBlockchainIds.0: must be a blockchain ID: cb58, or 0x and 64 hexadecimal digits',
    ],
    [
      'a bad checksum',
      { destinationBlockchainIds: [`${id.slice(0, -1)}z`] },
      `metadata.destinationBlockchainIds: invalid blockchain ID ${id.slice(0, -1)}z (bad CB58 checksum)`,
    ],
  ])('a registration with %s is rejected with 400 and the reason', async (_, metadata, message) => {
    const { deps } = await webhookWorld();
    const { status, body } = await call(create, deps, asked(metadata));
    expect([status, body.message]).toEqual([400, message]);
  });
  test('a chain without indexed Teleporter messages is rejected with 400', async () => {
    const { deps } = await depsWith({
      chains: [aChain({ teleporterMessengers: [] })],
      cursors: { [CHAIN]: aCursor() },
    });
    const { status, body } = await call(create, deps, asked());
    expect([status, body.message]).toEqual([
      400,
      `chainId: Teleporter messages of chain ${CHAIN} are not indexed on this deployment`,
    ]);
  });
  test.each(['filters', 'includeInternalTxs', 'includeLogs'])('an update of %s is rejected with 400', async (field) => {
    const { deps } = await webhookWorld();
    const { id: own } = await aWebhook(deps, { eventType: 'teleporter_message', metadata: {} });
    const change = { [field]: field === 'filters' ? { kinds: ['logs'] } : true };
    const { status, body } = await call(update, deps, { params: { id: own }, body: change, caller: PRO });
    expect([status, body.message]).toEqual([400, `${field}: not supported by teleporter_message webhooks`]);
  });
});
