import { Popover, UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { clockText } from '../../common/active-time.ts';
import { messages } from '../messages.ts';
import { WorkClock } from '../work-clock.ts';
import classes from './clock.module.css';

const TITLES = {
  running: messages.clockPanel.running,
  idle: messages.clockPanel.standingNothingWasDone,
  stopped: messages.clockPanel.stopped,
} as const;

/** Shows the time spent on the item today; more of it at a click. */
export default function ClockPanel(): JSX.Element | undefined {
  const { status, item, total, waiting, fault } = useSnapshot(useService(WorkClock).state);
  if (status === 'stopped') return undefined;
  return (
    <Popover position="bottom-end" shadow="md" withArrow>
      <Popover.Target>
        <UnstyledButton
          className={classes['clock']}
          data-status={status}
          title={TITLES[status]}
          aria-label={messages.clockPanel.timeOnThisItemToday(clockText(item), TITLES[status].toLowerCase())}
        >
          <span className={classes['dot']} />
          {clockText(item)}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <dl className={classes['facts']}>
          <dt>{messages.clockPanel.thisItem}</dt>
          <dd>{clockText(item)}</dd>
          <dt>{messages.clockPanel.thisProject}</dt>
          <dd>{clockText(total)}</dd>
        </dl>
        <p className={classes['note']}>
          {TITLES[status]}.{fault !== undefined && waiting > 0 ? messages.clockPanel.whatWasCountedIsKept : ''}
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
