import type { JSX } from 'react';
import { longDate, shortDate } from './short-date.ts';

interface TimeProps {
  /** ISO 8601. */
  readonly iso: string;
  readonly className?: string;
}

/** A moment as every screen shows it: short, with the date and time in full as its title. */
export function Time({ iso, className }: TimeProps): JSX.Element {
  return (
    <time dateTime={iso} title={longDate(iso)} {...(className === undefined ? {} : { className })}>
      {shortDate(iso)}
    </time>
  );
}
