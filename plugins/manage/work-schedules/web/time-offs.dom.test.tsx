import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import type { Schedule } from '../common/schedule.ts';
import { TimeOffs } from './time-offs.tsx';
import { WorkScheduleClient } from './work-schedule-client.ts';

const draw = drawnPage();

it('should add days off once where the form is sent twice', async () => {
  const addTimeOff = vi.fn(async () => ({}));
  const changed = vi.fn();
  const container = new Container();
  container.bind(WorkScheduleClient).toConstantValue({ api: { addTimeOff } } as never);
  const schedule = { id: 3, timeOffs: [] } as unknown as Schedule;
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <TimeOffs schedule={schedule} keeps onChanged={changed} />
      </PluginScope>
    </QueryClientProvider>,
  );
  const day = document.querySelector<HTMLInputElement>('input[type=date]')!;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(day, '2026-12-24');
    day.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => {
    const form = document.querySelector('form')!;
    form.requestSubmit();
    form.requestSubmit();
  });
  await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce());
  expect(addTimeOff.mock.calls).toEqual([
    [{ body: { schedule_id: 3, from: '2026-12-24', to: '2026-12-24', type: 'holiday', note: null } }],
  ]);
});

it('should show days off as dates, and give removed ones back by Undo', async () => {
  const [addTimeOff, removeTimeOffs] = [vi.fn(async () => ({})), vi.fn(async () => ({}))];
  const container = new Container();
  container.bind(WorkScheduleClient).toConstantValue({ api: { addTimeOff, removeTimeOffs } } as never);
  const timeOff = { from: '2026-12-24', to: '2027-01-02', type: 'holiday', note: null };
  const schedule = { id: 3, timeOffs: [{ id: 8, ...timeOff }] } as unknown as Schedule;
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <Notifications />
        <TimeOffs schedule={schedule} keeps onChanged={() => undefined} />
      </PluginScope>
    </QueryClientProvider>,
  );
  expect(document.body.textContent).toContain('Dec 24, 2026 – Jan 2, 2027 · Holiday');
  await act(async () =>
    document.querySelector<HTMLButtonElement>('[aria-label="Remove days off from Dec 24, 2026"]')!.click(),
  );
  expect(removeTimeOffs).toHaveBeenCalledExactlyOnceWith({ body: { schedule_id: 3, time_off_ids: [8] } });
  const undo = [...document.querySelectorAll('button')].find(each => each.textContent === 'Undo')!;
  await act(async () => undo.click());
  expect(addTimeOff).toHaveBeenCalledExactlyOnceWith({ body: { schedule_id: 3, ...timeOff } });
});
