import { ActionIcon, Menu, Text, useMantineColorScheme } from '@mantine/core';
import type { JSX } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { Connection } from '#core/api/web/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import { menuLinks, useEmail, useService, WebPluginHost } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { Icon, Segments, toastError } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

/** Shows the signed-in person, the theme, and signing out. Plugins add entries by the menu `person`. */
export function PersonMenu(): JSX.Element {
  const session = useService(SessionStore);
  const host = useService(WebPluginHost);
  const teams = useService(TeamStore);
  const email = useEmail();
  const { online } = useSnapshot(useService(Connection).state);
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const entries = menuLinks(host, teams, 'person', {});
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon aria-label={messages.personMenu.accountOfEmail(email)} variant="light" color="loupe" radius="xl">
          <Text span fz="sm" fw={600}>
            {email.slice(0, 1).toUpperCase()}
          </Text>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{email}</Menu.Label>
        {entries.map(item => (
          <Menu.Item
            key={item.id}
            leftSection={<Icon name={item.icon ?? 'circle'} />}
            onClick={() => void navigate(item.path)}
          >
            {item.title}
          </Menu.Item>
        ))}
        <Segments
          fullWidth
          style={{ margin: 6 }}
          aria-label={messages.personMenu.theme}
          data={[
            { value: 'light', label: messages.personMenu.light },
            { value: 'dark', label: messages.personMenu.dark },
            { value: 'auto', label: messages.personMenu.system },
          ]}
          value={colorScheme}
          onChange={value => setColorScheme(value)}
        />
        <Menu.Divider />
        <Menu.Item
          leftSection={<Icon name="signOut" />}
          disabled={!online}
          onClick={() =>
            void session
              .signOut()
              .then(() => location.assign('/'))
              .catch(toastError)
          }
        >
          {online ? messages.personMenu.signOut : messages.personMenu.connectToSignOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
