import { CfnParameter, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AttributeType, BillingMode, type CfnTable, Table } from 'aws-cdk-lib/aws-dynamodb';
import { CfnParameter as SsmParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import {
  FORMER_PARAMETER,
  formerTableParameter,
  TABLE_PARAMETER,
  tableName,
  tableParameter,
} from '../../lambdas/core/contract/env';
import { toLiteral } from '../../lambdas/core/table/key';
import { type EntityName, entities, type IndexName, TABLE } from '../../lambdas/core/table/schema';
import type { ServiceFunction } from './function';

export interface SingleTableProps {
  readonly name: string;
  readonly data: 'retain' | 'destroy';
  readonly pointInTimeRecovery: boolean;
}
export interface Access {
  readonly reads: readonly EntityName[];
  readonly writes?: readonly EntityName[];
}

const PARAMETER = { TableInUse: tableParameter, FormerTable: formerTableParameter } as const;

const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const WRITE = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'];

/** Keys and indexes are in `lambdas/core/table/schema.ts`. */
export class SingleTable extends Construct {
  readonly table: Table;
  private readonly service: string;
  private readonly stack: Stack;

  constructor(scope: Construct, id: string, { name, data, pointInTimeRecovery }: SingleTableProps) {
    super(scope, id);
    this.service = name;
    this.stack = Stack.of(this);
    const removalPolicy = data === 'retain' ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
    const string = (name: string) => ({ name, type: AttributeType.STRING });
    this.table = new Table(this, 'Table', {
      tableName: tableName(name),
      partitionKey: string(TABLE.pk),
      sortKey: string(TABLE.sk),
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: TABLE.ttl,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: pointInTimeRecovery },
      deletionProtection: data === 'retain',
      removalPolicy,
    });
    // All indexes from the first deployment: CloudFormation adds only one per update.
    for (const [indexName, [pk, sk]] of Object.entries(TABLE.indexes))
      this.table.addGlobalSecondaryIndex({ indexName, partitionKey: string(pk), sortKey: string(sk) });
    // A changed logical ID would create a new, empty table.
    (this.table.node.defaultChild as CfnTable).overrideLogicalId('Table');
    // Updates keep the values of a stack's parameters, which `cli restore` changes.
    for (const [id, chosen] of [
      ['TableInUse', TABLE_PARAMETER],
      ['FormerTable', FORMER_PARAMETER],
    ] as const) {
      const { valueAsString } = new CfnParameter(this.stack, chosen, { type: 'String', default: tableName(name) });
      const value = { name: PARAMETER[id](name), type: 'String', value: valueAsString };
      const parameter = new SsmParameter(this, id, value);
      parameter.overrideLogicalId(id);
      parameter.applyRemovalPolicy(removalPolicy);
      this.table.node.addDependency(parameter);
    }
  }

  /** A table's name, for resources of `stack`. CloudFormation reads it whenever it updates the stack. */
  nameFor(stack: Stack, id: keyof typeof PARAMETER = 'TableInUse'): string {
    const known = stack.node.tryFindChild(id) as CfnParameter | undefined;
    if (known) return known.valueAsString;
    stack.addStackDependency(this.stack);
    const type = 'AWS::SSM::Parameter::Value<String>';
    return new CfnParameter(stack, id, { type, default: PARAMETER[id](this.service) }).valueAsString;
  }

  grant(fn: ServiceFunction, { reads, writes = [] }: Access): void {
    if (reads.length + writes.length === 0) return;
    const stack = Stack.of(fn);
    fn.set('table', this.nameFor(stack));
    // An update changes roles before functions, which use the former table until then.
    const tableArns = (['TableInUse', 'FormerTable'] as const).map((id) =>
      stack.formatArn({ service: 'dynamodb', resource: 'table', resourceName: this.nameFor(stack, id) }),
    );
    if (reads.length > 0) fn.allow(READ, tableArns, leadingKeys(reads.map((name) => entities[name].pk)));
    if (writes.length > 0) fn.allow(WRITE, tableArns, leadingKeys(writes.map((name) => entities[name].pk)));
    for (const index of Object.keys(TABLE.indexes) as IndexName[]) {
      const keys = reads.flatMap((name) => indexKey(name, index));
      const indexArns = tableArns.map((arn) => `${arn}/index/${index}`);
      if (keys.length > 0) fn.allow(['dynamodb:Query'], indexArns, leadingKeys(keys));
    }
  }
}

function indexKey(name: EntityName, index: IndexName): string[] {
  const entity: { readonly [key in IndexName]?: readonly [string, string] } & { readonly pk: string } = entities[name];
  const found = entity[index];
  return found ? [found[0]] : [];
}

/** `ForAllValues` also matches requests without the key; the `Null` condition rejects these. */
const leadingKeys = (templates: readonly string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...new Set(templates.map((t) => `${toLiteral(t)}*`))].sort() },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});
