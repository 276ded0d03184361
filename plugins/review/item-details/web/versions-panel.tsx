import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { randomUuid } from '#core/base/common/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { useAddressOf, useCan, useService } from '#core/kernel/web/index.ts';
import { confirm, errorText, LoadingSkeleton, longDate, Segments, toast } from '#core/ui/web/index.ts';
import { useClasses } from '#plugins/workspace/classes/web/kit/index.ts';
import type { AnnotationVersion } from '#plugins/annotate/annotations/common/index.ts';
import { DifferenceLines } from './difference-lines.tsx';
import type { DrawnDifference } from './drawn-differences.ts';
import { ItemPageClient } from './item-page-client.ts';
import { messages } from './messages.ts';
import type { ComparedRevisions } from './use-compared.ts';

interface VersionsPanelProps {
  readonly projectId: number;
  readonly itemId: number;
  readonly versions: readonly AnnotationVersion[];
  readonly compared: ComparedRevisions;
  readonly onCompare: (compared: ComparedRevisions) => void;
  readonly differences: UseQueryResult<readonly DrawnDifference[]>;
  readonly current: string | undefined;
  readonly onCurrent: (id: string | undefined) => void;
  readonly show: 'both' | 'before' | 'after';
  readonly onShow: (show: 'both' | 'before' | 'after') => void;
}

/** Two versions to compare, what is different, and the way back to one. */
export function VersionsPanel({
  projectId,
  itemId,
  versions,
  compared,
  onCompare,
  differences,
  current,
  onCurrent,
  show,
  onShow,
}: VersionsPanelProps): JSX.Element {
  const addressOf = useAddressOf();
  const client = useService(ItemPageClient);
  const queries = useQueryClient();
  const annotates = useCan('AnnotateItem');
  const names = new Map((useClasses(projectId).data ?? []).map(each => [each.id, each.name]));
  const newest = versions[0]?.revision ?? 0;
  const restoring = useMutation({
    mutationFn: async () => {
      await client.editor.restoreVersion({
        params: { project_id: projectId, item_id: itemId, revision: compared.from },
        body: { op: randomUuid(), base: newest },
      });
      toast(messages.versionsPanel.versionFromIsTheNewestAgain(compared.from), { tone: 'success' });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['item-details'] }),
  });
  if (versions.length === 0) return <Text c="var(--loupe-muted)">{messages.versionsPanel.nothingWasAnnotatedYet}</Text>;

  const label = (each: AnnotationVersion): string =>
    `${each.revision} · ${longDate(each.updatedAt)} · ${addressOf(each.updatedBy)}`;
  const data = versions.map(each => ({ value: String(each.revision), label: label(each) }));
  const restore = async (): Promise<void> => {
    const yes = await confirm({
      title: messages.versionsPanel.restoreVersionFrom(compared.from),
      text: messages.versionsPanel.annotationsBecomeWhatTheyWere(compared.from, newest),
      action: messages.versionsPanel.restore,
    });
    if (yes) restoring.mutate();
  };
  return (
    <Stack gap="sm">
      <Select
        label={messages.versionsPanel.before}
        allowDeselect={false}
        data={data}
        value={String(compared.from)}
        onChange={value => onCompare({ ...compared, from: Number(value) })}
      />
      <Select
        label={messages.versionsPanel.after}
        allowDeselect={false}
        data={data}
        value={String(compared.to)}
        onChange={value => onCompare({ ...compared, to: Number(value) })}
      />
      <Segments
        aria-label={messages.versionsPanel.shownVersion}
        fullWidth
        value={show}
        onChange={value => onShow(value as typeof show)}
        data={[
          { value: 'before', label: messages.versionsPanel.before },
          { value: 'both', label: messages.versionsPanel.both },
          { value: 'after', label: messages.versionsPanel.after },
        ]}
      />
      {differences.error === null ? undefined : (
        <Alert color="red" p="xs" role="alert">
          {errorText(differences.error)}
        </Alert>
      )}
      {differences.error === null && differences.data === undefined ? (
        <LoadingSkeleton h={80} label={messages.versionsPanel.comparing} />
      ) : undefined}
      {differences.data === undefined ? undefined : (
        <>
          <Text size="sm" c="var(--loupe-muted)" role="status">
            {differences.data.length === 0
              ? messages.versionsPanel.theseVersionsDoNotDiffer
              : messages.versionsPanel.countDifferences(differences.data.length)}
          </Text>
          <DifferenceLines differences={differences.data} classNames={names} current={current} onCurrent={onCurrent} />
        </>
      )}
      {restoring.error === null ? undefined : (
        <Alert color="red" p="xs" role="alert">
          {errorText(restoring.error)}
        </Alert>
      )}
      {annotates ? (
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={restoring.isPending}
            disabled={compared.from === newest}
            onClick={() => void restore()}
          >
            {messages.versionsPanel.restoreVersionFrom(compared.from)}
          </Button>
        </Group>
      ) : undefined}
    </Stack>
  );
}
