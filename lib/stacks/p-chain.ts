import { Stack, type StackProps } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Config } from '../../lambdas/core/contract/config';
import type { CodeOf } from '../assets';
import { routesIn } from '../constructs/route';
import { addRouteFunctions } from '../constructs/route-functions';
import type { DataStack } from './data';
import type { IndexerStack } from './indexer';

/** Deployed in any case: without P-Chains the endpoints respond with 404. */
export class PChainStack extends Stack {
  readonly answering: ReadonlyMap<string, IFunction>;

  constructor(
    scope: Construct,
    id: string,
    config: Config,
    { data, indexer }: { readonly data: DataStack; readonly indexer: IndexerStack },
    toCode: CodeOf,
    props?: StackProps,
  ) {
    super(scope, id, props);
    this.answering = addRouteFunctions(new Construct(this, 'Api'), routesIn('p-chain'), {
      code: toCode('api'),
      config,
      resources: { ...data.resources, bus: indexer.bus, queues: new Map() },
    });
  }
}
