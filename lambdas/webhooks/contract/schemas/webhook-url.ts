import * as z from 'zod';
import { HOOK } from './webhook-fields';

/** undefined if the URL can be used. Never quotes it, as it may contain a password. */
function getProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url) return 'must be a URL';
  if (url.username || url.password)
    return 'must not contain a user name or password; send them with headers: {"authorization": "Basic …"}';
  if (text.includes('#')) return 'must not contain a fragment (#…), which is not sent';
  // URL.parse strips surrounding white space, and line breaks and tabs anywhere.
  if (/[\s\p{Cc}]/u.test(text)) return 'must not contain white space or control characters';
  if (url.port === '0') return 'must not have port 0';
  return undefined;
}

/** The address that it resolves to is checked on every delivery. */
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
      'URL that messages are sent to; required unless `delivery` is pull. Must be https and resolve to a public address. User names and passwords are not allowed (send `authorization` in `headers`), nor are fragments, white space and port 0.',
    example: HOOK,
  });
