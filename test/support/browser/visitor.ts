import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { Viewport } from './viewports';

/** A response in place of the server's; `down`: connection refused. */
export type Fake =
  | 'down'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown };

const POLL_MS = 50;
/** For a page that gives no answer: long, because busy machines are common and hangs are rare. */
const BUSY_MS = 180_000;
const MAX_LINES = 60;

export class Visitor {
  /** Exceptions and console errors, including the browser's own (such as CSP violations). */
  readonly errors: string[] = [];
  readonly requests: string[] = [];

  private constructor(readonly page: Page) {
    page.setDefaultTimeout(BUSY_MS);
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(`${message.text()} ${message.location().url}`);
    });
    page.on('request', (request) => this.requests.push(request.url()));
  }

  static async browse(browser: Browser, { width, dark }: Viewport, body: (visitor: Visitor) => Promise<void>) {
    const context = await browser.newContext({
      viewport: { width, height: width < 500 ? 844 : 900 },
      isMobile: width < 500,
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    });
    const visitor = new Visitor(await context.newPage());
    try {
      await body(visitor);
    } catch (cause) {
      throw new Error(`${cause instanceof Error ? cause.message : cause}\n${await visitor.describePage()}`, { cause });
    } finally {
      await context.close();
    }
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url, { waitUntil: 'load' });
  }

  evaluate<T>(expression: string): Promise<T> {
    return within(BUSY_MS, this.page.evaluate<T>(expression), expression);
  }

  /** 8 s, so that a test fails within 10 s; a page busy rendering gives no answers, so slow machines use none of it. */
  async until(expression: string, seconds = 8): Promise<void> {
    for (let answers = 0; answers < (seconds * 1_000) / POLL_MS; answers++) {
      const shows = await this.evaluate(`Boolean(${expression})`).catch((error) => {
        if (error instanceof NoAnswer) throw error;
        return false; // An element that is not there yet, or a page that is being left.
      });
      if (shows) return;
      await sleep(POLL_MS);
    }
    throw new Error(`never true: ${expression}`);
  }

  /** Fakes the responses for URLs that contain these paths; replaces earlier fakes. */
  async fake(...fakes: readonly (readonly [path: string, fake: Fake])[]): Promise<void> {
    await this.page.unrouteAll();
    for (const [path, fake] of fakes)
      await this.page.route(
        ({ href }) => href.includes(path),
        (route) => {
          if (fake === 'down') return route.abort('connectionrefused');
          const { status, headers = {}, body = {} } = fake;
          return route.fulfill({ status, headers, json: body });
        },
      );
  }

  private async describePage(): Promise<string> {
    const text = await within(1_000, this.page.evaluate<string>('document.body.innerText'), 'its text').catch(String);
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const shown = lines.slice(0, MAX_LINES).map((line) => `  ${line}`);
    if (lines.length > MAX_LINES) shown.push(`  … and ${lines.length - MAX_LINES} more lines`);
    return [`${this.page.url()} showed:`, ...shown, ...this.errors.map((error) => `  error: ${error}`)].join('\n');
  }
}

class NoAnswer extends Error {}

async function within<T>(ms: number, promise: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(`no answer of the page within ${ms} ms: ${what}`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
