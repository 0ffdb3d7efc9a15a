import type { Operation } from '../../../lambdas/exports/contract/schemas';
import { make } from '../../shared/dom';
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
export function toCard(session: Session, operation: Operation, onChanged: () => Promise<unknown>): HTMLElement {
  const { operationId, operationType, operationStatus, message, metadata = {}, createdAtTimestamp } = operation;
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
  const { rows, bytes, downloadUrl, nextDate } = metadata;
  const size = [
    rows === undefined ? undefined : counted(rows, 'row'),
    bytes === undefined ? undefined : `${count(Math.ceil(bytes / 1_000))} kB`,
    nextDate === undefined ? undefined : `the next export continues on ${nextDate}`,
  ].filter((part) => part !== undefined);
  return make(
    'li',
    { class: 'card', 'data-operation': operationId },
    make(
      'div',
      { class: 'row' },
      make(
        'h3',
        {},
        TYPES[operationType].label,
        ' ',
        make('span', { class: `badge ${TONES[operationStatus]}` }, STATES[operationStatus]),
      ),
      make('div', { class: 'buttons' }, downloadUrl !== undefined && download, operationStatus === 'RUNNING' && cancel),
    ),
    make('p', { class: 'note' }, `${moment(createdAtTimestamp * 1_000)} · `, make('code', {}, operationId)),
    message !== undefined && make('p', { class: operationStatus === 'FAILED' ? 'reason' : '' }, message),
    size.length > 0 && make('p', { class: 'note' }, size.join(' · ')),
    outcome,
  );
}
