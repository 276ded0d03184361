import { ActionIcon, Menu, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { Icon, RowMenu, toast, Tooltip } from '#core/ui/web/index.ts';
import type { AppFiles } from '../../common/app.ts';
import { appFiles, MANIFEST_FILE } from '../../common/app.ts';
import classes from '../custom-apps.module.css';
import { messages } from '../messages.ts';
import type { AppDraft } from './app-draft.ts';

interface FileTreeProps {
  readonly draft: AppDraft;
  readonly files: AppFiles;
  readonly shown: string | undefined;
  /** Files in which something is wrong. */
  readonly wrong: ReadonlySet<string>;
}

/** The file whose path is being typed: a new one, or one that is there. */
interface Naming {
  readonly from: string | undefined;
  readonly path: string;
}

/** The files of an app by folder. Arrow keys go up and down, F2 renames, Delete deletes. */
export function FileTree({ draft, files, shown, wrong }: FileTreeProps): JSX.Element {
  const [naming, setNaming] = useState<Naming>();
  const paths = Object.keys(files).toSorted(
    (one, other) => folderOf(one).localeCompare(folderOf(other)) || one.localeCompare(other),
  );
  const problem = naming === undefined || naming.path === '' ? undefined : pathProblem(files, naming);

  const name = (): void => {
    if (naming === undefined) return;
    const path = naming.path.trim();
    if (path !== '' && pathProblem(files, naming) === undefined) {
      if (naming.from === undefined) draft.write(path, '');
      else if (naming.from !== path) draft.rename(naming.from, path);
      draft.show(path);
    }
    setNaming(undefined);
  };
  const remove = (path: string): void => {
    const text = files[path] ?? '';
    draft.remove(path);
    toast(messages.fileTree.pathIsDeleted(path), {
      undo: () => {
        draft.write(path, text);
        draft.show(path);
      },
    });
  };
  const press = (event: KeyboardEvent<HTMLElement>, path: string): void => {
    if (event.key === 'F2') setNaming({ from: path, path });
    else if (event.key === 'Delete') remove(path);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const all = [...event.currentTarget.closest('ul')!.querySelectorAll<HTMLElement>('[data-file]')];
      all[all.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    } else return;
    event.preventDefault();
  };
  const field =
    naming === undefined ? undefined : (
      <TextInput
        aria-label={
          naming.from === undefined ? messages.fileTree.pathOfTheNewFile : messages.fileTree.newPathOfFrom(naming.from)
        }
        placeholder="parts/list.tsx"
        autoFocus
        value={naming.path}
        error={problem}
        onBlur={name}
        onChange={event => setNaming({ ...naming, path: event.currentTarget.value })}
        onKeyDown={event => {
          if (event.key === 'Enter') name();
          else if (event.key === 'Escape') setNaming(undefined);
        }}
      />
    );
  return (
    <nav className={classes['tree']} aria-label={messages.fileTree.files}>
      <div className={classes['treeHead']}>
        <span>{messages.fileTree.files}</span>
        <Tooltip label={messages.fileTree.newFile}>
          <ActionIcon aria-label={messages.fileTree.newFile} onClick={() => setNaming({ from: undefined, path: '' })}>
            <Icon name="plus" size={14} />
          </ActionIcon>
        </Tooltip>
      </div>
      {naming !== undefined && naming.from === undefined ? field : undefined}
      <ul>
        {paths.map((path, at) => {
          const folder = folderOf(path);
          const first = folder !== '' && folderOf(paths[at - 1] ?? '') !== folder;
          return (
            <li key={path}>
              {first ? (
                <span className={classes['folder']}>
                  <Icon name="folder" size={13} />
                  {folder}
                </span>
              ) : undefined}
              {naming?.from === path ? (
                field
              ) : (
                <div className={classes['fileRow']} aria-current={path === shown}>
                  <button
                    type="button"
                    data-file
                    data-deep={folder !== ''}
                    data-wrong={wrong.has(path)}
                    onClick={() => draft.show(path)}
                    onKeyDown={event => press(event, path)}
                    title={wrong.has(path) ? messages.fileTree.pathHasErrors(path) : path}
                  >
                    {path.slice(folder.length === 0 ? 0 : folder.length + 1)}
                  </button>
                  <RowMenu of={path}>
                    <Menu.Item leftSection={<Icon name="edit" />} onClick={() => setNaming({ from: path, path })}>
                      {messages.fileTree.rename}
                    </Menu.Item>
                    <Menu.Item
                      leftSection={<Icon name="trash" />}
                      c="var(--loupe-danger)"
                      disabled={path === MANIFEST_FILE}
                      onClick={() => remove(path)}
                    >
                      {messages.shared.delete}
                    </Menu.Item>
                  </RowMenu>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function pathProblem(files: AppFiles, { from, path }: Naming): string | undefined {
  const text = path.trim();
  if (text !== from && Object.hasOwn(files, text)) return messages.fileTree.thisFileIsThereAlready;
  return appFiles.safeParse({ [text]: '' }).success ? undefined : messages.fileTree.pathSuchAsPartsList;
}
