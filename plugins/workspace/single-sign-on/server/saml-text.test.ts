import { expect, it } from 'vitest';
import { decodeResponse } from './saml-text.ts';

it('should decode base64 in lines, and refuse other texts at any length', () => {
  const encoded = Buffer.from('<samlp:Response/>').toString('base64');
  expect(decodeResponse(`${encoded.slice(0, 8)}\r\n${encoded.slice(8)}\r\n`)).toBe('<samlp:Response/>');
  expect(() => decodeResponse(`${' '.repeat(250_000)}!`)).toThrow(/not base64/);
});
