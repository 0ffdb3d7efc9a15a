import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClassicLevel } from 'classic-level';
import { MemoryLevel } from 'memory-level';
import { perform } from '../../../local/dynamodb/actions';
import { isApiError } from '../../../local/dynamodb/api-error';
import { createStore } from '../../../local/dynamodb/store';
import type { TemplateJson } from '../sources/templates';
import { CREATE_TABLE } from '../tables/memory';
import { CREDENTIALS, isSigned } from './aws-server';

type Body = Readonly<Record<string, unknown>>;
type Answer = readonly [status: number, body: string];

interface StackState {
  status: string;
  /** Of the parameter `TableInUse`; absent in a stack without it. */
  table?: string;
}

const ok = (value: object): Answer => [200, JSON.stringify(value)];
const xml = (action: string, result: string): Answer => [
  200,
  `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`,
];
const invalid = (type: string, message: string): Answer => [400, JSON.stringify({ __type: type, message })];
const invalidXml = (message: string): Answer => [
  400,
  `<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>${message}</Message></Error></ErrorResponse>`,
];
const seconds = (ms: number): number => Math.floor(ms / 1_000);

/**
 * DynamoDB, CloudFormation, Lambda and SSM of a deployment of these templates, as AWS documents their protocols.
 * `copyAt`: the items of the table at a moment, Unix ms.
 */
