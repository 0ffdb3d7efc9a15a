import type { Operation } from '../../../lambdas/exports/contract/schemas';
import { type Card, make, setHidden, show, showBadge } from '../../shared/dom';
import { count, counted, moment } from '../../shared/format';
import { button, statusLine } from '../parts';
import type { Session } from '../session';
import { TYPES } from './requests';

const TONES = { RUNNING: 'warn', COMPLETED: 'good', COMPLETED_WITH_WARNING: 'warn', FAILED: 'bad' } as const;
const STATES = {
  RUNNING: 'running',
  COMPLETED: 'completed',
  COMPLETED_WITH_WARNING: 'completed with a warning',
  FAILED: 'failed',
} as const;

/** `downloadUrl` of the operation only tells that there is one. `onChanged`: after it was canceled. */
export function createCard(
  session: Session,
  { operationId, operationType, createdAtTimestamp }: Operation,
  onChanged: () => Promise<unknown>,
): Card<Operation> {
  const outcome = statusLine();
  const cancel = button('Cancel', `Cancel ${operationId}`);
  cancel.addEventListener('click', () =>
    session.act(cancel, outcome, async () => {
      await session.call('POST', `v1/operations/${operationId}:cancel`);
      await onChanged();
      return undefined;
    }),
  );
  const download = button('Download', `Download ${operationId}`, 'main');
  download.addEventListener('click', () =>
    session.act(download, outcome, async () => {
      const { metadata: now } = await session.call<Operation>('GET', `v1/operations/${operationId}`);
      if (now?.downloadUrl === undefined) return 'This file has expired.';
      make('a', { href: now.downloadUrl, download: true }).click();
      return undefined;
    }),
  );
  const badge = make('span', {});
  const [reason, size] = [make('p', {}), make('p', { class: 'note' })];
  const element = make(
    'li',
    { class: 'card', 'data-operation': operationId, tabindex: '-1' },
    make(
      'div',
      { class: 'row' },
      make('h3', {}, TYPES[operationType].label, ' ', badge),
      make('div', { class: 'buttons' }, download, cancel),
    ),
    make('p', { class: 'note' }, `${moment(createdAtTimestamp * 1_000)} · `, make('code', {}, operationId)),
    reason,
    size,
    outcome,
  );
  return {
    element,
    show({ operationStatus, message, metadata = {} }): void {
      showBadge(badge, STATES[operationStatus], TONES[operationStatus]);
      show(reason, message);
      reason.className = operationStatus === 'FAILED' ? 'reason' : '';
      show(size, getSize(metadata));
      setHidden(download, metadata.downloadUrl === undefined, element);
      const isEnded = operationStatus !== 'RUNNING';
      // The result of an earlier attempt to cancel no longer matters.
      if (isEnded && !cancel.hidden) show(outcome, undefined);
      setHidden(cancel, isEnded, element);
    },
  };
}

function getSize({ rows, bytes, nextDate }: NonNullable<Operation['metadata']>): string | undefined {
  const parts = [
    rows === undefined ? undefined : counted(rows, 'row'),
    bytes === undefined ? undefined : `${count(Math.ceil(bytes / 1_000))} kB`,
    nextDate === undefined ? undefined : `the next export continues on ${nextDate}`,
  ];
  return parts.filter((part) => part !== undefined).join(' · ') || undefined;
}
