import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Icon, longDate } from '#core/ui/web/index.ts';
import type { MaintenanceStore } from './maintenance-store.ts';
import { messages } from './messages.ts';
import { untilNextCheck } from './next-check.ts';
import { timeLeft } from './time-left.ts';
import classes from './maintenance.module.css';

interface MaintenancePageProps {
  readonly maintenance: MaintenanceStore;
  /** The application lies below, as it was. */
  readonly covers: boolean;
}

/** Says that everybody has to wait, until when, and asks again by itself. */
export function MaintenancePage({ maintenance, covers }: MaintenancePageProps): JSX.Element {
  const { notice } = useSnapshot(maintenance.state);
  const now = useNow(notice?.to !== undefined && notice.to !== null);
  const [checking, setChecking] = useState(false);
  const check = useCallback(async () => {
    setChecking(true);
    // Without an answer it is asked again later.
    await maintenance.check().catch(() => undefined);
    setChecking(false);
  }, [maintenance]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (): void => {
      const { notice: known } = maintenance.state;
      timer = setTimeout(() => void check().then(wait), untilNextCheck(known?.to ?? null, Date.now(), Math.random()));
    };
    wait();
    return () => clearTimeout(timer);
  }, [check, maintenance]);

  useEffect(() => {
    // Open dialogs and menus lie beside the application in the document.
    const beside = [...document.body.children].filter(each => each.id !== 'root' && !each.hasAttribute('inert'));
    for (const each of beside) each.toggleAttribute('inert', true);
    return () => {
      for (const each of beside) each.toggleAttribute('inert', false);
    };
  }, []);

  const left = notice === undefined || notice.to === null ? undefined : Date.parse(notice.to) - now;
  return (
    <main className={classes['page']} aria-labelledby="maintenance-title">
      <Stack gap="sm" className={classes['card']}>
        <Group gap="xs" wrap="nowrap">
          <Icon name="settings" size={22} />
          <Title order={1} size="h3" id="maintenance-title">
            {messages.maintenancePage.title}
          </Title>
        </Group>
        {notice === undefined ? undefined : <Text>{notice.message}</Text>}
        {notice === undefined || notice.to === null || left === undefined ? undefined : (
          <Text c="dimmed" size="sm">
            {left > 0
              ? `${messages.maintenancePage.plannedEnd(longDate(notice.to))} · ${messages.maintenancePage.timeLeft(timeLeft(left))}`
              : messages.maintenancePage.overdue}
          </Text>
        )}
        <Text c="dimmed" size="sm">
          {covers ? `${messages.maintenancePage.unsaved} ` : ''}
          {messages.maintenancePage.back}
        </Text>
        <Group gap="md">
          <Button variant="default" loading={checking} onClick={() => void check()}>
            {messages.maintenancePage.checkAgain}
          </Button>
          {notice?.statusUrl === undefined ? undefined : (
            <Anchor href={notice.statusUrl} target="_blank" rel="noreferrer" size="sm">
              {messages.maintenancePage.statusPage}
            </Anchor>
          )}
        </Group>
      </Stack>
    </main>
  );
}

/** The present time in milliseconds, updated each second while `runs`. */
function useNow(runs: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [runs]);
  return now;
}
