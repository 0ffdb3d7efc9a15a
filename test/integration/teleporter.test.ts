import { type Hex, keccak256, toHex, zeroAddress } from 'viem';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { compileContracts } from '../../demo/compile';
import { installMessenger, MESSENGER, messengerCalls, type Sent } from '../../demo/messenger';
import { getAddress, seededRandom } from '../../demo/random';
import { FULL } from '../support/full';
import { mine, reorg, rpc } from '../support/node/anvil';
import { type AskedChain, plainMessages } from '../support/oracles/plain-messages';
import { decodedByViem } from '../support/oracles/viem-teleporter';
import { runCli } from '../support/service/command';
import { startReceiver } from '../support/service/receiver';
import { type Json, removeFolders, Service, wait } from '../support/service/service';

const CHAIN_IDS = ['31401', '31402'] as const;
const [ROUNDS, PEOPLE] = [FULL ? 60 : 6, 3];

/** A chain with its node. */
interface World extends AskedChain {
  readonly anvil: Anvil;
}
let worlds: readonly [World, World];
let service: Service;

beforeAll(async () => {
  const compiled = await compileContracts();
  const made = await Promise.all(
    CHAIN_IDS.map(async (chainId): Promise<World> => {
      const anvil = await startAnvil({ chainId: Number(chainId) });
      const blockchainId = keccak256(toHex(`chain ${chainId}`));
      await installMessenger(anvil.url, compiled, blockchainId);
      await rpc(anvil.url, 'evm_setAutomine', [false]);
      await mine(anvil.url, 3);
      return { anvil, url: anvil.url, chainId, blockchainId };
    }),
  );
  worlds = made as [World, World];
  service = await new Service(getConfig(worlds)).start();
});
afterAll(async () => {
  await service?.stop();
  for (const { anvil } of worlds ?? []) await anvil.stop();
  removeFolders();
});

const getChain = ({ chainId, url }: World, fields = {}) => ({
  ...{ chainId, network: 'testnet', rpcUrl: url, finalityDepth: 100, ...fields },
});
const getConfig = (of: readonly World[]) => ({
  webhookLoopback: true,
  chains: of.map((world) => getChain(world)),
});

/** Waits until a service has indexed all blocks of the nodes. */
async function caughtUp(of = service, chains: readonly World[] = worlds): Promise<void> {
  for (const { chainId, url } of chains)
    for (const until = Date.now() + 60_000; ; await wait(50)) {
      const { hash } = (await rpc(url, 'eth_getBlockByNumber', ['latest', false])) as { hash: string };
      const { body } = await of.get<Json>(`/v1/chains/${chainId}/blocks?pageSize=1`);
      if ((body.blocks as Json[] | undefined)?.[0]?.blockHash === hash) break;
      if (Date.now() > until) throw new Error(`chain ${chainId} is not caught up: ${of.output.slice(-2_000)}`);
    }
}

/** The messages of a response, without token metadata. */
const plainly = (messages: Json[]): Json[] =>
  messages.map(({ rewardDetails, ...rest }) => {
    const { address, value } = rewardDetails as Json;
    return { ...rest, rewardDetails: { address, value } };
  });
/** All messages of a list, page by page. */
async function listed(path: string, pageSize: number, of = service): Promise<Json[]> {
  const found: Json[] = [];
  for (let token = ''; ; ) {
    const { status, body } = await of.get<Json>(`${path}?pageSize=${pageSize}${token && `&pageToken=${token}`}`);
    if (status !== 200) throw new Error(`${path} is answered with ${status}: ${JSON.stringify(body)}`);
    found.push(...(body.messages as Json[]));
    if (typeof body.nextPageToken !== 'string') return plainly(found);
    token = body.nextPageToken;
  }
}

/** Every endpoint agrees with an independent reading of the nodes. */
async function agrees(chains: readonly AskedChain[] = worlds, of = service): Promise<void> {
  const expected = await plainMessages(chains);
  expect(await listed('/v1/teleporter/messages', 7, of)).toEqual(expected);
  expect(await listed('/v1/icm/messages', 100, of)).toEqual(expected);
  for (let person = 0; person < PEOPLE; person++) {
    const address = getAddress(`person ${person}`);
    const own = expected.filter(({ from, to }) => [from, to].some((one) => String(one).toLowerCase() === address));
    expect(await listed(`/v1/teleporter/addresses/${address}/messages`, 3, of)).toEqual(own);
  }
  for (const one of expected.slice(0, 5)) {
    const { body } = await of.get<Json>(`/v1/teleporter/messages/${one.messageId}`);
    expect(plainly([body])).toEqual([one]);
  }
}

