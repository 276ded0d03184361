import { Accordion, Button, Code, CopyButton, Group, Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import type { BucketPart } from '../common/bucket-access.ts';
import { accessPolicy, corsRules } from '../common/bucket-access.ts';

/** What an owner of the bucket has to set there, made for the bucket, the prefix and the address of this page. */
export function BucketAccess({ bucket, prefix, region }: BucketPart): JSX.Element {
  const named = bucket.trim() === '' ? 'BUCKET' : bucket.trim();
  return (
    <Accordion variant="contained" multiple>
      <Accordion.Item value="policy">
        <Accordion.Control>Policy for the access key</Accordion.Control>
        <Accordion.Panel>
          <Rules text={accessPolicy({ bucket: named, prefix: prefix.trim(), region: region.trim() })} name="policy">
            Attach it to the user of the access key. It lists and reads{' '}
            {prefix.trim() === '' ? 'the bucket' : 'what begins with the prefix'} and writes exports there; leave
            WriteExports out when there are none.
          </Rules>
        </Accordion.Panel>
      </Accordion.Item>
      <Accordion.Item value="cors">
        <Accordion.Control>CORS rules of the bucket</Accordion.Control>
        <Accordion.Panel>
          <Rules text={corsRules(window.location.origin)} name="CORS rules">
            Set them on the bucket, so that the editor, which runs at {window.location.origin}, may load its files.
          </Rules>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

function Rules({
  text,
  name,
  children,
}: {
  readonly text: string;
  readonly name: string;
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm" mb="xs">
        <Text size="sm" c="var(--loupe-muted)">
          {children}
        </Text>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              size="xs"
              miw={76}
              flex="none"
              aria-label={`${copied ? 'Copied' : 'Copy'} the ${name}`}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Code block fz={12} mah={260} tabIndex={0} role="region" aria-label={`The ${name}`} style={{ overflow: 'auto' }}>
        {text}
      </Code>
    </>
  );
}
