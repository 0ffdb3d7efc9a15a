import { type Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { addStacks } from './app';

/** Every finding of cdk-nag that stands, with its reason in a sentence. A finding that is not here fails the synth. */
export function acknowledge({ data, api, indexer, webhooks }: ReturnType<typeof addStacks>): void {
  accept(data.raw, 'S1', 'Raw blocks are public chain data; who read them needs no log.');
  const rest = api.api.rest;
  accept(rest, 'APIG2', 'Handlers check every parameter against the registry, and answer in our error shape.');
  accept(
    rest,
    'APIG1',
    'Access logs need an account-wide role that outlives the stack; every function logs its requests.',
  );
  accept(
    rest,
    'APIG6',
    'Execution logs need an account-wide role that outlives the stack; every function logs its requests.',
  );
  accept(
    rest,
    'APIG3',
    'A WAF rule per address is a switch of the configuration (limitPerAddress), with its price stated.',
  );
  const raw = exportedName(data, 'ExportsOutputFnGetAttRawBlocksArnE61BCFBB');
  for (const [fn, prefix, reason] of [
    [indexer.follower, 'raw', 'The follower writes a new object for each block, under this one prefix.'],
    [indexer.follower, 'traces', 'A rollback reads the traces of each orphan, under this one prefix.'],
    [indexer.backfill, 'raw', 'The backfill writes a new object for each slice of history, under this one prefix.'],
    [indexer.tracer, 'raw', "The lane of traces reads the follower's object of each block, under this one prefix."],
    [indexer.tracer, 'traces', 'The lane of traces writes a new object for each block, under this one prefix.'],
    [webhooks.matcher, 'raw', "The matcher reads the follower's object of each block, under this one prefix."],
    [webhooks.matcher, 'traces', "The matcher reads the lane's object of each block, under this one prefix."],
    [webhooks.sender, 'raw', 'The sender reads the block of each message, under this one prefix.'],
    [webhooks.sender, 'traces', 'The sender reads the traces of each message, under this one prefix.'],
  ] as const)
    accept(fn, `IAM5[Resource::${raw}/${prefix}/*]`, reason);
}

function accept(scope: IConstruct, rule: string, reason: string): void {
  Validations.of(scope).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason });
}

const exportedName = (stack: Stack, output: string): string => `${stack.stackName}:${output}`;
