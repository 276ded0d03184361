import { describe, expect, it } from 'vitest';
import { makeKeys, SecretBox } from '#core/data/server/index.ts';
import { AvatarGrants } from './avatar-grants.ts';

describe('a grant for a picture', () => {
  const grants = new AvatarGrants(new SecretBox(makeKeys()));

  it('should name the person it was made for, for ten minutes', () => {
    const { grant, expires } = grants.issue(7, 1_000);
    expect(grants.open(grant, 1_001)).toBe(7);
    expect(expires.getTime()).toBe(601_000);
    expect(() => grants.open(grant, 601_000)).toThrow('Ask for a new one');
  });

  it.each([
    ['another person', (grant: string) => grant.replace(/^7\./, '8.')],
    ['a later end', (grant: string) => grant.replace(/\.\d+\./, '.99999999999999.')],
    ['another signature', (grant: string) => `${grant.slice(0, -2)}xx`],
    ['no signature', (grant: string) => grant.split('.').slice(0, 2).join('.')],
    ['nothing', () => ''],
  ])('should be refused with %s', (_, change) => {
    expect(() => grants.open(change(grants.issue(7).grant))).toThrow('Ask for a new one');
  });

  it('should be refused by another installation', () => {
    expect(() => new AvatarGrants(new SecretBox(makeKeys())).open(grants.issue(7).grant)).toThrow('Ask for a new one');
  });
});
