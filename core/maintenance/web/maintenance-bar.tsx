import { Anchor, Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Icon, longDate } from '#core/ui/web/index.ts';
import type { MaintenanceNotice } from '../common/index.ts';
import type { MaintenanceStore } from './maintenance-store.ts';
import { messages } from './messages.ts';
import classes from './maintenance.module.css';

/** Longest wait of a browser's timer, in milliseconds; what begins later is learned from the answers before. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * A line above every page: maintenance that is planned, that lets people read only, or that an administrator works in.
 */
export function MaintenanceBar({ maintenance }: { readonly maintenance: MaintenanceStore }): JSX.Element | undefined {
  const { notice, shut } = useSnapshot(maintenance.state);
  const [hidden, setHidden] = useState<string>();

  useEffect(() => {
    if (notice === undefined || notice.active) return;
    const wait = Date.parse(notice.from) - Date.now() + 500;
    const timer = setTimeout(() => void maintenance.check().catch(() => undefined), Math.min(wait, LONGEST_TIMER));
    return () => clearTimeout(timer);
  }, [maintenance, notice]);

  if (notice === undefined || shut || hidden === notice.from) return undefined;
  return (
    <div className={classes['bar']} role="region" aria-label={messages.maintenanceBar.label}>
      <Icon name="warning" size={16} />
      <span className={classes['barText']}>
        <strong>{headline(notice)}</strong>
        <span>{notice.message}</span>
      </span>
      {notice.statusUrl === undefined ? undefined : (
        <Anchor href={notice.statusUrl} target="_blank" rel="noreferrer" size="sm">
          {messages.maintenanceBar.statusPage}
        </Anchor>
      )}
      {notice.active ? undefined : (
        <Button size="compact-xs" variant="default" onClick={() => setHidden(notice.from)}>
          {messages.maintenanceBar.hide}
        </Button>
      )}
    </div>
  );
}

function headline({ active, from, to, readOnly }: MaintenanceNotice): string {
  if (!active)
    return to === null
      ? messages.maintenanceBar.planned(longDate(from))
      : messages.maintenanceBar.plannedUntil(longDate(from), longDate(to));
  if (!readOnly) return messages.maintenanceBar.administratorsOnly;
  return to === null ? messages.maintenanceBar.readOnly : messages.maintenanceBar.readOnlyUntil(longDate(to));
}
