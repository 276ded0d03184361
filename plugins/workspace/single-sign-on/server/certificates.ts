import { X509Certificate } from 'node:crypto';
import { invalidField } from '#core/base/common/index.ts';
import type { Certificate } from '../common/certificate.ts';

const MOST = 5;
const BLOCK = /-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----/g;

/** Reads certificates in PEM, or one without its first and last line. @throws Fault INVALID_FIELD (400) */
export function readCertificates(text: string): readonly string[] {
  const blocks = text.match(BLOCK) ?? [
    `-----BEGIN CERTIFICATE-----\n${text.replaceAll(/\s/g, '')}\n-----END CERTIFICATE-----`,
  ];
  if (blocks.length > MOST) throw invalidField('certificates', `use at most ${MOST} certificates`);
  return [
    ...new Set(
      blocks.map(block => {
        try {
          return new X509Certificate(block).toString().trim();
        } catch {
          throw invalidField('certificates', 'paste X.509 certificates in PEM');
        }
      }),
    ),
  ];
}

/** Returns what to show of a certificate. */
export function certificateView(pem: string): Certificate {
  const { subject, validTo, fingerprint256 } = new X509Certificate(pem);
  return {
    subject: subject.replaceAll('\n', ', '),
    expiresAt: new Date(validTo).toISOString(),
    fingerprint: fingerprint256,
  };
}
