import type { Certificate } from './certificate.ts';

const DAY = 86_400_000;
/** Days before the end of the last certificate from which on a warning is shown. */
export const WARNING_DAYS = 30;

/** Returns how long the certificate that ends last is good: `days` are those left, or 0. */
export function certificateEnd(
  certificates: readonly Pick<Certificate, 'expiresAt'>[],
  now: number,
): { readonly state: 'good' | 'ends' | 'expired'; readonly days: number } {
  const left = Math.max(...certificates.map(each => Date.parse(each.expiresAt))) - now;
  if (left <= 0) return { state: 'expired', days: 0 };
  const days = Math.floor(left / DAY);
  return { state: days < WARNING_DAYS ? 'ends' : 'good', days };
}
