import { describe, expect, it } from 'vitest';
import { allAtOnce } from '#core/base/common/index.ts';
import type { AnnotationDocument } from '#plugins/annotate/annotations/common/index.ts';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import { seedsOf } from '#tests/support/run-plan.ts';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import { isEntity, isRelation } from '../common/text-instances.ts';
import { TextCommands } from './text-commands.ts';
import { TextContext } from './text-context.ts';
import { TextSettings } from './text-settings.ts';
import { snapUnits } from '../common/snap-selection.ts';
import { textChecks } from '../common/checks.ts';

const text = 'Dr. Ada 🙂 Moreau joined Helix Labs.\nÉlan: e\u0301t, 👩‍👧 and עברית here. Helix Labs again, and Ada.';
const named = (name: string, id: number, type: 1 | 2 | 3): MemorySession['classes'][number] => ({
  id,
  project_id: 1,
  name,
  color: '#112233',
  type,
  order: id,
  count: 0,
  createdAt: '',
  updatedAt: '',
  attribute_groups: [],
});
const classes = [
  named('Person', 1, 1),
  named('Firm', 2, 1),
  named('works for', 3, 3),
  named('met', 4, 3),
  named('Biography', 5, 2),
];

/** One act of a person. */
function act(context: TextContext, commands: TextCommands, next: (most: number) => number): void {
  const { scene } = context.session;
  const some = (one: (at: number) => void): void => {
    if (scene.instances.length > 0) one(next(scene.instances.length));
  };
  const selectSome = (): void => scene.select(scene.instances.filter(() => next(3) === 0).map(each => each.id));
  const place = (): number => next(text.length);
  context.settings.set({ snap: snapUnits[next(4)]! });
  switch (next(12)) {
    case 0:
    case 1:
    case 2: {
      const [start, end] = [place(), place()].toSorted((one, other) => one - other) as [number, number];
      if (start < end) commands.mark({ start, end });
      return;
    }
    case 3:
      some(at => scene.select([scene.instances[at]!.id]));
      return commands.moveEnd(next(2) === 0 ? 'start' : 'end', next(2) === 0);
    case 4:
      selectSome();
      return commands.delete();
    case 5:
      selectSome();
      return commands.classify(next(2));
    case 6:
      selectSome();
      return commands.toggleLock();
    case 7:
      some(at => scene.select([scene.instances[at]!.id]));
      return commands.markSame();
    case 8:
    case 9: {
      const entities = scene.instances.filter(isEntity);
      if (entities.length > 1)
        commands.relate(entities[next(entities.length)]!.id, entities[next(entities.length)]!.id);
      return;
    }
    case 10:
      selectSome();
      return commands.toggleHide();
    default:
      commands.chooseRelationClass(next(2));
      commands.step(next(2) === 0);
  }
}

/** No relation points to nothing, every span lies in the text: what the server would refuse. */
function expectSound(document: AnnotationDocument): void {
  expect(allAtOnce(textChecks(document, { form: 'export', text })).filter(each => each.severity === 'error')).toEqual(
    [],
  );
}

describe('editing a text', () => {
  it('undone fully and redone fully gives the same document, for any sequence of edits', () => {
    let relations = 0;
    const seeds = seedsOf('undo of texts', 10_000);
    for (const seed of seeds) {
      const next = seededNumbers(seed);
      const session = new MemorySession({ id: 1, name: 'a.txt', url: '' }, emptyDocument('a.txt'), classes);
      const context = new TextContext(session, text, new TextSettings());
      session.scene.onChange(({ added, removed, changed }) => context.reindex([...added, ...removed, ...changed]));
      const commands = new TextCommands(context, { reveal: () => undefined, lineBeside: () => undefined });
      const states = [JSON.stringify(session.scene.document)];
      for (let step = 0, most = 4 + next(8); step < most; step += 1) {
        const before = session.history.length;
        act(context, commands, next);
        if (session.history.length > before) states.push(JSON.stringify(session.scene.document));
        if (seed % 20 === 0) expectSound(session.scene.document);
      }
      relations += session.scene.instances.filter(isRelation).length;
      for (const expected of states.toReversed().slice(1)) {
        expect(session.undo()).toBe(true);
        if (JSON.stringify(session.scene.document) !== expected)
          throw new Error(`Seed ${seed}: undo gives another state.`);
      }
      expect(session.undo()).toBe(false);
      for (const expected of states.slice(1)) {
        expect(session.redo()).toBe(true);
        if (JSON.stringify(session.scene.document) !== expected)
          throw new Error(`Seed ${seed}: redo gives another state.`);
      }
    }
    expect(relations).toBeGreaterThan(0.05 * seeds.length);
  }, 300_000);

  it('keeps the places of a span from the screen to the document and back, for any place', () => {
    const session = new MemorySession({ id: 1, name: 'a.txt', url: '' }, emptyDocument('a.txt'), classes);
    const context = new TextContext(session, text, new TextSettings());
    const commands = new TextCommands(context, { reveal: () => undefined, lineBeside: () => undefined });
    const points = Array.from(text);
    for (let start = 0; start < points.length; start += 1) {
      for (let end = start + 1; end <= points.length; end += 1) {
        const [from, to] = [points.slice(0, start).join('').length, points.slice(0, end).join('').length];
        commands.mark({ start: from, end: to });
        const entity = session.scene.instances.filter(isEntity).at(-1)!;
        if (entity.start !== start || entity.end !== end)
          throw new Error(`${start}–${end} became ${entity.start}–${entity.end}`);
        expect(context.index.stretchOf(entity)).toEqual({ start: from, end: to });
        session.undo();
      }
    }
  });
});
