import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import type { JSX } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTeam } from '#core/kernel/web/index.ts';
import { downloadJson, Icon, Segments, Tooltip } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { FormDraftState } from '../../common/builder-api.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';
import type { EditedForm, BuilderStore } from './builder-store.ts';
import { useBuilder, writtenForm } from './builder-store.ts';
import { SaveState } from './save-state.tsx';
import type { Saving } from './use-saving.ts';

/** The views of a form in the builder. */
export type BuilderView = 'form' | 'code' | 'preview' | 'readme';
/** The dialogs that the bar opens. */
export type BuilderDialog = 'import' | 'templates' | 'versions';

interface BuilderBarProps {
  readonly store: BuilderStore;
  readonly saving: Saving;
  readonly view: BuilderView;
  /** The published version; undefined before the first. */
  readonly version: FormDraftState['version'];
  /** True when the draft differs from the published version. */
  readonly differs: boolean;
  readonly onView: (view: BuilderView) => void;
  readonly onOpen: (dialog: BuilderDialog) => void;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  /** The button that publishes. */
  readonly publish: JSX.Element;
}

/** The bar over the builder: views, undo, state of saving, files and versions. */
export function BuilderBar({
  store,
  saving,
  view,
  version,
  differs,
  onView,
  onOpen,
  onSave,
  onDiscard,
  publish,
}: BuilderBarProps): JSX.Element {
  const project = useProject();
  const team = useTeam();
  const navigate = useNavigate();
  const unsaved = useBuilder(store, each => each.unsaved);
  const hasPast = useBuilder(store, each => each.state.history.past.length > 0);
  const hasFuture = useBuilder(store, each => each.state.history.future.length > 0);
  const revision = useBuilder(store, each => each.state.revision);
  return (
    <header className={classes['bar']}>
      <Group gap={6} wrap="nowrap" miw={0}>
        <Tooltip label={messages.shared.backToTheSetup}>
          <ActionIcon
            aria-label={messages.shared.backToTheSetup}
            onClick={() => void navigate(`/t/${team.id}/p/${project.id}/setup/general`)}
          >
            <Icon name="back" />
          </ActionIcon>
        </Tooltip>
        <Segments
          aria-label={messages.builderBar.view}
          data={[
            { value: 'form', label: messages.shared.form },
            { value: 'code', label: messages.builderBar.code },
            { value: 'preview', label: messages.builderBar.preview },
            { value: 'readme', label: messages.builderBar.readme },
          ]}
          value={view}
          onChange={onView}
        />
        <Tooltip label={messages.builderBar.undoCtrlZ}>
          <ActionIcon aria-label={messages.builderBar.undo} disabled={!hasPast} onClick={() => store.undo()}>
            <Icon name="undo" />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={messages.builderBar.redoCtrlShiftZ}>
          <ActionIcon aria-label={messages.builderBar.redo} disabled={!hasFuture} onClick={() => store.redo()}>
            <Icon name="redo" />
          </ActionIcon>
        </Tooltip>
        <SaveState saving={saving} version={version} draft={differs} />
      </Group>
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" onClick={() => onOpen('templates')}>
          {messages.shared.templates}
        </Button>
        <Menu position="bottom-end" width={210}>
          <Menu.Target>
            <ActionIcon aria-label={messages.builderBar.more}>
              <Icon name="more" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Icon name="upload" />} onClick={() => onOpen('import')}>
              {messages.shared.import}
            </Menu.Item>
            <Menu.Item
              leftSection={<Icon name="download" />}
              onClick={() => downloadJson(`${project.name} form.json`, exported(store.state.history.present))}
            >
              {messages.builderBar.export}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<Icon name="history" />} onClick={() => onOpen('versions')}>
              {messages.builderBar.versions}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="restore" />} disabled={revision === 0 && !unsaved} onClick={onDiscard}>
              {messages.builderBar.discardTheDraft}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Button variant="default" disabled={!unsaved} onClick={onSave}>
          {messages.builderBar.saveDraft}
        </Button>
        {publish}
      </Group>
    </header>
  );
}

/** The form as a file: without the values of secure variables. */
function exported(edited: EditedForm): Record<string, unknown> {
  return writtenForm({
    ...edited,
    form: {
      ...edited.form,
      environments: edited.form.environments.map(each => (each.secure ? { ...each, value: '' } : each)),
    },
  });
}
