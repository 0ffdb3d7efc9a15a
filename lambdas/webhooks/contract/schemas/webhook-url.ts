import * as z from 'zod';
import { HOOK } from './webhook-fields';

/**
 * Why no request could be sent as the URL says; undefined where it can. A reason never has the URL, which may contain a
 * password.
 */
function getProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url) return 'must be a URL';
  if (url.username || url.password)
    return 'must not contain a user name or password; send them with headers: {"authorization": "Basic …"}';
  if (text.includes('#')) return 'must not contain a fragment (#…), as it is not part of a request';
  // The parser removes white space at both ends, and line breaks and tabs anywhere.
  if (/[\s\p{Cc}]/u.test(text)) return 'must not contain white space or control characters';
  if (url.port === '0') return 'must not have port 0';
  return undefined;
}

/** Where a webhook is sent to. What it resolves to is checked each time that it is sent. */
export const WebhookUrl = z
  .string()
  .max(2_048, 'must be at most 2,048 characters')
  .superRefine((text, context) => {
    const message = getProblem(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .meta({
    format: 'uri',
    description:
      'Where messages are sent. It must be https, and lead to a public address. A user name or password in it is refused: send `authorization` in `headers`. So are a fragment, white space and port 0.',
    example: HOOK,
  });
