import { frontPage } from '../contract/service';
import { implement } from './implement';
import { inlinePage } from './shared/inline-page';

export const handler = implement(frontPage, async ({ answer }) => {
  const { page, headers } = inlinePage('front-page.html');
  answer.headers = headers;
  return page;
});
