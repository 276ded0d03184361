import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import { Link, Outlet, useLocation, useParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { browserStore } from '#core/base/web/index.ts';
import { menuLinks, Panel, useContributions, usePanels, useService } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { Icon, ShortcutKey, Tooltip } from '#core/ui/web/index.ts';
import { Mark } from '../brand.tsx';
import { messages } from '../messages.ts';
import classes from '../shell.module.css';
import { Breadcrumb } from './breadcrumb.tsx';
import { CommandPalette } from './command-palette.tsx';
import { JobsMenu } from './jobs-menu.tsx';
import { OfflineNote } from './offline-note.tsx';
import { PersonMenu } from './person-menu.tsx';
import { RailEntries } from './rail-entries.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { useFrameKeys } from './use-frame-keys.ts';

const COLLAPSED = 'loupe_rail_collapsed';

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
  const panels = usePanels('frame.top');

  useEffect(() => browserStore.set(COLLAPSED, closed ? '1' : '0'), [closed]);

  const entries = menuLinks(host, teams, 'main', {
    ...params,
    ...(team === undefined ? {} : { teamId: String(team.id), organizationId: String(team.organization.id) }),
  });
  return (
    <div className={classes['frame']}>
      <a className={classes['skip']} href="#main">
        {messages.workspaceFrame.skipToThePage}
      </a>
      <header className={classes['top']}>
        <Link className={classes['logo']} to="/" aria-label={messages.workspaceFrame.startPage}>
          <Mark />
        </Link>
        <Breadcrumb />
        <OfflineNote />
        <button type="button" className={classes['search']} onClick={keys.openPalette}>
          <Icon name="search" size={14} />
          <span className={classes['searchText']}>{messages.shared.searchOrRunACommand}</span>
          <ShortcutKey chord="Ctrl+K" />
        </button>
        <Tooltip label={messages.workspaceFrame.keyboardShortcuts}>
          <ActionIcon aria-label={messages.shared.keyboardShortcuts} onClick={keys.openSheet}>
            <Icon name="keyboard" />
          </ActionIcon>
        </Tooltip>
        <JobsMenu />
        {panels.map(panel => (
          <Panel
            key={`${panel.plugin}.${panel.name}`}
            panel={panel}
            context={{}}
            fallback={<span className={classes['topPanel']} />}
          />
        ))}
        <PersonMenu />
      </header>
      <nav className={classes['rail']} data-collapsed={collapsed} aria-label={messages.workspaceFrame.main}>
        <RailEntries entries={entries} pathname={pathname} collapsed={collapsed} onMore={keys.openPalette} />
        <span className={classes['spacer']} />
        {narrow ? undefined : (
          <ActionIcon
            aria-label={collapsed ? messages.workspaceFrame.expandTheMenu : messages.workspaceFrame.collapseTheMenu}
            onClick={() => setClosed(!closed)}
          >
            <Icon name={collapsed ? 'right' : 'left'} />
          </ActionIcon>
        )}
      </nav>
      <main id="main" className={classes['main']} tabIndex={-1}>
        <Outlet />
      </main>
      <CommandPalette opened={keys.palette} onClose={keys.close} />
      <ShortcutSheet opened={keys.sheet} onClose={keys.close} />
    </div>
  );
}
