import { ActionIcon, Button, Group } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useKeyMap } from '#core/kernel/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { useSessionScene } from '#plugins/annotate/editor/web/kit/index.ts';
import { isTrack } from '../../common/tracks/cloud-track.ts';
import { isKeyAt, segmentAt } from '../../common/tracks/interpolate.ts';
import type { CloudEditor } from '../cloud-editor.ts';
import { keyScope } from '../cloud-keys.ts';
import { messages } from '../messages.ts';
import classes from './cloud.module.css';

/** The frames of a sequence, and the key frames of the selected object. */
export function SequenceBar({ editor }: { readonly editor: CloudEditor }): JSX.Element | undefined {
  const { frame, frames, playing, batch } = useSnapshot(editor.state);
  const { scene, readOnly } = editor.session;
  const keys = useKeyMap();
  useSessionScene(editor.session);
  if (frames < 2) return undefined;
  const [selected] = scene.selected;
  const track = scene.selected.length === 1 && selected !== undefined && isTrack(selected) ? selected : undefined;
  const { actions } = editor;
  const step = (label: string, command: string, icon: string, run: () => void): JSX.Element => (
    <Tooltip label={keys.titled(label, `${keyScope}.${command}`)}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={run}>
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
  const edit = (label: string, command: string, run: () => void): JSX.Element => (
    <Tooltip label={keys.titled(label, `${keyScope}.${command}`)}>
      <Button size="compact-xs" variant="default" disabled={readOnly || track === undefined} onClick={run}>
        {label}
      </Button>
    </Tooltip>
  );
  return (
    <div className={classes['sequence']}>
      <Group gap={4} wrap="nowrap">
        {step(messages.shared.previousFrame, 'previous-frame', 'left', () => actions.showFrame(-1))}
        {step(messages.shared.play, 'play', playing ? 'pause' : 'play', () => actions.togglePlay())}
        {step(messages.shared.nextFrame, 'next-frame', 'right', () => actions.showFrame(1))}
        <span className={classes['figures']}>{messages.sequenceBar.count(frame + 1, frames)}</span>
      </Group>
      <div className={classes['frames']} role="group" aria-label={messages.sequenceBar.frames}>
        {editor.data.frames.map(({ index, timestamp }) => {
          const key = track !== undefined && isKeyAt(track, timestamp);
          return (
            <button
              key={index}
              type="button"
              tabIndex={index === frame ? 0 : -1}
              className={classes['cell']}
              data-current={index === frame}
              data-there={track !== undefined && segmentAt(track, timestamp) !== undefined}
              data-key={key}
              aria-current={index === frame}
              aria-label={key ? messages.sequenceBar.keyFrame(index + 1) : messages.sequenceBar.frame(index + 1)}
              onClick={event => {
                editor.showFrame(index);
                event.currentTarget.blur();
              }}
            />
          );
        })}
      </div>
      <Group gap={4} wrap="nowrap">
        <Tooltip label={keys.titled(messages.shared.batch, `${keyScope}.batch`)}>
          <Button
            size="compact-xs"
            variant={batch ? 'light' : 'default'}
            aria-pressed={batch}
            disabled={!batch && (track === undefined || track.type !== 'cuboid')}
            onClick={() => actions.setBatch(!batch)}
          >
            {messages.sequenceBar.allFrames}
          </Button>
        </Tooltip>
        {edit(messages.shared.keyFrame, 'key', () => actions.keep())}
        {edit(messages.shared.removeKeyFrame, 'remove-key', () => actions.forget())}
        {edit(messages.shared.copyOn, 'copy-on', () => actions.copyOn())}
        {edit(messages.shared.startHere, 'start', () => actions.cut('start'))}
        {edit(messages.shared.endHere, 'end', () => actions.cut('end'))}
      </Group>
    </div>
  );
}
