import { execFileSync } from 'node:child_process';

interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The shell's arguments to each curl; curl is not run. */
export function curlArguments(script: string, variables: Readonly<Record<string, string>> = {}): string[][] {
  // Other commands, such as one that listens, are not run either.
  const program = `npm() { :; }\ncurl() { printf '%s\\0' "$@"; printf '\\1'; }\n${script}`;
  const env = { PATH: process.env.PATH ?? '', ...variables };
  const output = execFileSync('sh', ['-u', '-c', program], { encoding: 'utf8', env });
  return output
    .split('\u0001')
    .slice(0, -1)
    .map((one) => one.split('\0').slice(0, -1));
}

/** Throws on unknown options and unset variables. */
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

export const codeIn = (html: string, language: string): string[] =>
  [...html.matchAll(new RegExp(`<pre class="${language}"><code>(.*?)</code></pre>`, 'gs'))].map(([, text = '']) =>
    text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))),
  );
