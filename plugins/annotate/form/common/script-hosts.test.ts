import { describe, expect, it } from 'vitest';
import { fillNames, namesIn, scriptOrigins } from './script-hosts.ts';

describe('hosts of a form', () => {
  it('should be read from whatever is stored', () => {
    expect([...scriptOrigins(['a.test', 5, 'no good', 'a.test'])]).toEqual(['https://a.test']);
    expect([...scriptOrigins('a.test')]).toEqual([]);
  });
});

describe('names in double braces', () => {
  it('should be found and filled, the unknown ones left as they are', () => {
    const text = '{{KEY}} and {{ base_url }} and {{item.name}} and {{OTHER}}';
    expect(namesIn(text)).toEqual(['KEY', 'base_url', 'OTHER']);
    expect(
      fillNames(
        text,
        new Map([
          ['KEY', 'a$&b'],
          ['base_url', 'c d'],
        ]),
        encodeURIComponent,
      ),
    ).toBe('a%24%26b and c%20d and {{item.name}} and {{OTHER}}');
  });
});
