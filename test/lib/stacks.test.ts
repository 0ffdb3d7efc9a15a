import { readFileSync } from 'node:fs';
import type { App } from 'aws-cdk-lib';
import { MIN_BOOTSTRAP_VERSION } from '../../bin/cli/preflight-checks';
import { functions } from '../../lambdas/app/contract/functions';
import { endpoints } from '../../lambdas/app/contract/registry';
import { getFunction, getRoute } from '../../lambdas/core/contract/endpoint';
import { STATUS } from '../../lambdas/core/contract/errors';
import type { FunctionUses } from '../../lambdas/core/contract/function';
import { toLiteral } from '../../lambdas/core/table/key';
import { entities } from '../../lambdas/core/table/schema';
import { rpcRoutes } from '../../lambdas/node-rpc/contract/routes';
import { getStack } from '../../lib/constructs/route';
import { getStacks as expectedStacks } from '../../lib/stack-names';
import {
  getResources,
  getSetting,
  getStacks,
  getTemplate,
  getTemplates,
  methodSettings,
  type Statement,
  type TemplateJson,
  templatesFor,
  toStatements,
} from '../support/sources/templates';

const ANY_METHOD = 'x-amazon-apigateway-any-method';
const PLANTED = 'https://node.example/planted-secret-77c1';
const config = {
  chains: [
    { chainId: '43114', rpcUrl: PLANTED },
    { chainId: '43113', network: 'testnet', follower: 'minute' },
    { chainId: '1', index: false },
  ],
  pChains: [
    { network: 'mainnet', rpcUrl: PLANTED, index: true },
    { network: 'fuji', feeStateFormat: 'node' },
  ],
};
const stacks = getStacks(config);
const templates = getTemplates(stacks);
const resources = (type: string) => getResources(templates, type).map(([, resource]) => resource);
const body = () => resources('AWS::ApiGateway::RestApi')[0]?.Properties.Body as GatewayBody;
interface GatewayBody {
  paths: Record<string, Record<string, { security?: Record<string, unknown>[] }>>;
  'x-amazon-apigateway-gateway-responses': Record<
    string,
    { statusCode: string; responseParameters: Record<string, string>; responseTemplates: Record<string, string> }
  >;
}

describe('the stacks', () => {
  test.each(Object.keys(stacks))('the template of %s matches its snapshot', (name) =>
    expect(templates[name]).toMatchSnapshot(),
  );

  test('preflight expects the same stacks, and the bootstrap version that they require', () => {
    const assembly = (stacks.data.node.root as App).synth();
    const artifacts = Object.values(stacks).map((stack) => assembly.getStackArtifact(stack.artifactId));
    const expected = expectedStacks(config).map((stack) => `chain-data-${stack}`);
    expect(artifacts.map(({ stackName }) => stackName).toSorted()).toEqual(expected.toSorted());
    for (const { stackName, requiresBootstrapStackVersion, bootstrapStackVersionSsmParameter } of artifacts)
      expect([stackName, requiresBootstrapStackVersion, bootstrapStackVersionSsmParameter]).toEqual([
        stackName,
        MIN_BOOTSTRAP_VERSION,
        '/cdk-bootstrap/hnb659fds/version',
      ]);
  });

  test('every stack has fewer than 480 resources', () => {
    const counts = Object.entries(templates).map(([name, t]) => [name, Object.keys(t.Resources).length] as const);
    expect(Object.fromEntries(counts)).toMatchSnapshot();
    // The limit of CloudFormation is 500.
    expect(counts.filter(([, count]) => count >= 480)).toEqual([]);
  });

  test('no stack has a VPC, a NAT gateway or a source URL', () => {
    expect(resources('AWS::EC2::VPC').concat(resources('AWS::EC2::NatGateway'))).toEqual([]);
    expect(JSON.stringify(templates)).not.toContain('planted-secret');
    expect(JSON.stringify(templates)).not.toContain(PLANTED);
  });

  test('data is retained by default, under fixed logical IDs, and deleted if configured', () => {
    expect(templates.data?.Resources.Table).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: { DeletionProtectionEnabled: true },
    });
    expect(templates.data?.Resources.RawBlocks).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
    // Under another ID, an update would create it again, with the name of the first table.
    expect(templates.data?.Resources.TableInUse?.Type).toBe('AWS::SSM::Parameter');
    expect(stacks.data.terminationProtection).toBe(true);
    const gone = templatesFor({ data: 'destroy' });
    expect(gone.data?.Resources.Table).toMatchObject({
      DeletionPolicy: 'Delete',
      Properties: { DeletionProtectionEnabled: false },
    });
    expect(gone.data?.Resources.RawBlocks?.DeletionPolicy).toBe('Delete');
    for (const { Resources } of Object.values(gone))
      for (const [id, { Type, DeletionPolicy }] of Object.entries(Resources))
        expect([id, Type, DeletionPolicy ?? 'Delete']).toEqual([id, Type, 'Delete']);
  });
});

