import { expect, it } from 'vitest';
import { domainName, domainOf } from './domain-name.ts';

it.each([
  [' Example.COM ', 'example.com'],
  ['mail.example.co.uk', 'mail.example.co.uk'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
])('should take %s', (text, domain) => {
  expect(domainName.parse(text)).toBe(domain);
});

it.each(['', 'localhost', '@example.com', 'https://example.com', 'example.com/x', '-a.example', '10.0.0.1', 'a..b'])(
  'should refuse %s',
  text => {
    expect(domainName.safeParse(text).success).toBe(false);
  },
);

it('should read the domain after the last @', () => {
  expect(domainOf('"a@evil.test"@Example.com')).toBe('example.com');
});
