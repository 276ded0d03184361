import { Accordion, Button, Code, CopyButton, Group, Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import type { BucketPart } from '../common/bucket-access.ts';
import { accessPolicy, corsRules } from '../common/bucket-access.ts';
import { messages } from './messages.ts';

/**
 * Shows the settings that the owner of the bucket must make, for the bucket, the prefix and the address of this page.
 */
export function BucketAccess({ bucket, prefix, region }: BucketPart): JSX.Element {
  const named = bucket.trim() === '' ? 'BUCKET' : bucket.trim();
  return (
    <Accordion variant="contained" multiple>
      <Accordion.Item value="policy">
        <Accordion.Control>{messages.bucketAccess.policyForTheAccessKey}</Accordion.Control>
        <Accordion.Panel>
          <Rules text={accessPolicy({ bucket: named, prefix: prefix.trim(), region: region.trim() })} name="policy">
            {messages.bucketAccess.attachItToTheUser(prefix.trim(), '')}
          </Rules>
        </Accordion.Panel>
      </Accordion.Item>
      <Accordion.Item value="cors">
        <Accordion.Control>{messages.bucketAccess.corsRulesOfTheBucket}</Accordion.Control>
        <Accordion.Panel>
          <Rules text={corsRules(window.location.origin)} name={messages.bucketAccess.corsRules}>
            {messages.bucketAccess.setThemOnTheBucket(window.location.origin)}
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
              aria-label={messages.bucketAccess.copiedTheCopy(copied, name)}
              onClick={copy}
            >
              {copied ? messages.bucketAccess.copied : messages.bucketAccess.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Code
        block
        fz={12}
        mah={260}
        tabIndex={0}
        role="region"
        aria-label={messages.bucketAccess.theName(name)}
        style={{ overflow: 'auto' }}
      >
        {text}
      </Code>
    </>
  );
}
