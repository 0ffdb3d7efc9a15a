import { visibleBlock } from '../../../chain/domain/cursor';
import type { HandlersOf } from '../../contract/actions';
import { UNKNOWN } from '../../domain/unknown';
import { isErrorView, RECEIPT_STATUS } from '../../views/transaction';
import { ok } from '../shared/answers';
import type { Context } from '../shared/context';

export const transaction: HandlersOf<'transaction', Context> = {
  async getstatus({ txhash }, context) {
    const status = await readStatus(context, txhash);
    return ok({ isError: status ? isErrorView(status) : UNKNOWN, errDescription: '' });
  },
  async gettxreceiptstatus({ txhash }, context) {
    const status = await readStatus(context, txhash);
    return ok({ status: status ? RECEIPT_STATUS[status] : UNKNOWN });
  },
};

/** undefined if no indexed block has it. */
async function readStatus({ deps, chain }: Context, hash: string) {
  const found = await deps.Tx.byHash(chain.chainId, hash);
  const cursor = found && (await deps.Cursor.find(chain.chainId, true));
  return cursor && found.number <= visibleBlock(cursor) ? found.transaction.status : undefined;
}
