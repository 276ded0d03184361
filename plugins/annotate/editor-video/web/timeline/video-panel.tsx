import type { JSX } from 'react';
import { messages } from '../messages.ts';
import type { TimelineEditor } from './timeline-editor.ts';
import { Timeline } from './timeline.tsx';
import { TransportBar } from './transport-bar.tsx';
import classes from './timeline.module.css';

/** Content below the stage of a video: how it is played, and its tracks in time. */
export function VideoPanel({ editor }: { readonly editor: TimelineEditor }): JSX.Element {
  return (
    <section className={classes['panel']} aria-label={messages.videoPanel.timeline}>
      <TransportBar editor={editor} />
      <Timeline editor={editor} />
    </section>
  );
}
