import { Text } from '@mantine/core';
import type { JSX } from 'react';
import type { ImportFinding } from '../common/import-api.ts';
import { messages } from './messages.ts';
import classes from './transfer.module.css';

/** Lines about places in a file; nothing when there are none. `count` includes more than are listed. */
export function Findings({
  title,
  list,
  count,
}: {
  readonly title: string;
  readonly list: readonly ImportFinding[];
  readonly count: number;
}): JSX.Element | undefined {
  if (count === 0) return undefined;
  const more = count - list.length;
  return (
    <section aria-label={title}>
      <Text fw={500} mb={4}>
        {title}{' '}
        <Text span c="var(--loupe-muted)">
          {count.toLocaleString('en')}
        </Text>
      </Text>
      <ul className={classes['findings']} tabIndex={0}>
        {list.map((each, index) => (
          <li key={`${each.path} ${index}`}>
            {each.path === '' || each.message.includes(each.path) ? undefined : <code>{each.path}</code>} {each.message}
          </li>
        ))}
        {more > 0 ? <li>{messages.findings.more(more)}</li> : undefined}
      </ul>
    </section>
  );
}
