/** Kills the process, or injects an error, at the `nth` matching call from now on. */
export interface Break {
  /** Service and action, such as `dynamodb:UpdateItem`. */
  readonly call: string;
  /** Text in the raw request body (for S3: the path) to match. */
  readonly contains?: string;
  readonly nth: number;
  /** `after`: the effect is stored, but the response is lost. `fail`: a service error instead; nothing is stored. */
  readonly when: 'before' | 'after' | 'fail';
  /** Number of matching calls that fail; 1 by default. */
  readonly times?: number;
}

interface Entered {
  readonly fails: boolean;
  /** Call once the effect is stored, before responding. */
  done(): void;
}

export type CallLog = ReturnType<typeof createCallLog>;

export function createCallLog() {
  const counts: Record<string, number> = {};
  const armed: { readonly target: Break; seen: number }[] = [];
  return {
    counts,
    /** Counts an unauthorized call, in addition to `enter`. */
    deny(call: string): void {
      counts[`denied ${call}`] = (counts[`denied ${call}`] ?? 0) + 1;
    },
    arm(target: Break): void {
      armed.push({ target, seen: 0 });
    },
    enter(call: string, text: string): Entered {
      counts[call] = (counts[call] ?? 0) + 1;
      const due = armed.filter((one) => {
        const { target } = one;
        if (target.call !== call || !text.includes(target.contains ?? '')) return false;
        one.seen += 1;
        return one.seen >= target.nth && one.seen < target.nth + (target.times ?? 1);
      });
      if (due.some((b) => b.target.when === 'before')) die();
      return {
        fails: due.some((b) => b.target.when === 'fail'),
        done() {
          if (due.some((b) => b.target.when === 'after')) die();
        },
      };
    },
  };
}

/** SIGKILL rather than exit, so that nothing more is flushed or sent. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
