import { z } from '#core/api/common/index.ts';

/** A certificate as screens show it. */
export const certificate = z.object({
  subject: z.string(),
  expiresAt: z.string(),
  /** SHA-256 of the certificate, as bytes in hexadecimal with colons. */
  fingerprint: z.string(),
});
export type Certificate = z.output<typeof certificate>;
