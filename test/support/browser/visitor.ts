import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';

/** The screen and colour scheme of a visitor. */
export interface Look {
  readonly width: number;
  readonly dark: boolean;
}
/** The response that a request gets in place of the server's; `down`: the connection is refused. */
export type Fake =
  | 'down'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown };

/**
 * How often a page may answer that it does not yet show what a test waits for: for eight seconds, so that a test fails
 * within ten seconds of its reason. A page that renders answers nothing, so a busy machine takes none of this time.
 */
const MAX_ANSWERS = 160;
const POLL_MS = 50;
/** How long a page may render, or load, without an answer. A page that hangs is the rare fault, a busy machine is not. */
const BUSY_MS = 180_000;
/** Of a page's text in a failure. */
const MAX_LINES = 60;

/** Somebody who opens pages in a tab of their own, with nothing stored. */
export class Visitor {
  /** Exceptions and console errors, the browser's own (such as a violation of the page's policy) included. */
  readonly errors: string[] = [];
  /** URLs of all requests of the page. */
  readonly requests: string[] = [];

  private constructor(readonly page: Page) {
    page.setDefaultTimeout(BUSY_MS);
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(`${message.text()} ${message.location().url}`);
    });
    page.on('request', (request) => this.requests.push(request.url()));
  }

  /** Runs `body` with a new visitor. If it fails, the error also says what the page showed. */
  static async browse(browser: Browser, { width, dark }: Look, body: (visitor: Visitor) => Promise<void>) {
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

  /** The value of an expression in the page, as JSON would have it; a promise is awaited. */
  evaluate<T>(expression: string): Promise<T> {
    return within(BUSY_MS, this.page.evaluate<T>(expression), expression);
  }

  /** Waits until an expression is true in the page. */
  async until(expression: string): Promise<void> {
    for (let answers = 0; answers < MAX_ANSWERS; answers++) {
      const shows = await this.evaluate(`Boolean(${expression})`).catch((error) => {
        if (error instanceof NoAnswer) throw error;
        return false; // An element that is not there yet, or a page that is being left.
      });
      if (shows) return;
      await sleep(POLL_MS);
    }
    throw new Error(`never true: ${expression}`);
  }

  /** Answers requests whose URL contains one of these paths in place of the server, and no others. */
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

/** What `promise` resolves to, or an error if that takes longer than `ms`. */
async function within<T>(ms: number, promise: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(`no answer of the page within ${ms} ms: ${what}`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
