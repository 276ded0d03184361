import { ActionIcon, Button, Group, Menu, Switch, TextInput } from '@mantine/core';
import { useRef } from 'react';
import type { JSX } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTeam } from '#core/kernel/web/index.ts';
import { downloadFile, Icon, toast, toastError, Tooltip } from '#core/ui/web/index.ts';
import { readPipelineYaml, writePipelineYaml } from '../../common/pipeline-yaml.ts';
import { messages } from '../messages.ts';
import type { PipelineDraft } from './use-pipeline-draft.ts';

interface EditorHeaderProps {
  readonly draft: PipelineDraft;
  readonly fixed: boolean;
  /** Undefined while the pipeline was never saved. */
  readonly enabled: boolean | undefined;
  readonly yaml: boolean;
  readonly busy: boolean;
  readonly canSave: boolean;
  readonly canTry: boolean;
  readonly onEnable: (enabled: boolean) => void;
  readonly onYaml: (shown: boolean) => void;
  readonly onLayout: () => void;
  readonly onVersions: () => void;
  readonly onSecret: () => void;
  readonly onTry: () => void;
  readonly onSave: () => void;
}

/** Name and buttons above the canvas. */
export function EditorHeader({
  draft,
  fixed,
  enabled,
  yaml,
  busy,
  canSave,
  canTry,
  ...on
}: EditorHeaderProps): JSX.Element {
  const team = useTeam();
  const navigate = useNavigate();
  const { present, history, saved } = draft;
  const chooser = useRef<HTMLInputElement>(null);
  /** Replaces what is drawn by a file; one step of undo. */
  const open = async (file: File): Promise<void> => {
    const read = readPipelineYaml(await file.text());
    if ('file' in read) draft.edit(read.file);
    else {
      const { line, message } = read.problems[0]!;
      toast(messages.yamlPanel.lineMessage(line, message), { tone: 'error' });
    }
  };
  return (
    <Group px={20} py={8} gap="xs" wrap="nowrap" justify="space-between" component="header">
      <Group gap="xs" wrap="nowrap" style={{ flex: 1, minWidth: 0 }}>
        <Tooltip label={messages.shared.allPipelines}>
          <ActionIcon
            aria-label={messages.shared.allPipelines}
            onClick={() => void navigate(`/t/${team.id}/automations`)}
          >
            <Icon name="back" />
          </ActionIcon>
        </Tooltip>
        <TextInput
          aria-label={messages.shared.name}
          placeholder={messages.editorHeader.nameOfThePipeline}
          w={240}
          maxLength={120}
          readOnly={fixed}
          value={present.name}
          onChange={event => draft.edit({ name: event.currentTarget.value }, 'name')}
        />
        <TextInput
          aria-label={messages.editorHeader.description}
          placeholder={messages.editorHeader.description}
          style={{ flex: 1, minWidth: 60, maxWidth: 420 }}
          maxLength={2000}
          readOnly={fixed}
          value={present.description}
          onChange={event => draft.edit({ description: event.currentTarget.value }, 'description')}
        />
      </Group>
      <Group gap="xs" wrap="nowrap">
        {enabled === undefined ? undefined : (
          <Switch
            label={messages.shared.enabled}
            disabled={fixed}
            checked={enabled}
            onChange={event => on.onEnable(event.currentTarget.checked)}
          />
        )}
        {fixed ? undefined : (
          <>
            <Tooltip label={messages.editorHeader.undoCtrlZ}>
              <ActionIcon
                aria-label={messages.editorHeader.undo}
                disabled={history.past.length === 0}
                onClick={draft.undo}
              >
                <Icon name="undo" />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={messages.editorHeader.redoCtrlShiftZ}>
              <ActionIcon
                aria-label={messages.editorHeader.redo}
                disabled={history.future.length === 0}
                onClick={draft.redo}
              >
                <Icon name="redo" />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={messages.editorHeader.arrangeL}>
              <ActionIcon aria-label={messages.editorHeader.arrange} onClick={on.onLayout}>
                <Icon name="distributeAcross" />
              </ActionIcon>
            </Tooltip>
          </>
        )}
        <Tooltip label={yaml ? messages.editorHeader.hideYaml : messages.editorHeader.showYaml}>
          <ActionIcon
            aria-label="YAML"
            aria-pressed={yaml}
            variant={yaml ? 'light' : 'subtle'}
            onClick={() => on.onYaml(!yaml)}
          >
            <Icon name="code" />
          </ActionIcon>
        </Tooltip>
        <input
          ref={chooser}
          type="file"
          accept=".yaml,.yml"
          hidden
          aria-label={messages.editorHeader.openYaml}
          onChange={event => {
            const [file] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            if (file !== undefined) void open(file).catch(toastError);
          }}
        />
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={messages.editorHeader.more}>
              <Icon name="more" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<Icon name="download" />}
              onClick={() =>
                downloadFile(
                  `${present.name || 'pipeline'}.yaml`,
                  new Blob([writePipelineYaml(present)], { type: 'text/yaml' }),
                )
              }
            >
              {messages.editorHeader.downloadYaml}
            </Menu.Item>
            {fixed ? undefined : (
              <Menu.Item leftSection={<Icon name="upload" />} onClick={() => chooser.current?.click()}>
                {messages.editorHeader.openYaml}
              </Menu.Item>
            )}
            {saved.id === undefined || fixed ? undefined : (
              <>
                <Menu.Item leftSection={<Icon name="restore" />} onClick={on.onVersions}>
                  {messages.shared.versions}
                </Menu.Item>
                <Menu.Item leftSection={<Icon name="lock" />} onClick={on.onSecret}>
                  {messages.shared.webhookSecret}
                </Menu.Item>
              </>
            )}
            {saved.id === undefined ? undefined : (
              <Menu.Item
                leftSection={<Icon name="history" />}
                onClick={() => void navigate(`/t/${team.id}/automations/history?pipeline=${saved.id}`)}
              >
                {messages.shared.history}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
        {fixed ? undefined : (
          <>
            <Button
              variant="default"
              leftSection={<Icon name="play" size={14} />}
              disabled={!canTry}
              onClick={on.onTry}
            >
              {messages.shared.dryRun}
            </Button>
            <Button loading={busy} disabled={!canSave} onClick={on.onSave}>
              {messages.editorHeader.save}
            </Button>
          </>
        )}
      </Group>
    </Group>
  );
}
