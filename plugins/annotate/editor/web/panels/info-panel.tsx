import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useAddressOf } from '#core/kernel/web/index.ts';
import { confirm, ErrorPanel, longDate, toast, toastError } from '#core/ui/web/index.ts';
import type { AnnotationVersion } from '#plugins/annotate/annotations/common/index.ts';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import { useDocumentState, useOpen } from '../frame/use-controller.ts';
import { messages } from '../messages.ts';
import classes from './panels.module.css';

const bytes = (size: number | null): string =>
  size === null
    ? '–'
    : size < 1024
      ? `${size} B`
      : size < 1_048_576
        ? messages.infoPanel.roundKb(Math.round(size / 1024))
        : messages.infoPanel.sizeMb((size / 1_048_576).toFixed(1));

/** Facts about the item and the stored versions of its annotations. */
export default function InfoPanel(): JSX.Element {
  const { opened, document } = useOpen();
  const { item, asset } = opened;
  const characters = document.scene.metadata['contentLength'];
  const facts: readonly (readonly [string, string])[] = [
    [messages.infoPanel.name, item.name],
    [messages.infoPanel.id, String(item.id)],
    [
      messages.infoPanel.size,
      asset.width === null
        ? typeof characters === 'number'
          ? messages.infoPanel.characters(characters.toLocaleString('en'))
          : '–'
        : `${asset.width} × ${asset.height} px`,
    ],
    [messages.infoPanel.file, `${asset.mime ?? '–'}, ${bytes(item.metadata.size)}`],
    [messages.infoPanel.added, longDate(item.createdAt)],
    [messages.infoPanel.objectCount, document.scene.instances.length.toLocaleString('en')],
    [
      messages.infoPanel.lastSaved,
      opened.updatedAt === null
        ? messages.infoPanel.never
        : messages.infoPanel.longDateBy(longDate(opened.updatedAt), opened.updatedBy ?? ''),
    ],
  ];
  return (
    <div className={classes['scroll']}>
      <dl className={classes['facts']}>
        {facts.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
      </dl>
      <h3 className={classes['heading']}>{messages.infoPanel.versions}</h3>
      <Versions />
    </div>
  );
}

function Versions(): JSX.Element {
  const addressOf = useAddressOf();
  const { controller, document, opened } = useOpen();
  const { readOnly, save } = useDocumentState(document);
  const queries = useQueryClient();
  const params = { project_id: opened.project.id, item_id: opened.item.id };
  const key = ['editor', 'versions', opened.item.id];
  const versions = useQuery({
    queryKey: [...key, save.kind === 'saved' ? document.revision : 0],
    queryFn: () => controller.api.listVersions({ params }),
    placeholderData: known => known,
  });

  const restore = async (version: AnnotationVersion): Promise<void> => {
    const text = messages.infoPanel.annotationsOfLongDate(longDate(version.updatedAt), version.instanceCount);
    if (!(await confirm({ title: messages.infoPanel.restoreThisVersion, text, action: messages.infoPanel.restore })))
      return;
    try {
      if (!(await document.save())) throw new Error('Your present work must be saved first.');
      await controller.api.restoreVersion({
        params: { ...params, revision: version.revision },
        body: { op: newId(), base: document.revision },
      });
      await document.mergeElsewhere();
      await queries.invalidateQueries({ queryKey: key });
      toast(messages.infoPanel.versionRestored, { tone: 'success' });
    } catch (error) {
      toastError(error);
    }
  };

  if (versions.error !== null) return <ErrorPanel error={versions.error} onRetry={() => void versions.refetch()} />;
  if (versions.data === undefined) return <Skeleton h={90} m="sm" />;
  if (versions.data.count === 0)
    return <div className={classes['empty']}>{messages.infoPanel.everySaveIsKeptHere}</div>;
  return (
    <>
      {versions.data.data.map((version, place) => (
        <div key={version.revision} className={classes['version']}>
          <div className={classes['versionText']}>
            <div>
              {longDate(version.updatedAt)} · {version.instanceCount}{' '}
              {version.instanceCount === 1 ? messages.infoPanel.object : messages.infoPanel.objects}
            </div>
            <div className={classes['muted']}>{addressOf(version.updatedBy)}</div>
          </div>
          {place === 0 ? (
            <span className={classes['muted']}>now</span>
          ) : readOnly !== undefined ? undefined : (
            <Button variant="subtle" size="compact-xs" onClick={() => void restore(version)}>
              {messages.infoPanel.restore}
            </Button>
          )}
        </div>
      ))}
    </>
  );
}
