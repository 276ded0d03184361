import { ActionIcon, Alert, Button, Text, TextInput } from '@mantine/core';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { JSX, ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { JobProgress, useCan, useJob, useKeyMap } from '#core/kernel/web/index.ts';
import { Icon, Segments, toastError, Tooltip } from '#core/ui/web/index.ts';
import type { PyramidView } from '#plugins/annotate/tiles/common/index.ts';
import { scaleBar } from '../common/scale-bar.ts';
import { LargeNotice } from './large/large-notice.tsx';
import { messages } from './messages.ts';
import { isUnreadable } from './pyramid-session.ts';
import type { TiledEditor } from './tiled-editor.ts';
import { keyScope } from './tiled-keys.ts';
import classes from './tiled.module.css';

/** CSS pixels of the longest scale bar. */
const LONGEST_BAR = 140;

/** Options over the stage: the choices of the tools, the way around a large image, and how far its tiles are. */
export function TiledOptions({
  editor,
  children,
}: {
  readonly editor: TiledEditor;
  readonly children?: ReactNode;
}): JSX.Element {
  const { goingTo } = useSnapshot(editor.state);
  return (
    <>
      {children}
      <CuttingNotice editor={editor} />
      {editor.loader === undefined ? undefined : <LargeNotice loader={editor.loader} />}
      {goingTo ? <GoTo editor={editor} /> : undefined}
      <Bearings editor={editor} />
    </>
  );
}

/** Scale bar, coordinates under the pointer, and the cells that were seen. */
function Bearings({ editor }: { readonly editor: TiledEditor }): JSX.Element {
  const keys = useKeyMap();
  // The file may give its place on the earth only once it is opened.
  useSnapshot(editor.pyramid.state);
  const { shown, seen, total } = useSnapshot(editor.walk.state);
  const zoom = useSyncExternalStore(editor.onView, () => editor.stage.camera.zoom);
  const { metresPerPixel } = editor.units;
  const bar = scaleBar(metresPerPixel === undefined ? zoom : zoom / metresPerPixel, LONGEST_BAR);
  const length = editor.units.length(metresPerPixel === undefined ? bar.length : bar.length / metresPerPixel);
  return (
    <div className={classes['bearings']} role="group" aria-label={messages.tiledOptions.placeInTheImage}>
      <span
        className={classes['scale']}
        style={{ width: bar.width }}
        aria-label={messages.tiledOptions.scaleLength(length)}
      >
        {length}
      </span>
      <Coordinates editor={editor} />
      <Tooltip label={keys.titled(messages.shared.goToCoordinates, `${keyScope}.go-to`)}>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={messages.shared.goToCoordinates}
          onClick={() => editor.goTo()}
        >
          <Icon name="search" size={14} />
        </ActionIcon>
      </Tooltip>
      <span className={classes['rule']} />
      <Tooltip label={keys.titled(messages.tiledOptions.whichCellsWereSeen, `${keyScope}.seen-cells`)}>
        <ActionIcon
          size="sm"
          variant={shown ? 'light' : 'subtle'}
          color={shown ? 'loupe' : 'gray'}
          aria-label={messages.tiledOptions.whichCellsWereSeen}
          aria-pressed={shown}
          onClick={() => editor.toggleSeen()}
        >
          <Icon name="grid" size={14} />
        </ActionIcon>
      </Tooltip>
      <span className={classes['figures']}>{messages.tiledOptions.seenOfTotalCellsSeen(seen, total)}</span>
      <Tooltip label={keys.titled(messages.shared.nextCellNotSeenYet, `${keyScope}.next-cell`)}>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={messages.shared.nextCellNotSeenYet}
          onClick={() => editor.nextCell()}
        >
          <Icon name="right" size={14} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

/** The place under the pointer, or in the middle of the view, in pixels and on the ground. */
function Coordinates({ editor }: { readonly editor: TiledEditor }): JSX.Element {
  const place = useSyncExternalStore(
    useCallback(
      (listener: () => void) => {
        const { surface } = editor.stage;
        surface.addEventListener('pointermove', listener);
        const stop = editor.onView(listener);
        return () => {
          surface.removeEventListener('pointermove', listener);
          stop();
        };
      },
      [editor],
    ),
    () => {
      const { x, y } = editor.commentAt();
      return `${Math.floor(x)}, ${Math.floor(y)}`;
    },
  );
  const [x, y] = place.split(', ').map(Number);
  const ground = editor.units.ground(x!, y!);
  return (
    <span className={classes['figures']} data-coordinates>
      {messages.tiledOptions.placePx(place, ground === undefined ? '' : ` · ${ground}`)}
    </span>
  );
}

function GoTo({ editor }: { readonly editor: TiledEditor }): JSX.Element {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [onMap, setOnMap] = useState(false);
  const { system } = editor.units;
  const { width, height } = editor.stage.camera.item;
  const example = onMap
    ? editor.units.ground(width / 2, height / 2)!.replace(` ${system}`, '')
    : `${Math.round(width / 2)}, ${Math.round(height / 2)}`;
  return (
    <form
      className={classes['goTo']}
      onSubmit={event => {
        event.preventDefault();
        if (editor.showPlace(text, onMap)) editor.closeGoTo();
        else setError(messages.tiledOptions.writeAPlaceOnTheImage(example));
      }}
    >
      {system === undefined ? undefined : (
        <Segments
          fullWidth
          aria-label={messages.tiledOptions.coordinates}
          value={onMap ? 'ground' : 'pixels'}
          onChange={value => {
            setOnMap(value === 'ground');
            setError(undefined);
          }}
          data={[
            { value: 'pixels', label: messages.tiledOptions.pixels },
            { value: 'ground', label: system === '' ? messages.tiledOptions.ground : system },
          ]}
        />
      )}
      <TextInput
        label={messages.shared.goToCoordinates}
        description={onMap ? messages.tiledOptions.onMap : messages.tiledOptions.inPixels}
        placeholder={example}
        value={text}
        error={error}
        data-autofocus
        autoFocus
        onChange={event => {
          setText(event.currentTarget.value);
          setError(undefined);
        }}
        onKeyDown={event => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          editor.closeGoTo();
        }}
      />
      <Button type="submit" size="xs">
        {messages.tiledOptions.go}
      </Button>
    </form>
  );
}

function CuttingNotice({ editor }: { readonly editor: TiledEditor }): JSX.Element | undefined {
  const pyramid = useSnapshot(editor.pyramid.state).pyramid as PyramidView | undefined;
  const job = useJob(pyramid?.job_id ?? undefined);
  const mayCut = useCan('UploadItem');
  // The end of the job is news of the pyramid.
  const ended = job?.state === 'COMPLETED' || job?.state === 'FAILED';
  useEffect(() => {
    if (ended) void editor.pyramid.refresh();
  }, [ended, editor]);
  if (pyramid === undefined || isUnreadable(pyramid)) return undefined;
  switch (pyramid.state) {
    case 'waiting':
    case 'cutting':
      return (
        <div className={classes['notice']} role="region" aria-label={messages.tiledOptions.cuttingIntoTiles}>
          <Text size="sm" fw={600}>
            {messages.tiledOptions.imageIsBeingCutIntoTiles}
          </Text>
          <Text size="xs" c="var(--loupe-muted)">
            {messages.tiledOptions.youCanWork}
          </Text>
          <JobProgress job={job} />
        </div>
      );
    case 'failed':
      return (
        <Alert className={classes['notice']!} color="red" role="alert" title={messages.tiledOptions.imageCouldNotBeCut}>
          <Text size="sm">{pyramid.error}</Text>
          {mayCut ? (
            <Button mt="xs" size="compact-sm" onClick={() => void editor.pyramid.again().catch(toastError)}>
              {messages.tiledOptions.cutItAgain}
            </Button>
          ) : undefined}
        </Alert>
      );
    default:
      return undefined;
  }
}
