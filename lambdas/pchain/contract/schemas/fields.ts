import * as z from 'zod';
import { decimal, text } from '../../../core/contract/schemas/fields';

/** 32 bytes: a transaction, block, subnet, blockchain or asset. */
export const id = (description: string) =>
  text(`${description} In cb58.`, '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM');
export const nodeId = text('Id of the node: NodeID- and cb58.', 'NodeID-111111111111111111116DBWJs');
export const subnetId = text('Id of the subnet. In cb58.', '11111111111111111111111111111111LpoYY');
export const smallestUnit = (description: string) =>
  decimal(`${description} In the smallest unit (nAVAX for AVAX), as decimal text.`, '5001000');
/** Without a chain prefix, the same on all chains of a network. */
export const addresses = (description: string) =>
  z.array(text('An address, in bech32.', 'avax1qm2a25eytsrj235hxg6jc0mwk99tss64eqevsw')).meta({ description });
export const addressesOfPChain = (description: string) =>
  z
    .array(text('An address, in bech32 with P-.', 'P-avax1qm2a25eytsrj235hxg6jc0mwk99tss64eqevsw'))
    .meta({ description });
export const height = (description: string) => decimal(description, '8213411');

export const BlsCredentials = z
  .object({
    publicKey: text('Public key: 48 bytes, 0x and hexadecimal digits.', `0x${'8f'.repeat(48)}`),
    proofOfPossession: text(
      'Proof of possession of the secret key: 96 bytes. Absent for L1 validators from before the index begins.',
      `0x${'b3'.repeat(96)}`,
    ).optional(),
  })
  .meta({ id: 'BlsCredentials', description: 'The BLS key of a validator.' });
