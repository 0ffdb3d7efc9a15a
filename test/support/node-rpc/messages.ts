/** The method that has the fee state. */
export const FEE = 'platform.getValidatorFeeState';
/** The fee state of `callsWorld`, with its units. */
export const SPECIFIED =
  '{"excess":{"value":26956,"unit":"gas"},"price":{"value":512,"unit":"nAVAX/s"},"timestamp":"2024-12-16T17:19:07Z"}';
/** What is repeated of a request that could not be read. */
export const NOTHING = '{"jsonrpc":"","method":"","params":null,"id":null}';

/** The text of a call. `rest`: its other members. */
export const call = (rest = '"id":1', method = FEE): string => `{"jsonrpc":"2.0","method":"${method}",${rest}}`;
/** The text of an answer. */
export const result = (text: string, id = '1'): string => `{"jsonrpc":"2.0","result":${text},"id":${id}}`;
/** The text of an error. */
export const error = (code: number, message: string, id = '1', data = '{}'): string =>
  `{"jsonrpc":"2.0","error":{"code":${code},"message":${JSON.stringify(message)},"data":${data}},"id":${id}}`;
/** An answer as it is sent, with the line break that ends it. */
export const line = (text: string): string => text && `${text}\n`;
