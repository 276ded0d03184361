import { Button } from '@mantine/core';
import type { JSX } from 'react';
import type { MenuItem } from '#core/commands/common/index.ts';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { EmptyState, Icon } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { fileKindOf } from '../../common/file-kinds.ts';
import { DataDialogs } from '../data-dialogs.ts';
import classes from '../data.module.css';
import { messages } from '../messages.ts';
import { DropZone } from '../uploading/drop-zone.tsx';
import { PickButtons } from '../uploading/upload-dialog.tsx';
import { UploadQueue } from '../uploading/upload-queue.ts';
import { useFileKind } from '../uploading/use-file-kind.ts';
import { useMenu } from '../use-menu.ts';

/** `upload_state` of projects whose items are attached by address. */
const EXTERNAL = 3;

/**
 * Shows the way to the first items of a project: files for types that take them, rows for forms, addresses where files
 * lie elsewhere.
 */
export function EmptyData({ folderId }: { readonly folderId: number | undefined }): JSX.Element {
  const project = useProject();
  const kind = useFileKind();
  const dialogs = useService(DataDialogs);
  const queue = useService(UploadQueue);
  const context = { projectId: project.id, folderId };
  const sources = useMenu('items.sources', context);
  const imports = useMenu('items.imports', context);
  const own = fileKindOf(project.type);
  if (own === undefined)
    return (
      <EmptyState icon="table" text={messages.emptyData.noItemsYet}>
        <Commands list={[...sources, ...imports]} context={context} />
      </EmptyState>
    );
  if (project.upload_state === EXTERNAL && !own.keptEitherWay)
    return (
      <EmptyState icon="link" text={messages.emptyData.noItemsYetThis}>
        <Button leftSection={<Icon name="link" size={14} />} onClick={() => dialogs.attach(true)}>
          {messages.shared.attachUrls}
        </Button>
        <Commands list={[...sources, ...imports]} context={context} secondary />
      </EmptyState>
    );
  return (
    <div style={{ padding: '0 20px' }}>
      <DropZone
        big
        onFiles={found => {
          dialogs.choose(found, kind);
          queue.open(true);
        }}
      >
        <Icon name={{ image: 'newImage', text: 'text', video: 'play', file: 'file' }[kind.word]} size={36} />
        <span className={classes['zoneTitle']}>{messages.shared.dropPluralOrFoldersHere(kind.plural)}</span>
        <span>
          {messages.emptyData.orArchivesOfThemFolders(
            kind.shown,
            kind.unpacks('a.zip') ? messages.emptyData.zipAndTar : 'TAR',
          )}
        </span>
        <PickButtons />
        <Commands list={imports} context={context} secondary />
      </DropZone>
    </div>
  );
}

/** Commands of other plugins as buttons, the first one as the main action unless `secondary`. */
function Commands({
  list,
  context,
  secondary = false,
}: {
  readonly list: readonly MenuItem[];
  readonly context: Readonly<Record<string, unknown>>;
  readonly secondary?: boolean;
}): JSX.Element {
  const commands = useService(CommandRegistry);
  return (
    <>
      {list.map((each, at) =>
        each.command === undefined ? undefined : (
          <Button
            key={each.id}
            variant={at === 0 && !secondary ? 'filled' : 'default'}
            leftSection={<Icon name={each.icon ?? 'circle'} size={14} />}
            onClick={() => void commands.run(each.command!, context)}
          >
            {each.title}
          </Button>
        ),
      )}
    </>
  );
}