export async function restoreServer(
  templates: Readonly<Record<string, TemplateJson>>,
  service: string,
  copyAt: (at: number) => Promise<readonly object[]>,
) {
  const db = new MemoryLevel();
  await db.open();
  const store = createStore(db as unknown as ClassicLevel);
  const first = `${service}-table`;
  await store.createTable({ ...CREATE_TABLE, TableName: first });
  const tables = new Map<string, { creating: number; isProtected: boolean; ttl: boolean; recovery: boolean }>([
    [first, { creating: 0, isProtected: true, ttl: true, recovery: true }],
  ]);
  const parameters = new Map([
    [`/${service}/table`, first],
    [`/${service}/former-table`, first],
  ]);
  const stacks = new Map<string, StackState>();
  const stopped = new Set<string>();
  const mappings = new Map<string, string>();
  for (const [id, template] of Object.entries(templates)) {
    const name = `${service}-${id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    stacks.set(name, {
      status: 'CREATE_COMPLETE',
      ...(template.Parameters?.TableInUse || template.Parameters?.TableInUseName ? { table: first } : {}),
    });
    for (const [logicalId, { Type }] of Object.entries(template.Resources))
      if (Type === 'AWS::Lambda::EventSourceMapping') mappings.set(`${name}-${logicalId}`, 'Enabled');
  }
  const window = { from: Date.now() - 35 * 86_400_000, to: Date.now() - 300_000 };
  const calls: string[] = [];
  let refused: (call: string) => boolean = () => false;
  /** Each such call is made again. */
  const busy = new Set(['UpdateTable', 'UpdateTimeToLive', 'UpdateContinuousBackups']);

  const dynamo: Readonly<Record<string, (body: Body) => Answer | Promise<Answer>>> = {
    DescribeTable({ TableName }) {
      const table = tables.get(String(TableName));
      if (!table) return invalid('ResourceNotFoundException', 'Requested resource not found');
      const TableStatus = table.creating-- > 0 ? 'CREATING' : 'ACTIVE';
      return ok({
        Table: { TableName, TableStatus, TableSizeBytes: 2e9, DeletionProtectionEnabled: table.isProtected },
      });
    },
    DescribeContinuousBackups: ({ TableName }) =>
      ok({
        ContinuousBackupsDescription: {
          ContinuousBackupsStatus: 'ENABLED',
          PointInTimeRecoveryDescription: {
            PointInTimeRecoveryStatus: tables.get(String(TableName))?.recovery ? 'ENABLED' : 'DISABLED',
            EarliestRestorableDateTime: seconds(window.from),
            LatestRestorableDateTime: seconds(window.to),
          },
        },
      }),
    async RestoreTableToPointInTime({ TargetTableName, RestoreDateTime }) {
      const name = String(TargetTableName);
      if (tables.has(name)) return invalid('TableAlreadyExistsException', 'Table already exists');
      if (!/^[\w.-]{3,255}$/.test(name)) return invalid('ValidationException', 'invalid table name');
      await store.createTable({ ...CREATE_TABLE, TableName: name });
      for (const Item of await copyAt(Number(RestoreDateTime) * 1_000))
        await perform(store, 'PutItem', { TableName: name, Item });
      tables.set(name, { creating: 2, isProtected: false, ttl: false, recovery: false });
      return ok({ TableDescription: { TableName: name, TableStatus: 'CREATING' } });
    },
    UpdateContinuousBackups({ TableName, PointInTimeRecoverySpecification }) {
      const table = tables.get(String(TableName));
      const { PointInTimeRecoveryEnabled } = PointInTimeRecoverySpecification as Body;
      if (table) table.recovery = PointInTimeRecoveryEnabled === true;
      return ok({});
    },
    UpdateTable({ TableName, DeletionProtectionEnabled }) {
      const table = tables.get(String(TableName));
      if (table) table.isProtected = DeletionProtectionEnabled === true;
      return ok({});
    },
    UpdateTimeToLive({ TableName }) {
      const table = tables.get(String(TableName));
      if (table?.ttl) return invalid('ValidationException', 'TimeToLive is already enabled');
      if (table) table.ttl = true;
      return ok({});
    },
  };
  const ssm: Readonly<Record<string, (body: Body) => Answer>> = {
    GetParameter({ Name }) {
      const Value = parameters.get(String(Name));
      return Value === undefined ? invalid('ParameterNotFound', '') : ok({ Parameter: { Name, Value } });
    },
    PutParameter({ Name, Value, Overwrite }) {
      if (parameters.has(String(Name)) && Overwrite !== true) return invalid('ParameterAlreadyExists', '');
      parameters.set(String(Name), String(Value));
      return ok({ Version: 2 });
    },
  };
  const cloudFormation: Readonly<Record<string, (form: URLSearchParams) => Answer>> = {
    DescribeStacks(form) {
      const stack = stacks.get(form.get('StackName') ?? '');
      if (!stack) return invalidXml(`Stack with id ${form.get('StackName')} does not exist`);
      const isData = form.get('StackName') === `${service}-data`;
      const parameter =
        isData && stack.table
          ? `<member><ParameterKey>TableInUseName</ParameterKey><ParameterValue>${stack.table}</ParameterValue></member><member><ParameterKey>FormerTableName</ParameterKey><ParameterValue>x</ParameterValue></member>`
          : stack.table
            ? `<member><ParameterKey>TableInUse</ParameterKey><ParameterValue>/${service}/table</ParameterValue><ResolvedValue>${stack.table}</ResolvedValue></member>`
            : '';
      const { status } = stack;
      // Finished by the next look.
      if (status === 'UPDATE_IN_PROGRESS') {
        stack.status = 'UPDATE_COMPLETE';
        stack.table = parameters.get(`/${service}/table`) ?? '';
      }
      return xml(
        'DescribeStacks',
        `<Stacks><member><StackStatus>${status}</StackStatus><Parameters>${parameter}</Parameters></member></Stacks>`,
      );
    },
    UpdateStack(form) {
      const stack = stacks.get(form.get('StackName') ?? '');
      if (!stack || form.get('UsePreviousTemplate') !== 'true') return invalidXml('no template');
      if (form.get('StackName') === `${service}-data`) {
        for (const [n, name] of [
          [1, 'table'],
          [2, 'former-table'],
        ] as const)
          parameters.set(`/${service}/${name}`, form.get(`Parameters.member.${n}.ParameterValue`) ?? '');
      } else if (form.get('Parameters.member.1.UsePreviousValue') !== 'true') return invalidXml('no parameters');
      if (stack.table === parameters.get(`/${service}/table`)) return invalidXml('No updates are to be performed.');
      stack.status = 'UPDATE_IN_PROGRESS';
      return xml('UpdateStack', '<StackId>x</StackId>');
    },
    ListStackResources(form) {
      const name = form.get('StackName') ?? '';
      const id = name.slice(service.length + 1).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      const members = Object.entries(templates[id]?.Resources ?? {}).map(
        ([logicalId, { Type }]) =>
          `<member><ResourceType>${Type}</ResourceType><LogicalResourceId>${logicalId}</LogicalResourceId><PhysicalResourceId>${name}-${logicalId}</PhysicalResourceId></member>`,
      );
      return xml('ListStackResources', `<StackResourceSummaries>${members.join('')}</StackResourceSummaries>`);
    },
  };
  const lambda = (method: string, path: string, body: string): Answer => {
    const [, , kind = '', id = ''] = path.split('/');
    const name = decodeURIComponent(id);
    if (kind === 'functions') {
      if (method === 'PUT') stopped.add(name);
      else stopped.delete(name);
      return method === 'PUT' ? ok({ ReservedConcurrentExecutions: 0 }) : [204, ''];
    }
    const before = mappings.get(name);
    if (before === undefined) return invalid('ResourceNotFoundException', name);
    if (method === 'PUT') mappings.set(name, (JSON.parse(body) as Body).Enabled === true ? 'Enabling' : 'Disabling');
    if (method === 'GET') mappings.set(name, before.replace('ing', 'ed'));
    return ok({ UUID: name, State: before });
  };

  const answerTo = async (request: IncomingMessage, text: string): Promise<Answer> => {
    const target = String(request.headers['x-amz-target'] ?? '');
    const { pathname } = new URL(request.url ?? '', 'http://any');
    const form = new URLSearchParams(target || pathname !== '/' ? '' : text);
    const [prefix = '', action = ''] = target ? target.split('.') : ['', form.get('Action') ?? pathname];
    const of = prefix.startsWith('DynamoDB')
      ? 'dynamodb'
      : prefix
        ? 'ssm'
        : form.has('Action')
          ? 'cloudformation'
          : 'lambda';
    if (!isSigned(request, of, text)) return invalid('SignatureDoesNotMatch', 'The signature does not match');
    const call = `${of} ${request.method === 'GET' ? 'Get' : ''}${of === 'lambda' ? pathname : action}`;
    calls.push(call);
    if (refused(call))
      return of === 'cloudformation' ? invalidXml('refused') : invalid('AccessDeniedException', 'refused');
    if (of === 'lambda') return lambda(request.method ?? '', pathname, text);
    if (of === 'cloudformation') return cloudFormation[action]?.(form) ?? [404, action];
    const body = JSON.parse(text) as Body;
    if (busy.delete(action)) return invalid('ResourceInUseException', 'Table is being updated');
    if (of === 'ssm') return ssm[action]?.(body) ?? [404, action];
    const own = dynamo[action];
    return own ? own(body) : ok((await perform(store, action, body)) as object);
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [status, text] = await answerTo(request, Buffer.concat(chunks).toString('utf8')).catch((error: unknown) => {
      if (!isApiError(error)) throw error;
      return [error.statusCode, JSON.stringify(error.body)] as const;
    });
    response.writeHead(status, { 'content-type': text.startsWith('<') ? 'text/xml' : 'application/x-amz-json-1.0' });
    response.end(text);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    ...{ tables, parameters, stacks, stopped, mappings, calls, window },
    settings: { region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, credentials: CREDENTIALS },
    /** As stored: in DynamoDB's JSON. */
    async items(TableName: string): Promise<readonly object[]> {
      return ((await perform(store, 'Scan', { TableName })) as { Items: object[] }).Items;
    },
    /** From now on, such calls are refused. */
    refuse(rule: (call: string) => boolean): void {
      refused = rule;
    },
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
