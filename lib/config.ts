import { existsSync, readFileSync } from 'node:fs';
import { Config } from '../lambdas/core/contract/config';

/** `-c config=FILE` (CDK) and `--config FILE` (CLI) override it. */
const CONFIG_FILE = 'config.json';

/** Without a path, loads `config.json` or the defaults. Throws a one-sentence error. */
export function loadConfig(path?: string): Config {
  const file = path ?? (existsSync(CONFIG_FILE) ? CONFIG_FILE : undefined);
  if (file === undefined) return parseConfig({}, 'the default configuration');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new Error(`cannot read the configuration ${file}: must be the path of a JSON file`);
  }
  try {
    return parseConfig(JSON.parse(text), file);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`the configuration ${file} is not valid JSON: ${error.message}`);
    throw error;
  }
}

export function parseConfig(value: unknown, name: string): Config {
  const result = Config.safeParse(value);
  if (result.success) return result.data;
  // Reports all mistakes at once, each with its path.
  const issues = result.error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`);
  throw new Error(`invalid configuration ${name}: ${issues.join('; ')}`);
}
