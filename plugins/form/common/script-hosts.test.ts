import { describe, expect, it } from 'vitest';
import { fillNames, namesIn, originOf, scriptOrigins } from './script-hosts.ts';

describe('hosts of a form', () => {
  it.each([['api.example.org', 'https://api.example.org'], ['API.example.org:8443', 'https://api.example.org:8443'], ['http://127.0.0.1:9000', 'http://127.0.0.1:9000'], ['https://example.org/', 'https://example.org'], [' example.org ', 'https://example.org']])('%j should be %s', (entry, origin) => {
    expect(originOf(entry)).toBe(origin);
  });

  it.each(['', '*.example.org', 'example.org/path', 'https://a:b@example.org', 'ftp://example.org', 'two words', 'https://example.org?x'])('%j should be none', entry => {
    expect(originOf(entry)).toBeUndefined();
  });

  it('should be read from whatever is stored', () => {
    expect([...scriptOrigins(['a.test', 5, 'no good', 'a.test'])]).toEqual(['https://a.test']);
    expect([...scriptOrigins('a.test')]).toEqual([]);
  });
});

describe('names in double braces', () => {
  it('should be found and filled, the unknown ones left as they are', () => {
    const text = '{{KEY}} and {{ base_url }} and {{item.name}} and {{OTHER}}';
    expect(namesIn(text)).toEqual(['KEY', 'base_url', 'OTHER']);
    expect(fillNames(text, new Map([['KEY', 'a$&b'], ['base_url', 'c d']]), encodeURIComponent)).toBe('a%24%26b and c%20d and {{item.name}} and {{OTHER}}');
  });
});
