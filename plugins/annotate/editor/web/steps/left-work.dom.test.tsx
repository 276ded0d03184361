import * as fake from 'fake-indexeddb';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeEdit } from '#plugins/annotate/annotations/common/index.ts';
import { ItemJournal } from '../document/item-journal.ts';
import type { AppHost } from '../host/app-host.ts';
import { box, documentOf, openedItem } from '../host/embedded-server.support.ts';
import { EditorHooks } from '../kit/editor-hooks.ts';
import { storeDrafts } from './left-work.ts';

beforeAll(() => {
  for (const [name, value] of Object.entries(fake)) if (/^(IDB|indexedDB$)/.test(name)) vi.stubGlobal(name, value);
  // Every other draft is that of a tab that is gone.
  const locks = { request: () => Promise.resolve(), query: () => Promise.resolve({ held: [] }) };
  vi.stubGlobal('navigator', { onLine: true, locks });
});
afterAll(() => void vi.unstubAllGlobals());

it('should report work of a closed tab to the host once the server has stored it', async () => {
  const email = 'ana@left.test';
  const owner = { email, teamId: 1, itemId: 41, itemName: '41.png', project: { id: 7, name: 'Fields' } };
  const closed = await ItemJournal.open(owner);
  closed.replace(3, [makeEdit('Draw', [{ collection: 'instances', id: 'b', after: box('b') }])]);
  await closed.close();
  const opened = openedItem(41, 3, documentOf(box('a')));
  const reportSaved = vi.fn();
  const saveAnnotation = vi.fn(async () => {
    expect(reportSaved).not.toHaveBeenCalled();
    return { revision: 4, status: 2, status_before: 2 };
  });
  await storeDrafts(
    opened,
    email,
    new EditorHooks(),
    { saveAnnotation } as never,
    { reportSaved } as unknown as AppHost,
  );
  expect(reportSaved.mock.calls).toEqual([[opened, 4]]);
  expect(saveAnnotation).toHaveBeenCalledTimes(1);
});
