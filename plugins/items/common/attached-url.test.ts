import { describe, expect, it } from 'vitest';
import { attachedUrlProblem } from './attached-url.ts';

describe('the address of an attached file', () => {
  it.each(['https://a.test/cat.jpg', 'http://a.test/b c.jpg?x=1&y=2', 'HTTPS://a.test/猫.jpg', ' https://a.test/x'])('may be %j', address => {
    expect(attachedUrlProblem(address, false)).toBeUndefined();
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'ftp://a.test/x', '//a.test/x', 'folder/cat.jpg', 'https://', 'https://a.test/\nx', `https://a.test/${'x'.repeat(4000)}`])('may not be %j', address => {
    expect(attachedUrlProblem(address, false)).toBeTypeOf('string');
  });

  it('may be a key in an integration, but no other scheme', () => {
    expect(attachedUrlProblem('folder/cat.jpg', true)).toBeUndefined();
    expect(attachedUrlProblem('javascript:alert(1)', true)).toContain('https://');
  });
});
