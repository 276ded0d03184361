import { describe, expect, it } from 'vitest';
import { attachedPathProblem, openableAddress } from './attached-url.ts';

describe('what an attached file is said to lie at', () => {
  it.each(['https://a.test/cat.jpg', 'url_1', '0', 'dummy.url', 'folder/cat.jpg', 'javascript:alert(1)'])(
    'may be the text %j',
    path => {
      expect(attachedPathProblem(path)).toBeUndefined();
    },
  );

  it.each(['https://a.test/\nx', `https://a.test/${'x'.repeat(4000)}`])('may not be %j', path => {
    expect(attachedPathProblem(path)).toBeTypeOf('string');
  });
});

describe('the address that browsers open', () => {
  it.each(['https://a.test/cat.jpg', 'http://a.test/b c.jpg?x=1&y=2', 'HTTPS://a.test/猫.jpg', ' https://a.test/x'])(
    'is %j',
    path => {
      expect(openableAddress(path)).toBe(path.trim());
    },
  );

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://a.test/x',
    '//a.test/x',
    'folder/cat.jpg',
    'https://',
    null,
  ])('is never %j', path => {
    expect(openableAddress(path)).toBeUndefined();
  });
});
