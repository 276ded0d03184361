import { memo } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import type { MenuLink } from '#core/kernel/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import classes from '../shell.module.css';
import { foldEntries } from './fold-entries.ts';
import { messages } from '../messages.ts';

interface EntryProps {
  readonly title: string;
  readonly path: string;
  readonly icon: string | undefined;
  readonly current: boolean;
  readonly collapsed: boolean;
}

/** A page in the rail: one that stays the same is not drawn again with the frame. */
const Entry = memo(function Entry({ title, path, icon, current, collapsed }: EntryProps): JSX.Element {
  const link = (
    <Link
      to={path}
      className={classes['entry']}
      aria-current={current ? 'page' : undefined}
      {...(collapsed ? { 'aria-label': title } : {})}
    >
      <Icon name={icon ?? 'circle'} size={18} />
      {collapsed ? undefined : <span className={classes['entryText']}>{title}</span>}
    </Link>
  );
  return collapsed ? (
    <Tooltip label={title} position="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
});

/** Leads to the pages that the rail has no place for: the palette lists them all. */
function More({
  count,
  collapsed,
  onOpen,
}: {
  readonly count: number;
  readonly collapsed: boolean;
  readonly onOpen: () => void;
}): JSX.Element {
  const label = count === 1 ? messages.railEntries.the1MorePage : messages.railEntries.countMorePages(count);
  const button = (
    <button type="button" className={classes['entry']} onClick={onOpen} {...(collapsed ? { 'aria-label': label } : {})}>
      <Icon name="more" size={18} />
      {collapsed ? undefined : <span className={classes['entryText']}>{label}</span>}
    </button>
  );
  return collapsed ? (
    <Tooltip label={label} position="right">
      {button}
    </Tooltip>
  ) : (
    button
  );
}

interface RailEntriesProps {
  readonly entries: readonly MenuLink[];
  readonly pathname: string;
  readonly collapsed: boolean;
  /** Shows all pages. */
  readonly onMore: () => void;
}

/** Pages of the rail, in order. */
export function RailEntries({ entries, pathname, collapsed, onMore }: RailEntriesProps): JSX.Element {
  // A page below that of another entry is its own.
  const closest = entries
    .filter(each => pathname === each.path || pathname.startsWith(`${each.path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)[0];
  const { shown, folded } = foldEntries(entries, closest);
  return (
    <>
      {shown.map(item => (
        <Entry
          key={item.id}
          title={item.title}
          path={item.path}
          icon={item.icon}
          current={item === closest || (item.section !== undefined && pathname.startsWith(item.section))}
          collapsed={collapsed}
        />
      ))}
      {folded === 0 ? undefined : <More count={folded} collapsed={collapsed} onOpen={onMore} />}
    </>
  );
}
