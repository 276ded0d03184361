import { ActionIcon } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { FileCard } from './file-card.tsx';
import type { PreviewedEditor } from './preview-controls.ts';
import classes from '../classification.module.css';
import { messages } from '../messages.ts';

const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** Sound or moving pictures, played by the browser; the keyboard plays, seeks and changes the speed. */
export function MediaPreview({ editor }: { readonly editor: PreviewedEditor }): JSX.Element {
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const [failed, setFailed] = useState(false);
  const [speed, setSpeed] = useState(1);
  useEffect(() => {
    if (player.current !== null) player.current.playbackRate = speed;
  }, [speed]);
  useEffect(
    () =>
      editor.control({
        play: () => {
          const { current } = player;
          if (current === null) return;
          if (current.paused) void current.play().catch(() => setFailed(true));
          else current.pause();
        },
        seek: seconds => {
          if (player.current !== null) player.current.currentTime = Math.max(0, player.current.currentTime + seconds);
        },
        speed: faster =>
          setSpeed(now => (faster ? speeds.find(each => each > now) : speeds.findLast(each => each < now)) ?? now),
      }),
    [editor],
  );
  if (failed)
    return (
      <FileCard
        editor={editor}
        reason={messages.mediaPreview.thisBrowserCannotPlayIt}
        onRetry={() => setFailed(false)}
      />
    );
  const Player = editor.kind === 'audio' ? 'audio' : 'video';
  return (
    <div className={classes['media']} data-preview={editor.kind}>
      {editor.kind === 'audio' ? <Icon name="activity" size={64} /> : undefined}
      <Player
        ref={player}
        className={classes[editor.kind]}
        src={editor.item.url}
        controls
        controlsList="nodownload"
        preload="metadata"
        tabIndex={-1}
        aria-label={editor.item.name}
        onError={() => setFailed(true)}
        onLoadedMetadata={({ currentTarget: { duration, videoWidth, videoHeight } }) =>
          editor.learned({
            ...(Number.isFinite(duration) ? { duration: Math.round(duration * 1_000_000) } : {}),
            ...(videoWidth > 0 ? { width: videoWidth, height: videoHeight } : {}),
          })
        }
      />
      <div className={classes['mediaBar']} role="group" aria-label={messages.mediaPreview.speed}>
        <Tooltip label={messages.mediaPreview.slower}>
          <ActionIcon
            size="sm"
            aria-label={messages.shared.slower}
            disabled={speed === speeds[0]}
            onClick={() => setSpeed(now => speeds.findLast(each => each < now) ?? now)}
          >
            <Icon name="minus" size={14} />
          </ActionIcon>
        </Tooltip>
        <span className={classes['figures']}>{speed}×</span>
        <Tooltip label={messages.mediaPreview.faster}>
          <ActionIcon
            size="sm"
            aria-label={messages.shared.faster}
            disabled={speed === speeds.at(-1)}
            onClick={() => setSpeed(now => speeds.find(each => each > now) ?? now)}
          >
            <Icon name="plus" size={14} />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  );
}
