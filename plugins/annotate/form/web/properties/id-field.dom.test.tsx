import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ConfirmHost } from '#core/ui/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { findComponent } from '../../common/form-places.ts';
import { BuilderStore } from '../builder/builder-store.ts';
import { IdField } from './id-field.tsx';

const draw = drawnPage();
let store: BuilderStore;

/** Draws the field with the id of a component. */
async function open(id: string): Promise<void> {
  const component = findComponent(store.form.components, id)!;
  await draw(
    <>
      <IdField key={id} store={store} component={component} />
      <ConfirmHost />
    </>,
  );
}

beforeEach(() => {
  store = new BuilderStore({
    published: {
      components: [
        { id: 'prompt', type: 'input' },
        {
          id: 'better',
          type: 'radio',
          showWhen: { match: 'all', conditions: [{ component: 'prompt', operator: 'filled' }] },
        },
      ],
    },
    secrets: [],
  });
});

const field = (): HTMLInputElement => document.querySelector('input')!;
const type = (text: string): Promise<void> =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
const key = (name: string): Promise<void> =>
  act(async () => void field().dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })));
const ids = (): readonly string[] => store.form.components.map(each => each.id);

it('should say why an id cannot be, and not take it', async () => {
  await open('better');
  await type('1st');
  expect(document.body.textContent).toContain('Begin with a letter');
  await type('prompt');
  expect(document.body.textContent).toContain("'prompt' is duplicated");
  await key('Enter');
  expect(ids()).toEqual(['prompt', 'better']);
  await key('Escape');
  expect(field().value).toBe('better');
});

it('should take another id by Enter, and ask first where others name it', async () => {
  await open('better');
  await type('best');
  await key('Enter');
  expect(ids()).toEqual(['prompt', 'best']);
  await open('prompt');
  await type('question');
  await key('Enter');
  expect(ids()).toEqual(['prompt', 'best']);
  await vi.waitFor(() =>
    act(async () =>
      [...document.querySelectorAll('button')].find(each => each.textContent?.startsWith('Rename'))!.click(),
    ),
  );
  expect(ids()).toEqual(['question', 'best']);
  expect(store.form.components[1]!['showWhen']).toMatchObject({ conditions: [{ component: 'question' }] });
});
