import { describe, expect, it } from 'vitest';
import { makeKeys } from './keys.ts';
import { SecretBox } from './secret-box.ts';

const keys = makeKeys();
const box = new SecretBox(keys);

describe('a sealed secret', () => {
  it('should come back whole and not be readable meanwhile', () => {
    for (const secret of ['', 'hunter2', 'ключ 🔑', 'x'.repeat(10_000)]) {
      const sealed = box.seal(secret, 'team/1');
      expect(box.open(sealed, 'team/1')).toBe(secret);
      if (secret !== '') expect(sealed).not.toContain(secret);
    }
  });

  it('should look different each time', () => {
    expect(box.seal('same', 'team/1')).not.toBe(box.seal('same', 'team/1'));
  });

  it('should not open about something else, by another installation, or when a letter is changed', () => {
    const sealed = box.seal('hunter2', 'team/1');
    const failure = expect.objectContaining({ code: 'SECRET_UNREADABLE' }) as unknown;
    const opening = (text: string, about: string, by = box): unknown => {
      try {
        return by.open(text, about);
      } catch (error) {
        return error;
      }
    };
    expect(opening(sealed, 'team/2')).toEqual(failure);
    expect(opening(sealed, 'team/1', new SecretBox(makeKeys()))).toEqual(failure);
    for (const at of [5, 20, sealed.length - 2])
      expect(
        opening(`${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`, 'team/1'),
      ).toEqual(failure);
    expect(opening('', 'team/1')).toEqual(failure);
  });

  it('should open after a new key was put in front', () => {
    const later = new SecretBox({ ...keys, encryption: [...makeKeys().encryption, ...keys.encryption] });
    expect(later.open(box.seal('hunter2', 'team/1'), 'team/1')).toBe('hunter2');
  });
});

describe('a derived key', () => {
  it('should be the same for one purpose and another for the next', () => {
    expect(box.derive('a').equals(new SecretBox(keys).derive('a'))).toBe(true);
    expect(box.derive('a').equals(box.derive('b'))).toBe(false);
    expect(box.derive('a')).toHaveLength(32);
  });
});
