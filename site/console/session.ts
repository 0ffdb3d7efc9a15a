import { parseKey } from '../../lambdas/core/contract/key-text';
import { type ApiResponse, getMessage, type Request, send } from '../shared/api';
import { announce, byId, show } from '../shared/dom';
import { createKeyField } from '../shared/key';
import { poll } from '../shared/poll';

/** The API rejected a request, or did not respond; the message says why. */
export class RequestFailed extends Error {
  constructor(
    message: string,
    /** undefined if the API did not respond. */
    readonly status: number | undefined,
    /** Seconds. */
    readonly retryAfter: number | undefined,
  ) {
    super(message);
  }

  /** The key is not valid, or not allowed to do it: the same request will fail again. */
  get isFinal(): boolean {
    return this.status === 401 || this.status === 403;
  }

  get isTemporary(): boolean {
    return this.status === undefined || this.status === 429 || this.status >= 500;
  }
}

interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The caller no longer needs the response. */
  readonly ended?: AbortSignal;
}

/** The session of one key. Entering another key aborts it, so that no data of the previous owner remains visible. */
export interface Session {
  readonly signal: AbortSignal;
  readonly plan: string;
  readonly ownerId: string;
  /** @throws RequestFailed with the message of the API. Never settles once the session or `ended` is aborted. */
  call<T>(method: NonNullable<Request['method']>, path: string, options?: CallOptions): Promise<T>;
  /** Runs an action and shows its result, or its failure, in `outcome`. Returns the failure. */
  report(outcome: HTMLElement, action: () => Promise<string | undefined>): Promise<unknown>;
  /** Reports an action of a button, which does nothing more meanwhile. */
  act(button: HTMLButtonElement, outcome: HTMLElement, action: () => Promise<string | undefined>): Promise<void>;
  /**
   * Refreshes every `ms` while the tab is visible, until the session or `ended` is aborted, and less often while
   * `refresh` reports no change, because requests count towards the key's quota. A failure is shown as the notice of the
   * page. Returns a function that refreshes at once and never fails: for changes that the page itself makes.
   */
  poll(ms: number, refresh: () => Promise<boolean>, ended?: AbortSignal): () => Promise<void>;
}

const NO_KEY = 'Enter an API key to see its owner’s data.';
const BAD_KEY = 'This is not a valid API key for this service.';
const TYPING_MS = 300;
/** Unless the API says when to try again. */
export const RETRY_SECONDS = 5;
const [SLOWER, SLOWEST_MS] = [1.3, 30_000];

/** Shows the content that `open` makes for each key that is entered. */
export function startConsole(open: (session: Session) => Promise<readonly HTMLElement[]>): void {
  const [notice, content] = [byId('notice', HTMLElement), byId('content', HTMLElement)];
  let current = new AbortController();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const start = async (): Promise<void> => {
    current.abort();
    current = new AbortController();
    content.replaceChildren();
    const key = toKey();
    const caller = parseKey(key);
    if (!caller) return show(notice, key === '' ? NO_KEY : BAD_KEY);
    show(notice, undefined);
    const session = createSession(key, caller, current.signal, notice);
    try {
      const sections = await open(session);
      if (!session.signal.aborted) content.replaceChildren(...sections);
    } catch (error) {
      if (session.signal.aborted) return;
      current.abort();
      show(notice, getText(error));
      if (error instanceof RequestFailed && error.isTemporary)
        waiting = setTimeout(start, (error.retryAfter ?? RETRY_SECONDS) * 1_000);
    }
  };
  const toKey = createKeyField(() => {
    // At once, not when typing ends.
    current.abort();
    content.replaceChildren();
    clearTimeout(waiting);
    waiting = setTimeout(start, TYPING_MS);
  });
  void start();
}

function createSession(
  key: string,
  caller: { plan: string; ownerId: string },
  signal: AbortSignal,
  notice: HTMLElement,
): Session {
  const failures = new Map<object, string>();
  const report: Session['report'] = async (outcome, action) => {
    try {
      const text = await action();
      outcome.className = 'note';
      show(outcome, text);
      return undefined;
    } catch (error) {
      outcome.className = 'reason';
      show(outcome, getText(error));
      return error;
    }
  };
  return {
    ...caller,
    signal,
    async call<T>(
      method: NonNullable<Request['method']>,
      path: string,
      { ended = signal, ...options }: CallOptions = {},
    ): Promise<T> {
      const either = AbortSignal.any([signal, ended]);
      const response = await send({ ...options, method, path, key, signal: either });
      if (either.aborted) return new Promise<never>(() => undefined);
      if (!response || response.status >= 400)
        throw new RequestFailed(describe(response), response?.status, response?.retryAfter);
      return response.body as T;
    },
    report,
    async act(button, outcome, action) {
      // A button that is disabled would lose the focus.
      if (button.ariaDisabled === 'true') return;
      button.ariaDisabled = 'true';
      show(outcome, undefined);
      await report(outcome, action);
      // Its item is no longer listed.
      if (!outcome.isConnected && !signal.aborted) announce(outcome.textContent ?? '');
      button.ariaDisabled = null;
    },
    poll(ms, refresh, ended = signal) {
      const either = AbortSignal.any([signal, ended]);
      const id = {};
      const setFailure = (failure: string | undefined): void => {
        if (failure === undefined) failures.delete(id);
        else failures.set(id, `This page may be out of date. ${failure}`);
        if (!signal.aborted) show(notice, failures.values().next().value);
      };
      either.addEventListener('abort', () => setFailure(undefined));
      let wait = ms;
      const refreshNow = poll(
        async () => {
          try {
            wait = (await refresh()) ? ms : Math.min(SLOWEST_MS, wait * SLOWER);
            setFailure(undefined);
          } catch (error) {
            setFailure(getText(error));
            if (!(error instanceof RequestFailed)) throw error;
            if (error.isFinal) return undefined;
            wait = Math.max((error.retryAfter ?? 0) * 1_000, Math.min(SLOWEST_MS, wait * SLOWER));
          }
          return wait;
        },
        { ended: either, delay: ms },
      );
      return () => {
        wait = ms;
        return refreshNow();
      };
    },
  };
}

function describe(response: ApiResponse | undefined): string {
  if (!response) return 'The API is not responding.';
  const { statusText, retryAfter } = response;
  const message = getMessage(response) ?? statusText;
  return retryAfter === undefined ? message : `${message} (try again in ${retryAfter} s)`;
}

const getText = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  return text.charAt(0).toUpperCase() + text.slice(1);
};
