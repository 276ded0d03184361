import { Button, Skeleton, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { ErrorPanel, Icon, toastError, useDebounced } from '#core/ui/web/index.ts';
import type { ObjectEntry } from '#plugins/annotate/annotations/common/index.ts';
import type { LoadedObjects, ObjectListQuery, OpenWork } from '#plugins/annotate/editor/web/kit/index.ts';
import { useOpenItem, useSessionScene } from '#plugins/annotate/editor/web/kit/index.ts';
import { messages } from '../messages.ts';
import { TiledEditor } from '../tiled-editor.ts';
import classes from './all-objects.module.css';

const PAGE = 100;
const REST_MS = 300;
const REVIEWS = [
  { value: 'approved', label: messages.allObjects.approved },
  { value: 'disapproved', label: messages.allObjects.disapproved },
  { value: 'undecided', label: messages.allObjects.undecided },
];

/** All objects of a large document, loaded or not: a page at a time, with a search. */
export default function AllObjectsPanel(): JSX.Element | undefined {
  const work = useOpenItem();
  const objects = work?.session.objects;
  return work === undefined || objects === undefined ? undefined : <AllObjects work={work} objects={objects} />;
}

function AllObjects({ work, objects }: { readonly work: OpenWork; readonly objects: LoadedObjects }): JSX.Element {
  const { session, editor, revision } = work;
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), REST_MS);
  const [classId, setClassId] = useState<string | null>(null);
  const [review, setReview] = useState<ObjectListQuery['review'] | null>(null);
  const { selected } = useSessionScene(session);
  const known = useSyncExternalStore(
    listener => session.subscribe(listener),
    () => session.classes,
  );
  const query: ObjectListQuery = {
    limit: PAGE,
    ...(search === '' ? {} : { search }),
    ...(classId === null ? {} : { class_id: Number(classId) }),
    ...(review === null || review === undefined ? {} : { review }),
  };
  const pages = useInfiniteQuery({
    queryKey: ['editor-tiled', 'objects', session.item.id, revision, query],
    queryFn: ({ pageParam, signal }) =>
      objects.list(pageParam === undefined ? query : { ...query, after: pageParam }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: last => (last.data.length === PAGE ? last.data.at(-1)!.place : undefined),
    placeholderData: shown => shown,
    enabled: !objects.preparing && !objects.complete,
  });
  const { refetch } = pages;
  useEffect(() => objects.onOutdated(() => void refetch()), [objects, refetch]);
  const entries = pages.data?.pages.flatMap(page => page.data);
  const count = pages.data?.pages[0]?.count ?? 0;
  const show = (id: string): void => {
    if (editor instanceof TiledEditor)
      void editor
        .showObject(id)
        .then(found => (found ? undefined : session.notify(messages.allObjects.gone)))
        .catch(toastError);
  };
  if (objects.complete) return <div className={classes['empty']}>{messages.allObjects.complete}</div>;
  if (objects.preparing) return <div className={classes['empty']}>{messages.allObjects.preparing}</div>;
  return (
    <>
      <div className={classes['filters']}>
        <TextInput
          aria-label={messages.allObjects.search}
          placeholder={messages.allObjects.search}
          leftSection={<Icon name="search" size={14} />}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <div className={classes['choices']}>
          <Select
            aria-label={messages.allObjects.className}
            placeholder={messages.allObjects.allClasses}
            clearable
            value={classId}
            onChange={setClassId}
            data={[
              ...known.map(each => ({ value: String(each.id), label: each.name })),
              { value: '-1', label: messages.allObjects.noClass },
            ]}
          />
          <Select
            aria-label={messages.allObjects.review}
            placeholder={messages.allObjects.allStates}
            clearable
            value={review ?? null}
            onChange={value => setReview(value as ObjectListQuery['review'] | null)}
            data={REVIEWS}
          />
        </div>
        {entries === undefined ? undefined : (
          <Text size="xs" c="var(--loupe-muted)" role="status">
            {count === 1 ? messages.allObjects.oneObject : messages.allObjects.countObjects(count.toLocaleString('en'))}
          </Text>
        )}
      </div>
      <div className={classes['list']}>
        {pages.error !== null ? (
          <ErrorPanel error={pages.error} onRetry={() => void pages.refetch()} />
        ) : entries === undefined ? (
          <Skeleton h={120} m="xs" />
        ) : entries.length === 0 ? (
          <div className={classes['empty']}>{messages.allObjects.none}</div>
        ) : (
          <ul aria-label={messages.allObjects.list}>
            {entries.map(entry => (
              <li key={entry.id}>
                <Entry
                  entry={entry}
                  owner={known.find(each => each.id === entry.class_id)}
                  selected={selected.includes(entry.id)}
                  onShow={show}
                />
              </li>
            ))}
          </ul>
        )}
        {pages.hasNextPage ? (
          <Button
            variant="subtle"
            size="compact-sm"
            m="xs"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {messages.allObjects.more}
          </Button>
        ) : undefined}
      </div>
    </>
  );
}

function Entry({
  entry,
  owner,
  selected,
  onShow,
}: {
  readonly entry: ObjectEntry;
  readonly owner: { readonly name: string; readonly color: string } | undefined;
  readonly selected: boolean;
  readonly onShow: (id: string) => void;
}): JSX.Element {
  const { bounds } = entry;
  return (
    <button type="button" className={classes['entry']} aria-pressed={selected} onClick={() => onShow(entry.id)}>
      <span className={classes['swatch']} style={{ background: owner?.color ?? '#8a929e' }} />
      <span className={classes['name']}>{owner?.name ?? messages.allObjects.noClass}</span>
      {entry.error === true ? <Icon name="rejected" size={14} /> : undefined}
      {entry.error === false ? <Icon name="approved" size={14} /> : undefined}
      <span className={classes['place']}>
        {bounds === null
          ? entry.type
          : `${Math.round((bounds.minX + bounds.maxX) / 2)}, ${Math.round((bounds.minY + bounds.maxY) / 2)}`}
      </span>
    </button>
  );
}
