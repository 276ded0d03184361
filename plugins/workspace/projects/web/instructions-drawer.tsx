import { Anchor, Button, Skeleton, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { JSX } from 'react';
import { Transport } from '#core/api/web/index.ts';
import { Drawer } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, fileSize, Icon, longDate } from '#core/ui/web/index.ts';
import type { RichNode } from '../common/instructions.ts';
import { isEmptyDocument } from '../common/instructions.ts';
import type { Project } from '../common/project.ts';
import { messages } from './messages.ts';
import { downloadInstructionFile, useInstructions } from './use-instructions.ts';

const RichText = lazy(() => import('./rich-text.tsx'));

/** Opens the instructions of the project, beside the page that people work on. */
export function InstructionsButton({ project }: { readonly project: Project }): JSX.Element {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="help" size={14} />} onClick={() => setOpened(true)}>
        {messages.shared.instructions}
      </Button>
      <Drawer
        opened={opened}
        onClose={() => setOpened(false)}
        position="right"
        size={480}
        title={messages.shared.instructions}
        closeButtonProps={{ 'aria-label': messages.shared.close }}
      >
        {opened ? <InstructionsText project={project} /> : undefined}
      </Drawer>
    </>
  );
}

function InstructionsText({ project }: { readonly project: Project }): JSX.Element {
  const found = useInstructions(project.id);
  const transport = useService(Transport);
  if (found.error !== null && found.data === undefined)
    return <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined)
    return (
      <Stack gap="xs">
        {[0, 1, 2, 3].map(each => (
          <Skeleton key={each} h={16} />
        ))}
      </Stack>
    );
  const { document, version, files } = found.data;
  const text =
    document === null || isEmptyDocument(document as unknown as RichNode)
      ? undefined
      : (document as unknown as RichNode);
  const newest = files.filter((each, at) => files.findIndex(other => other.name === each.name) === at);
  if (text === undefined && newest.length === 0 && project.instructions_link === null)
    return <EmptyState icon="help" text={messages.instructionsDrawer.nobodyHasWrittenInstructions} />;
  return (
    <Stack gap="md">
      {project.instructions_link === null ? undefined : (
        <Anchor
          href={project.instructions_link}
          target="_blank"
          rel="noopener noreferrer"
          style={{ overflowWrap: 'anywhere' }}
        >
          <Icon name="link" size={14} /> {project.instructions_link}
        </Anchor>
      )}
      {text === undefined ? undefined : (
        <Suspense fallback={<Skeleton h={120} />}>
          <RichText key={version} document={text} label={messages.shared.instructions} />
        </Suspense>
      )}
      {newest.length === 0 ? undefined : (
        <div>
          <Text fw={600} mb={4}>
            {messages.shared.files}
          </Text>
          <Stack gap={2}>
            {newest.map(each => (
              <UnstyledButton
                key={each.id}
                py={4}
                onClick={() => void downloadInstructionFile(transport, project.id, each)}
              >
                <Text span c="var(--loupe-accent)" style={{ overflowWrap: 'anywhere' }}>
                  <Icon name="download" size={14} /> <VisuallyHidden>{messages.shared.download} </VisuallyHidden>
                  {each.name}
                </Text>
                <Text span ml={8} size="sm" c="var(--loupe-muted)">
                  {fileSize(each.size)}
                </Text>
              </UnstyledButton>
            ))}
          </Stack>
        </div>
      )}
      {found.data.updatedAt === null ? undefined : (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.instructionsDrawer.changedByOn(found.data.updated_by ?? '', longDate(found.data.updatedAt))}
        </Text>
      )}
    </Stack>
  );
}
