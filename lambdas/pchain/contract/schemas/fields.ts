import * as z from 'zod';
import { decimal, text } from '../../../core/contract/schemas/fields';

// Kinds of fields that many answers about the primary network have.

/** An id of 32 bytes: of a transaction, a block, a subnet, a blockchain, an asset. */
export const id = (description: string) =>
  text(`${description} cb58.`, '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM');
/** The id of a node. */
export const nodeId = text('The node: NodeID- and cb58.', 'NodeID-111111111111111111116DBWJs');
/** The id of a subnet. */
export const subnetId = text('The subnet, in cb58.', '11111111111111111111111111111111LpoYY');
/** An amount in the smallest unit of its asset. */
export const smallestUnit = (description: string) =>
  decimal(`${description} Smallest unit (of AVAX: nAVAX), as decimal text.`, '5001000');
/** Addresses as all chains of a network have them: bech32, without the letter of a chain. */
export const addresses = (description: string) =>
  z.array(text('An address, in bech32.', 'avax1qm2a25eytsrj235hxg6jc0mwk99tss64eqevsw')).meta({ description });
/** Addresses with the letter of the P-chain. */
export const addressesOfPChain = (description: string) =>
  z
    .array(text('An address, in bech32 with P-.', 'P-avax1qm2a25eytsrj235hxg6jc0mwk99tss64eqevsw'))
    .meta({ description });
/** The height of a block, as decimal text. */
export const height = (description: string) => decimal(description, '8213411');

/** The BLS key of a validator. */
export const BlsCredentials = z
  .object({
    publicKey: text('Public key: 48 bytes, 0x and hexadecimal digits.', `0x${'8f'.repeat(48)}`),
    proofOfPossession: text(
      'Proof that its holder has the secret key: 96 bytes. Absent of an L1 validator from before the index begins.',
      `0x${'b3'.repeat(96)}`,
    ).optional(),
  })
  .meta({ id: 'BlsCredentials', description: 'The BLS key of a validator.' });
