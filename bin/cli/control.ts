import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** No timeout, unlike `fetch`. Throws the endpoint's error message; undefined if the service is not running. */
export const callControl = (
  { controlUrl, token }: { readonly controlUrl: string; readonly token: string },
  path: string,
  body: object,
): Promise<Readonly<Record<string, unknown>> | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const sent = request(new URL(path, controlUrl), { method: 'POST', headers }, async (response) => {
      try {
        const answer = JSON.parse(await text(response)) as Readonly<Record<string, unknown>>;
        if (response.statusCode === 200) resolve(answer);
        // The port now belongs to another service, which rejects the token.
        else if (response.statusCode === 403) resolve(undefined);
        else reject(new Error(String(answer.message)));
      } catch {
        resolve(undefined);
      }
    });
    sent.on('error', () => resolve(undefined));
    sent.end(JSON.stringify(body));
  });
