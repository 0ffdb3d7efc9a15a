import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { Config } from '../../lambdas/contract/config';
import { endpoints } from '../../lambdas/contract/registry';
import { Api } from '../constructs/api';
import { queuesOf } from '../functions';
import type { DataStack } from './data';
import type { IndexerStack } from './indexer';
import type { WebhooksStack } from './webhooks';

/** The stacks whose table and queues the endpoints use. */
interface Stacks {
  readonly data: DataStack;
  readonly indexer: IndexerStack;
  readonly webhooks: WebhooksStack;
}

/** The data API: every endpoint of the registry behind one REST API. */
export class ApiStack extends Stack {
  readonly api: Api;

  constructor(
    scope: Construct,
    id: string,
    config: Config,
    { data, indexer, webhooks }: Stacks,
    code: { api: Code; http: Code },
    props?: StackProps,
  ) {
    super(scope, id, props);
    this.api = new Api(this, 'Api', {
      endpoints,
      config,
      resources: {
        ...data.resources,
        bus: indexer.bus,
        queues: queuesOf([...indexer.functions, ...webhooks.functions]),
      },
      code,
    });
    if (config.limitPerAddress) this.limitPerAddress(config.limitPerAddress.requestsPerFiveMinutes);
    new CfnOutput(this, 'DataUrl', { value: this.api.rest.url });
  }

  /** Anonymous callers share one token bucket: this keeps a single address from exhausting it. */
  private limitPerAddress(limit: number): void {
    const visibility = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
      metricName,
    });
    const acl = new CfnWebACL(this, 'PerAddress', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('PerAddress'),
      rules: [
        {
          name: 'rate',
          priority: 0,
          action: { block: {} },
          statement: { rateBasedStatement: { limit, aggregateKeyType: 'IP' } },
          visibilityConfig: visibility('Rate'),
        },
      ],
    });
    new CfnWebACLAssociation(this, 'PerAddressOnStage', {
      resourceArn: this.api.rest.deploymentStage.stageArn,
      webAclArn: acl.attrArn,
    });
  }
}
