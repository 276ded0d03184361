import { Button, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { Icon, RowCheck, Segments, ShortcutKey, toast, toastError, Tooltip } from '#core/ui/web/index.ts';
import type { AnnotationClass } from '../common/annotation-class.ts';
import { ClassType, classTypeNames } from '../common/annotation-class.ts';
import type { ClassUses } from '../common/api.ts';
import { ClassListMenu } from './class-list-menu.tsx';
import classes from './classes.module.css';
import { FromProject } from './from-project.tsx';
import { importedText } from './imported-text.ts';
import { ClassesClient } from './kit/classes-client.ts';
import { classesKey } from './kit/use-classes.ts';
import { messages } from './messages.ts';
import { objectsText } from './uses-text.ts';

interface ClassListProps {
  readonly all: readonly AnnotationClass[];
  readonly selected: number | undefined;
  readonly edits: boolean;
  readonly projectId: number;
  readonly projectName: string;
  readonly onSelect: (id: number) => void;
  readonly onNew: () => void;
  /** Undefined while they are not counted, or for people who cannot ask. */
  readonly uses: ReadonlyMap<number, ClassUses> | undefined;
  /** Classes chosen for merging and deleting. */
  readonly checked: readonly number[];
  readonly onCheck: (ids: readonly number[]) => void;
  readonly onChanged: () => Promise<void>;
}

/**
 * Search, use counts, order by drag or Alt+arrows, choice by box, Space or Ctrl+click, and the digit of the first nine.
 */
export function ClassList({
  all,
  selected,
  edits,
  projectId,
  projectName,
  onSelect,
  onNew,
  uses,
  checked,
  onCheck,
  onChanged,
}: ClassListProps): JSX.Element {
  const { api } = useService(ClassesClient);
  const queries = useQueryClient();
  const [search, setSearch] = useState('');
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const [dropping, setDropping] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [shown, setShown] = useState<'all' | 'unused'>('all');
  const found = all.filter(
    each => each.name.toLowerCase().includes(search.toLowerCase()) && (shown === 'all' || uses?.has(each.id) !== true),
  );
  const sorts = edits && search === '' && shown === 'all';

  const move = async (id: number, to: number): Promise<void> => {
    const ids = all.map(each => each.id).filter(each => each !== id);
    ids.splice(Math.max(0, Math.min(to, ids.length)), 0, id);
    queries.setQueryData(
      classesKey(projectId),
      ids.map(each => all.find(entry => entry.id === each)!),
    );
    try {
      await api.reorder({ query: { project_id: projectId }, body: { ids } });
    } catch (error) {
      toastError(error);
    }
    await onChanged();
  };
  const check = (id: number): void =>
    onCheck(checked.includes(id) ? checked.filter(each => each !== id) : [...checked, id]);
  const take = async (list: unknown): Promise<void> => {
    const { created, skipped } = await api.importFile({ params: { project_id: projectId }, body: list });
    await onChanged();
    toast(importedText(created.length, skipped), { tone: 'success' });
  };
  const upload = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    try {
      await take(parseFile(await chosen.text()));
    } catch (error) {
      toastError(error);
    }
  };
  const press = (event: KeyboardEvent<HTMLElement>, entry: AnnotationClass, at: number): void => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (event.key === ' ' && edits) check(entry.id);
      else onSelect(entry.id);
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    if (event.altKey && sorts) return void move(entry.id, at + step);
    const next = found[at + step];
    if (next === undefined) return;
    onSelect(next.id);
    (event.currentTarget.parentElement?.children[at + step] as HTMLElement | undefined)?.focus();
  };

  return (
    <section
      className={classes['side']}
      aria-label={messages.shared.classes}
      data-dropping={dropping}
      onDragOver={event => {
        if (edits && event.dataTransfer.types.includes('Files')) {
          event.preventDefault();
          setDropping(true);
        }
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={event => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        setDropping(false);
        if (edits) void upload(event.dataTransfer.files[0]);
      }}
    >
      <div className={classes['bar']}>
        <TextInput
          className={classes['grow']!}
          aria-label={messages.classList.searchClasses}
          placeholder={messages.classList.searchClasses}
          data-search-box
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
        />
        {edits ? (
          <Tooltip label={messages.shared.newClass}>
            <Button onClick={onNew} leftSection={<Icon name="plus" size={14} />}>
              {messages.classList.new}
            </Button>
          </Tooltip>
        ) : undefined}
        <ClassListMenu
          projectId={projectId}
          projectName={projectName}
          edits={edits}
          canReverse={all.length > 1}
          onFile={chosen => void upload(chosen)}
          onFromProject={() => setChoosing(true)}
          onChanged={onChanged}
        />
      </div>
      {edits && uses !== undefined && all.length > 0 ? (
        <div className={classes['filter']}>
          <Segments
            aria-label={messages.classList.classesShown}
            value={shown}
            onChange={value => setShown(value)}
            data={[
              { value: 'all', label: messages.classList.allCount(all.length) },
              { value: 'unused', label: messages.classList.unusedCount(all.filter(each => !uses.has(each.id)).length) },
            ]}
          />
        </div>
      ) : undefined}
      <div className={classes['list']} role="listbox" aria-label={messages.shared.classes}>
        {found.map((entry, at) => (
          <div
            key={entry.id}
            role="option"
            tabIndex={0}
            className={classes['row']}
            aria-selected={entry.id === selected}
            {...(edits ? { 'aria-checked': checked.includes(entry.id) } : {})}
            data-choosing={checked.length > 0}
            data-over={over === entry.id && dragged !== entry.id}
            draggable={sorts}
            onClick={event => {
              const isCheck = (event.target as HTMLElement).closest('[data-check]') !== null;
              if (edits && (isCheck || event.ctrlKey || event.metaKey)) check(entry.id);
              else onSelect(entry.id);
            }}
            onKeyDown={event => press(event, entry, at)}
            onDragStart={() => setDragged(entry.id)}
            onDragEnd={() => {
              setDragged(undefined);
              setOver(undefined);
            }}
            onDragOver={event => {
              event.preventDefault();
              setOver(entry.id);
            }}
            onDrop={() => {
              if (dragged !== undefined && dragged !== entry.id) void move(dragged, at);
            }}
          >
            <span className={classes['grip']}>{sorts ? <Icon name="grip" size={14} /> : undefined}</span>
            {edits ? (
              <span className={classes['check']} data-check>
                <span inert>
                  <RowCheck checked={checked.includes(entry.id)} />
                </span>
              </span>
            ) : undefined}
            <span className={classes['swatch']} style={{ background: entry.color }} />
            <span className={classes['name']}>{entry.name}</span>
            {entry.type === ClassType.Object ? undefined : (
              <span className={classes['muted']}>{classTypeNames[entry.type]}</span>
            )}
            {uses === undefined ? undefined : (
              <span className={classes['muted']} aria-label={objectsText(uses.get(entry.id)?.objects ?? 0)}>
                {(uses.get(entry.id)?.objects ?? 0).toLocaleString('en')}
              </span>
            )}
            {search === '' && shown === 'all' && at < 9 ? <ShortcutKey chord={String(at + 1)} /> : undefined}
          </div>
        ))}
        {found.length === 0 && all.length > 0 ? (
          <Text c="var(--loupe-muted)" p="sm">
            {shown === 'unused' && search === ''
              ? messages.classList.everyClassIsUsed
              : messages.classList.noClassMatches}
          </Text>
        ) : undefined}
      </div>
      <FromProject opened={choosing} onClose={() => setChoosing(false)} projectId={projectId} onChoose={take} />
    </section>
  );
}

function parseFile(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Error('We couldn’t import the classes: the file is not JSON. Check the file.');
  }
}
