import { consolePage } from '../contract/service';
import { implement } from './implement';
import { inlinePage } from './shared/inline-page';

export const handler = implement(consolePage, async ({ params, answer }) => {
  const { page, headers } = inlinePage(`console-${params.page}.html`);
  answer.headers = headers;
  return page;
});
