import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { acknowledge } from '../../lib/nag';
import { getStacks } from '../support/sources/templates';

const CONFIGS = {
  'one chain': { chains: [{ chainId: '43114' }] },
  'chains of every kind': {
    chains: [
      { chainId: '43114', follower: 'alone' },
      { chainId: '43113', network: 'testnet' },
      { chainId: '1', index: false },
    ],
    pChains: [{ network: 'mainnet', index: true }, { network: 'fuji' }],
    limitPerAddress: { requestsPerFiveMinutes: 2_000 },
    openTelemetry: { endpoint: 'https://collector.example', headersParameter: '/collectors/headers' },
  },
} as const;

// `cdk synth` and `cdk deploy` fail on any finding that is not acknowledged with a reason.
test.each(Object.entries(CONFIGS))('a deployment of %s has no unacknowledged cdk-nag finding', (_name, config) => {
  const stacks = getStacks(config, { builtinCloudFormationValidation: false });
  const app = stacks.data.node.root as App;
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  acknowledge(stacks);
  expect(() => app.synth()).not.toThrow();
});
