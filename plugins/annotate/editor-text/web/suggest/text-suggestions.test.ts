import { expect, it, vi } from 'vitest';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Dictionary } from '../../common/dictionary/dictionary.ts';
import { findTerms } from '../../common/dictionary/find-terms.ts';
import { TextContext } from '../text-context.ts';
import { TextSettings } from '../text-settings.ts';
import type { SuggestRequest } from './suggest-messages.ts';
import { TextSuggestions } from './text-suggestions.ts';

/** Answers at once, in place of the worker of a browser. */
class WorkerHere {
  onmessage: ((event: { readonly data: unknown }) => void) | undefined;
  postMessage({ text, dictionary }: SuggestRequest): void {
    this.onmessage?.({ data: findTerms(text, dictionary) });
  }
  terminate(): void {
    this.onmessage = undefined;
  }
}

const owner = {
  id: 1,
  project_id: 1,
  name: 'Person',
  color: '#112233',
  type: 1,
  order: 0,
  count: 0,
  createdAt: '',
  updatedAt: '',
  attribute_groups: [
    {
      id: 4,
      class_id: 1,
      name: 'Kind',
      group_type: 'radio',
      isRequired: false,
      default_value: null,
      order: 0,
      createdAt: '',
      updatedAt: '',
      attributes: [{ id: 41, name: 'Named' }],
    },
  ],
} as unknown as MemorySession['classes'][number];
const dictionary: Dictionary = {
  options: { exact_case: false, whole_words: true, accents: false },
  entries: [
    { term: 'Ada', class_id: 1, values: [{ group_id: 4, value: [41] }] },
    { term: 'Noor', class_id: 1, values: [] },
    { term: 'gone', class_id: 9, values: [] },
  ],
};

async function suggestions(
  itemId: number,
): Promise<{
  readonly session: MemorySession;
  readonly made: TextSuggestions;
  readonly open: () => readonly string[];
}> {
  vi.stubGlobal('Worker', WorkerHere);
  const text = '🙂 Ada met Noor. Ada is gone; ADA too.';
  const session = new MemorySession({ id: itemId, name: 'a.txt', url: '' }, emptyDocument('a.txt'), [owner]);
  const context = new TextContext(session, text, new TextSettings());
  session.scene.onChange(({ added, removed, changed }) => context.reindex([...added, ...removed, ...changed]));
  const made = new TextSuggestions(context, { dictionary: async () => dictionary, reveal: () => undefined });
  await made.apply();
  return { session, made, open: () => made.open.map(each => `${each.start} ${text.slice(each.start, each.end)}`) };
}

it('should keep suggestions out of the document until they are accepted, with the values of their entry and places in code points', async () => {
  const { session, made, open } = await suggestions(1);
  expect(open()).toEqual(['3 Ada', '11 Noor', '17 Ada', '30 ADA']);
  expect(session.scene.instances).toEqual([]);
  made.accept();
  expect(session.scene.instances).toMatchObject([
    { start: 2, end: 5, classId: 1, creationType: 'Prediction', attributes: [{ id: 41, groupId: 4 }] },
  ]);
  expect(made.current).toMatchObject({ start: 11 });
  made.acceptAll();
  expect([open(), session.scene.instances.length]).toEqual([[], 4]);
  session.undo();
  expect(open()).toEqual(['11 Noor', '17 Ada', '30 ADA']);
});

it('should take those that say the same as one step, written the same', async () => {
  const { session, made, open } = await suggestions(2);
  made.acceptSame();
  expect(open()).toEqual(['11 Noor', '30 ADA']);
  session.undo();
  expect(session.scene.instances).toEqual([]);
});

it('should remember what was rejected of an item, and only of that', async () => {
  const first = await suggestions(3);
  first.made.reject();
  expect(first.open()).toEqual(['11 Noor', '17 Ada', '30 ADA']);
  expect((await suggestions(3)).open()).toHaveLength(3);
  expect((await suggestions(4)).open()).toHaveLength(4);
  first.made.restoreRejected();
  expect(first.open()).toHaveLength(4);
  expect((await suggestions(3)).open()).toHaveLength(4);
});

it('should leave all as it is where the item is read-only', async () => {
  const { session, made, open } = await suggestions(5);
  session.setReadOnly(true);
  made.acceptAll();
  expect([session.scene.instances.length, open().length, session.messages.at(-1)]).toEqual([
    0,
    4,
    'This item is read-only.',
  ]);
});