test('every stack that uses the table reads its name from the parameter, and never names it', () => {
  const readers = Object.entries(templates).filter(([, { Parameters }]) => Parameters?.TableInUse !== undefined);
  expect(readers.map(([stack]) => stack)).toEqual(Object.keys(templates).filter((stack) => stack !== 'data'));
  for (const [, template] of readers) {
    expect(template.Parameters?.TableInUse).toEqual({
      ...{ Type: 'AWS::SSM::Parameter::Value<String>', Default: '/chain-data/table' },
    });
    expect(JSON.stringify(template)).not.toContain('chain-data-table');
  }
  expect(templates.data?.Resources.TableInUse?.Properties).toMatchObject({
    ...{ Name: '/chain-data/table', Value: { Ref: 'TableInUseName' } },
  });
});

test('the names of the tables are parameters of the stack of data, whose values updates keep', () => {
  for (const name of ['TableInUseName', 'FormerTableName'])
    expect(templates.data?.Parameters?.[name]).toEqual({ Type: 'String', Default: 'chain-data-table' });
});

describe('a failed first deployment', () => {
  test('the protected table is created last, so that a rollback can delete everything else', () => {
    const { Resources } = getTemplate(getStacks({ ...config, alarmEmail: 'ops@example.com' }).data);
    const others = Object.keys(Resources).filter((id) => id !== 'Table');
    expect(others.map((id) => Resources[id]?.Type)).toContain('AWS::SNS::Subscription');
    expect(Resources.Table?.DependsOn?.toSorted()).toEqual(others.toSorted());
  });
  test('the bucket can be imported without the rest of its stack, and the table by its name', () => {
    const { RawBlocks, Table } = templates.data?.Resources ?? {};
    expect(JSON.stringify(RawBlocks)).not.toMatch(/DependsOn|Ref|Fn::/);
    expect(Table?.Properties.TableName).toBe('chain-data-table');
  });
});

describe('the schedules', () => {
  test('a tick is never retried, and is dropped once the next one is due', () => {
    const ages = { 'rate(1 minute)': 60, 'rate(1 hour)': 3_600 };
    const schedules = resources('AWS::Scheduler::Schedule').map(({ Properties }) => Properties);
    expect(schedules.length).toBeGreaterThan(0);
    for (const { ScheduleExpression, Target } of schedules) {
      const MaximumEventAgeInSeconds = ages[ScheduleExpression as keyof typeof ages];
      const { RetryPolicy, Arn } = Target as { RetryPolicy: object; Arn: { 'Fn::GetAtt': [string, string] } };
      expect(RetryPolicy).toEqual({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds });
      const [target] = Arn['Fn::GetAtt'];
      const invoked = resources('AWS::Lambda::EventInvokeConfig')
        .map((config) => config.Properties)
        .find(({ FunctionName }) => (FunctionName as { Ref: string }).Ref === target);
      expect(invoked).toMatchObject({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds });
    }
  });
});

