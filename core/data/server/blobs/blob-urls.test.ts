import { describe, expect, it } from 'vitest';
import type { BlobGrant, BlobKey } from './blob-urls.ts';
import { BlobUrls } from './blob-urls.ts';

const HOUR = 3_600_000;
const key = (id: string): BlobKey => ({ id, secret: Buffer.alloc(32, id).toString('base64url') });
const grant: BlobGrant = { hash: 'ab'.repeat(32), type: 'image/png', name: 'große Katze & co.png' };
const urls = new BlobUrls([key('new'), key('old')], '/blobs');
const now = Date.UTC(2026, 0, 1, 10, 30);

const parse = (address: string): { hash: string; query: Record<string, string> } => {
  const url = new URL(address, 'http://host');
  return { hash: url.pathname.split('/').at(-1)!, query: Object.fromEntries(url.searchParams) };
};

describe('signed addresses', () => {
  const { hash, query } = parse(urls.sign(grant, HOUR, now));

  it('should allow what was signed', () => {
    expect(urls.verify(hash, query, now)).toEqual({ allowed: true, grant });
  });

  it('should end at the full hour after the lifetime, so that the address stays the same meanwhile', () => {
    expect(query['exp']).toBe(String(Date.UTC(2026, 0, 1, 12) / 1000));
    expect(urls.sign(grant, HOUR, now)).toBe(urls.sign(grant, HOUR, now + 29 * 60_000));
    expect(urls.verify(hash, query, Date.UTC(2026, 0, 1, 11, 59, 59)).allowed).toBe(true);
    expect(urls.verify(hash, query, Date.UTC(2026, 0, 1, 12))).toEqual({ allowed: false, reason: 'expired' });
  });

  const changed: Record<string, Record<string, unknown>> = {
    'a later end': { exp: String(Number(query['exp']) + 3600) },
    'an end that is no number': { exp: 'never' },
    'an end with a sign': { exp: `+${query['exp']}` },
    'another type': { type: 'text/html' },
    'another case of the type': { type: 'IMAGE/png' },
    'another name': { name: 'x.png' },
    'a name with a line break': { name: `${grant.name}\n` },
    'another key': { key: 'old' },
    'an unknown key': { key: 'none' },
    'no signature': { sig: '' },
    'a shorter signature': { sig: query['sig']!.slice(0, -1) },
    'a changed signature': { sig: `${query['sig']!.startsWith('A') ? 'B' : 'A'}${query['sig']!.slice(1)}` },
    'a repeated field': { type: ['image/png', 'image/png'] },
    'one field more': { extra: '1' },
    'one field less': { name: undefined },
  };
  it.each(Object.entries(changed))('should refuse %s', (_, change) => {
    const tampered = Object.fromEntries(
      Object.entries({ ...query, ...change }).filter(([, value]) => value !== undefined),
    );
    expect(urls.verify(hash, tampered, now)).toEqual({ allowed: false, reason: 'refused' });
  });

  it.each(['cd'.repeat(32), hash.toUpperCase(), '../etc/passwd', ''])('should refuse the path %j', path => {
    expect(urls.verify(path, query, now)).toEqual({ allowed: false, reason: 'refused' });
  });

  it('should refuse every single changed character of every field', () => {
    for (const [field, value] of Object.entries(query)) {
      for (let at = 0; at < value.length; at++) {
        const other = value[at] === 'x' ? 'y' : 'x';
        expect(
          urls.verify(hash, { ...query, [field]: value.slice(0, at) + other + value.slice(at + 1) }, now).allowed,
        ).toBe(false);
      }
    }
  });

  it('should not let parts of one field pose as another', () => {
    const crafted = urls.sign({ ...grant, type: 'image/png', name: '1\nx' }, HOUR, now);
    const { query: fields } = parse(crafted);
    expect(urls.verify(hash, { ...fields, type: `image/png\n${fields['exp']}\n1`, name: 'x' }, now).allowed).toBe(
      false,
    );
  });

  it('should go on to allow addresses of the key before, and not of the one before that', () => {
    const before = parse(new BlobUrls([key('old')], '/blobs').sign(grant, HOUR, now));
    expect(urls.verify(before.hash, before.query, now).allowed).toBe(true);
    const oldest = parse(new BlobUrls([key('oldest')], '/blobs').sign(grant, HOUR, now));
    expect(urls.verify(oldest.hash, oldest.query, now).allowed).toBe(false);
  });

  it('should refuse to sign what is no blob, and to work without a key', () => {
    expect(() => urls.sign({ ...grant, hash: '../x' }, HOUR)).toThrow(TypeError);
    expect(() => new BlobUrls([], '/blobs')).toThrow(TypeError);
  });
});
