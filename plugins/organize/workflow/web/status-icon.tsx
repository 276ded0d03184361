import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { statusIconById, statusIcons } from '../common/status-icons.ts';
import type { TeamStatus } from '../common/vocabulary-api.ts';

const systemIcons: Readonly<Record<string, string>> = {
  NotStarted: 'circle',
  InProgress: 'half-circle',
  QualityCheck: 'eye',
  Returned: 'arrow-back',
  Completed: 'check',
  Skipped: 'skip',
};

/** Id of the icon of a status; those of the system have fixed ones. */
export function iconIdOf(status: Pick<TeamStatus, 'name' | 'type' | 'icon_id'> | undefined): number | null {
  if (status === undefined || status.type === 'user') return status?.icon_id ?? null;
  return statusIcons.find(each => each.name === systemIcons[status.name])?.id ?? null;
}

/** The icon of a status; a dot when it has none. */
export function StatusIcon({ id, size = 16 }: { readonly id: number | null; readonly size?: number }): JSX.Element {
  const icon = id === null ? undefined : statusIconById(id);
  if (icon === undefined) return <Icon name="progress" size={size} />;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={icon.data} />
    </svg>
  );
}
