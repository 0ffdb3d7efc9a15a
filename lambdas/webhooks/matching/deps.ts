import type { Queue } from '../../core/aws/queue';
import type { Clock } from '../../core/runtime/clock';
import type { Delivery } from '../contract/messages';
import type { IndexedBlock, MatchingKind } from '../kinds/kind';
import type { AuditedWebhooks } from '../rows/audited-webhooks';
import type { BlockMessageStore } from '../rows/block-messages';
import type { FeedEntryStore } from '../rows/feed-entries';
import type { FeedProgressStore } from '../rows/feed-progress';
import type { HealthStore } from '../rows/health-item';
import type { messageReader, messageWriter } from '../rows/message-item';
import type { NewMessages } from '../rows/new-messages';
import type { Outbox } from '../rows/outbox';
import type { FeedMarks } from './feed-marks';

export interface MatcherDeps {
  readonly kinds: readonly MatchingKind[];
  readonly messages: NewMessages &
    Pick<ReturnType<typeof messageReader>, 'findAll'> &
    Pick<ReturnType<typeof messageWriter>, 'revoke'>;
  readonly blocks: BlockMessageStore;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly audited: Pick<AuditedWebhooks, 'note'>;
  readonly feed: Pick<FeedEntryStore, 'add' | 'remove' | 'claimTraces' | 'addLate' | 'removeLate'>;
  readonly marks: Pick<FeedMarks, 'matched' | 'settled' | 'removed' | 'isLate' | 'isPassed'>;
  readonly health: Pick<HealthStore, 'getClaimed'>;
  /** `incarnation`: how often the block has become canonical; `epoch` and `serial`: of its event when it last did. */
  readonly blockRecord: (
    chain: string,
    hash: string,
  ) => Promise<{ readonly incarnation: number; readonly epoch: number; readonly serial?: number }>;
  /** The canonical block, if it is indexed. */
  readonly blockAt: (chain: string, number: number) => Promise<IndexedBlock | undefined>;
  readonly progress: Pick<FeedProgressStore, 'of'>;
  readonly announce: (messages: readonly Delivery[]) => Promise<void>;
  readonly later: Pick<Queue, 'send'>;
  readonly now: Clock;
}