const random = seededRandom(14);
const chance = (share: number) => random() < share;
let nonce = 0n;
/** A message from one chain to the other that acknowledges others. */
const draw = (from: World, to: World, acknowledges: readonly Sent[] = []): Sent => ({
  ...{ source: from.blockchainId, destination: to.blockchainId, nonce: ++nonce, acknowledges },
  from: getAddress(`person ${Math.floor(random() * PEOPLE)}`),
  ...(chance(0.2)
    ? { to: zeroAddress, data: '0x' }
    : { to: getAddress(`person ${Math.floor(random() * PEOPLE)}`), data: toHex(`message ${nonce}`) }),
  fee: { token: getAddress('fee token'), amount: BigInt(Math.floor(random() * 1_000)) },
});

/** The logs of a message on its chains: every path of its states, some without the beginning. */
function getCalls(sent: Sent, acknowledgement: Sent): [on: 'source' | 'destination', data: Hex][] {
  const fee = (amount: bigint) => ({ ...sent.fee, amount });
  const delivered = chance(0.8);
  const succeeds = chance(0.7);
  return [
    ...(chance(0.85) ? [['source', messengerCalls.send(sent)] as const] : []),
    ...(chance(0.3) ? [['source', messengerCalls.addFee(sent, fee(2_000n))] as const] : []),
    ...(chance(0.2) ? [['source', messengerCalls.send({ ...sent, fee: fee(2_000n) })] as const] : []),
    ...(chance(0.2) ? [['source', messengerCalls.addFee(sent, fee(3_000n))] as const] : []),
    ...(delivered ? [['destination', messengerCalls.deliver(sent, succeeds)] as const] : []),
    ...(delivered && !succeeds && chance(0.5) ? [['destination', messengerCalls.execute(sent)] as const] : []),
    ...(delivered && chance(0.6) ? [['source', messengerCalls.deliver(acknowledgement, true)] as const] : []),
  ].map(([on, data]) => [on, data]);
}

const send = async ({ url }: World, data: Hex) => {
  const [from] = (await rpc(url, 'eth_accounts', [])) as string[];
  await rpc(url, 'eth_sendTransaction', [{ from, to: MESSENGER, data, gas: '0x7a120' }]);
};

/** A round of traffic: a few messages, logged on both chains, in separate blocks. */
async function grow(): Promise<void> {
  for (let n = 0; n < 3; n++) {
    const [source, destination] = chance(0.5) ? worlds : [worlds[1], worlds[0]];
    const sent = draw(source, destination);
    for (const [on, data] of getCalls(sent, draw(destination, source, [sent]))) {
      await send(on === 'source' ? source : destination, data);
      if (chance(0.6)) for (const { url } of worlds) await mine(url, 1);
    }
  }
  for (const { url } of worlds) await mine(url, 1);
}

/** Replaces the last blocks of a chain with blocks that have some of the old messages and some new ones. */
async function replace(world: World, other: World): Promise<void> {
  const depth = 1 + Math.floor(random() * 5);
  const [from] = (await rpc(world.url, 'eth_accounts', [])) as [string];
  const sent = draw(other, world);
  const data = chance(0.5) ? messengerCalls.deliver(sent, true) : messengerCalls.send(draw(world, other));
  await reorg(world.url, depth, [[{ from, to: MESSENGER, data }, Math.floor(random() * depth)]]);
  await mine(world.url, 1);
}

/** The types of the events that a chain's messenger logged, in order, read independently from the node. */
async function loggedTypes({ url }: World, from: number): Promise<string[]> {
  const filter = { address: MESSENGER, fromBlock: `0x${from.toString(16)}`, toBlock: 'latest' };
  const logs = (await rpc(url, 'eth_getLogs', [filter])) as Parameters<typeof decodedByViem>[0][];
  return logs.flatMap((log) => TYPES[decodedByViem(log).eventName] ?? []);
}
const TYPES: Readonly<Record<string, string>> = {
  SendCrossChainMessage: 'sent',
  ReceiveCrossChainMessage: 'delivered',
  MessageExecuted: 'executed',
  MessageExecutionFailed: 'failed',
  ReceiptReceived: 'receipt',
};

