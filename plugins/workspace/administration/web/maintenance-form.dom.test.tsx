import { Container } from 'inversify';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import type { MaintenanceNotice } from '#core/maintenance/common/index.ts';
import { ConfirmHost } from '#core/ui/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { AdminClient } from './admin-client.ts';
import { MaintenanceForm } from './maintenance-form.tsx';

const page = drawnPage();
const maintenance = { planMaintenance: vi.fn(async (_: object) => ({})), endMaintenance: vi.fn(async () => ({})) };
const onChanged = vi.fn();
beforeEach(() => vi.clearAllMocks());

async function draw(notice?: MaintenanceNotice): Promise<void> {
  // Mantine sizes a textarea again when fonts are loaded, which jsdom knows nothing of.
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  const container = new Container();
  container.bind(AdminClient).toConstantValue({ maintenance } as never);
  await page(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <MaintenanceForm notice={notice} onChanged={onChanged} />
        <ConfirmHost />
      </PluginScope>
    </QueryClientProvider>,
  );
}
const button = (name: string, within: ParentNode = document): HTMLButtonElement | undefined =>
  [...within.querySelectorAll('button')].find(each => each.textContent === name);
const press = (name: string, within?: ParentNode): Promise<void> => act(async () => button(name, within)!.click());
const type = (field: HTMLInputElement | HTMLTextAreaElement, value: string): Promise<void> =>
  act(async () => {
    const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
const inputs = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>('[type=datetime-local]')];
const planned = { to: null, message: 'Larger disks', statusUrl: null, readOnly: false };

it('should announce maintenance for a time, with a message and an end that is later', async () => {
  await draw();
  expect(document.body.textContent).toContain('Off. Everybody can work.');
  await act(async () => document.querySelector<HTMLInputElement>('input[value=later]')!.click());
  await type(document.querySelector('textarea')!, ' Larger disks ');
  expect(button('Announce')!.disabled).toBe(true);
  await type(inputs()[0]!, '2040-05-01T22:00');
  await type(inputs()[1]!, '2040-05-01T21:00');
  expect(document.body.textContent).toContain('The end must be later than the beginning.');
  expect(button('Announce')!.disabled).toBe(true);
  await type(inputs()[1]!, '');
  await press('Announce');
  const from = new Date('2040-05-01T22:00').toISOString();
  expect(maintenance.planMaintenance).toHaveBeenCalledExactlyOnceWith({ body: { ...planned, from } });
  expect(onChanged).toHaveBeenCalledOnce();
});

it('should shut everybody out after a question only, and ask nothing when they may read', async () => {
  await draw();
  await type(document.querySelector('textarea')!, 'Larger disks');
  await press('Begin maintenance');
  const question = document.querySelector('[role=dialog]')!;
  expect(question.textContent).toContain('Everybody but administrators of this installation is shut out');
  await press('Cancel', question);
  expect(maintenance.planMaintenance).not.toHaveBeenCalled();
  await act(async () => document.querySelector<HTMLInputElement>('input[role=switch]')!.click());
  await press('Begin maintenance');
  expect(maintenance.planMaintenance).toHaveBeenCalledExactlyOnceWith({
    body: { ...planned, from: null, readOnly: true },
  });
});

it('should say since when maintenance is on and who can work, and end it', async () => {
  await draw({ ...planned, from: '2031-05-01T08:00:00.000Z', active: true } as unknown as MaintenanceNotice);
  expect(document.body.textContent).toMatch(/On since .*2031.* Only administrators can work\./);
  expect(button('Begin maintenance')).toBeUndefined();
  await press('End maintenance');
  expect(maintenance.endMaintenance).toHaveBeenCalledOnce();
  expect(onChanged).toHaveBeenCalledOnce();
});
