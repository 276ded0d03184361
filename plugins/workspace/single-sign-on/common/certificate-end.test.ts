import { expect, it } from 'vitest';
import { certificateEnd } from './certificate-end.ts';

const NOW = Date.parse('2030-01-01T00:00:00Z');
const until = (expiresAt: string): { expiresAt: string } => ({ expiresAt });

it.each([
  [['2030-06-01T00:00:00Z'], { state: 'good', days: 151 }],
  [['2030-01-11T12:00:00Z'], { state: 'ends', days: 10 }],
  [['2029-12-31T00:00:00Z'], { state: 'expired', days: 0 }],
  [['2029-12-31T00:00:00Z', '2030-06-01T00:00:00Z'], { state: 'good', days: 151 }],
])('should warn by the certificate that ends last: %j', (ends, expected) => {
  expect(certificateEnd(ends.map(until), NOW)).toEqual(expected);
});
