import { Menu, Text, UnstyledButton } from '@mantine/core';
import { Fragment } from 'react';
import type { JSX } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useService, WebHooks } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import classes from '../shell.module.css';

/** Team switcher, then what plugins add for the page (project, folder) by the menu `breadcrumb`. */
export function Breadcrumb(): JSX.Element {
  const { team, teams, project } = useSnapshot(useService(TeamStore).state);
  const hooks = useService(WebHooks);
  const navigate = useNavigate();
  const params = useParams();
  const parts = hooks.menu.for('breadcrumb').call([], { ...params, openProject: project?.id });
  return (
    <nav className={classes['crumbs']} aria-label={messages.breadcrumb.breadcrumb}>
      {team === undefined ? (
        <Text>Loupe</Text>
      ) : (
        <Menu>
          <Menu.Target>
            <UnstyledButton aria-label={messages.breadcrumb.nameSwitchTeam(team.name)}>
              <Text span fw={500} c="var(--loupe-text)">
                {team.name}
              </Text>{' '}
              <Icon name="down" size={12} />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {teams.slice(0, 12).map(each => (
              <Menu.Item
                key={each.id}
                onClick={() => void navigate(`/t/${each.id}/projects`)}
                leftSection={
                  each.id === team.id ? (
                    <Icon name="check" size={14} />
                  ) : (
                    <span style={{ width: 14, display: 'inline-block' }} />
                  )
                }
              >
                {each.name}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item onClick={() => void navigate('/workspaces')}>{messages.breadcrumb.allWorkspaces}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {parts.map(part => (
        <Fragment key={part.id}>
          <Icon name="right" size={12} />
          {part.path === undefined ? <Text span>{part.title}</Text> : <Link to={part.path}>{part.title}</Link>}
        </Fragment>
      ))}
    </nav>
  );
}
