/** Repeats which fields are required, so that the schemas are checked independently. */
export function createSamples(full: boolean): Record<string, unknown[]> {
  const optional = <T extends object>(fields: T): Partial<T> => (full ? fields : {});
  const address = `0x${'Ab'.repeat(20)}`;
  const text = 'text';

  const money = { currencyCode: 'chf', value: 1.5 };
  const richAddress = { address, ...optional({ name: text, symbol: text, decimals: 6, logoUri: text }) };
  const erc20 = {
    ...{ address, name: text, symbol: text, decimals: 18, ercType: 'ERC-20' },
    ...optional({ decimalsMissing: true, logoUri: text, price: money }),
  };
  const erc20V2 = { ...erc20, tokenReputation: 'Benign' };
  const metadata = {
    indexStatus: 'INDEXED',
    ...optional({ metadataLastUpdatedTimestamp: 1, name: text, symbol: text, imageUri: text, description: text }),
    ...optional({ animationUri: text, externalUrl: text, background: text }),
  };
  const nft = { address, tokenId: '7', tokenUri: text };
  const erc721 = {
    ...{ ...nft, name: text, symbol: text, ercType: 'ERC-721' },
    metadata: { ...metadata, ...optional({ attributes: '[]' }) },
    ...optional({ ownerAddress: address }),
  };
  const erc1155 = {
    ...{ ...nft, ercType: 'ERC-1155' },
    metadata: { ...metadata, ...optional({ decimals: 0, properties: '{}' }) },
  };

  const place = {
    ...{ blockNumber: '1', blockTimestamp: 1, blockHash: text, txHash: text },
    ...optional({ blockTimestampMilliseconds: 1000 }),
  };
  const parties = { from: richAddress, to: richAddress };
  const log = { ...parties, logIndex: 0 };
  const details20 = { ...log, value: '1', erc20Token: erc20 };
  const details721 = { ...log, erc721Token: erc721 };
  const details1155 = { ...log, value: '1', erc1155Token: erc1155 };
  const transfers = [details20, details721, details1155].map((details) => ({ ...place, ...details }));
  const [transfer20, transfer721, transfer1155] = transfers;
  const internalDetails = {
    ...{ ...parties, internalTxType: 'CALL', value: '1', isReverted: false },
    ...{ gasUsed: '1', gasLimit: '2' },
  };
  const internal = { ...place, ...internalDetails };

  const held20 = { ...erc20V2, chainId: '1', balance: '1', ...optional({ balanceValue: money }) };
  const held721 = { ...erc721, chainId: '1' };
  const held1155 = { ...erc1155, chainId: '1', balance: '1' };
  const nativeTokenBalance = {
    ...{ name: text, symbol: text, decimals: 18, chainId: '1', balance: '1', blockNumber: '1' },
    ...optional({ logoUri: text }),
  };

  const deployment = { txHash: text, deployerAddress: address, ...optional({ deployerContractAddress: address }) };
  const link = { type: 'Github', url: text };
  const image = optional({ assetId: text, imageUri: text });
  const contract = {
    address,
    ...optional({ name: text, description: text, officialSite: text, email: text, logoAsset: image }),
    ...optional({ bannerAsset: image, color: text, resourceLinks: [link], tags: [text] }),
    ...optional({ deploymentDetails: deployment }),
  };
  const symbol = optional({ symbol: text });
  const pricing = optional({ pricingProviders: optional({ coingeckoCoinId: text }) });
  const contracts = [
    { ...contract, ...symbol, ercType: 'ERC-721' },
    { ...contract, ...symbol, ...pricing, ercType: 'ERC-1155' },
    { ...contract, ...symbol, ...pricing, ercType: 'ERC-20', decimals: 6, ...optional({ decimalsMissing: true }) },
    { ...contract, ercType: 'UNKNOWN' },
  ];

  const next = optional({ nextPageToken: text });
  return {
    Money: [money],
    RichAddress: [richAddress],
    Erc20Token: [erc20],
    Erc20TokenV2: [erc20V2],
    Erc721Token: [erc721],
    Erc1155Token: [erc1155],
    NftToken: [erc721, erc1155],
    NftTokenMetadataStatus: ['UNINDEXED'],
    ListNftTokens: [{ ...next, tokens: [erc721, erc1155] }],
    Erc20TransferDetails: [details20],
    Erc20TransferDetailsV2: [{ ...details20, erc20Token: erc20V2 }],
    Erc721TransferDetails: [details721],
    Erc1155TransferDetails: [details1155],
    InternalTransactionDetails: [internalDetails],
    ListErc20TransactionsResponse: [{ ...next, transactions: [transfer20] }],
    ListErc721TransactionsResponse: [{ ...next, transactions: [transfer721] }],
    ListErc1155TransactionsResponse: [{ ...next, transactions: [transfer1155] }],
    ListInternalTransactionsResponse: [{ ...next, transactions: [internal] }],
    ListTransfersResponse: [{ ...next, transfers }],
    Erc20TokenBalance: [held20],
    Erc721TokenBalance: [held721],
    Erc1155TokenBalance: [held1155],
    GetNativeBalanceResponse: [{ nativeTokenBalance }],
    ListErc20BalancesResponse: [{ ...next, nativeTokenBalance, erc20TokenBalances: [held20] }],
    ListErc721BalancesResponse: [{ ...next, nativeTokenBalance, erc721TokenBalances: [held721] }],
    ListErc1155BalancesResponse: [{ ...next, nativeTokenBalance, erc1155TokenBalances: [held1155] }],
    ListCollectibleBalancesResponse: [{ ...next, collectibleBalances: [held721, held1155] }],
    ResourceLink: [link],
    ContractMetadata: contracts,
    ListContractsResponse: [{ ...next, contracts }],
  };
}
