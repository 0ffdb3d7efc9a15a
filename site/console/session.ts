import { parseKey } from '../../lambdas/core/contract/key-text';
import { type Answer, getMessage, type Request, send } from '../shared/api';
import { byId, show } from '../shared/dom';
import { createKeyField } from '../shared/key';

/** The API rejected a request; the message says why. */
class Refused extends Error {}

/** The session of one key. Entering another key aborts it, so that no data of the previous owner remains visible. */
export interface Session {
  readonly signal: AbortSignal;
  readonly plan: string;
  readonly ownerId: string;
  /** @throws Refused with the message of the API. Never settles once the session is aborted. */
  call<T>(method: NonNullable<Request['method']>, path: string, body?: unknown): Promise<T>;
  /** Runs an action of a button, which is disabled meanwhile. Failures are shown in `outcome`. */
  act(button: HTMLButtonElement, outcome: HTMLElement, action: () => Promise<string | undefined>): Promise<void>;
  /**
   * Polls with `look` while the tab is visible, until the session or `ended` is aborted. Backs off while `look` reports
   * no change, because polls count towards the key's quota. Returns a function that resets the interval to `ms`.
   */
  repeat(ms: number, look: () => Promise<boolean>, ended?: AbortSignal): () => void;
}

const NO_KEY = 'Enter an API key to see what belongs to its owner.';
const BAD_KEY = 'This is not a valid key of this service.';
const TYPING_MS = 300;
const [SLOWER, SLOWEST_MS] = [1.3, 30_000];

/** Shows the content that `open` makes for each key that is entered. */
export function startConsole(open: (session: Session) => Promise<readonly HTMLElement[]>): void {
  const [notice, content] = [byId('notice', HTMLElement), byId('content', HTMLElement)];
  let current = new AbortController();
  let typing: ReturnType<typeof setTimeout> | undefined;
  const start = async (): Promise<void> => {
    current.abort();
    current = new AbortController();
    content.replaceChildren();
    const key = toKey();
    const caller = parseKey(key);
    if (!caller) return show(notice, key === '' ? NO_KEY : BAD_KEY);
    show(notice, undefined);
    const session = createSession(key, caller, current.signal);
    try {
      const sections = await open(session);
      if (!session.signal.aborted) content.replaceChildren(...sections);
    } catch (error) {
      if (!session.signal.aborted) show(notice, getText(error));
    }
  };
  const toKey = createKeyField(() => {
    // At once, not when typing ends.
    current.abort();
    content.replaceChildren();
    clearTimeout(typing);
    typing = setTimeout(start, TYPING_MS);
  });
  void start();
}

function createSession(key: string, caller: { plan: string; ownerId: string }, signal: AbortSignal): Session {
  const never = new Promise<never>(() => undefined);
  return {
    ...caller,
    signal,
    async call<T>(method: NonNullable<Request['method']>, path: string, body?: unknown): Promise<T> {
      const answer = await send({ method, path, key, body, signal });
      if (signal.aborted) return never;
      if (!answer || answer.status >= 400) throw new Refused(describe(answer));
      return answer.body as T;
    },
    async act(button, outcome, action) {
      button.disabled = true;
      show(outcome, undefined);
      outcome.className = 'note';
      try {
        show(outcome, await action());
      } catch (error) {
        outcome.className = 'reason';
        show(outcome, getText(error));
      }
      button.disabled = false;
    },
    repeat(ms, look, ended = signal) {
      let wait = ms;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const run = async (): Promise<void> => {
        timer = undefined;
        if (ended.aborted || signal.aborted) return;
        let isChanged = document.hidden;
        if (!document.hidden)
          isChanged = await look().catch((error: unknown) => {
            console.warn(getText(error));
            return false;
          });
        wait = isChanged ? ms : Math.min(SLOWEST_MS, wait * SLOWER);
        timer = setTimeout(run, wait);
      };
      timer = setTimeout(run, ms);
      return () => {
        wait = ms;
        // Otherwise it is looking now.
        if (timer === undefined) return;
        clearTimeout(timer);
        timer = setTimeout(run, ms);
      };
    },
  };
}

function describe(answer: Answer | undefined): string {
  if (!answer) return 'The API does not answer.';
  const { statusText, retryAfter } = answer;
  const message = getMessage(answer) ?? statusText;
  return retryAfter === undefined ? message : `${message} (try again in ${retryAfter} s)`;
}

const getText = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  return text.charAt(0).toUpperCase() + text.slice(1);
};