describe('the functions', () => {
  const deployed = () =>
    resources('AWS::Lambda::Function').filter(
      (f) => String((f.Properties as { Runtime?: string }).Runtime) === 'nodejs24.x',
    );
  test('every function has its own role, JSON logs, and a log group that is deleted with the stack', () => {
    for (const template of Object.values(templates)) {
      const own = getResources({ template }, 'AWS::Lambda::Function').map(([, f]) => JSON.stringify(f.Properties.Role));
      expect(new Set(own).size).toBe(own.length);
    }
    const groups = resources('AWS::Logs::LogGroup');
    expect(groups.length).toBeGreaterThanOrEqual(deployed().length);
    for (const group of groups) expect(group.DeletionPolicy).toBe('Delete');
    for (const f of deployed()) expect((f.Properties.LoggingConfig as { LogFormat: string }).LogFormat).toBe('JSON');
  });

  type Declared = readonly [id: string, template: TemplateJson | undefined, role: string, uses: FunctionUses];
  const declared: Declared[] = [
    ...endpoints.map((one): Declared => {
      const stack = getStack(one);
      return [one.id, templates[stack === 'p-chain' ? 'pChain' : stack], `Api${getFunction(one)}Role`, one.uses];
    }),
    ...rpcRoutes.map(({ id, uses }): Declared => [`node RPC: ${id}`, templates.nodeRpc, `Api${id}Role`, uses]),
    ...functions.map(
      ({ id, capability, queue, uses }): Declared => [
        id,
        templates[capability === 'node-rpc' ? 'nodeRpc' : capability],
        `${id}${queue ? 'Worker' : ''}Role`,
        uses,
      ],
    ),
  ];
  test.each(declared)(
    '%s can read and write only the entities that it declares',
    (_, template, role, { reads = [], writes = [], node, pChainNode }) => {
      const statements = toStatements(template, role);
      const dynamo = statements.filter((s) => JSON.stringify(s.Action).includes('dynamodb'));
      const isWrite = ({ Action }: Statement) => /Put|Update|Delete|Write/.test(JSON.stringify(Action));
      const toKeys = (some: readonly Statement[]) =>
        new Set(some.flatMap((s) => s.Condition?.['ForAllValues:StringLike']['dynamodb:LeadingKeys'] ?? []));
      const written = writes.map((name) => `${toLiteral(entities[name].pk)}*`);
      expect([...toKeys(dynamo.filter(isWrite))].toSorted()).toEqual([...new Set(written)].toSorted());
      const keys = toKeys(dynamo.filter((statement) => !isWrite(statement)));
      const table = reads.map((name) => `${toLiteral(entities[name].pk)}*`);
      for (const own of table) expect(keys).toContain(own);
      const indexes = reads.flatMap((name) =>
        Object.entries(entities[name]).flatMap(([, v]) => (Array.isArray(v) ? [`${toLiteral(v[0])}*`] : [])),
      );
      expect([...keys].toSorted()).toEqual([...new Set([...table, ...indexes])].toSorted());
      for (const statement of dynamo) {
        expect(statement.Condition?.Null).toEqual({ 'dynamodb:LeadingKeys': 'false' });
        expect(JSON.stringify(statement.Action)).not.toMatch(/Scan|PartiQL|\*/);
      }
      // Sources of EVM chains and of P-Chains are granted separately.
      const sources = statements
        .filter((s) => JSON.stringify(s.Action).includes('ssm'))
        .flatMap(({ Resource }) =>
          [...JSON.stringify(Resource).matchAll(/sources\/([\w*-]+)/g)].map(([, name]) => name),
        );
      expect(sources).toEqual([
        // Chain IDs are granted by their first digit.
        ...(node ? ['1*', '4*'] : []),
        ...(pChainNode ? ['p-chain-mainnet', 'p-chain-fuji'] : []),
      ]);
    },
  );

  test('only the sender, the feed and the secret endpoints can read webhook secrets', () => {
    const holders = Object.values(templates).flatMap((t) =>
      Object.entries(t.Resources)
        .filter(([, r]) => r.Type === 'AWS::IAM::Policy')
        .filter(([, r]) => JSON.stringify(r).includes(`"${toLiteral(entities.WebhookSecret.pk)}*"`))
        .map(([id]) => id.replace(/RoleDefaultPolicy.*$/, '')),
    );
    expect(holders.toSorted()).toEqual([
      'ApigenerateOrRotateSharedSecret',
      'ApigenerateOrRotateWebhookSecret',
      'ApigetSharedSecret',
      'ApigetWebhookFeed',
      'ApigetWebhookSecret',
      'ApiremoveWebhookSecret',
      'SendWorker',
    ]);
  });

  test('wildcard resources are limited to objects under a prefix and sources by first digit', () => {
    const wide = getResources(templates, 'AWS::IAM::Policy').flatMap(([id, { Properties }]) =>
      (Properties.PolicyDocument as { Statement: Statement[] }).Statement.filter((s) =>
        JSON.stringify(s.Resource).includes('*'),
      ).map(({ Action, Resource }) => [
        id.replace(/RoleDefaultPolicy.*$/, ''),
        [Action].flat().join(' '),
        JSON.stringify(Resource).replace(/^.*"(.*?)"]]}$/, '$1'),
      ]),
    );
    const ofSources = wide.filter(([, action]) => action === 'ssm:GetParameter');
    expect(wide.filter((one) => !ofSources.includes(one)).toSorted()).toEqual([
      ['ApigetBalancesByAddresses', 's3:GetObject', '/states/*'],
      ['ApigetNetworkDetails', 's3:GetObject', '/states/*'],
      ['ApigetOperation', 's3:GetObject', '/files/*'],
      ['ApigetSingleValidatorDetails', 's3:GetObject', '/states/*'],
      ['ApigetWebhookFeed', 's3:GetObject', '/raw/*'],
      ['ApigetWebhookFeed', 's3:GetObject', '/traces/*'],
      ['ApilistL1Validators', 's3:GetObject', '/states/*'],
      ['ApilistOperations', 's3:GetObject', '/files/*'],
      ['ApilistValidators', 's3:GetObject', '/states/*'],
      ['Apimetrics', 's3:GetObject', '/raw/*'],
      ['Apimetrics', 's3:GetObject', '/states/*'],
      ['Apimetrics', 's3:GetObject', '/traces/*'],
      ['Backfill', 's3:GetObject s3:PutObject', '/raw/*'],
      ['Backfill', 's3:GetObject', '/traces/*'],
      ['CountRequestsWorker', 's3:GetObject', '/*'],
      ['Follow', 's3:GetObject s3:PutObject', '/raw/*'],
      ['Follow', 's3:GetObject s3:PutObject', '/states/*'],
      ['Follow', 's3:GetObject s3:PutObject', '/traces/*'],
      ['FollowAlone', 's3:GetObject s3:PutObject', '/raw/*'],
      ['FollowAlone', 's3:GetObject s3:PutObject', '/states/*'],
      ['FollowAlone', 's3:GetObject s3:PutObject', '/traces/*'],
      ['MatchWorker', 's3:GetObject', '/raw/*'],
      ['MatchWorker', 's3:GetObject', '/traces/*'],
      ['MergeParts', 's3:GetObject', '/parts/*'],
      ['MergeParts', 's3:PutObject', '/files/*'],
      ['SendWorker', 's3:GetObject', '/raw/*'],
      ['SendWorker', 's3:GetObject', '/traces/*'],
      ['WritePart', 's3:PutObject', '/parts/*'],
      ['WriterDefaultPolicyDC585BCE', 's3:AbortMultipartUpload s3:GetObject s3:PutObject', '/*'],
    ]);
    expect(ofSources.length).toBeGreaterThan(5);
    for (const [id, , resource = ''] of ofSources)
      expect([id, resource.match(/\/[^/"]*\*/g)]).toEqual([id, ['/1*', '/4*']]);
  });
});

describe('the edge', () => {
  test('every operation has both security schemes, unless its endpoint is open', () => {
    for (const { method, access, ...endpoint } of endpoints) {
      const path = getRoute(endpoint);
      const name = endpoint.rejectsOtherMethods ? ANY_METHOD : method.toLowerCase();
      const { security } = body().paths[path]?.[name] ?? {};
      expect([path, security]).toEqual([path, access === 'open' ? undefined : [{ authorizer: [] }, { apiKey: [] }]]);
    }
    const open = endpoints.filter((e) => e.access === 'open').map((e) => e.id);
    expect(open.toSorted()).toEqual([
      'consolePage',
      'docsFile',
      'docsPage',
      'frontPage',
      'healthCheck',
      'liveCheck',
      'llmsText',
      'openapiDocument',
    ]);
  });

  test('exactly the open endpoints have HEAD, with the same function as GET', () => {
    const open = endpoints.filter(({ access }) => access === 'open').map(getRoute);
    const withHead = Object.entries(body().paths).filter(([, methods]) => 'head' in methods);
    expect(withHead.map(([path]) => path).toSorted()).toEqual(open.toSorted());
    for (const [path, { get, head }] of withHead) expect([path, head]).toEqual([path, get]);
    const handlers = resources('AWS::Lambda::Function').map(({ Properties }) => Properties.Handler);
    expect(handlers.filter((name) => name === 'health-check.handler')).toHaveLength(1);
  });

  test('every API Gateway response has our error shape and CORS, and only 429 has Retry-After', () => {
    const responses = body()['x-amazon-apigateway-gateway-responses'];
    // AWS: "Gateway response types for API Gateway".
    expect(Object.keys(responses).toSorted()).toEqual([
      'ACCESS_DENIED',
      'API_CONFIGURATION_ERROR',
      'AUTHORIZER_CONFIGURATION_ERROR',
      'AUTHORIZER_FAILURE',
      'BAD_REQUEST_BODY',
      'BAD_REQUEST_PARAMETERS',
      'DEFAULT_4XX',
      'DEFAULT_5XX',
      'EXPIRED_TOKEN',
      'INTEGRATION_FAILURE',
      'INTEGRATION_TIMEOUT',
      'INVALID_API_KEY',
      'INVALID_SIGNATURE',
      'MISSING_AUTHENTICATION_TOKEN',
      'QUOTA_EXCEEDED',
      'REQUEST_TOO_LARGE',
      'RESOURCE_NOT_FOUND',
      'THROTTLED',
      'UNAUTHORIZED',
      'UNSUPPORTED_MEDIA_TYPE',
      'WAF_FILTERED',
    ]);
    const ETHERSCAN = new Set([
      ...['AUTHORIZER_FAILURE', 'INTEGRATION_FAILURE', 'INTEGRATION_TIMEOUT', 'INVALID_API_KEY'],
      ...['QUOTA_EXCEEDED', 'THROTTLED', 'WAF_FILTERED'],
    ]);
    for (const [type, { statusCode, responseParameters, responseTemplates }] of Object.entries(responses)) {
      const answer = JSON.parse(responseTemplates['application/json'] ?? '') as { statusCode: keyof typeof STATUS };
      expect([type, answer]).toEqual([
        type,
        {
          ...{ message: expect.any(String), statusCode: Number(statusCode), error: STATUS[answer.statusCode] },
          // Clients of the Etherscan dialect read these.
          ...(ETHERSCAN.has(type) ? { status: '0', result: expect.any(String) } : {}),
        },
      ]);
      expect(responseParameters['gatewayresponse.header.Access-Control-Allow-Origin']).toBe("'*'");
      expect(responseParameters).toMatchObject({
        'gatewayresponse.header.Access-Control-Expose-Headers': expect.stringMatching(
          /^'.*Retry-After.*x-request-id'$/,
        ),
        'gatewayresponse.header.Cache-Control': "'no-store'",
        'gatewayresponse.header.x-request-id': 'context.requestId',
      });
      const retryAfter = responseParameters['gatewayresponse.header.Retry-After'];
      expect([type, retryAfter]).toEqual([type, statusCode === '429' ? expect.stringMatching(/^'\d+'$/) : undefined]);
    }
  });

  test('every plan has a throttle, and a quota without which AWS ignores the throttle', () => {
    const plans = resources('AWS::ApiGateway::UsagePlan');
    expect(plans).toHaveLength(7);
    for (const { Properties } of plans)
      expect(Properties).toMatchObject({
        Quota: { Period: 'DAY' },
        Throttle: { RateLimit: expect.any(Number), BurstLimit: expect.any(Number) },
      });
  });

  test('throttles come from the configuration, and default to the limit of the highest plan', () => {
    const limit = (rate: number) => ({ rate, burst: rate * 2 });
    const changed = { openEndpoints: limit(7), docs: limit(3), preflight: limit(4), plans: { pro: limit(5_000) } };
    const settings = methodSettings(templatesFor(changed));
    const of = (method: string, path: string) => {
      const found = getSetting(settings, method, path);
      return [found?.ThrottlingRateLimit, found?.ThrottlingBurstLimit];
    };
    expect(of('*', '*')).toEqual([5_000, 10_000]);
    for (const { method, access, throttle, ...endpoint } of endpoints) {
      const path = getRoute(endpoint);
      expect([path, of('OPTIONS', path)]).toEqual([path, [4, 8]]);
      const own = access === 'open' ? (throttle === 'docs' ? [3, 6] : [7, 14]) : [undefined, undefined];
      expect([path, of(method, path)]).toEqual([path, own]);
      expect([path, of('HEAD', path)]).toEqual([path, access === 'open' ? [4, 8] : [undefined, undefined]]);
    }
  });
});

describe('the edge of the node RPC', () => {
  const [[, api] = []] = getResources({ nodeRpc: templates.nodeRpc ?? { Resources: {} } }, 'AWS::ApiGateway::RestApi');
  const rpc = api?.Properties.Body as GatewayBody;

  test('calls by any method need both security schemes, and the documents are open', () => {
    // The function rejects methods other than POST, as nodes do.
    const secured = [{ authorizer: [] }, { apiKey: [] }];
    const found = Object.entries(rpc.paths).map(([path, methods]) => [
      path,
      Object.entries(methods).map(([method, { security }]) => [method, security]),
    ]);
    const open = [
      ['options', undefined],
      ['get', undefined],
      ['head', undefined],
    ];
    expect(Object.fromEntries(found)).toEqual({
      ...Object.fromEntries(
        ['/ext/bc/P', '/ext/P', '/ext/bc/platform', '/ext/platform', '/ext/bc/11111111111111111111111111111111LpoYY']
          .flatMap((path) => [path, `/{network}${path}`])
          .map((path) => [
            path,
            [
              ['options', undefined],
              [ANY_METHOD, secured],
            ],
          ]),
      ),
      '/ext/health': open,
      '/openrpc.json': open,
    });
  });
  test('errors of API Gateway itself are JSON-RPC errors with CORS, and with Retry-After for 429', () => {
    const responses = rpc['x-amazon-apigateway-gateway-responses'];
    expect(Object.keys(responses)).toEqual(Object.keys(body()['x-amazon-apigateway-gateway-responses']));
    for (const [type, { statusCode, responseParameters, responseTemplates }] of Object.entries(responses)) {
      expect([type, JSON.parse(responseTemplates['application/json'] ?? '')]).toEqual([
        type,
        { jsonrpc: '2.0', error: { code: expect.any(Number), message: expect.any(String), data: {} }, id: null },
      ]);
      expect(responseParameters['gatewayresponse.header.Access-Control-Allow-Origin']).toBe("'*'");
      const retryAfter = responseParameters['gatewayresponse.header.Retry-After'];
      expect([type, retryAfter !== undefined]).toEqual([type, statusCode === '429']);
    }
    const statuses = ['THROTTLED', 'REQUEST_TOO_LARGE', 'MISSING_AUTHENTICATION_TOKEN', 'INVALID_API_KEY'];
    expect(statuses.map((type) => responses[type]?.statusCode)).toEqual(['429', '413', '404', '401']);
  });
  test('a key has its plan on both APIs, and callers without a key have a separate plan on each', () => {
    const plans = resources('AWS::ApiGateway::UsagePlan').map(({ Properties }) => {
      const { UsagePlanName, ApiStages } = Properties as { UsagePlanName: string; ApiStages: unknown[] };
      return [UsagePlanName, ApiStages.length];
    });
    expect(Object.fromEntries(plans)).toEqual({
      'chain-data-anonymous': 1,
      'chain-data-forms': 1,
      'chain-data-rpc-anonymous': 1,
      'chain-data-free': 2,
      'chain-data-base': 2,
      'chain-data-growth': 2,
      'chain-data-pro': 2,
    });
    const keys = resources('AWS::ApiGateway::ApiKey').map(({ Properties }) => Properties.Value);
    expect(new Set(keys).size).toBe(3);
  });
  test('the limit per IP address is on both APIs if enabled', () => {
    const limited = getTemplates(getStacks({ ...config, limitPerAddress: { requestsPerFiveMinutes: 500 } }));
    for (const name of ['api', 'nodeRpc']) {
      const own = { [name]: limited[name] ?? { Resources: {} } };
      expect(getResources(own, 'AWS::WAFv2::WebACL')).toHaveLength(1);
      expect(getResources(own, 'AWS::WAFv2::WebACLAssociation')).toHaveLength(1);
    }
  });
  test('a chain followed alone and one without traces can be deployed, without the node RPC stack', () => {
    const without = getStacks({
      chains: [
        { chainId: '1', follower: 'alone' },
        { chainId: '7', traces: false },
      ],
    });
    expect(Object.keys(without)).not.toContain('nodeRpc');
    // Synthesis validates it.
    expect(JSON.stringify(getResources(getTemplates(without), 'AWS::CloudWatch::Alarm'))).toContain('Alone');
  });
  test('P-Chains alone can be deployed, with checks of their nodes and no empty statement', () => {
    const alone = getTemplates(getStacks({ chains: [], pChains: [{ network: 'fuji' }] }));
    expect(getResources(alone, 'AWS::Scheduler::Schedule').map(([, { Properties }]) => Properties.Description)).toEqual(
      expect.arrayContaining(['Checks the node of p-chain-fuji']),
    );
    for (const [id, { Properties }] of getResources(alone, 'AWS::IAM::Policy'))
      for (const { Resource } of (Properties.PolicyDocument as { Statement: Statement[] }).Statement)
        expect([id, [Resource].flat().length > 0]).toEqual([id, true]);
  });
});

describe('alarms and queues', () => {
  const runbook = readFileSync('docs/runbook.md', 'utf8');
  const anchors = new Set(
    [...runbook.matchAll(/^## (.+)$/gm)].map(([, title]) =>
      title
        ?.toLowerCase()
        .replace(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
  test('every alarm has a description, a link to an existing heading of the runbook, and one action', () => {
    const alarms = resources('AWS::CloudWatch::Alarm');
    expect(alarms.length).toBeGreaterThan(8);
    for (const { Properties } of alarms) {
      const { AlarmDescription, AlarmActions } = Properties as { AlarmDescription: string; AlarmActions: unknown[] };
      expect(AlarmDescription).toMatch(/^.{20,}\. Runbook: docs\/runbook\.md#/);
      expect(anchors).toContain(AlarmDescription.split('#').at(-1));
      expect(AlarmActions).toHaveLength(1);
    }
  });

  test('every consumed queue has dead letters and partial batch responses, and its declared age alarm', () => {
    const mappings = resources('AWS::Lambda::EventSourceMapping');
    for (const { Properties } of mappings)
      expect(Properties.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
    const queues = resources('AWS::SQS::Queue');
    expect(queues.filter((q) => q.Properties.RedrivePolicy)).toHaveLength(mappings.length);
    // They share one dead-letter queue. A redrive returns messages to their own queues.
    expect(queues).toHaveLength(mappings.length + 1);
    const ages = resources('AWS::CloudWatch::Alarm').filter(
      ({ Properties }) => Properties.MetricName === 'ApproximateAgeOfOldestMessage',
    );
    expect(ages).toHaveLength(functions.filter(({ queue }) => queue?.late).length);
  });

  test('a message is kept for two weeks, and retried for at least three hours before it is a dead letter', () => {
    for (const [id, { Properties }] of getResources(templates, 'AWS::SQS::Queue')) {
      expect([id, Properties.MessageRetentionPeriod]).toEqual([id, 14 * 86_400]);
      const { RedrivePolicy, VisibilityTimeout } = Properties as {
        RedrivePolicy?: { maxReceiveCount: number };
        VisibilityTimeout: number;
      };
      if (!RedrivePolicy) continue;
      // A throttled delivery counts. The maximum of SQS is 1,000.
      expect([id, RedrivePolicy.maxReceiveCount * VisibilityTimeout >= 10_800]).toEqual([id, true]);
      expect([id, RedrivePolicy.maxReceiveCount <= 1_000]).toEqual([id, true]);
    }
  });

  test('every rule of the bus targets a queue', () => {
    for (const { Properties } of resources('AWS::Events::Rule'))
      expect(JSON.stringify(Properties.Targets)).toContain('Queue');
  });
});
