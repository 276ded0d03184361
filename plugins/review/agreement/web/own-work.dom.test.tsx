import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { CommandRegistry } from '#core/commands/web/index.ts';
import type { OpenItem } from '#plugins/annotate/editor/web/kit/index.ts';
import type { AgreementClient } from './agreement-client.ts';
import { OwnWork } from './own-work.ts';

const place = { projectId: 1, itemId: 2 };

/** The work on a copy whose form answers `reason` to each step, and what was done with it. */
function workOn(reason: string | undefined): { readonly work: OwnWork; readonly done: unknown[] } {
  const done: unknown[] = [];
  const client = {
    api: {
      submitWork: () => {
        done.push('submit');
        return Promise.resolve({ work: { submitted: 1, people: 2 } });
      },
    },
  };
  const open = {
    now: {
      opened: { status: { all: [{ value: 3, name: 'Second look' }] } },
      editor: {
        refuseStatus: (from: string, to: string) => {
          done.push([from, to]);
          return Promise.resolve(reason);
        },
      },
    },
    save: () => Promise.resolve(done.push('save') > 0),
    handOver: () => ({ stayed: () => undefined }),
    refresh: () => Promise.resolve(),
  };
  const work = new OwnWork(
    client as unknown as AgreementClient,
    open as unknown as OpenItem,
    new QueryClient(),
    {} as CommandRegistry,
  );
  return { work, done };
}

it('should ask the script of the form before a copy is submitted, as before an item is moved', async () => {
  const refused = workOn('Add an answer first.');
  await refused.work.submit(place);
  expect(refused.done).toEqual([['InProgress', 'Second look']]);
  const allowed = workOn(undefined);
  await allowed.work.submit(place);
  expect(allowed.done).toEqual([['InProgress', 'Second look'], 'save', 'submit']);
});
