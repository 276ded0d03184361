import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { useCallback, useEffect, useRef } from 'react';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import type { EditorDocument } from '../document/editor-document.ts';
import type { EditorDesk } from '../editor-desk.ts';
import type { Editor, EditorType } from '../kit/editor-type.ts';
import { CommentPins } from './comment-pins.tsx';
import { useChanges, useOpen } from './use-desk.ts';
import classes from './frame.module.css';

/** The place where the editor of the item's type draws. */
export function Canvas({ desk, document, type }: { readonly desk: EditorDesk; readonly document: EditorDocument; readonly type: EditorType }): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const { editor } = useOpen();

  useEffect(() => {
    const opened = type.open(document, place.current!);
    desk.seat(opened);
    return () => {
      desk.seat(undefined);
      opened.dispose();
    };
  }, [desk, document, type]);

  return (
    <div className={classes['canvas']}>
      <div ref={place} className={classes['stage']} data-stage />
      {editor === undefined ? undefined : <><CommentPins editor={editor} document={document} /><ZoomBar editor={editor} /></>}
    </div>
  );
}

function ZoomBar({ editor }: { readonly editor: Editor }): JSX.Element {
  useChanges(useCallback((listener: () => void) => editor.onView(listener), [editor]));
  return (
    <div className={classes['zoom']} role="group" aria-label="Zoom">
      <Tooltip label="Zoom out"><ActionIcon size="sm" aria-label="Zoom out" onClick={() => editor.zoomTo(editor.zoom / 1.25)}><Icon name="zoomOut" /></ActionIcon></Tooltip>
      <Tooltip label="100 % · Shift+0"><button type="button" className={classes['zoomValue']} onClick={() => editor.zoomTo(1)}><Text size="sm">{Math.round(editor.zoom * 100)} %</Text></button></Tooltip>
      <Tooltip label="Zoom in"><ActionIcon size="sm" aria-label="Zoom in" onClick={() => editor.zoomTo(editor.zoom * 1.25)}><Icon name="zoomIn" /></ActionIcon></Tooltip>
      <Tooltip label="Fit · Home"><ActionIcon size="sm" aria-label="Fit" onClick={() => editor.fit()}><Icon name="fit" /></ActionIcon></Tooltip>
    </div>
  );
}
