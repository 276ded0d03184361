import { ActionIcon, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { memo, useEffect, useState } from 'react';
import type { JSX } from 'react';
import { Link, Outlet, useLocation, useParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { browserStore } from '#core/base/web/index.ts';
import { menuLinks, useContributions, useService } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { Icon, ShortcutKey } from '#core/ui/web/index.ts';
import { Mark } from '../brand.tsx';
import classes from '../shell.module.css';
import { Breadcrumb } from './breadcrumb.tsx';
import { CommandPalette } from './command-palette.tsx';
import { JobsMenu } from './jobs-menu.tsx';
import { PersonMenu } from './person-menu.tsx';
import { railEntries } from './rail-entries.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { useFrameKeys } from './use-frame-keys.ts';

const COLLAPSED = 'loupe_rail_collapsed';

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
    <Link to={path} className={classes['entry']} aria-current={current ? 'page' : undefined} {...(collapsed ? { 'aria-label': title } : {})}>
      <Icon name={icon ?? 'circle'} size={18} />{collapsed ? undefined : <span className={classes['entryText']}>{title}</span>}
    </Link>
  );
  return collapsed ? <Tooltip label={title} position="right">{link}</Tooltip> : link;
});

/** Leads to the pages that the rail has no place for: the palette lists them all. */
function More({ count, collapsed, onOpen }: { readonly count: number; readonly collapsed: boolean; readonly onOpen: () => void }): JSX.Element {
  const label = count === 1 ? '1 more page' : `${count} more pages`;
  const button = (
    <button type="button" className={classes['entry']} onClick={onOpen} {...(collapsed ? { 'aria-label': label } : {})}>
      <Icon name="more" size={18} />{collapsed ? undefined : <span className={classes['entryText']}>{label}</span>}
    </button>
  );
  return collapsed ? <Tooltip label={label} position="right">{button}</Tooltip> : button;
}

/** Top bar, rail and the page: the frame of everything but the editor. */
export function WorkspaceFrame(): JSX.Element {
  const host = useContributions();
  const teams = useService(TeamStore);
  const { team } = useSnapshot(teams.state);
  const params = useParams();
  const { pathname } = useLocation();
  const [closed, setClosed] = useState(() => browserStore.get(COLLAPSED) === '1');
  // Narrower than every screen is made for (product, 0): the page needs the place more.
  const narrow = useMediaQuery('(max-width: 1179px)', undefined, { getInitialValueInEffect: false });
  const collapsed = closed || narrow;
  const keys = useFrameKeys();

  useEffect(() => browserStore.set(COLLAPSED, closed ? '1' : '0'), [closed]);

  const entries = menuLinks(host, teams, 'main', { ...params, ...(team === undefined ? {} : { teamId: String(team.id), organizationId: String(team.organization.id) }) });
  // A page below that of another entry is its own.
  const closest = entries.filter(each => pathname === each.path || pathname.startsWith(`${each.path}/`)).toSorted((one, other) => other.path.length - one.path.length)[0];
  const { shown, folded } = railEntries(entries, closest);
  return (
    <div className={classes['frame']}>
      <a className={classes['skip']} href="#main">Skip to the page</a>
      <header className={classes['top']}>
        <Link className={classes['logo']} to="/" aria-label="Start page"><Mark /></Link>
        <Breadcrumb />
        <button type="button" className={classes['search']} onClick={keys.openPalette}>
          <Icon name="search" size={14} /><span className={classes['searchText']}>Search or run a command</span><ShortcutKey chord="Ctrl+K" />
        </button>
        <Tooltip label="Keyboard shortcuts  ?"><ActionIcon aria-label="Keyboard shortcuts" onClick={keys.openSheet}><Icon name="keyboard" /></ActionIcon></Tooltip>
        <JobsMenu />
        <PersonMenu />
      </header>
      <nav className={classes['rail']} data-collapsed={collapsed} aria-label="Main">
        {shown.map(item => (
          <Entry key={item.id} title={item.title} path={item.path} icon={item.icon} current={item === closest || (item.section !== undefined && pathname.startsWith(item.section))} collapsed={collapsed} />
        ))}
        {folded === 0 ? undefined : <More count={folded} collapsed={collapsed} onOpen={keys.openPalette} />}
        <span className={classes['spacer']} />
        {narrow ? undefined : <ActionIcon aria-label={collapsed ? 'Widen the menu' : 'Narrow the menu'} onClick={() => setClosed(!closed)}><Icon name={collapsed ? 'right' : 'left'} /></ActionIcon>}
      </nav>
      <main id="main" className={classes['main']} tabIndex={-1}><Outlet /></main>
      <CommandPalette opened={keys.palette} onClose={keys.close} />
      <ShortcutSheet opened={keys.sheet} onClose={keys.close} />
    </div>
  );
}
