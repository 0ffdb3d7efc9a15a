import { createHash } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { keccak256 } from 'viem/utils';

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** A key that signs transactions. A name gives the same key in every run. */
export type Key = {
  /** 20 bytes, 0x and digits. */
  address: string;
  /** Its address on the C-Chain. */
  evmAddress: string;
  /** A recoverable signature of a hash: 65 bytes as 0x and digits. */
  sign(hash: Uint8Array): string;
};

const keys = new Map<string, Key>();

export function key(name: string): Key {
  const known = keys.get(name);
  if (known) return known;
  const secret = sha256(Buffer.from(`p-chain driver ${name}`));
  const publicKey = secp256k1.getPublicKey(secret);
  const plain = secp256k1.getPublicKey(secret, false).subarray(1);
  const made: Key = {
    address: hex(ripemd160(sha256(publicKey))),
    evmAddress: `0x${keccak256(plain).slice(-40)}`,
    sign(hash) {
      const [recovery = 0, ...compact] = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' });
      return hex(Uint8Array.from([...compact, recovery]));
    },
  };
  keys.set(name, made);
  return made;
}

/** Bytes as 0x and digits. */
export const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
/** 0x and digits as bytes. */
export const hexToBytes = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');

/** The ID of a fictitious node, 20 bytes. */
export const toNodeId = (name: string): string => hex(sha256(Buffer.from(`p-chain node ${name}`)).subarray(0, 20));

const SIGNATURE = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';
const POSSESSION = 'BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';
const bls = bls12_381.longSignatures;

/** A BLS key of a validator. */
export class BlsKey {
  readonly #secret: Uint8Array;

  constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  static named(name: string): BlsKey {
    const secret = sha256(Buffer.from(`p-chain bls ${name}`));
    // Below the order of the group.
    secret[0] = (secret[0] ?? 0) & 0x0f;
    return new BlsKey(secret);
  }

  /** 96 bytes: the order of validators in a signed set. */
  get uncompressed(): string {
    return hex(bls.getPublicKey(this.#secret).toBytes(false));
  }

  /** The public key with its proof of possession. */
  get signer(): { publicKey: string; proofOfPossession: string } {
    const publicKey = bls.getPublicKey(this.#secret).toBytes(true);
    return { publicKey: hex(publicKey), proofOfPossession: this.#sign(publicKey, POSSESSION) };
  }

  /** The signature of a message, 96 bytes. */
  sign(message: Uint8Array): string {
    return this.#sign(message, SIGNATURE);
  }

  #sign(message: Uint8Array, domain: string): string {
    return hex(bls.sign(bls.hash(message, domain), this.#secret).toBytes());
  }
}

/** The uncompressed form of a public key in 48 bytes. */
export const uncompressed = (publicKey: string): string =>
  hex(bls12_381.G1.Point.fromHex(publicKey.slice(2)).toBytes(false));
