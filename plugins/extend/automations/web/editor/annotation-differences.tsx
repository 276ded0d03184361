import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { errorText, LoadingSkeleton, Segments } from '#core/ui/web/index.ts';
import { readMask } from '#plugins/annotate/editor/web/kit/index.ts';
import { commentChanges, readDocument } from '#plugins/annotate/annotations/common/index.ts';
import {
  DifferenceDrawing,
  DifferenceLines,
  drawnDifferences,
  PicturePreview,
} from '#plugins/review/item-details/web/kit/index.ts';
import type { RecordedDocument } from '../../common/dry-run.ts';
import { AutomationsClient } from '../automations-client.ts';
import { messages } from '../messages.ts';
import classes from './editor.module.css';

interface AnnotationDifferencesProps {
  readonly projectId: number;
  readonly documents: readonly RecordedDocument[];
  /** Items whose annotations would change too and are not shown. */
  readonly more: number;
}

type Shown = 'before' | 'both' | 'after';

const noNames: ReadonlyMap<number, string> = new Map();

/** The changes of annotations that a dry run would make, drawn over the picture of an item and as a list. */
export default function AnnotationDifferences({
  projectId,
  documents,
  more,
}: AnnotationDifferencesProps): JSX.Element | undefined {
  const [chosen, setChosen] = useState<number>();
  const document = documents.find(each => each.item_id === chosen) ?? documents[0];
  if (document === undefined) return undefined;
  return (
    <Stack gap="xs" component="section" aria-label={messages.annotationDifferences.title}>
      <Text fw={600}>{messages.annotationDifferences.title}</Text>
      {documents.length < 2 ? undefined : (
        <Select
          aria-label={messages.annotationDifferences.item}
          data={documents.map(each => ({ value: String(each.item_id), label: each.item_name }))}
          value={String(document.item_id)}
          allowDeselect={false}
          searchable={documents.length > 8}
          onChange={next => setChosen(Number(next))}
        />
      )}
      <ItemDifferences key={document.item_id} projectId={projectId} document={document} />
      {more === 0 ? undefined : (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.annotationDifferences.more(more)}
        </Text>
      )}
    </Stack>
  );
}

function ItemDifferences({
  projectId,
  document: { item_id, item_name, before, after, masks },
}: {
  readonly projectId: number;
  readonly document: RecordedDocument;
}): JSX.Element {
  const { items } = useService(AutomationsClient);
  const team = useTeam();
  const [current, setCurrent] = useState<string>();
  const [show, setShow] = useState<Shown>('both');
  const place = { params: { project_id: projectId, item_id } };
  const item = useQuery({
    queryKey: ['automations', team.id, 'tried-item', projectId, item_id],
    queryFn: async () => ({ item: await items.getProjectItem(place), asset: await items.getAsset(place) }),
    staleTime: 600_000,
    retry: false,
  });
  const { width = null, height = null } = item.data?.asset ?? {};
  const size = width === null || height === null ? undefined : { width, height };
  const pixels = useQuery({
    queryKey: ['automations', team.id, 'tried-masks', masks?.before, masks?.after, width, height],
    enabled: masks !== null && item.data !== undefined,
    queryFn: async () => ({
      before: await readMask(masks?.before ?? undefined, size),
      after: await readMask(masks?.after ?? undefined, size),
    }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const painted = pixels.data;
  const { drawn, comments } = useMemo(() => {
    const [old, now] = [readDocument(before), readDocument(after)];
    return {
      drawn: drawnDifferences({ document: old, mask: painted?.before }, { document: now, mask: painted?.after }),
      comments: commentChanges(old.comments, now.comments),
    };
  }, [before, after, painted]);
  const outlined = drawn.some(each => each.outlines.before !== undefined || each.outlines.after !== undefined);
  return (
    <div className={classes['differences']}>
      {item.error !== null ? (
        // An item that only this run makes has no picture yet.
        <Alert color="gray" p="xs">
          {errorText(item.error)}
        </Alert>
      ) : item.data === undefined ? (
        <LoadingSkeleton h={200} label={messages.annotationDifferences.loading(item_name)} />
      ) : (
        <PicturePreview item={item.data.item} asset={item.data.asset}>
          {width === null || height === null || !outlined ? undefined : (
            <DifferenceDrawing width={width} height={height} differences={drawn} current={current} show={show} />
          )}
        </PicturePreview>
      )}
      <Stack gap="xs">
        {pixels.error === null ? undefined : (
          <Alert color="yellow" p="xs">
            {messages.annotationDifferences.noMasks}
          </Alert>
        )}
        {outlined ? (
          <Segments
            aria-label={messages.annotationDifferences.shown}
            value={show}
            onChange={next => setShow(next as Shown)}
            data={[
              { value: 'before', label: messages.dryRunTable.now },
              { value: 'both', label: messages.annotationDifferences.both },
              { value: 'after', label: messages.dryRunTable.after },
            ]}
          />
        ) : undefined}
        <Text size="sm" c="var(--loupe-muted)" role="status">
          {messages.annotationDifferences.count(drawn.length, comments.length)}
        </Text>
        <DifferenceLines differences={drawn} classNames={noNames} current={current} onCurrent={setCurrent} />
        {comments.map(({ change, id, text }) => (
          <div key={`${id} ${change}`}>
            <Text size="sm" fw={600}>
              {messages.annotationDifferences.comment[change]}
            </Text>
            <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {text}
            </Text>
          </div>
        ))}
      </Stack>
    </div>
  );
}
