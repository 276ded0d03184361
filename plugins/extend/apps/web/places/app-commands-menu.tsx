import { ActionIcon, Menu } from '@mantine/core';
import type { JSX } from 'react';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import type { AppPlace } from '#sdk/app/app-manifest.ts';
import type { MountedApp } from '../../common/app.ts';
import manifest from '../../manifest.ts';
import { messages } from '../messages.ts';

interface CommandsMenuProps {
  readonly app: MountedApp;
  readonly place: AppPlace;
  /** The item on screen. */
  readonly itemId?: number | undefined;
}

/** Lists the commands of the app in this place; nothing where it has no command for the place. */
export function AppCommandsMenu({ app, place, itemId }: CommandsMenuProps): JSX.Element | undefined {
  const registry = useService(CommandRegistry);
  const commands = app.commands.filter(each => each.place === undefined || each.place === place);
  if (commands.length === 0) return undefined;
  return (
    <Menu width={220} position="bottom-end">
      <Menu.Target>
        <ActionIcon
          size="sm"
          aria-label={messages.appCommandsMenu.commandsOfName(app.name)}
          title={messages.appCommandsMenu.commandsOfName(app.name)}
        >
          <Icon name="more" size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {commands.map(({ id, title, icon }) => (
          <Menu.Item
            key={id}
            leftSection={<Icon name={icon ?? 'circle'} size={14} />}
            onClick={() =>
              void registry.run(`${manifest.id}.runCommand`, { appId: app.id, commandId: id, places: [place], itemId })
            }
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
