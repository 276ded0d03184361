import { Button, FileButton, Text } from '@mantine/core';
import { useState } from 'react';
import type { DragEvent, JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import classes from './drop-target.module.css';

interface Props {
  readonly icon: string;
  /** Kinds of files, in words. */
  readonly hint: string;
  /** Endings of files, as of an `input`; any file when absent. */
  readonly accept?: string;
  /** Several files can be chosen at once. */
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A place that takes files by drag and drop or by a button. */
export function DropTarget({ icon, hint, accept, multiple = false, onFiles }: Props): JSX.Element {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    const files = [...event.dataTransfer.files];
    onFiles(multiple ? files : files.slice(0, 1));
  };
  return (
    <div
      className={classes['drop']}
      data-over={isOver}
      onDragOver={event => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name={icon} size={28} />
      <Text fw={500}>{multiple ? messages.dropTarget.dropFilesHere : messages.dropTarget.dropAFileHere}</Text>
      <Text size="sm" c="var(--loupe-muted)" ta="center">
        {hint}
      </Text>
      <FileButton
        {...(accept === undefined ? {} : { accept })}
        multiple={multiple}
        onChange={(chosen: File | null | File[]) => onFiles(chosen === null ? [] : [chosen].flat())}
      >
        {props => (
          <Button {...props} mt={4} data-autofocus>
            {multiple ? messages.dropTarget.chooseFiles : messages.dropTarget.chooseAFile}
          </Button>
        )}
      </FileButton>
    </div>
  );
}
