import { indexedChain, requestedBlocks } from '../../../evm/api/shared/indexed-chain';
import type { HandlersOf } from '../../contract/actions';
import { UNKNOWN } from '../../domain/unknown';
import { placeView } from '../../views/shared';
import { listed, notOk, ok } from '../shared/answers';
import type { Context } from '../shared/context';
import { wholeRange } from '../shared/whole-range';

const NOT_VERIFIED = 'Contract source code not verified';

export const contract: HandlersOf<'contract', Context> = {
  async getcontractcreation({ contractaddresses }, context) {
    const { deps, chain } = context;
    const blocks = requestedBlocks({}, await indexedChain(deps, chain.chainId));
    const asked = [...new Set(contractaddresses)];
    const found = await Promise.all(
      asked.map(async (address) => {
        const deployed = await deps.Deployment.of(chain.chainId, address, blocks);
        const whole = deployed && (await deps.Tx.byHash(chain.chainId, deployed.txHash));
        if (!whole) return [];
        const { blockNumber, timeStamp } = placeView(whole);
        return {
          contractAddress: address,
          contractCreator: deployed.deployer,
          txHash: deployed.txHash,
          blockNumber,
          timestamp: timeStamp,
          contractFactory: deployed.by ?? '',
          creationBytecode: deployed.by === undefined ? whole.transaction.input : UNKNOWN,
        };
      }),
    );
    const rows = found.flat();
    // A contract may have been created in a block that is not indexed.
    if (rows.length < asked.length) await wholeRange(context, {}, 'transactions');
    return listed(rows, 'No data found');
  },
  getabi: async () => notOk(NOT_VERIFIED),
  getsourcecode: async () =>
    ok([
      {
        SourceCode: '',
        ABI: NOT_VERIFIED,
        ContractName: '',
        CompilerVersion: '',
        CompilerType: '',
        OptimizationUsed: '',
        Runs: '',
        ConstructorArguments: '',
        EVMVersion: 'Default',
        Library: '',
        ContractFileName: '',
        LicenseType: 'Unknown',
        Proxy: '0',
        Implementation: '',
        SwarmSource: '',
        SimilarMatch: '',
      },
    ]),
};
