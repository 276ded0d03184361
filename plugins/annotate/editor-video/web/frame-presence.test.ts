import { expect, it } from 'vitest';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import { newInstance } from '#plugins/annotate/editor-vector/common/index.ts';
import { trackFrom } from '../common/frame-patches.ts';
import { FrameTable } from '../common/media/frame-table.ts';
import { setAttributes } from '../common/tracks/attribute-edits.ts';
import { setEnd } from '../common/tracks/track-edits.ts';
import { FramePresence } from './frame-presence.ts';
import { FrameSession } from './frame-session.ts';

const table = FrameTable.regular(10, 2_000_000);
const by = { email: 'ann@example.com', role: 'Annotator' };
const box = newInstance({ type: 'bbox', points: { x1: 0, y1: 0, x2: 9, y2: 9 } }, undefined, by);

it('should put what is on the frame first, and change only where that or its attributes do', () => {
  const early = setEnd(trackFrom({ ...box, id: 'early' }, { frame: 0, table }), 4, table);
  const late = setAttributes(
    trackFrom({ ...box, id: 'late' }, { frame: 8, table }),
    12,
    [{ groupId: 1, name: 'Fast' }],
    table,
  );
  const tag = { ...box, id: 'tag', type: 'tag' };
  const document = { ...emptyDocument('a.mp4'), instances: [early, late, tag] };
  const session = new MemorySession({ id: 1, name: 'a.mp4', url: '' }, document, [], by);
  const frames = new FrameSession(session, table);
  const presence = new FramePresence(session.scene, frames);
  const at = (frame: number): boolean => {
    frames.setFrame(frame);
    return presence.update();
  };
  const listed = (): readonly (string | undefined)[] =>
    session.scene.instances.toSorted((one, other) => presence.order(one, other)).map(({ id }) => id);
  expect([at(1), listed(), presence.titleOf(early), presence.titleOf(late)]).toEqual([
    true,
    ['tag', 'early', 'late'],
    undefined,
    'Not on this frame',
  ]);
  expect([at(2), at(5), at(6), at(9)]).toEqual([false, true, false, true]);
  expect([listed(), at(10), at(13)]).toEqual([['tag', 'late', 'early'], false, true]);
});
