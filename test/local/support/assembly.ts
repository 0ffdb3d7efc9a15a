import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Json = Record<string, unknown>;
interface StackTemplate {
  readonly Resources: Readonly<
    Record<string, { readonly Type: string; readonly Properties?: Json; readonly Condition?: string }>
  >;
  readonly Conditions?: Json;
  readonly Outputs?: Json;
}

const folders: string[] = [];

/** A temporary folder, deleted by `removeFolders`. */
export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'runner-'));
  folders.push(made);
  return made;
}

/** For `afterAll`. */
export function removeFolders(): void {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
}

/**
 * Writes a cloud assembly by hand. Each stack without a `Role` gets one that may do everything.
 * @param functions source of each ES module in the one asset, by file name without its ending
 * @returns its folder
 */
export function writeAssembly(
  stacks: Readonly<Record<string, StackTemplate>>,
  functions: Readonly<Record<string, string>> = {},
): string {
  const out = folder();
  mkdirSync(join(out, 'asset'));
  for (const [name, source] of Object.entries(functions)) writeFileSync(join(out, 'asset', `${name}.mjs`), source);
  const files = { code: { source: { path: 'asset' }, destinations: { here: { objectKey: 'code.zip' } } } };
  writeFileSync(join(out, 'assets.json'), JSON.stringify({ files }));
  const artifacts: Json = { assets: { type: 'cdk:asset-manifest', properties: { file: 'assets.json' } } };
  // Listed last to first, so that the order must follow from the dependencies.
  const names = Object.keys(stacks);
  for (const [at, name] of [...names.entries()].reverse()) {
    const dependencies = names.slice(0, at);
    artifacts[name] = { type: 'aws:cloudformation:stack', properties: { templateFile: `${name}.json` }, dependencies };
    writeFileSync(
      join(out, `${name}.json`),
      JSON.stringify({ ...stacks[name], Resources: { ...roleResources(), ...stacks[name]?.Resources } }),
    );
  }
  writeFileSync(join(out, 'manifest.json'), JSON.stringify({ artifacts }));
  return out;
}

/** The ARN of a stack's role. */
export const ROLE = { 'Fn::GetAtt': ['Role', 'Arn'] };
/** The URI with which API Gateway invokes a function of the stack. */
export const invocationUri = (id: string) => ({
  'Fn::Sub': `arn:aws:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/\${${id}.Arn}/invocations`,
});
/** An API operation answered by a function of the stack. */
export const toOperation = (id: string) => ({
  'x-amazon-apigateway-integration': {
    type: 'aws_proxy',
    httpMethod: 'POST',
    uri: invocationUri(id),
    credentials: ROLE,
  },
});
const services = ['lambda', 'apigateway', 'scheduler', 'states'].map((name) => `${name}.amazonaws.com`);
const getPolicy = (Statement: Json[]) => ({ Version: '2012-10-17', Statement });

/** A role for functions, the API and schedules, by default with every permission. */
export const roleResources = (Statement: Json[] = [{ Effect: 'Allow', Action: '*', Resource: '*' }], id = 'Role') => ({
  [id]: {
    Type: 'AWS::IAM::Role',
    Properties: {
      AssumeRolePolicyDocument: getPolicy([
        { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: services } },
      ]),
    },
  },
  [`${id}Policy`]: {
    Type: 'AWS::IAM::Policy',
    Properties: { PolicyName: id, PolicyDocument: getPolicy(Statement), Roles: [{ Ref: id }] },
  },
});

/** Lets the rules of a bus send to these queues. */
export const queuePolicy = (...ids: string[]) => ({
  Type: 'AWS::SQS::QueuePolicy',
  Properties: {
    Queues: ids.map((id) => ({ Ref: id })),
    PolicyDocument: getPolicy([
      { Effect: 'Allow', Action: 'sqs:SendMessage', Principal: { Service: 'events.amazonaws.com' }, Resource: '*' },
    ]),
  },
});

/** A function of the asset that `writeAssembly` writes. */
export function functionResource(file: string, more: Json = {}) {
  return {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: { S3Bucket: 'assets', S3Key: 'code.zip' },
      Handler: `${file}.handler`,
      Runtime: 'nodejs24.x',
      Role: ROLE,
      Timeout: 30,
      ...more,
    },
  };
}
