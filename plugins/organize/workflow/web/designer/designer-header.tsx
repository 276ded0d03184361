import { ActionIcon, Button, Group, Menu, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTeam } from '#core/kernel/web/index.ts';
import { downloadJson, Icon, Segments, Tooltip, usePageName } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import type { DesignerState } from './use-designer.ts';

/** The bar of a designer: name and description, the view, undo, and saving. */
export function DesignerHeader({
  state,
  fixed,
}: {
  readonly state: DesignerState;
  readonly fixed: boolean;
}): JSX.Element {
  const team = useTeam();
  const navigate = useNavigate();
  const { draft } = state;
  const { present, stored } = draft;
  const { file } = present;
  usePageName(present.name === '' ? messages.shared.newWorkflow : present.name);
  const [nameLeft, setNameLeft] = useState(false);
  return (
    <Group px={20} py={8} gap="xs" wrap="nowrap" justify="space-between" component="header">
      <Group gap="xs" wrap="nowrap" style={{ flex: 1, minWidth: 0 }}>
        <Tooltip label={messages.designerHeader.allWorkflows}>
          <ActionIcon
            aria-label={messages.designerHeader.allWorkflows}
            onClick={() => void navigate(`/t/${team.id}/setup/workflows`)}
          >
            <Icon name="back" />
          </ActionIcon>
        </Tooltip>
        <h1
          className="mantine-visually-hidden"
          style={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}
        >
          {present.name === '' ? messages.shared.newWorkflow : present.name}
        </h1>
        {fixed ? (
          <Text fw={600} truncate>
            {present.name}
          </Text>
        ) : (
          <>
            <TextInput
              aria-label={messages.shared.name}
              placeholder={messages.designerHeader.nameOfTheWorkflow}
              w={240}
              maxLength={100}
              value={present.name}
              error={nameLeft && present.name.trim() === ''}
              onBlur={() => setNameLeft(true)}
              onChange={event => draft.edit({ name: event.currentTarget.value }, 'name')}
            />
            <TextInput
              aria-label={messages.shared.description}
              placeholder={messages.shared.description}
              style={{ flex: 1, minWidth: 80, maxWidth: 420 }}
              maxLength={2000}
              value={present.description}
              onChange={event => draft.edit({ description: event.currentTarget.value }, 'description')}
            />
          </>
        )}
      </Group>
      <Group gap="xs" wrap="nowrap">
        <Segments
          aria-label={messages.shared.view}
          data={[
            { value: 'graph', label: messages.designerHeader.graph },
            { value: 'json', label: 'JSON' },
          ]}
          value={state.view}
          onChange={next => void state.show(next)}
        />
        {fixed ? (
          <Text size="sm" c="var(--loupe-muted)">
            {messages.designerHeader.builtIn}
          </Text>
        ) : (
          <>
            <Tooltip label={messages.designerHeader.undoCtrlZ}>
              <ActionIcon
                aria-label={messages.designerHeader.undo}
                disabled={draft.history.past.length === 0}
                onClick={() => state.step(draft.undo)}
              >
                <Icon name="undo" />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={messages.designerHeader.redoCtrlShiftZ}>
              <ActionIcon
                aria-label={messages.designerHeader.redo}
                disabled={draft.history.future.length === 0}
                onClick={() => state.step(draft.redo)}
              >
                <Icon name="redo" />
              </ActionIcon>
            </Tooltip>
          </>
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={messages.designerHeader.more}>
              <Icon name="more" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<Icon name="download" />}
              onClick={() => downloadJson(`${present.name || 'workflow'}.json`, file)}
            >
              {messages.shared.downloadJson}
            </Menu.Item>
            {fixed || !state.changed || stored.id === undefined ? undefined : (
              <Menu.Item leftSection={<Icon name="restore" />} onClick={state.rebase}>
                {messages.designerHeader.discardChanges}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
        {fixed ? undefined : (
          <Button
            loading={state.saving.busy}
            disabled={!state.changed || state.wrong}
            onClick={() => state.saving.save()}
          >
            {messages.shared.save}
          </Button>
        )}
      </Group>
    </Group>
  );
}
