import { createHmac } from 'node:crypto';

/** Parts of an entry that its hash covers, beside the hash before it. */
export interface HashedEntry {
  readonly organization_id: number;
  readonly team: number | null;
  readonly at: Date;
  readonly email: string;
  readonly credential: string;
  readonly address: string;
  readonly action: string;
  readonly outcome: string;
  readonly details: unknown;
  readonly request_id: string;
}

/** Returns JSON with the keys of all objects in order, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`);
  return `{${fields.join(',')}}`;
}

/**
 * Returns the hash of an entry, in hex. It depends on the key of the installation, so that who has only the database
 * cannot make one.
 */
export function entryHash(key: Buffer, before: string, number: number, entry: HashedEntry): string {
  const text = canonicalJson([
    before,
    number,
    entry.organization_id,
    entry.team,
    entry.at.toISOString(),
    entry.email,
    entry.credential,
    entry.address,
    entry.action,
    entry.outcome,
    entry.details,
    entry.request_id,
  ]);
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Returns the signature over the end of a chain: without it an attacker could cut off the newest entries. */
export const chainSeal = (key: Buffer, organizationId: number, number: number, hash: string): string =>
  createHmac('sha256', key)
    .update(canonicalJson(['end', organizationId, number, hash]))
    .digest('hex');
