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
