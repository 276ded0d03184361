import { Accordion, Button, Code, CopyButton, Group, Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import type { BucketPart } from '../common/bucket-access.ts';
import { accessPolicy, azureCorsCommand, corsRules, googleCorsRules } from '../common/bucket-access.ts';
import { messages } from './messages.ts';

interface BucketAccessProps extends BucketPart {
  /** Name of the provider. */
  readonly type: string;
  readonly account: string;
}

/** Shows the settings that the owner of the storage must make, for the values of the form and the address of this page. */
export function BucketAccess(props: BucketAccessProps): JSX.Element | undefined {
  const sections = sectionsOf(props);
  return sections.length === 0 ? undefined : (
    <Accordion variant="contained" multiple>
      {sections.map(({ title, name, about, text }) => (
        <Accordion.Item key={name} value={name}>
          <Accordion.Control>{title}</Accordion.Control>
          <Accordion.Panel>
            <Rules text={text} name={name}>
              {about}
            </Rules>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

interface Section {
  readonly title: string;
  readonly name: string;
  readonly about: string;
  readonly text: string;
}

function sectionsOf({ type, bucket, prefix, region, account }: BucketAccessProps): readonly Section[] {
  const named = bucket.trim() === '' ? 'BUCKET' : bucket.trim();
  const { origin } = window.location;
  const cors = { title: messages.bucketAccess.corsRulesOfTheBucket, name: messages.bucketAccess.corsRules };
  switch (type) {
    case 'aws':
    case 's3compatible':
      return [
        {
          title: messages.bucketAccess.policyForTheAccessKey,
          name: 'policy',
          about: messages.bucketAccess.attachItToTheUser(prefix.trim(), ''),
          text: accessPolicy({ bucket: named, prefix: prefix.trim(), region: region.trim() }),
        },
        { ...cors, about: messages.bucketAccess.setThemOnTheBucket(origin), text: corsRules(origin) },
      ];
    case 'gcp':
      return [
        { ...cors, about: messages.bucketAccess.saveThemAsCorsJson(named, origin), text: googleCorsRules(origin) },
      ];
    case 'azure':
      return [
        {
          title: messages.bucketAccess.corsRulesOfTheAccount,
          name: messages.bucketAccess.corsRules,
          about: messages.bucketAccess.runTheCommand(origin),
          text: azureCorsCommand(account.trim() === '' ? 'ACCOUNT' : account.trim(), origin),
        },
      ];
    default:
      return [];
  }
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
