import { usageSettings } from '../../../lambdas/app/workers/usage-settings';
import { accessLogFormat } from '../../../lambdas/usage/contract/access-log';
import { aChain } from '../make/blocks';

export const KEY_ID = 'a1b2c3d4e5';
/** Unix ms: 14 November 2023, 22:13 UTC. */
export const AT = 1_700_000_000_000;
export const HOUR = Math.floor(AT / 3_600_000);

export const settings = usageSettings({
  chains: [aChain({ chainId: '31337' })],
  pChains: [
    { network: 'mainnet', default: false },
    { network: 'fuji', default: true },
  ] as never,
});

const VALUES: Readonly<Record<string, string>> = {
  'context.requestId': 'r-1',
  'context.requestTimeEpoch': String(AT),
  'context.identity.apiKeyId': KEY_ID,
  'context.authorizer.ownerId': 'wallet',
  'context.authorizer.plan': 'pro',
  'context.httpMethod': 'GET',
  'context.resourcePath': '/v1/chains/{chainId}',
  'context.path': '/live/v1/chains/31337',
  'context.status': '200',
  'context.responseLatency': '12',
  'context.integrationStatus': '200',
  'context.integrationLatency': '10',
  'context.identity.sourceIp': '192.0.2.1',
  'context.domainName': 'api.example',
};

export function accessLine(
  different: Readonly<Record<string, string | number>> = {},
  surface: 'data' | 'rpc' = 'data',
) {
  return accessLogFormat(surface).replace(/\$context\.([\w.]+)/g, (_, name: string) =>
    String(different[name] ?? VALUES[`context.${name}`]),
  );
}
