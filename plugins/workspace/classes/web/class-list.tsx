import { ActionIcon, Button, Menu, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { downloadFile, Icon, ShortcutKey, toast, toastError, Tooltip } from '#core/ui/web/index.ts';
import type { AnnotationClass } from '../common/annotation-class.ts';
import { ClassType, classTypeNames } from '../common/annotation-class.ts';
import classes from './classes.module.css';
import { FromProject } from './from-project.tsx';
import { importedText } from './imported-text.ts';
import { ClassesClient, classesKey } from './kit/index.ts';

interface ClassListProps {
  readonly all: readonly AnnotationClass[];
  readonly selected: number | undefined;
  readonly edits: boolean;
  readonly projectId: number;
  readonly projectName: string;
  readonly onSelect: (id: number) => void;
  readonly onNew: () => void;
  readonly onChanged: () => Promise<void>;
}

/** Search, order by drag or Alt+arrows, the digit of the first nine, and files in and out. */
export function ClassList({
  all,
  selected,
  edits,
  projectId,
  projectName,
  onSelect,
  onNew,
  onChanged,
}: ClassListProps): JSX.Element {
  const { api } = useService(ClassesClient);
  const queries = useQueryClient();
  const [search, setSearch] = useState('');
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const [dropping, setDropping] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const found = all.filter(each => each.name.toLowerCase().includes(search.toLowerCase()));
  const sorts = edits && search === '';

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
  const press = (event: KeyboardEvent<HTMLButtonElement>, at: number): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    if (event.altKey && sorts) void move(found[at]!.id, at + step);
    else {
      const next = found[at + step];
      if (next === undefined) return;
      onSelect(next.id);
      (event.currentTarget.parentElement?.children[at + step] as HTMLElement | undefined)?.focus();
    }
  };
  const download = async (): Promise<void> => {
    try {
      downloadFile(
        `${projectName} classes.json`,
        await (await api.download({ params: { project_id: projectId } })).blob(),
      );
    } catch (error) {
      toastError(error);
    }
  };
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
  const reverse = async (): Promise<void> => {
    await api.reverse({ query: { project_id: projectId }, body: {} }).catch(toastError);
    await onChanged();
  };

  return (
    <section
      className={classes['side']}
      aria-label="Classes"
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
          aria-label="Search classes"
          placeholder="Search classes"
          data-search-box
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
        />
        {edits ? (
          <Tooltip label="New class">
            <Button onClick={onNew} leftSection={<Icon name="plus" size={14} />}>
              New
            </Button>
          </Tooltip>
        ) : undefined}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label="More">
              <Icon name="more" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Icon name="download" />} onClick={() => void download()}>
              Download classes.json
            </Menu.Item>
            {edits ? (
              <Menu.Item leftSection={<Icon name="upload" />} onClick={() => file.current?.click()}>
                Add from classes.json
              </Menu.Item>
            ) : undefined}
            {edits ? (
              <Menu.Item leftSection={<Icon name="copy" />} onClick={() => setChoosing(true)}>
                Add from another project
              </Menu.Item>
            ) : undefined}
            {edits ? (
              <Menu.Item
                leftSection={<Icon name="descending" />}
                disabled={all.length < 2}
                onClick={() => void reverse()}
              >
                Reverse the order
              </Menu.Item>
            ) : undefined}
          </Menu.Dropdown>
        </Menu>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label="Class file"
          onChange={event => {
            void upload(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </div>
      <div className={classes['list']} role="listbox" aria-label="Classes">
        {found.map((entry, at) => (
          <button
            key={entry.id}
            type="button"
            role="option"
            className={classes['row']}
            aria-selected={entry.id === selected}
            data-over={over === entry.id && dragged !== entry.id}
            draggable={sorts}
            onClick={() => onSelect(entry.id)}
            onKeyDown={event => press(event, at)}
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
            <span className={classes['swatch']} style={{ background: entry.color }} />
            <span className={classes['name']}>{entry.name}</span>
            {entry.type === ClassType.Object ? undefined : (
              <span className={classes['muted']}>{classTypeNames[entry.type]}</span>
            )}
            {search === '' && at < 9 ? <ShortcutKey chord={String(at + 1)} /> : undefined}
          </button>
        ))}
        {found.length === 0 && all.length > 0 ? (
          <Text c="var(--loupe-muted)" p="sm">
            No class matches.
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
