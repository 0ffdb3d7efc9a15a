import { execFileSync } from 'node:child_process';

/** A request that a command makes with curl. */
interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

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

/** The requests of a script. Throws on an option that it does not know, and on a variable without a value. */
export const curlRequests = (script: string, variables: Readonly<Record<string, string>>): CurlRequest[] =>
  curlArguments(script, variables).map((given) => {
    let [method, url, body]: [string | undefined, string, string | undefined] = [undefined, '', undefined];
    const headers: Record<string, string> = {};
    for (let i = 0; i < given.length; i++) {
      const argument = given[i] ?? '';
      if (!argument.startsWith('-')) url = argument;
      else if (argument === '-X') method = given[++i];
      else if (argument === '-d') body = given[++i];
      else if (argument === '-H') {
        const [name = '', value = ''] = (given[++i] ?? '').split(': ');
        headers[name] = value;
      } else throw new Error(`unknown option ${argument}`);
    }
    return {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      url,
      headers,
      ...(body === undefined ? {} : { body }),
    };
  });

/** The code of a language that a page shows. */
export const codeIn = (html: string, language: string): string[] =>
  [...html.matchAll(new RegExp(`<pre class="${language}"><code>(.*?)</code></pre>`, 'gs'))].map(([, text = '']) =>
    text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))),
  );
