import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { MessageBody } from '../../lambdas/webhooks/delivery/body';
import { sign } from '../../lambdas/webhooks/delivery/sign';
import { describeIf } from '../support/skipping';

const [SECRET, OLD] = ['0123456789abcdefghijklmnopqrstuv', 'vutsrqponmlkjihgfedcba9876543210'];
const [TX, MESSAGE] = [`0x${'ab'.repeat(32)}`, 'msg_0000000001_00000_00'];
const added = {
  webhookId: 'w',
  messageId: MESSAGE,
  sequence: 1,
  eventType: 'address_activity',
  event: { transaction: { txHash: TX, input: '0x', note: 'é < & > 💥' } },
};
const removal = {
  ...added,
  messageId: `${MESSAGE}1`,
  eventType: 'address_activity_removed',
  event: { ...added.event, removes: MESSAGE },
};

const receivers = [
  { language: 'Node', command: [process.execPath, 'receiver.mjs'], asks: [process.execPath, '--version'] },
  { language: 'Python', command: ['python3', 'receiver.py'], asks: ['python3', '--version'] },
  { language: 'Go', command: ['go', 'run', 'receiver.go'], asks: ['go', 'version'] },
] as const;

for (const { language, command, asks } of receivers) {
  const isPresent = spawnSync(asks[0], [asks[1]]).status === 0;
  describeIf(isPresent, `needs ${asks[0]}`)(`the receiver in ${language}`, () => {
    let child: ChildProcess;
    let [url, printed] = ['', ''];
    beforeAll(async () => {
      const [name, ...args] = command;
      const env = { ...process.env, SECRET: Buffer.from(SECRET).toString('hex'), PORT: '0', GAP_SECONDS: '2' };
      // In its own process group, because `go run` starts another process.
      child = spawn(name, args, { cwd: 'docs/receivers', env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout?.on('data', (chunk) => {
        printed += String(chunk);
      });
      while (!/listening on \d+\n/.test(printed)) {
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${printed}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      url = `http://127.0.0.1:${/listening on (\d+)/.exec(printed)?.[1]}/hook`;
    });
    afterAll(async () => {
      if (child?.pid === undefined) return;
      process.kill(-child.pid, 'SIGKILL');
      await once(child, 'exit');
    });

    const post = async (message: MessageBody, change: Record<string, string> = {}, at = Date.now(), body?: string) => {
      const signed = sign(message, [SECRET], at);
      const headers = { ...signed.headers, ...change };
      return (await fetch(url, { method: 'POST', headers, body: body ?? signed.body })).status;
    };
    const lines = () => printed.split('\n').slice(1, -1);
    /** Lines printed before the test. */
    let read = 0;
    /** Waits for this many lines of the test: a line may come after the response. */
    const getPrinted = async (count: number): Promise<string[]> => {
      for (const end = Date.now() + 30_000; lines().length < read + count && Date.now() < end; )
        await new Promise((resolve) => setTimeout(resolve, 20));
      return lines().slice(read);
    };
    const signatures = (message: MessageBody, secrets: string[], at = Date.now()) =>
      sign(message, secrets, at).headers['webhook-signature'] ?? '';

    test('signed messages are accepted, deduplicated, and removals name the removed message', async () => {
      expect([await post(added), await post(added), await post(removal)]).toEqual([204, 204, 204]);
      expect(await getPrinted(2)).toEqual([`active ${TX} ${MESSAGE}`, `taken back ${MESSAGE}`]);
    });

    test('a message about the end of an operation, without a transaction, is handled', async () => {
      read = lines().length;
      const event = { operationId: 'aa22054a-cb7c-4a4e-9b83-59f2ede74138', operationStatus: 'COMPLETED' };
      const ended = { ...added, messageId: 'op_0000000001_00000_00', eventType: 'operation_completed', event };
      expect([await post(ended), await post(ended)]).toEqual([204, 204]);
      expect(await getPrinted(1)).toEqual([`ended ${event.operationId} COMPLETED`]);
    });

    test('a message that arrives after its removal is ignored', async () => {
      read = lines().length;
      const [id, next] = [`${MESSAGE}7`, `${MESSAGE}8`];
      const early = { ...removal, messageId: `${MESSAGE}6`, event: { ...added.event, removes: id } };
      for (const message of [early, { ...added, messageId: id }, early, { ...added, messageId: id }])
        expect(await post(message)).toBe(204);
      // The same transaction again, from a block that became canonical again.
      expect(await post({ ...added, messageId: next })).toBe(204);
      expect(await getPrinted(2)).toEqual([`taken back ${id}`, `active ${TX} ${next}`]);
    });

    test('sequence gaps are detected per webhook, and late numbers are not gaps', async () => {
      read = lines().length;
      const numbered = (webhookId: string, sequence: number) =>
        post({ ...added, webhookId, messageId: `${webhookId}${sequence}`, sequence });
      // The first number is not a gap: the receiver may have started late. A retry or replay has its old number.
      for (const sequence of [40, 41, 44, 42, 41, 46, 40]) expect(await numbered('first', sequence)).toBe(204);
      for (const sequence of [1, 2, 3]) expect(await numbered('second', sequence)).toBe(204);
      const found = await getPrinted(10);
      // Each gap has a timer of its own, so they may be printed in either order.
      const missing = found.filter((line) => line.startsWith('missing'));
      expect(missing.toSorted()).toEqual(['missing first 43', 'missing first 45']);
      expect(await numbered('first', 43)).toBe(204);
      expect(await getPrinted(11)).toContain(`active ${TX} first43`);
    });

    test('every signature is checked: during a rotation the matching one may be the second', async () => {
      // Signed at one time, or the second could change in between.
      const at = Date.now();
      expect(await post(added, { 'webhook-signature': signatures(added, [OLD, SECRET], at) }, at)).toBe(204);
      const bad = `v1,${Buffer.alloc(32).toString('base64')}`;
      const among = `${bad} v1a,x ${signatures(added, [SECRET], at)} ${bad}`;
      expect(await post(added, { 'webhook-signature': among }, at)).toBe(204);
    });

    test.each([
      ['a signature with another secret', () => post(added, { 'webhook-signature': signatures(added, [OLD]) })],
      [
        'a signature of another version',
        () => post(added, { 'webhook-signature': signatures(added, [SECRET]).replace('v1,', 'v2,') }),
      ],
      ['no signature', () => post(added, { 'webhook-signature': '' })],
      ['a malformed signature', () => post(added, { 'webhook-signature': ' , ,, v1 v1, ' })],
      ['a changed ID', () => post(added, { 'webhook-id': 'msg_2' })],
      ['a changed time', () => post(added, { 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 7) })],
      ['a malformed time', () => post(added, { 'webhook-timestamp': 'soon' })],
      ['a time six minutes ago', () => post(added, {}, Date.now() - 360_000)],
      ['a time in six minutes', () => post(added, {}, Date.now() + 360_000)],
      ['a changed body', () => post(added, {}, Date.now(), '{"messageId":"msg_3"}')],
      ['equal JSON in other bytes', () => post(added, {}, Date.now(), JSON.stringify(added, undefined, 1))],
    ])('a message with %s is rejected', async (_, send) => {
      expect(await send()).toBe(401);
    });
  });
}
