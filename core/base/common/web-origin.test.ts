import { describe, expect, it } from 'vitest';
import { originIn, originOf } from './web-origin.ts';

describe('a host as people write it', () => {
  it.each([
    ['api.example.org', 'https://api.example.org'],
    ['API.example.org:8443', 'https://api.example.org:8443'],
    ['http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
    ['https://example.org/', 'https://example.org'],
    [' example.org ', 'https://example.org'],
  ])('%j should be %s', (entry, origin) => {
    expect(originOf(entry)).toBe(origin);
  });

  it.each([
    '',
    '*.example.org',
    'example.org/path',
    'https://a:b@example.org',
    'ftp://example.org',
    'two words',
    'https://example.org?x',
  ])('%j should be none', entry => {
    expect(originOf(entry)).toBeUndefined();
  });
});

describe('an address', () => {
  it.each([
    ['https://a.test:8443/b?c', 'https://a.test:8443'],
    ['http://a.test', 'http://a.test'],
    ['ftp://a.test', undefined],
    ['a.test', undefined],
  ])('%j should be of %s', (address, origin) => {
    expect(originIn(address)).toBe(origin);
  });
});
