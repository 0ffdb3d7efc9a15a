import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, Fields } from './connection';

/** The screen and the preferences of who looks. */
export interface Look {
  readonly width: number;
  readonly dark: boolean;
}
/** What a request gets instead of an answer of its server; `down`: none at all. */
export type Fake =
  | 'down'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown };

const WAIT_MS = 20_000;

/** A tab. It notes what went wrong in it, and what it asked for. */
export class BrowserPage {
  /** Exceptions, errors on the console, and what the browser reports, such as a refusal by the page's policy. */
  readonly errors: string[] = [];
  /** The URLs that were asked for. */
  readonly requests: string[] = [];
  private fakes: readonly (readonly [path: string, fake: Fake])[] = [];

  private constructor(
    private readonly connection: Connection,
    private readonly sessionId: string,
  ) {}

  static async open(connection: Connection, sessionId: string, { width, dark }: Look): Promise<BrowserPage> {
    const page = new BrowserPage(connection, sessionId);
    connection.listen(sessionId, (method, params) => page.heard(method, params));
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await page.send(`${domain}.enable`);
    await page.send('Emulation.setDeviceMetricsOverride', {
      width,
      height: width < 500 ? 844 : 900,
      deviceScaleFactor: 1,
      mobile: width < 500,
    });
    const features = [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }];
    await page.send('Emulation.setEmulatedMedia', {
      features: [...features, { name: 'prefers-reduced-motion', value: 'reduce' }],
    });
    return page;
  }

  async go(url: string): Promise<this> {
    const { errorText } = await this.send('Page.navigate', { url });
    if (errorText) throw new Error(`${url}: ${errorText}`);
    await this.until('document.readyState === "complete"');
    return this;
  }

  /** The value of an expression in the page, as JSON would have it; a promise is awaited. */
  async value<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    if (exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
    return (result as { value: T }).value;
  }

  /** Waits until an expression is true of the page. */
  async until(expression: string): Promise<void> {
    for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(50))
      if (await this.value(`Boolean(${expression})`).catch(() => false)) return;
    throw new Error(`never: ${expression}; the page shows ${await this.value('document.body.innerText')}`);
  }

  /** Answers requests whose URL contains `path` in place of the server. */
  async fake(...fakes: readonly (readonly [path: string, fake: Fake])[]): Promise<void> {
    this.fakes = fakes;
    await this.send(fakes.length > 0 ? 'Fetch.enable' : 'Fetch.disable');
  }

  /** A key of the keyboard, as a person presses it. */
  async press(key: string): Promise<void> {
    const fields = { key, code: key, windowsVirtualKeyCode: key === 'Tab' ? 9 : 13, text: key === 'Enter' ? '\r' : '' };
    await this.send('Input.dispatchKeyEvent', { type: 'keyDown', ...fields });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...fields });
  }

  /** A picture of the whole page, as a PNG file. */
  async screenshot(file: string): Promise<void> {
    const { data } = await this.send('Page.captureScreenshot', { captureBeyondViewport: true });
    writeFileSync(file, Buffer.from(String(data), 'base64'));
  }

  send(method: string, params: Fields = {}): Promise<Fields> {
    return this.connection.send(method, params, this.sessionId);
  }

  private heard(method: string, params: Fields): void {
    if (method === 'Runtime.exceptionThrown') this.errors.push(JSON.stringify(params.exceptionDetails));
    if (method === 'Runtime.consoleAPICalled' && params.type === 'error') this.errors.push(JSON.stringify(params.args));
    if (method === 'Log.entryAdded') {
      const { level, text, url } = params.entry as { level: string; text: string; url?: string };
      if (level === 'error') this.errors.push(`${text} ${url ?? ''}`);
    }
    if (method === 'Network.requestWillBeSent') this.requests.push((params.request as { url: string }).url);
    if (method === 'Fetch.requestPaused') void this.answer(params);
  }

  private answer({ requestId, request }: Fields): Promise<Fields> {
    const { url } = request as { url: string };
    const [, fake] = this.fakes.find(([path]) => url.includes(path)) ?? [];
    if (!fake) return this.send('Fetch.continueRequest', { requestId });
    if (fake === 'down') return this.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionRefused' });
    const { status, headers = {}, body = {} } = fake;
    return this.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: status,
      responseHeaders: Object.entries({ 'content-type': 'application/json', ...headers }).map(([name, value]) => ({
        name,
        value,
      })),
      body: Buffer.from(JSON.stringify(body)).toString('base64'),
    });
  }
}
