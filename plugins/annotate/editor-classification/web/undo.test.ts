import { describe, expect, it } from 'vitest';
import { allAtOnce } from '#core/base/common/index.ts';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import { seedsOf } from '#tests/support/run-plan.ts';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import { classificationChecks } from '../common/checks.ts';
import { Tagging } from './tagging.ts';

type Class = MemorySession['classes'][number];
type Group = Class['attribute_groups'][number];
const group = (id: number, name: string, type: Group['group_type'], isRequired: boolean): Group => ({
  id,
  class_id: 1,
  name,
  group_type: type,
  isRequired,
  default_value: null,
  order: id,
  createdAt: '',
  updatedAt: '',
  attributes:
    type === 'text'
      ? []
      : ['One', 'Two', 'Three'].map((value, at) => ({
          id: id * 10 + at,
          group_id: id,
          project_id: 1,
          name: value,
          default: 0,
          order: at,
          count: 0,
          createdAt: '',
          updatedAt: '',
        })),
});
const named = (name: string, id: number, groups: readonly Group[] = [], type: 1 | 2 = 2): Class => ({
  id,
  project_id: 1,
  name,
  color: '#112233',
  type,
  order: id,
  count: 0,
  createdAt: '',
  updatedAt: '',
  attribute_groups: groups,
});
const classes = [
  named('Kind', 1, [group(1, 'Which', 'radio', true), group(2, 'Also', 'checklist', false)]),
  named('Blurred', 2),
  named('Note', 3, [group(3, 'Words', 'text', false)]),
  named('Car', 4, [], 1),
];

function open(): { readonly session: MemorySession; readonly tagging: Tagging; readonly events: string[] } {
  const session = new MemorySession({ id: 1, name: 'a.pdf', url: '' }, emptyDocument('a.pdf'), classes);
  const events: string[] = [];
  return {
    session,
    events,
    tagging: new Tagging(session, { ask: () => events.push('ask'), answered: () => events.push('answered') }),
  };
}

/** One act of a person. */
function act(tagging: Tagging, next: (most: number) => number): void {
  const { scene } = tagging.session;
  const tag = scene.instances[next(Math.max(1, scene.instances.length))];
  switch (next(7)) {
    case 0:
    case 1:
      return tagging.toggle(next(3));
    case 2:
      return tagging.step(next(2) === 0);
    case 3:
      return tagging.again();
    case 4:
      return tagging.remove();
    default: {
      const owner = tagging.ownerOf(tag);
      const asked = owner?.attribute_groups[next(Math.max(1, owner.attribute_groups.length))];
      if (tag === undefined || asked === undefined) return;
      const choices = asked.attributes.filter(() => next(2) === 0).map(each => each.id);
      tagging.answer(
        tag,
        asked,
        asked.group_type === 'text'
          ? ['', 'a', 'b'][next(3)]!
          : asked.group_type === 'radio'
            ? choices.slice(0, 1)
            : choices,
      );
    }
  }
}

describe('classifying an item', () => {
  it('undone fully and redone fully gives the same document, for any sequence of answers, and nothing the server refuses', () => {
    for (const seed of seedsOf('undo of answers', 10_000)) {
      const next = seededNumbers(seed);
      const { session, tagging } = open();
      const states = [JSON.stringify(session.scene.document)];
      for (let step = 0, most = 4 + next(8); step < most; step += 1) {
        const before = session.history.length;
        act(tagging, next);
        if (session.history.length > before) states.push(JSON.stringify(session.scene.document));
        if (seed % 20 === 0)
          expect(
            allAtOnce(classificationChecks(session.scene.document, { form: 'export' })).filter(
              each => each.severity === 'error',
            ),
          ).toEqual([]);
      }
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
  }, 300_000);

  it('should replace the class before where items have one, in one step that undo takes back', () => {
    const { session, tagging } = open();
    session.setParticulars({ perItem: 'one' });
    const said = (): unknown[] => session.scene.instances.map(each => each.className);
    tagging.toggle(1);
    tagging.toggle(2);
    expect(said()).toEqual(['Note']);
    session.undo();
    expect(said()).toEqual(['Blurred']);
    const blurred = session.scene.instances[0]!;
    session.edit('Lock', [
      { collection: 'instances', id: blurred.id, before: blurred, after: { ...blurred, locked: true } },
    ]);
    tagging.toggle(2);
    expect(said()).toEqual(['Blurred']);
  });

  it('should go on after a class without questions, and ask first where an answer is demanded', () => {
    const { session, tagging, events } = open();
    tagging.toggle(1);
    expect(events).toEqual(['answered']);
    tagging.toggle(0);
    expect(events).toEqual(['answered', 'ask']);
    const [, kind] = session.scene.instances;
    tagging.answer(kind!, classes[0]!.attribute_groups[0]!, [10]);
    expect(events).toEqual(['answered', 'ask', 'answered']);
    tagging.toggle(0);
    expect([events.length, session.scene.instances.length]).toEqual([3, 1]);
  });

  it('should say a class twice only with other answers', () => {
    const { session, tagging } = open();
    tagging.toggle(0);
    tagging.again();
    expect(session.messages.at(-1)).toMatch(/^Kind is there with these answers already/);
    tagging.answer(session.scene.instances[0]!, classes[0]!.attribute_groups[0]!, [10]);
    tagging.again();
    expect(session.scene.instances).toHaveLength(2);
    tagging.answer(session.scene.instances[1]!, classes[0]!.attribute_groups[0]!, [10]);
    expect(session.scene.instances[1]!.attributes).toEqual([]);
  });

  it('should change nothing that is locked or read-only', () => {
    const { session, tagging } = open();
    tagging.toggle(1);
    session.edit('Lock', [
      {
        collection: 'instances',
        id: session.scene.instances[0]!.id,
        before: session.scene.instances[0]!,
        after: { ...session.scene.instances[0]!, locked: true },
      },
    ]);
    tagging.toggle(1);
    expect([session.scene.instances.length, session.messages.at(-1)]).toEqual([1, 'The answer is locked.']);
    session.setReadOnly(true);
    tagging.toggle(2);
    expect([session.scene.instances.length, session.messages.at(-1)]).toEqual([1, 'This item is read-only.']);
  });
});
