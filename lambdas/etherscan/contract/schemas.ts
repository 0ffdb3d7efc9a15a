import * as z from 'zod';

const Result = z
  .unknown()
  .meta({ description: 'Text, an object or a list, by action.', example: '40891626854930000000' });

const Answered = z
  .object({
    status: z.string().meta({ description: '1: answered. 0: an error, or an empty list.', example: '1' }),
    message: z.string().meta({
      description: 'OK; NOTOK for an error, which `result` explains; or `No transactions found`.',
      example: 'OK',
    }),
    result: Result,
  })
  .meta({ id: 'EtherscanResult', description: 'Of every module but proxy.' });

const Passed = z
  .object({
    jsonrpc: z.literal('2.0').meta({ description: 'Of JSON-RPC.' }),
    id: z.int().meta({ description: 'Always 1.', example: 1 }),
    result: Result.optional(),
    error: z
      .object({
        code: z.int().meta({ description: 'Of JSON-RPC, or the node’s.', example: -32602 }),
        message: z.string().meta({ description: 'The reason.', example: 'execution reverted' }),
        data: z
          .string()
          .optional()
          .meta({ description: 'What the contract returned with its revert, in hex.', example: '0x4e487b71' }),
      })
      .optional()
      .meta({ description: 'Instead of `result`.' }),
  })
  .meta({ id: 'EtherscanProxyResult', description: 'Of module proxy, as the node answers.' });

export const EtherscanAnswer = z
  .union([Answered, Passed])
  .meta({ id: 'EtherscanAnswer', description: 'The form of the Etherscan dialect.' });

export const EtherscanChains = z
  .object({
    comments: z.string().meta({ description: 'Explains `status`.', example: 'Status 1: up. 0: down.' }),
    totalcount: z.int().meta({ description: 'Number of chains.', example: 1 }),
    result: z
      .array(
        z
          .object({
            chainname: z.string().meta({ description: 'Name of the chain.', example: 'Avalanche' }),
            chainid: z.string().meta({ description: 'In decimal digits.', example: '43114' }),
            blockexplorer: z
              .string()
              .meta({ description: 'Its explorer, or empty.', example: 'https://subnets.avax.network/c-chain' }),
            apiurl: z
              .string()
              .meta({ description: 'Where to send requests.', example: 'https://example.com/v2/api?chainid=43114' }),
            status: z.int().meta({ description: '1: up. 0: down.', example: 1 }),
            comment: z.string().meta({ description: 'Empty.', example: '' }),
          })
          .meta({ id: 'EtherscanChain', description: 'A chain of this service.' }),
      )
      .meta({ description: 'The chains.' }),
  })
  .meta({ id: 'EtherscanChains', description: 'The chains of this service.' });
