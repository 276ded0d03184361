import { Button, Group, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { confirm, downloadFile, toast, toastError } from '#core/ui/web/index.ts';
import type { SingleSignOn } from '../common/api.ts';
import { messages } from './messages.ts';
import { useSignOnChange } from './use-single-sign-on.ts';

interface EncryptionCertificateProps {
  readonly organizationId: number;
  readonly certificate: SingleSignOn['saml']['encryption'];
}

/** The certificate of Loupe for the provider, which encrypts to it and checks sign-outs by it: made, downloaded, replaced. */
export function EncryptionCertificate({ organizationId, certificate }: EncryptionCertificateProps): JSX.Element {
  const making = useSignOnChange(organizationId, (api, params) => api.makeSamlKey({ params, body: {} }));
  const make = (): void =>
    making.mutate(undefined, {
      onSuccess: () => toast(messages.encryption.made, { tone: 'success' }),
      onError: toastError,
    });
  const replace = async (): Promise<void> => {
    const yes = await confirm({
      title: messages.encryption.replace,
      text: messages.encryption.signInsFail,
      action: messages.encryption.replace,
      danger: true,
    });
    if (yes) make();
  };
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {messages.encryption.title}
      </Text>
      <Text size="sm" c="var(--loupe-muted)">
        {certificate === null ? messages.encryption.none : messages.encryption.line(certificate.expiresAt.slice(0, 10))}
      </Text>
      <Group gap="xs">
        {certificate === null ? (
          <Button variant="default" size="xs" loading={making.isPending} onClick={make}>
            {messages.encryption.make}
          </Button>
        ) : (
          <>
            <Button
              variant="default"
              size="xs"
              onClick={() =>
                downloadFile('loupe-saml.pem', new Blob([certificate.pem], { type: 'application/x-pem-file' }))
              }
            >
              {messages.encryption.download}
            </Button>
            <Button variant="default" size="xs" loading={making.isPending} onClick={() => void replace()}>
              {messages.encryption.replace}
            </Button>
          </>
        )}
      </Group>
    </Stack>
  );
}
