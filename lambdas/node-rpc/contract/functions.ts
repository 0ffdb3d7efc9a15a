import type { FunctionSpec } from '../../core/contract/function';

/** Raises an alarm for an outage even without traffic. */
export const checkNodes: FunctionSpec = {
  id: 'CheckNodes',
  capability: 'node-rpc',
  file: 'node-rpc/workers/check-nodes',
  memoryMb: 256,
  timeoutSeconds: 30,
  owners: ['node-rpc'],
  uses: { reads: ['NodeHead'], writes: ['NodeHead'], pChainNode: true },
  schedule: {
    id: 'ChecksNodes',
    scope: 'pChains',
    rate: 'rate(1 minute)',
    description: 'Checks the node of {chainId}',
  },
  alarms: [
    {
      id: 'NodeDown',
      scope: 'pChains',
      metric: 'down',
      threshold: 1,
      minutes: 3,
      breachingWhenMissing: true,
      impact: 'Callers of the node RPC get errors: the node of a P-Chain is down.',
      runbook: 'the-node-of-a-p-chain-does-not-answer',
    },
  ],
};
