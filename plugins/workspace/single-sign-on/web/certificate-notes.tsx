import { Alert, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import type { Certificate } from '../common/certificate.ts';
import { certificateEnd } from '../common/certificate-end.ts';
import { messages } from './messages.ts';

/** Certificates of the provider with their end; a warning when none is good for the next weeks. */
export function CertificateNotes({ certificates }: { readonly certificates: readonly Certificate[] }): JSX.Element {
  const [now] = useState(() => Date.now());
  const { state, days } = certificateEnd(certificates, now);
  return (
    <Stack gap="xs">
      {state === 'good' ? undefined : (
        <Alert color={state === 'expired' ? 'red' : 'yellow'} variant="light" role="alert">
          {state === 'expired' ? messages.certificates.expired : messages.certificates.ends(days)}
        </Alert>
      )}
      {certificates.map(each => (
        <Text key={each.fingerprint} size="sm" c="var(--loupe-muted)" style={{ overflowWrap: 'anywhere' }}>
          {messages.certificates.line(each.subject, each.expiresAt.slice(0, 10))}
        </Text>
      ))}
    </Stack>
  );
}
