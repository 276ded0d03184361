import { ActionIcon } from '@mantine/core';
import type { JSX } from 'react';
import { useSyncExternalStore } from 'react';
import { subscribe, useSnapshot } from 'valtio';
import { useKeyMap } from '#core/kernel/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { BarSelect } from '#plugins/annotate/editor/web/kit/index.ts';
import type { TimelineEditor } from './timeline-editor.ts';
import { goToKey } from '../key-navigation.ts';
import { messages } from '../messages.ts';
import { keyScope } from '../video-keys.ts';
import type { SoundTrack } from '../sound/sound-track.ts';
import { ExtractButton } from './extract-button.tsx';
import { FrameField } from './frame-field.tsx';
import { speeds } from '../video-player.ts';
import { BackgroundProgress } from '../tracking/background-progress.tsx';
import type { BackgroundTracks } from '../tracking/background-tracks.ts';
import { TrackingProgress } from '../tracking/tracking-progress.tsx';
import { usePlayer, usePlayerState } from './use-player.ts';
import classes from './timeline.module.css';

/** Shows the controls for playing, and the actions on the selected tracks on the frame that is shown. */
export function TransportBar({ editor }: { readonly editor: TimelineEditor }): JSX.Element {
  const player = usePlayer(editor);
  const { playing, speed } = usePlayerState(editor);
  return (
    <div className={classes['bar']} role="toolbar" aria-label={messages.transportBar.playing}>
      <Action
        id="previous-key"
        title={messages.shared.previousKeyFrame}
        icon="left"
        onClick={() => goToKey(editor, -1)}
        text="◆"
      />
      <Action id="previous-frame" title={messages.shared.previousFrame} icon="left" onClick={() => player.step(-1)} />
      <Action
        id="play"
        title={playing ? messages.transportBar.pause : messages.transportBar.play}
        chord="Space"
        icon={playing ? 'pause' : 'play'}
        onClick={() => player.toggle()}
      />
      <Action id="next-frame" title={messages.shared.nextFrame} icon="right" onClick={() => player.step(1)} />
      <Action
        id="next-key"
        title={messages.shared.nextKeyFrame}
        icon="right"
        onClick={() => goToKey(editor, 1)}
        text="◆"
      />
      <FrameField editor={editor} />
      <BarSelect
        className={classes['speed']}
        aria-label={messages.transportBar.speed}
        value={String(speed)}
        data={speeds.map(each => ({ value: String(each), label: `${each}×` }))}
        onChange={value => player.setSpeed(Number(value))}
      />
      <MuteButton sound={editor.sound} />
      <TrackActions editor={editor} />
      <TrackingProgress run={editor.tracking} />
      {editor.tracking.background === undefined ? undefined : (
        <BackgroundProgress background={editor.tracking.background} />
      )}
      <span className={classes['grow']} />
      {editor.server === undefined ? undefined : <ExtractButton server={editor.server} editor={editor} />}
      <Tooltip label={messages.transportBar.zoomTheTimelineOut}>
        <ActionIcon
          size="sm"
          aria-label={messages.transportBar.zoomTheTimelineOut}
          onClick={() => editor.timeline.zoomAt(editor.timeline.xOf(player.state.frame), 1 / 1.5)}
        >
          <Icon name="zoomOut" size={14} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={messages.transportBar.zoomTheTimelineIn}>
        <ActionIcon
          size="sm"
          aria-label={messages.transportBar.zoomTheTimelineIn}
          onClick={() => editor.timeline.zoomAt(editor.timeline.xOf(player.state.frame), 1.5)}
        >
          <Icon name="zoomIn" size={14} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={messages.transportBar.showAllOfTheVideo}>
        <ActionIcon
          size="sm"
          aria-label={messages.transportBar.showAllOfTheVideo}
          onClick={() => editor.timeline.fit()}
        >
          <Icon name="fit" size={14} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

interface ActionProps {
  readonly id: string;
  readonly title: string;
  readonly icon: string;
  readonly chord?: string;
  readonly text?: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function Action({ id, title, icon, chord, text, disabled = false, onClick }: ActionProps): JSX.Element {
  const keys = useKeyMap();
  const label = chord === undefined ? keys.titled(title, `${keyScope}.${id}`) : `${title} · ${chord}`;
  const press = (target: HTMLElement): void => {
    onClick();
    // The space bar belongs to the player, not to the button pressed last.
    target.blur();
  };
  return (
    <Tooltip label={label}>
      <button
        type="button"
        className={classes['action']}
        aria-label={title}
        disabled={disabled}
        onClick={event => press(event.currentTarget)}
      >
        {text !== undefined && icon === 'right' ? <span className={classes['glyph']}>{text}</span> : undefined}
        <Icon name={icon} size={16} />
        {text !== undefined && icon !== 'right' ? <span className={classes['glyph']}>{text}</span> : undefined}
      </button>
    </Tooltip>
  );
}

function MuteButton({ sound }: { readonly sound: SoundTrack }): JSX.Element | undefined {
  const { phase, muted } = useSnapshot(sound.state);
  if (phase === 'none') return undefined;
  const label =
    phase === 'unplayable'
      ? messages.transportBar.thisBrowserCannotPlayTheSound
      : muted
        ? messages.transportBar.unmute
        : messages.transportBar.mute;
  return (
    <Tooltip label={label}>
      <button
        type="button"
        className={classes['action']}
        aria-label={label}
        aria-pressed={muted}
        disabled={phase === 'unplayable'}
        data-muted={muted || phase === 'unplayable'}
        onClick={event => {
          sound.setMuted(!muted);
          event.currentTarget.blur();
        }}
      >
        <Icon name="sound" size={16} />
      </button>
    </Tooltip>
  );
}

/** Actions of the buttons on the selected tracks; `least` is how many must be selected. */
const trackActions: readonly {
  readonly id: string;
  readonly title: string;
  readonly icon: string;
  readonly least: number;
  readonly perform: (editor: TimelineEditor) => void;
}[] = [
  {
    id: 'event',
    title: messages.transportBar.beginOrEndAnEvent,
    icon: 'clock',
    least: 0,
    perform: ({ tracks }) => tracks.markEvent(),
  },
  {
    id: 'toggle-key',
    title: messages.shared.keyFrame,
    icon: 'point',
    least: 1,
    perform: ({ tracks }) => tracks.toggleKey(),
  },
  {
    id: 'outside',
    title: messages.transportBar.outsideFromHereOn,
    icon: 'hidden',
    least: 1,
    perform: ({ tracks }) => tracks.toggleOutside(),
  },
  {
    id: 'occluded',
    title: messages.transportBar.occluded,
    icon: 'subtract',
    least: 1,
    perform: ({ tracks }) => tracks.toggleOccluded(),
  },
  {
    id: 'track',
    title: messages.transportBar.trackTheObject,
    icon: 'workflow',
    least: 1,
    perform: editor => editor.trackSelection(),
  },
  {
    id: 'track-in-background',
    title: messages.transportBar.trackInBackground,
    icon: 'send',
    least: 1,
    perform: ({ tracking, tracks }) => void tracking.background?.begin(tracks.tracks),
  },
  {
    id: 'split',
    title: messages.shared.splitHere,
    icon: 'scissors',
    least: 1,
    perform: ({ tracks }) => tracks.split(),
  },
  { id: 'merge', title: messages.shared.mergeTracks, icon: 'union', least: 2, perform: ({ tracks }) => tracks.merge() },
  {
    id: 'delete-from-here',
    title: messages.shared.deleteFromHereOn,
    icon: 'trash',
    least: 1,
    perform: ({ tracks }) => tracks.deleteFromHere(),
  },
];

function TrackActions({ editor }: { readonly editor: TimelineEditor }): JSX.Element | undefined {
  const { session } = editor;
  const selected = useSyncExternalStore(
    listener => session.scene.onChange(listener),
    () => session.scene.selection.size,
  );
  const readOnly = useSyncExternalStore(
    listener => session.subscribe(listener),
    () => session.readOnly,
  );
  const tracker = useTrackerName(editor.tracking.background);
  if (readOnly) return undefined;
  return (
    <span className={classes['actions']} role="group" aria-label={messages.transportBar.selectedTracks}>
      {trackActions
        .filter(({ id }) => id !== 'track-in-background' || editor.tracking.background !== undefined)
        .map(({ id, title, icon, least, perform }) => (
          <Action
            key={id}
            id={id}
            title={
              id === 'track-in-background' && tracker !== undefined
                ? messages.transportBar.trackInBackgroundWith(tracker)
                : title
            }
            icon={icon}
            disabled={selected < least}
            onClick={() => {
              perform(editor);
              editor.stage.requestOverlay();
            }}
          />
        ))}
    </span>
  );
}

/** The tracker that an operator connected; undefined for that of the product. */
function useTrackerName(background: BackgroundTracks | undefined): string | undefined {
  return useSyncExternalStore(
    listener => (background === undefined ? () => undefined : subscribe(background.state, listener)),
    () => background?.state.tracker,
  );
}
