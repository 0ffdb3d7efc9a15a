/** A request to kill the process at the `nth` matching call from now on. */
export interface Break {
  /** Service and action, such as `dynamodb:UpdateItem`. */
  readonly call: string;
  /** Text that the raw request body (for S3: the path) must contain. */
  readonly contains?: string;
  readonly nth: number;
  /** `after`: the effect is stored, but the caller never gets the response. */
  readonly when: 'before' | 'after';
}

/** The result of `createCallLog`. */
export type CallLog = ReturnType<typeof createCallLog>;

/** Counts the calls that a server receives, and kills the process at the one that `arm` selected. */
export function createCallLog() {
  const counts: Record<string, number> = {};
  const armed: { readonly target: Break; left: number }[] = [];
  return {
    counts,
    /** Counts a call that its caller's role does not allow, beside the calls themselves. */
    deny(call: string): void {
      counts[`denied ${call}`] = (counts[`denied ${call}`] ?? 0) + 1;
    },
    arm(target: Break): void {
      armed.push({ target, left: target.nth });
    },
    /** Call this when a request arrives, and the returned function once the effect is stored, before responding. */
    enter(call: string, text: string): () => void {
      counts[call] = (counts[call] ?? 0) + 1;
      const due = armed.filter(
        (b) => b.target.call === call && text.includes(b.target.contains ?? '') && --b.left === 0,
      );
      if (due.some((b) => b.target.when === 'before')) die();
      return () => {
        if (due.some((b) => b.target.when === 'after')) die();
      };
    },
  };
}

/** SIGKILL rather than exit: nothing may be flushed or sent any more. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
