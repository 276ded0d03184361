import { ActionIcon, Button, Group, Menu, Text, useMantineTheme } from '@mantine/core';
import type { JSX } from 'react';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { fileKindOf } from '../../common/file-kinds.ts';
import { storageMessage } from '../../common/storage-message.ts';
import { DataDialogs } from '../data-dialogs.ts';
import { messages } from '../messages.ts';
import { UploadQueue } from '../uploading/upload-queue.ts';
import { useMenu } from '../use-menu.ts';

/**
 * The ways to bring files in. The first files of a project decide whether they lie here or elsewhere; what does not go
 * any more says why. Other plugins add sources of files that lie elsewhere to the place `items.sources`, and imports of
 * annotations to `items.imports`.
 */
export function AddMenu({ folderId }: { readonly folderId: number | undefined }): JSX.Element {
  const queue = useService(UploadQueue);
  const dialogs = useService(DataDialogs);
  const commands = useService(CommandRegistry);
  const project = useProject();
  const { primaryColor } = useMantineTheme();
  const context = { projectId: project.id, folderId };
  const sources = useMenu('items.sources', context);
  const imports = useMenu('items.imports', context);
  const kind = fileKindOf(project.type);
  const either = kind?.keptEitherWay === true;
  const [own, outside] = [
    kind === undefined || (project.upload_state === 3 && !either) ? storageMessage(false) : undefined,
    project.upload_state === 2 && !either ? storageMessage(true) : undefined,
  ];
  return (
    <Group gap={1} wrap="nowrap">
      {own === undefined ? (
        <Button
          leftSection={<Icon name="upload" size={14} />}
          style={{ borderTopRightRadius: 0, borderBottomRightRadius: 0 }}
          onClick={() => queue.open(true)}
        >
          {messages.shared.upload}
        </Button>
      ) : (
        <Button
          leftSection={<Icon name="link" size={14} />}
          style={{ borderTopRightRadius: 0, borderBottomRightRadius: 0 }}
          onClick={() => dialogs.attach(true)}
        >
          {messages.shared.attachUrls}
        </Button>
      )}
      <Menu position="bottom-end" width={300}>
        <Menu.Target>
          <ActionIcon
            variant="filled"
            color={primaryColor}
            size={30}
            style={{ borderTopLeftRadius: 0, borderBottomLeftRadius: 0 }}
            aria-label={messages.addMenu.moreWaysToAdd}
          >
            <Icon name="down" size={14} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Entry icon="upload" title={messages.addMenu.uploadFiles} off={own} onClick={() => queue.open(true)} />
          <Entry icon="link" title={messages.shared.attachUrls} off={outside} onClick={() => dialogs.attach(true)} />
          {sources.map(each =>
            each.command === undefined ? undefined : (
              <Entry
                key={each.id}
                icon={each.icon ?? 'circle'}
                title={each.title}
                off={outside}
                onClick={() => void commands.run(each.command!, context)}
              />
            ),
          )}
          {imports.length === 0 ? undefined : <Menu.Divider />}
          {imports.map(each => (
            <Entry
              key={each.id}
              icon={each.icon ?? 'circle'}
              title={each.title}
              off={undefined}
              onClick={() => void commands.run(each.command!, context)}
            />
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

function Entry({
  icon,
  title,
  off,
  onClick,
}: {
  readonly icon: string;
  readonly title: string;
  readonly off: string | undefined;
  readonly onClick: () => void;
}): JSX.Element {
  return (
    <Menu.Item
      leftSection={<Icon name={icon} size={14} />}
      disabled={off !== undefined}
      style={off === undefined ? undefined : { opacity: 1 }}
      onClick={onClick}
    >
      {off === undefined ? (
        title
      ) : (
        <>
          <Text size="sm" c="var(--loupe-muted)">
            {title}
          </Text>
          <Text size="xs" c="var(--loupe-muted)">
            {off}
          </Text>
        </>
      )}
    </Menu.Item>
  );
}
