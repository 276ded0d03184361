import { ActionIcon, Text } from '@mantine/core';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { JSX } from 'react';
import { Panel, useKeyMap, usePanels } from '#core/kernel/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import type { EditorDocument } from '../document/editor-document.ts';
import type { EditorController } from '../editor-controller.ts';
import type { Editor, EditorType } from '../kit/editor-type.ts';
import type { Stage } from '#plugins/annotate/stage/web/kit/index.ts';
import { messages } from '../messages.ts';
import { CommentPins } from './comment-pins.tsx';
import { HiddenChip } from './hidden-chip.tsx';
import { PictureChoices } from './picture-choices.tsx';
import { PictureView } from './picture-view.tsx';
import { useOpen } from './use-controller.ts';
import classes from './frame.module.css';

/** The place where the editor of the item's type draws. */
export function Canvas({
  controller,
  document,
  type,
}: {
  readonly controller: EditorController;
  readonly document: EditorDocument;
  readonly type: EditorType;
}): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const { editor, opened } = useOpen();
  const over = usePanels('editor.over');

  useEffect(() => {
    const opened = type.open(document, place.current!);
    controller.seat(opened);
    return () => {
      controller.seat(undefined);
      opened.dispose();
    };
  }, [controller, document, type]);

  return (
    <>
      <div className={classes['canvas']}>
        <div ref={place} className={classes['stage']} data-stage />
        {editor === undefined ? undefined : (
          <>
            {over.map(panel => (
              <Panel
                key={`${panel.plugin}.${panel.name}`}
                panel={panel}
                context={{ projectId: opened.project.id, itemId: opened.item.id }}
                fallback={undefined}
              />
            ))}
            <HiddenChip editor={editor} document={document} />
            {editor.Body === undefined ? undefined : <editor.Body />}
            <CommentPins editor={editor} document={document} />
            {editor.Options === undefined ? undefined : (
              <div className={classes['options']}>
                <editor.Options />
              </div>
            )}
            <PictureView editor={editor} look={document.opened.look} />
            {editor.stage === undefined ? undefined : (
              <ZoomBar editor={editor} stage={editor.stage} scope={`editor.${type.projectType}`} />
            )}
          </>
        )}
      </div>
      {editor?.Below === undefined ? undefined : <editor.Below />}
    </>
  );
}

function ZoomBar({
  editor,
  stage: { camera },
  scope,
}: {
  readonly editor: Editor;
  readonly stage: Stage;
  readonly scope: string;
}): JSX.Element {
  const keys = useKeyMap();
  const percent = useSyncExternalStore(editor.onView, () => Math.round(camera.zoom * 100));
  return (
    <div className={classes['zoom']} role="group" aria-label={messages.canvas.zoom}>
      <Tooltip label={messages.shared.zoomOut}>
        <ActionIcon size="sm" aria-label={messages.shared.zoomOut} onClick={() => camera.zoomTo(camera.zoom / 1.25)}>
          <Icon name="zoomOut" />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={keys.titled('100 %', `${scope}.zoom-whole`)}>
        <button type="button" className={classes['zoomValue']} onClick={() => camera.zoomTo(1)}>
          <Text size="sm">{percent} %</Text>
        </button>
      </Tooltip>
      <Tooltip label={messages.shared.zoomIn}>
        <ActionIcon size="sm" aria-label={messages.shared.zoomIn} onClick={() => camera.zoomTo(camera.zoom * 1.25)}>
          <Icon name="zoomIn" />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={keys.titled(messages.canvas.fit, `${scope}.fit`)}>
        <ActionIcon size="sm" aria-label={messages.canvas.fit} onClick={() => camera.fit()}>
          <Icon name="fit" />
        </ActionIcon>
      </Tooltip>
      <PictureChoices />
    </div>
  );
}
