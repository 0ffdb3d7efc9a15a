import { lambdaVariables } from '../contract/env';
import { systemClock } from './clock';

/**
 * `error` is for unexpected errors, `reason` for the text of an expected one, and `correlationId` for the hash of the
 * block that a line is about, from the block event to the delivery of its messages.
 */
type Fields = Readonly<Record<string, unknown>>;

/** Keeps only these properties of errors: the cause of an HTTP error may contain a node's URL and its key. */
function toJson(_: string, value: unknown): unknown {
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack };
  return typeof value === 'bigint' ? String(value) : value;
}

/** Bypasses `console`, as Lambda would nest the fields under `message`, where queries do not look for them. */
const logger = (level: 'INFO' | 'WARN' | 'ERROR') => (message: string, fields: Fields) => {
  const { AWS_LAMBDA_FUNCTION_NAME } = lambdaVariables();
  const timestamp = new Date(systemClock()).toISOString();
  const line = { timestamp, level, message, function: AWS_LAMBDA_FUNCTION_NAME, ...fields };
  process.stdout.write(`${JSON.stringify(line, toJson)}\n`);
};

/**
 * Writes a log line: one flat JSON object. The message is a constant that docs/log-messages.md explains; values are
 * fields.
 */
export const log = { info: logger('INFO'), warn: logger('WARN'), error: logger('ERROR') };
