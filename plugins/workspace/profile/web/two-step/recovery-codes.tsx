import { Button, Code, CopyButton, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { downloadFile } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

/** Recovery codes, the one time they can be read. */
export function RecoveryCodes({
  codes,
  email,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly email: string;
  readonly onDone: () => void;
}): JSX.Element {
  const text = codes.join('\n');
  const save = (): void =>
    downloadFile(
      'loupe-recovery-codes.txt',
      new Blob([messages.recoveryCodes.loupeRecoveryCodesOfEmail(email, text)], { type: 'text/plain' }),
    );
  return (
    <Stack gap="md">
      <Text>{messages.recoveryCodes.saveTheseRecoveryCodes}</Text>
      <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs" role="list" aria-label={messages.shared.recoveryCodes}>
        {codes.map(code => (
          <Code key={code} role="listitem" fz="sm" ta="center" py={6}>
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group justify="space-between">
        <Group gap="xs">
          <Button variant="default" onClick={save}>
            {messages.recoveryCodes.download}
          </Button>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? messages.recoveryCodes.copied : messages.recoveryCodes.copy}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Button onClick={onDone} data-autofocus>
          {messages.recoveryCodes.iSavedThem}
        </Button>
      </Group>
    </Stack>
  );
}
