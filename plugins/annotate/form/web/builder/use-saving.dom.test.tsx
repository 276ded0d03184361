import { Container } from 'inversify';
import { act } from 'react';
import type { JSX } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Fault } from '#core/base/common/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import { drawnPage, press } from '#tests/support/drawn-page.tsx';
import { FormClient } from '../form-client.ts';
import { addNew } from './builder-edits.ts';
import { BuilderStore } from './builder-store.ts';
import { ConflictAlert } from './conflict-alert.tsx';
import { useSaving } from './use-saving.ts';

const draw = drawnPage();
const THEIRS = { components: [{ id: 'line', type: 'divider' }] };
const saveFormDraft = vi.fn();
let store: BuilderStore;

beforeEach(async () => {
  saveFormDraft.mockReset();
  saveFormDraft.mockRejectedValueOnce(
    new Fault('CONFLICT', 'It was changed.', { status: 409, details: { updatedBy: 'anton@north.test' } }),
  );
  saveFormDraft.mockResolvedValue({ revision: 8 });
  store = new BuilderStore({ published: { components: [] }, secrets: [] });
  const getFormDraft = async (): Promise<object> => ({
    published: { components: [] },
    secrets: [],
    draft: { document: THEIRS, renames: [], revision: 7, base: 0 },
  });
  const container = new Container();
  container.bind(FormClient).toConstantValue({ builder: { saveFormDraft, getFormDraft } } as never);
  const Saved = (): JSX.Element => {
    const saving = useSaving(store, 5);
    return (
      <>
        <button onClick={() => void saving.save()}>Save</button>
        <span id="state">{saving.state}</span>
        <ConflictAlert saving={saving} />
      </>
    );
  };
  await draw(
    <PluginScope container={container}>
      <Saved />
    </PluginScope>,
  );
  await act(async () => addNew(store, 'input'));
  await press('Save');
  await vi.waitFor(() =>
    act(async () =>
      expect(document.querySelector('[role=alert]')?.textContent).toContain(
        'anton@north.test changed this form meanwhile',
      ),
    ),
  );
});

const types = (): readonly string[] => store.form.components.map(each => each.type);

it('should name who was faster, and store nothing over it by itself', async () => {
  expect(types()).toEqual(['input']);
  expect(saveFormDraft).toHaveBeenCalledOnce();
});

it('should store the own form over the other when asked to', async () => {
  await press('Save mine over it');
  await vi.waitFor(() => act(async () => expect(document.querySelector('[role=alert]')).toBeNull()));
  expect(types()).toEqual(['input']);
  expect(saveFormDraft.mock.lastCall).toMatchObject([
    { params: { project_id: 5 }, body: { document: { components: [{ type: 'input' }] }, revision: 7 } },
  ]);
  await vi.waitFor(() => act(async () => expect(document.querySelector('#state')?.textContent).toBe('saved')));
});

it('should go on from what the other stored when asked to', async () => {
  await press('Load theirs');
  await vi.waitFor(() => act(async () => expect(document.querySelector('[role=alert]')).toBeNull()));
  expect(types()).toEqual(['divider']);
  expect(saveFormDraft).toHaveBeenCalledOnce();
});