test('webhooks of both chains receive every event once, and a transaction names its message', async () => {
  const receiver = await startReceiver();
  try {
    await caughtUp();
    const from = await Promise.all(worlds.map(head));
    for (const { chainId } of worlds) {
      const asked = { eventType: 'teleporter_message', chainId, url: `${receiver.url}/${chainId}` };
      expect((await service.send('POST', '/v1/webhooks', asked)).status).toBe(201);
    }
    for (let round = 0; round < 3; round++) await grow();
    for (const [i, world] of worlds.entries()) {
      const expected = await loggedTypes(world, (from[i] ?? 0) + 1);
      const received = () => receiver.received.filter(({ path }) => path === `/${world.chainId}`);
      for (const until = Date.now() + 30_000; Date.now() < until && received().length < expected.length; )
        await wait(100);
      expect(
        received()
          .map(({ body }) => body.event.type)
          .toSorted(),
      ).toEqual(expected.toSorted());
      expect(new Set(received().map(({ body }) => body.messageId)).size).toBe(expected.length);
      const { txHash } = (received().at(-1)?.body.event.transaction ?? {}) as { txHash?: string };
      const { body } = await service.get<Json>(`/v1/chains/${world.chainId}/transactions/${txHash}`);
      expect(body.teleporterMessageInfo).toMatchObject({ teleporterMessageId: expect.any(String) as string });
    }
  } finally {
    await receiver.stop();
  }
});

test(`every answer agrees with both nodes over ${ROUNDS} rounds of messages with reorgs on either chain`, async () => {
  const seen = new Set<unknown>();
  for (let round = 0; round < ROUNDS; round++) {
    await grow();
    if (round % 2 === 1) await replace(...(chance(0.5) ? worlds : ([worlds[1], worlds[0]] as const)));
    await caughtUp();
    await agrees();
    for (const { status, messageExecuted, receiptDelivered } of await plainMessages(worlds))
      seen.add(`${status} ${messageExecuted} ${receiptDelivered}`);
  }
  expect(seen.size).toBeGreaterThanOrEqual(7);
});

/** Steps at which a kill must do no harm. */
const STEPS = [
  { name: 'events', call: 'dynamodb:BatchWriteItem', contains: 'tm#' },
  { name: 'message and its lists', call: 'dynamodb:TransactWriteItems', contains: 'tm#' },
  { name: 'message', call: 'dynamodb:UpdateItem', contains: 'tm#' },
] as const;
const KILLS = STEPS.flatMap((step) => (['before', 'after'] as const).map((when) => ({ ...step, when, nth: 1 }))).filter(
  ({ name, when }) => FULL || (name !== 'events' && when === 'after'),
);

test(`messages agree with the nodes after ${KILLS.length} kills while they are written`, async () => {
  const fell: Record<string, number> = {};
  for (const { name, ...step } of KILLS) {
    await service.breakAt(step);
    for (let round = 0; round < 20 && !(await service.endedWithin(500)); round++) await grow();
    expect([name, step.when, await service.endedWithin(20_000)]).toEqual([name, step.when, true]);
    fell[`${step.when} ${name}`] = 1;
    await replace(...worlds);
    await service.start();
    await caughtUp();
    await agrees();
  }
  console.log('Kills at each step:', fell);
});

test('messages of one chain are partial until the history of the other is backfilled', async () => {
  // The other service waits for a minute, during which this one is not needed.
  await service.stop();
  const [here, there] = worlds;
  const startBlock = await head(there);
  const chains = [getChain(here), getChain(there, { startBlock, finalityDepth: 1 })];
  await mine(there.url, 3);
  const other = await new Service({ chains }).start();
  try {
    await caughtUp(other);
    const expected = new Map((await plainMessages(worlds)).map((one) => [one.messageId, one]));
    const partly = await listed('/v1/teleporter/messages', 100, other);
    expect(partly.filter(({ status }) => status === 'delivered_source_not_indexed').length).toBeGreaterThan(0);
    const { code, stderr } = await runCli(other, 'backfill', '--chain', there.chainId, '--from', '0', '--json');
    expect([code, stderr]).toEqual([0, '']);
    // A backfill is looked for once a minute.
    for (const until = Date.now() + 120_000; Date.now() < until; await wait(2_000))
      if ((await listed('/v1/teleporter/messages', 100, other)).length === expected.size) break;
    await agrees(worlds, other);
  } finally {
    await other.stop();
  }
});

const head = async ({ url }: World) => Number(await rpc(url, 'eth_blockNumber', []));
