import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Select } from '#core/controls/web/index.ts';
import { useAddressOf, useKeyMap, useService } from '#core/kernel/web/index.ts';
import { confirm, ErrorPanel, longDate, toast, toastError } from '#core/ui/web/index.ts';
import type { AnnotationVersion } from '#plugins/annotate/annotations/common/index.ts';
import type { OpenWork } from '#plugins/annotate/editor/web/kit/index.ts';
import { useOpenItem } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Difference } from '../../common/compare-versions.ts';
import { versionBefore } from '../../common/version-before.ts';
import { differenceStyles, kindOf } from '../../common/difference-style.ts';
import type { DifferenceKind } from '../../common/difference-style.ts';
import { messages } from '../messages.ts';
import { VersionCompare } from '../version-compare.ts';
import { Versions } from '../versions.ts';
import { DifferenceList } from './difference-list.tsx';
import classes from './review.module.css';

/** Lists the changes between two versions of the item, with ways to take them back. */
export default function ChangesPanel(): JSX.Element | undefined {
  const work = useOpenItem();
  return work === undefined ? undefined : <Changes key={work.session.item.id} work={work} />;
}

function Changes({ work }: { readonly work: OpenWork }): JSX.Element {
  const versions = useService(Versions);
  const compare = useService(VersionCompare);
  const addressOf = useAddressOf();
  const optionOf = ({ revision, updatedAt, updatedBy, instanceCount }: AnnotationVersion) => ({
    value: String(revision),
    label: `${longDate(updatedAt)} · ${addressOf(updatedBy)} · ${instanceCount}`,
  });
  const { compared, fault } = useSnapshot(compare.state);
  const place = { projectId: work.opened.project.id, itemId: work.session.item.id };
  const list = useQuery({
    queryKey: ['review', 'versions', place.itemId, work.revision],
    queryFn: () => versions.list(place),
    placeholderData: known => known,
  });
  const first = list.data === undefined ? undefined : versionBefore(list.data);

  useEffect(() => {
    if (compare.state.compared === undefined && first !== undefined)
      void compare.compare({ from: first.revision, to: 'now' });
  }, [compare, first]);
  useEffect(() => () => compare.close(), [compare]);

  if (list.error !== null) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <Skeleton h={120} m="sm" />;
  if (first === undefined && compared === undefined)
    return <div className={classes['empty']}>{messages.changesPanel.thereIsOnlyOneVersion}</div>;
  return (
    <>
      <div className={classes['choice']}>
        <Select
          size="xs"
          label={messages.changesPanel.from}
          allowDeselect={false}
          value={compared === undefined ? null : String(compared.from)}
          data={list.data.map(optionOf)}
          onChange={value => void compare.compare({ from: Number(value), to: compared?.to ?? 'now' })}
        />
        <Select
          size="xs"
          label={messages.changesPanel.to}
          allowDeselect={false}
          value={compared === undefined ? null : String(compared.to)}
          data={[{ value: 'now', label: messages.changesPanel.currentInclUnsaved }, ...list.data.map(optionOf)]}
          onChange={value =>
            void compare.compare({
              from: compared?.from ?? first!.revision,
              to: value === 'now' ? 'now' : Number(value),
            })
          }
        />
      </div>
      {fault === undefined ? (
        <Found work={work} />
      ) : (
        <ErrorPanel
          error={fault}
          onRetry={() => {
            if (compared !== undefined) void compare.compare(compared);
          }}
        />
      )}
    </>
  );
}

function Found({ work }: { readonly work: OpenWork }): JSX.Element {
  const compare = useService(VersionCompare);
  const keys = useKeyMap();
  const { compared, loading, differences } = useSnapshot(compare.state) as {
    compared: { to: number | 'now' } | undefined;
    loading: boolean;
    differences: readonly Difference[];
  };
  const { session } = work;
  const counts = new Map<DifferenceKind, number>();
  for (const each of differences) counts.set(kindOf(each), (counts.get(kindOf(each)) ?? 0) + 1);
  const reason =
    compared?.to !== 'now'
      ? messages.changesPanel.compareWithCurrentToRestore
      : session.readOnly
        ? messages.changesPanel.thisItemIsReadOnly
        : undefined;
  const restore = async (work_: Promise<void>, done: string): Promise<void> =>
    work_.then(() => toast(done, { tone: 'success' }), toastError);
  const all = async (): Promise<void> => {
    const text = messages.changesPanel.asBeforeItIsOne(differences.length);
    if (
      await confirm({ title: messages.changesPanel.restoreAllObjects, text, action: messages.changesPanel.restoreAll })
    )
      await restore(compare.restoreAll(), messages.changesPanel.allObjectsAreAsBefore);
  };
  if (loading && differences.length === 0) return <Skeleton h={160} m="sm" />;
  if (differences.length === 0)
    return <div className={classes['empty']}>{messages.changesPanel.noObjectDiffersBetweenTheseVersions}</div>;
  return (
    <>
      <div className={classes['legend']} aria-label={messages.changesPanel.legend}>
        {[...counts].map(([kind, count]) => (
          <span key={kind} className={classes['legendItem']}>
            <svg width="26" height="10" aria-hidden>
              <line
                x1="1"
                y1="5"
                x2="25"
                y2="5"
                stroke={differenceStyles[kind].color}
                strokeWidth="3"
                strokeDasharray={differenceStyles[kind].dash.join(' ')}
              />
            </svg>
            {differenceStyles[kind].title} {count}
          </span>
        ))}
      </div>
      <DifferenceList
        work={work}
        differences={differences}
        {...(reason === undefined
          ? {
              onRestore: (each: Difference) =>
                void restore(compare.restore(each), messages.changesPanel.objectIsAsBefore),
            }
          : {})}
      />
      <div className={classes['foot']}>
        <span className={classes['muted']}>
          {reason ??
            ['review.nextChange', 'review.previousChange']
              .flatMap(id => keys.chords(id).slice(0, 1))
              .map(chord => keys.shown(chord))
              .join(', ')
              .concat(messages.changesPanel.stepsThrough)}
        </span>
        {reason === undefined ? (
          <Button size="compact-sm" variant="default" onClick={() => void all()}>
            {messages.changesPanel.restoreAll}
          </Button>
        ) : undefined}
      </div>
    </>
  );
}
