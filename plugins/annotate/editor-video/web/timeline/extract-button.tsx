import { ActionIcon } from '@mantine/core';
import type { JSX } from 'react';
import { useState } from 'react';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { ExtractDialog } from '../server/extract-dialog.tsx';
import type { VideoServer } from '../server/video-server.ts';
import type { TimelineEditor } from './timeline-editor.ts';
import { usePlayer } from './use-player.ts';

/** Opens the dialog that adds frames to a project of images; nothing for sound alone. */
export function ExtractButton({
  server,
  editor,
}: {
  readonly server: VideoServer;
  readonly editor: TimelineEditor;
}): JSX.Element | undefined {
  const [open, setOpen] = useState(false);
  usePlayer(editor);
  if (editor.pictures.soundOnly) return undefined;
  return (
    <>
      <Tooltip label={messages.transportBar.framesToImages}>
        <ActionIcon size="sm" aria-label={messages.transportBar.framesToImages} onClick={() => setOpen(true)}>
          <Icon name="image" size={14} />
        </ActionIcon>
      </Tooltip>
      {open ? <ExtractDialog server={server} onClose={() => setOpen(false)} /> : undefined}
    </>
  );
}
