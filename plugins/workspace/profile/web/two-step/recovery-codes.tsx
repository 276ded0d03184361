import { Button, Code, CopyButton, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { downloadFile } from '#core/ui/web/index.ts';

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
      new Blob([`Loupe recovery codes of ${email}\nEach code works once.\n\n${text}\n`], { type: 'text/plain' }),
    );
  return (
    <Stack gap="md">
      <Text>
        Save these recovery codes where you can reach them without your phone. Each code signs you in once. You can’t
        see them again.
      </Text>
      <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs" role="list" aria-label="Recovery codes">
        {codes.map(code => (
          <Code key={code} role="listitem" fz="sm" ta="center" py={6}>
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group justify="space-between">
        <Group gap="xs">
          <Button variant="default" onClick={save}>
            Download
          </Button>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Button onClick={onDone} data-autofocus>
          I saved them
        </Button>
      </Group>
    </Stack>
  );
}
