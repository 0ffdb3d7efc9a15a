import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { Config } from '../../lambdas/core/contract/config';
import type { Api } from './api';

/** Optional: anonymous callers share one token bucket that a single address could exhaust. */
export function limitPerAddress(scope: Construct, { limitPerAddress: settings }: Config, { rest }: Api): void {
  if (!settings) return;
  const visibility = (metricName: string) => ({
    cloudWatchMetricsEnabled: true,
    sampledRequestsEnabled: false,
    metricName,
  });
  const acl = new CfnWebACL(scope, 'PerAddress', {
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    visibilityConfig: visibility('PerAddress'),
    rules: [
      {
        name: 'rate',
        priority: 0,
        action: { block: {} },
        statement: { rateBasedStatement: { limit: settings.requestsPerFiveMinutes, aggregateKeyType: 'IP' } },
        visibilityConfig: visibility('Rate'),
      },
    ],
  });
  new CfnWebACLAssociation(scope, 'PerAddressOnStage', {
    resourceArn: rest.deploymentStage.stageArn,
    webAclArn: acl.attrArn,
  });
}
