import { expect, it } from 'vitest';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import { newEntity } from '../common/text-instances.ts';
import { TextContext } from './text-context.ts';
import { TextSettings } from './text-settings.ts';

const by = { email: 'ana@north.test', role: 'Annotator' };

it('should lead from span to span as they are read, and out of the text at either end', () => {
  const spans = [
    [8, 12],
    [0, 3],
    [0, 7],
  ].map(([start, end]) => newEntity({ start: start!, end: end! }, undefined, by));
  const session = new MemorySession(
    { id: 1, name: 'a.txt', url: '' },
    { ...emptyDocument('a.txt'), instances: spans },
    [],
    by,
  );
  const context = new TextContext(session, 'Ada met Noor.', new TextSettings());
  const walked = (forward: boolean): readonly (readonly [number, number])[] => {
    const places: (readonly [number, number])[] = [];
    for (let next = context.spanBeside(forward); next !== undefined; next = context.spanBeside(forward)) {
      places.push([next.start, next.end]);
      session.scene.select([next.id]);
    }
    return places;
  };
  expect(walked(true)).toEqual([
    [0, 7],
    [0, 3],
    [8, 12],
  ]);
  expect(walked(false)).toEqual([
    [0, 3],
    [0, 7],
  ]);
  session.scene.select([]);
  context.set({ caret: 9 });
  expect(context.spanBeside(true)).toBeUndefined();
  expect(context.spanBeside(false)).toMatchObject({ start: 8, end: 12 });
});
