import { Alert, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { isFault } from '#core/base/common/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, errorText, PageBody, PageHeader, toast, toastError } from '#core/ui/web/index.ts';
import { projectKeys } from '../../common/query-keys.ts';
import type { RichNode } from '../../common/instructions.ts';
import type { Instructions } from '../../common/instructions-api.ts';
import { instructionsApi } from '../../common/instructions-api.ts';
import { dropDraft, keepDraft, keptDraft } from '../instructions-draft.ts';
import { InstructionsFiles } from '../instructions-files.tsx';
import { useProject } from '../kit/use-project.ts';
import { linkProblem } from '../link-problem.ts';
import { messages } from '../messages.ts';
import { ProjectsClient } from '../projects-client.ts';
import classes from '../projects.module.css';
import RichText from '../rich-text.tsx';
import { instructionsKey, useInstructions } from '../use-instructions.ts';

/** Setup tab: instructions for people of a project, as text, files and a link. */
export default function InstructionsPage(): JSX.Element {
  const project = useProject();
  const found = useInstructions(project.id);
  if (found.error !== null && found.data === undefined)
    return <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined)
    return (
      <>
        <PageHeader title={messages.shared.instructions} />
        <PageBody>
          <Skeleton h={280} maw={860} />
        </PageBody>
      </>
    );
  return (
    <>
      <PageHeader title={messages.shared.instructions} />
      <PageBody>
        <Stack gap="lg" maw={860}>
          <Text c="var(--loupe-muted)">{messages.instructionsPage.shownToEveryoneVia}</Text>
          <InstructionsText key={project.id} projectId={project.id} stored={found.data} />
          <InstructionsFiles projectId={project.id} files={found.data.files} />
          <InstructionsLink key={`${project.id} ${project.instructions_link}`} />
        </Stack>
      </PageBody>
    </>
  );
}

/** The text, kept as a draft in this browser until it is saved. */
function InstructionsText({
  projectId,
  stored,
}: {
  readonly projectId: number;
  readonly stored: Instructions;
}): JSX.Element {
  const transport = useService(Transport);
  const queries = useQueryClient();
  const [begun] = useState(() => keptDraft(projectId));
  // What is shown first; later versions of others are only announced, and never replace what somebody writes.
  const [shown, setShown] = useState({
    key: 0,
    document: begun?.document ?? ((stored.document ?? undefined) as unknown as RichNode | undefined),
  });
  const [draft, setDraft] = useState(begun?.document);
  const [base, setBase] = useState(begun?.version ?? stored.version);
  const [restored, setRestored] = useState(begun !== undefined);
  const [taken, setTaken] = useState<string>();

  const change = (document: RichNode): void => {
    setDraft(document);
    keepDraft(projectId, { document, version: base });
  };
  const settle = (now: Instructions): void => {
    dropDraft(projectId);
    setDraft(undefined);
    setBase(now.version);
    setTaken(undefined);
    setRestored(false);
  };
  const saving = useMutation({
    mutationFn: (version: number) =>
      client(instructionsApi, transport).putInstructions({
        params: { project_id: projectId },
        body: { document: draft as never, version },
      }),
    onSuccess: now => {
      settle(now);
      queries.setQueryData(instructionsKey(projectId), now);
      toast(messages.shared.saved, { tone: 'success' });
    },
    onError: async error => {
      if (!isFault(error) || error.code !== 'CONFLICT') return toastError(error);
      setTaken(errorText(error));
      await queries.invalidateQueries({ queryKey: instructionsKey(projectId) });
    },
  });
  const save = (version: number): void => {
    if (draft !== undefined && !saving.isPending) saving.mutate(version);
  };
  const load = (): void => {
    settle(stored);
    setShown({ key: shown.key + 1, document: (stored.document ?? undefined) as unknown as RichNode | undefined });
  };

  return (
    <section
      aria-label={messages.shared.text}
      onKeyDown={event => {
        if (event.key === 's' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          save(base);
        }
      }}
    >
      {restored ? (
        <Alert color="blue" p="xs" mb="xs" role="status">
          <Group justify="space-between">
            <Text>{messages.instructionsPage.whatYouWrote}</Text>
            <Button size="compact-xs" variant="default" onClick={load}>
              {messages.instructionsPage.discardIt}
            </Button>
          </Group>
        </Alert>
      ) : undefined}
      {taken === undefined ? undefined : (
        <Alert color="red" p="xs" mb="xs" role="alert">
          <Group justify="space-between">
            <Text>{taken}</Text>
            <Group gap="xs">
              <Button size="compact-xs" variant="default" onClick={load}>
                {messages.instructionsPage.loadThem}
              </Button>
              <Button size="compact-xs" color="red" onClick={() => save(stored.version)}>
                {messages.instructionsPage.saveOverThem}
              </Button>
            </Group>
          </Group>
        </Alert>
      )}
      <RichText key={shown.key} document={shown.document} label={messages.shared.instructions} onChange={change} />
      <div className={classes['savebar']}>
        <Text c="var(--loupe-muted)" role="status" style={{ flex: 1 }}>
          {draft === undefined ? '' : messages.instructionsPage.notSavedYet}
        </Text>
        <Button variant="default" disabled={draft === undefined || saving.isPending} onClick={load}>
          {messages.shared.discard}
        </Button>
        <Button loading={saving.isPending} disabled={draft === undefined} onClick={() => save(base)}>
          {messages.shared.save}
        </Button>
      </div>
    </section>
  );
}

/** A page elsewhere with more. Saved when the field is left. */
function InstructionsLink(): JSX.Element {
  const project = useProject();
  const { projects } = useService(ProjectsClient);
  const queries = useQueryClient();
  const [link, setLink] = useState(project.instructions_link ?? '');
  const problem = linkProblem(link);
  const save = async (): Promise<void> => {
    if (problem !== undefined || link.trim() === (project.instructions_link ?? '')) return;
    try {
      await projects.updateProject({ params: { project_id: project.id }, body: { instructions_link: link.trim() } });
      await queries.invalidateQueries({ queryKey: projectKeys.all });
      toast(messages.shared.saved, { tone: 'success' });
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <TextInput
      label={messages.instructionsPage.link}
      description={messages.instructionsPage.linkToMoreInformation}
      placeholder="https://"
      maxLength={2000}
      value={link}
      error={problem}
      onChange={event => setLink(event.currentTarget.value)}
      onBlur={() => save()}
      onKeyDown={event => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}
