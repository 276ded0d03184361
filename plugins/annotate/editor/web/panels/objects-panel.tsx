import { ActionIcon, TextInput } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { JSX, KeyboardEvent, MouseEvent } from 'react';
import { useSnapshot } from 'valtio';
import { useKeyMap, useService } from '#core/kernel/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { FrameView } from '../frame/frame-view.ts';
import { useDocumentState, useOpen, useScene } from '../frame/use-controller.ts';
import { toolProblem } from '../kit/tool-limits.ts';
import { messages } from '../messages.ts';
import { ObjectLine } from './object-line.tsx';
import { objectRows } from './object-rows.ts';
import type { ObjectRow } from './object-rows.ts';
import classes from './panels.module.css';

const HEIGHT = 28;

/** All objects of the item. */
export default function ObjectsPanel(): JSX.Element {
  const { document, editor } = useOpen();
  const view = useService(FrameView);
  const { grouped } = useSnapshot(view.state);
  const { classes: known } = useDocumentState(document);
  const { scene } = document;
  const summary = useScene(document);
  const [filter, setFilter] = useState('');
  const scroller = useRef<HTMLDivElement>(null);
  const anchor = useRef<string | undefined>(undefined);
  // What objects say may be known only after their item is loaded.
  const titles = useSyncExternalStore(
    useCallback((listener: () => void) => editor?.onToolChange(listener) ?? (() => undefined), [editor]),
    () => editor?.titlesVersion,
  );
  const rows = useMemo(
    () =>
      objectRows(scene.instances, known, {
        filter,
        grouped,
        titleOf: editor?.titleOf?.bind(editor),
        order: editor?.order?.bind(editor),
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- scene and titles change in place; their versions say when
    [editor, scene, known, filter, grouped, titles, summary.instancesVersion],
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    overscan: 12,
  });
  const { one, many } = editor?.instanceWords ?? { one: 'object', many: 'objects' };
  const selection = scene.selection;
  const last = summary.selected.at(-1);

  // What is selected on the stage is shown in the list too.
  const reveal = useEffectEvent((id: string | undefined) => {
    const place = rows.findIndex(row => row.kind === 'object' && row.instance.id === id);
    if (place >= 0) virtualizer.scrollToIndex(place, { align: 'auto' });
  });
  useEffect(() => reveal(last), [last]);

  const objects = (): readonly Extract<ObjectRow, { kind: 'object' }>[] => rows.filter(row => row.kind === 'object');

  const click = (id: string, event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey) scene.toggleSelection([id]);
    else if (event.shiftKey && anchor.current !== undefined) scene.select(between(anchor.current, id));
    else if (editor === undefined) scene.select([id]);
    else editor.focusInstance(id);
    if (!event.shiftKey) anchor.current = id;
  };

  const between = (from: string, to: string): readonly string[] => {
    const ids = objects().map(row => row.instance.id);
    const [start, end] = [ids.indexOf(from), ids.indexOf(to)].toSorted((one, other) => one - other) as [number, number];
    return ids.slice(Math.max(0, start), end + 1);
  };

  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    event.stopPropagation();
    const ids = objects().map(row => row.instance.id);
    const place = last === undefined ? -1 : ids.indexOf(last);
    const next =
      ids[
        Math.min(
          ids.length - 1,
          Math.max(0, event.key === 'ArrowDown' ? place + 1 : place < 0 ? ids.length - 1 : place - 1),
        )
      ];
    if (next === undefined) return;
    if (event.shiftKey) scene.select([...selection, next]);
    else if (editor === undefined) scene.select([next]);
    else editor.focusInstance(next);
  };

  if (scene.instances.length === 0) return <Hint />;
  return (
    <>
      <div className={classes['bar']}>
        <TextInput
          aria-label={messages.objectsPanel.filterMany(many)}
          placeholder={messages.objectsPanel.filterCountName(
            scene.instances.length,
            scene.instances.length === 1 ? one : many,
          )}
          value={filter}
          leftSection={<Icon name="filter" size={14} />}
          onChange={event => setFilter(event.currentTarget.value)}
        />
        <Tooltip label={grouped ? messages.objectsPanel.oneList : messages.objectsPanel.groupByClass}>
          <ActionIcon
            aria-label={messages.objectsPanel.groupByClass}
            aria-pressed={grouped}
            variant={grouped ? 'light' : 'subtle'}
            onClick={() => view.set({ grouped: !grouped })}
          >
            <Icon name="classes" />
          </ActionIcon>
        </Tooltip>
      </div>
      <div
        ref={scroller}
        className={classes['scroll']}
        role="listbox"
        aria-label={many === 'objects' ? messages.objectsPanel.objects : many}
        aria-multiselectable
        tabIndex={0}
        onKeyDown={press}
        onMouseLeave={() => scene.setHover(undefined)}
      >
        {rows.length === 0 ? (
          <div className={classes['empty']}>{messages.objectsPanel.noOneMatchesFilter(one, filter)}</div>
        ) : (
          <div className={classes['body']} style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const row = rows[index]!;
              if (row.kind === 'group')
                return (
                  <div
                    key={`class ${row.classId}`}
                    className={classes['group']}
                    title={messages.objectsPanel.selectAllOfThem}
                    style={{ transform: `translateY(${start}px)` }}
                    onClick={() =>
                      scene.select(
                        rows
                          .slice(index + 1, index + 1 + row.count)
                          .flatMap(each => (each.kind === 'object' ? [each.instance.id] : [])),
                      )
                    }
                  >
                    {row.name}
                    <span className={classes['muted']}>{row.count}</span>
                  </div>
                );
              return (
                <ObjectLine
                  key={row.instance.id}
                  row={row}
                  start={start}
                  selected={selection.has(row.instance.id)}
                  onClick={event => click(row.instance.id, event)}
                />
              );
            })}
          </div>
        )}
      </div>
    </>
  );
}

function Hint(): JSX.Element {
  const { editor, document } = useOpen();
  const { readOnly, classes: known, activeClassId } = useDocumentState(document);
  const keys = useKeyMap();
  const tools =
    editor?.instanceWords !== undefined
      ? []
      : (editor?.tools ?? [])
          .slice(1)
          .filter(each => toolProblem(each, { classes: known, activeClassId }) === undefined)
          .slice(0, 2)
          .flatMap(({ id, title, command = '' }) =>
            keys
              .chords(command)
              .slice(0, 1)
              .map(chord => ({ id, title, chord })),
          );
  return (
    <div className={classes['empty']}>
      {messages.objectsPanel.noneYet(editor?.instanceWords?.many ?? 'objects')}
      {readOnly !== undefined ? undefined : editor?.emptyHint !== undefined ? (
        <>
          <br />
          {editor.emptyHint}
        </>
      ) : tools.length === 0 ? undefined : (
        <>
          <br />
          {messages.objectsPanel.pressKeys({
            keys: tools.map((tool, index) => (
              <span key={tool.id}>
                {index > 0 ? ', ' : ''}
                {messages.objectsPanel.keyForTool({
                  key: <b>{keys.shown(tool.chord)}</b>,
                  tool: tool.title.toLowerCase(),
                })}
              </span>
            )),
          })}
        </>
      )}
    </div>
  );
}
