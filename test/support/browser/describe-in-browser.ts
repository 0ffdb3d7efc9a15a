import { describeIf } from '../skipping';
import { launchChromium } from './chromium';
import { type Viewport, WIDE } from './viewports';
import { Visitor } from './visitor';

export type Browse = (visit: (visitor: Visitor) => Promise<void>, viewport?: Viewport) => Promise<void>;

/** Tests in a browser of their own, skipped if none starts. */
export async function describeInBrowser(title: string, body: (browse: Browse) => void): Promise<void> {
  const launched = await launchChromium();
  const reason = 'reason' in launched ? launched.reason : '';
  describeIf(reason === '', reason)(title, () => {
    body(async (visit, viewport = WIDE) => {
      if ('reason' in launched) throw new Error(launched.reason);
      await Visitor.browse(launched.browser, viewport, visit);
    });
    afterAll(async () => {
      if ('browser' in launched) await launched.browser.close();
    });
  });
}
