import { describe, expect, it } from 'vitest';
import type { HashedEntry } from './entry-hash.ts';
import { entryHash } from './entry-hash.ts';

const KEY = Buffer.alloc(32, 7);
const ENTRY: HashedEntry = {
  organization_id: 3,
  team: 4,
  at: new Date('2026-03-02T10:00:00.000Z'),
  email: 'ana@north.test',
  credential: 'session',
  address: '192.0.2.1',
  action: 'items.delete',
  outcome: 'done',
  details: { item_id: 5 },
  request_id: 'request-1',
};

describe('the hash of an audit entry', () => {
  const hash = (change: Partial<HashedEntry> = {}): string => entryHash(KEY, 'before', 1, { ...ENTRY, ...change });

  it.each<Partial<HashedEntry>>([
    { organization_id: 4 },
    { team: 5 },
    { at: new Date('2026-03-02T10:00:00.001Z') },
    { email: 'ben@north.test' },
    { credential: 'sdk token' },
    { address: '192.0.2.2' },
    { action: 'items.restore' },
    { outcome: 'refused' },
    { details: { item_id: 6 } },
    { request_id: 'request-2' },
  ])('should change with %o', change => {
    expect(hash(change)).not.toBe(hash());
  });

  it('should depend on the place in the chain and on the key', () => {
    expect(entryHash(KEY, 'other', 1, ENTRY)).not.toBe(hash());
    expect(entryHash(KEY, 'before', 2, ENTRY)).not.toBe(hash());
    expect(entryHash(Buffer.alloc(32, 8), 'before', 1, ENTRY)).not.toBe(hash());
  });

  it('should not depend on the order of fields', () => {
    expect(hash({ details: { b: 1, a: { d: 2, c: 3 } } })).toBe(hash({ details: { a: { c: 3, d: 2 }, b: 1 } }));
  });
});
