import { ActionIcon, Menu } from '@mantine/core';
import { useRef } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { downloadFile, Icon, toastError } from '#core/ui/web/index.ts';
import { ClassesClient } from './kit/classes-client.ts';
import { messages } from './messages.ts';

interface ClassListMenuProps {
  readonly projectId: number;
  readonly projectName: string;
  readonly edits: boolean;
  readonly canReverse: boolean;
  readonly onFile: (file: File | undefined) => void;
  readonly onFromProject: () => void;
  readonly onChanged: () => Promise<void>;
}

/** Lists the actions on the entire list of classes: files in and out, another project's classes, the order. */
export function ClassListMenu({
  projectId,
  projectName,
  edits,
  canReverse,
  onFile,
  onFromProject,
  onChanged,
}: ClassListMenuProps): JSX.Element {
  const { api } = useService(ClassesClient);
  const file = useRef<HTMLInputElement>(null);
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
  const reverse = async (): Promise<void> => {
    await api.reverse({ query: { project_id: projectId }, body: {} }).catch(toastError);
    await onChanged();
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={messages.classListMenu.more}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="download" />} onClick={() => void download()}>
            {messages.classListMenu.downloadClasses}
          </Menu.Item>
          {edits ? (
            <Menu.Item leftSection={<Icon name="upload" />} onClick={() => file.current?.click()}>
              {messages.classListMenu.addFromClasses}
            </Menu.Item>
          ) : undefined}
          {edits ? (
            <Menu.Item leftSection={<Icon name="copy" />} onClick={() => onFromProject()}>
              {messages.classListMenu.copyFromAnotherProject}
            </Menu.Item>
          ) : undefined}
          {edits ? (
            <Menu.Item leftSection={<Icon name="descending" />} disabled={!canReverse} onClick={() => void reverse()}>
              {messages.classListMenu.reverseOrder}
            </Menu.Item>
          ) : undefined}
        </Menu.Dropdown>
      </Menu>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={messages.classListMenu.classFile}
        onChange={event => {
          onFile(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
