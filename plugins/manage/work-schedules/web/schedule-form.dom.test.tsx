import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { drawnPage, press } from '#tests/support/drawn-page.tsx';
import type { Schedule } from '../common/schedule.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { WorkScheduleClient } from './work-schedule-client.ts';

const draw = drawnPage();

it('should show and store hours that end at midnight', async () => {
  const updateSchedule = vi.fn(async () => undefined);
  const container = new Container();
  container.bind(WorkScheduleClient).toConstantValue({ api: { updateSchedule } } as never);
  const schedule = {
    id: 7,
    user_id: 1,
    team_id: 1,
    timezone: 'UTC',
    days: [{ weekday: 1, intervals: [{ from: '16:00', to: '24:00' }] }],
    validFrom: '2026-01-05',
    validTo: null,
  } as unknown as Schedule;
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <ScheduleForm memberId={1} schedule={schedule} onClose={() => undefined} onSaved={() => undefined} />
      </PluginScope>
    </QueryClientProvider>,
  );
  const end = (): HTMLInputElement =>
    document.querySelector('[role=group][aria-label="Monday"] input[aria-label*=" to"]')!;
  const type = (value: string): Promise<void> =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(end(), value);
      end().dispatchEvent(new Event('input', { bubbles: true }));
    });
  expect(end().value).toBe('00:00');
  await type('22:30');
  expect(end().value).toBe('22:30');
  await type('00:00');
  await press('Save');
  await vi.waitFor(() =>
    expect(updateSchedule).toHaveBeenCalledWith({
      params: { id: 7 },
      body: expect.objectContaining({ days: schedule.days }),
    }),
  );
});
