import { type Anvil, startAnvil } from '../../demo/anvil';
import { getAddress } from '../../demo/random';
import { quantity, rpc } from '../../demo/rpc';
import { AddressActivityMessage } from '../../lambdas/webhooks/kinds/address-activity/contract/message';
import { FULL } from '../support/full';
import { mine, reorg } from '../support/node/anvil';
import { players } from '../support/node/player';
import { traceProxy } from '../support/node/trace-proxy';
import { startReceiver } from '../support/service/receiver';
import { registerWebhook } from '../support/service/register-webhook';
import { type Json, removeFolders, Service, wait } from '../support/service/service';
import { testIf } from '../support/skipping';

const CHAIN = '31337';
const payee = getAddress('payee') as `0x${string}`;

let anvil: Anvil;
let proxy: Awaited<ReturnType<typeof traceProxy>>;
let service: Service;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let [from, payer] = ['', ''];
let script: Awaited<ReturnType<typeof players>>;

beforeAll(async () => {
  [anvil, receiver, script] = await Promise.all([startAnvil({ chainId: Number(CHAIN) }), startReceiver(), players()]);
  [from = ''] = await rpc<string[]>(anvil.url, 'eth_accounts');
  const hash = await send({ data: script.create([]), value: quantity(1_000) });
  // The node answers before the transaction is mined.
  for (; payer === ''; await wait(10)) {
    const receipt = await rpc<{ contractAddress: string } | null>(anvil.url, 'eth_getTransactionReceipt', [hash]);
    payer = receipt?.contractAddress ?? '';
  }
  proxy = await traceProxy(anvil.url);
  const chain = { chainId: CHAIN, network: 'testnet', rpcUrl: proxy.url, traces: true };
  service = await new Service({ webhookLoopback: true, chains: [chain] }).start();
  await service.indexed(CHAIN, 1);
});
afterAll(async () => {
  await service?.stop();
  proxy?.stop();
  await Promise.all([receiver?.stop(), anvil?.stop()]);
  removeFolders();
});

const send = (more: Json) =>
  rpc<string>(anvil.url, 'eth_sendTransaction', [{ from, gas: quantity(2_000_000), ...more }]);
/** A transaction to the payer, which pays the payee. No log or field of the transaction names the payee. */
const pay = () => send({ to: payer, data: script.play([{ kind: 'call', to: payee, value: 7n }]) });
const register = (address: string, more: Json = {}) => registerWebhook(service, receiver.url, [address], more);
const sentTo = (webhook: string) =>
  receiver.received.map(({ body }) => body).filter((one) => one.webhookId === webhook);

test('only webhooks with includeInternalTxs get internal transactions and match addresses found in them alone', async () => {
  const asks = { includeInternalTxs: true };
  const [paid, paidPlain] = [await register(payee, asks), await register(payee)];
  const [sender, senderPlain] = [await register(from, asks), await register(from)];
  const hash = await pay();
  await receiver.until(3);
  await wait(2_000);
  expect([sentTo(paid), sentTo(paidPlain), sentTo(sender), sentTo(senderPlain)].map((all) => all.length)).toEqual([
    1, 0, 1, 1,
  ]);
  for (const body of receiver.received.map((one) => one.body)) expect(AddressActivityMessage.parse(body)).toEqual(body);
  for (const id of [paid, sender]) {
    const { event } = AddressActivityMessage.parse(sentTo(id)[0]);
    expect(event.transaction.txHash).toBe(hash);
    expect(event.internalTransactionsMissing).toBeUndefined();
    const told = event.transaction.internalTransactions ?? [];
    expect(told.map((one) => [one.from.toLowerCase(), one.to.toLowerCase(), one.value, one.internalTxType])).toEqual([
      [payer, payee, '7', 'CALL'],
    ]);
    expect(told[0]?.transactionHash).toBe(hash);
  }
  expect(AddressActivityMessage.parse(sentTo(senderPlain)[0]).event.transaction.internalTransactions).toBeUndefined();

  // The block is orphaned: its messages are revoked, however they were matched.
  await reorg(anvil.url, 1, []);
  await mine(anvil.url, 1);
  await receiver.until(6);
  const removed = (id: string) => sentTo(id).map(({ eventType, event }) => [eventType, event.removes]);
  for (const id of [paid, sender, senderPlain])
    expect(removed(id)).toEqual([
      ['address_activity', undefined],
      ['address_activity_removed', sentTo(id)[0]?.messageId],
    ]);
  for (const id of [paid, paidPlain, sender, senderPlain]) await service.send('DELETE', `/v1/webhooks/${id}`);
});

// Waits for the one-minute timeout.
testIf(FULL, 'takes a minute: FULL=1')(
  'a message is sent without internal transactions after a minute, and says so, if the node does not trace',
  async () => {
    const sender = await register(from, { includeInternalTxs: true });
    proxy.treat({ kind: 'slow', ms: 100_000 });
    const hash = await pay();
    await wait(30_000);
    expect(sentTo(sender)).toEqual([]);
    for (const end = Date.now() + 60_000; sentTo(sender).length === 0 && Date.now() < end; ) await wait(200);
    const { event } = AddressActivityMessage.parse(sentTo(sender)[0]);
    expect([
      event.transaction.txHash,
      event.internalTransactionsMissing,
      event.transaction.internalTransactions,
    ]).toEqual([hash, true, undefined]);
  },
);
