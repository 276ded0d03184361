import { createHash } from 'node:crypto';

const MODULUS = 1n << 256n;

/** A digest of a set of rows that does not depend on their order: the sum of the SHA-256 of each. */
export class RowDigest {
  #sum = 0n;
  #rows = 0;

  add(row: string): void {
    this.#sum = (this.#sum + BigInt(`0x${createHash('sha256').update(row).digest('hex')}`)) % MODULUS;
    this.#rows++;
  }

  get rows(): number {
    return this.#rows;
  }

  get text(): string {
    return this.#sum.toString(16).padStart(64, '0');
  }
}
