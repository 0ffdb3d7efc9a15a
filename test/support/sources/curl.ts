import { execFileSync } from 'node:child_process';

/** What a shell gives to each curl of a script: curl itself need not be there, and is not run. */
export function curlArguments(script: string, variables: Readonly<Record<string, string>> = {}): string[][] {
  const program = `curl() { printf '%s\\0' "$@"; printf '\\1'; }\n${script}`;
  const env = { PATH: process.env.PATH ?? '', ...variables };
  const output = execFileSync('sh', ['-u', '-c', program], { encoding: 'utf8', env });
  return output
    .split('\u0001')
    .slice(0, -1)
    .map((one) => one.split('\0').slice(0, -1));
}
