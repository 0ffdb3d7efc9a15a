import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withAnvil } from '../support/node/anvil';
import { type AccountState, awsServer, CREDENTIALS } from '../support/service/aws-server';
import type { Ended } from '../support/service/command';

/** Runs the command as a deployer would, with only the environment of an AWS shell. */
const runPreflight = (url: string, config: string, env: Record<string, string>, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const all = ['bin/start.mjs', 'cli', 'preflight', '--config', config, ...args];
    const clean = {
      PATH: process.env.PATH ?? '',
      AWS_CONFIG_FILE: '/dev/null',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    };
    const shell = { ...clean, AWS_ENDPOINT_URL: url, AWS_EC2_METADATA_DISABLED: 'true', ...env };
    execFile(process.execPath, all, { env: shell }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });

test('the preflight command has exit codes, lines and JSON, and never prints the URL of a node', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'preflight-'));
  const config = join(dir, 'config.json');
  writeFileSync(config, JSON.stringify({ name: 'first', chains: [{ chainId: '31337' }] }));
  const env = {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
  };
  await withAnvil({ chainId: 31_337 }, async (anvil) => {
    const state: AccountState = {
      parameters: {
        '/cdk-bootstrap/hnb659fds/version': '30',
        '/first/sources/31337': `${anvil.url}/?key=planted-secret`,
      },
      concurrency: [10, 10],
      stacks: {},
      denied: new Set(),
    };
    const aws = await awsServer(state);
    try {
      const fine = await runPreflight(aws.url, config, env);
      expect(fine).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ok +chain 31337: the node answers$/m) });
      expect(fine.stdout).toMatch(/^warning concurrency: a quota of 10 executions.* Next: aws service-quotas /m);

      delete state.parameters['/cdk-bootstrap/hnb659fds/version'];
      const failed = await runPreflight(aws.url, config, env, '--json');
      expect(failed.code).toBe(1);
      const checks = JSON.parse(failed.stdout) as { name: string; state: string }[];
      expect(checks.filter((check) => check.state === 'failed')).toEqual([
        expect.objectContaining({ name: 'bootstrap', next: 'npx cdk bootstrap' }),
      ]);

      const nowhere = await runPreflight(aws.url, config, { ...env, AWS_REGION: '' });
      expect(nowhere).toMatchObject({ code: 1, stdout: expect.stringMatching(/^failed +region: .* Next: set one/m) });
      const nobody = await runPreflight(aws.url, config, { AWS_REGION: 'us-east-1' });
      expect(nobody).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/^failed +credentials: .* Next: sign in/m),
      });
      for (const { stdout, stderr } of [fine, failed, nowhere, nobody])
        expect(stdout + stderr).not.toMatch(new RegExp(`planted|${new URL(anvil.url).port}`));
    } finally {
      aws.stop();
      rmSync(dir, { recursive: true });
    }
  });
});
