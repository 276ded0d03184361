import { Button, FileButton, Text } from '@mantine/core';
import { useState } from 'react';
import type { DragEvent, JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import classes from './drop-target.module.css';

interface Props {
  readonly icon: string;
  /** Kinds of files, in words. */
  readonly hint: string;
  /** Endings of files, as of an `input`. */
  readonly accept: string;
  readonly onFile: (file: File | null | undefined) => void;
}

/** A place that takes one file by drag and drop or by a button. */
export function DropTarget({ icon, hint, accept, onFile }: Props): JSX.Element {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
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
      <Text fw={500}>Drop a file here</Text>
      <Text size="sm" c="var(--loupe-muted)" ta="center">
        {hint}
      </Text>
      <FileButton accept={accept} onChange={onFile}>
        {props => (
          <Button {...props} mt={4} data-autofocus>
            Choose a file
          </Button>
        )}
      </FileButton>
    </div>
  );
}
