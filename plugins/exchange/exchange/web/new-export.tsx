import { Button, Group, MultiSelect, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Drawer, Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { Icon, toastError, useOnceAtATime } from '#core/ui/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import { useStatuses } from '#plugins/workspace/items/web/kit/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import type { Project } from '#plugins/workspace/projects/common/index.ts';
import { exchangeFormatIds, exchangeFormatOf } from '../common/exchange/format-table.ts';
import type { ExportFormat, ExportOptions, ExportScope } from '../common/export-api.ts';
import { exportFormatTitles, formatNumbers, selectionLimit } from '../common/export-api.ts';
import { plainWindow } from '../common/windows/window-sizes.ts';
import { CannotCarry } from './cannot-carry.tsx';
import { ExchangeWebHooks } from './kit/exchange-web-hooks.ts';
import { FormatOptions } from './format-options.tsx';
import { messages } from './messages.ts';
import classes from './transfer.module.css';
import { TransferClient } from './transfer-client.ts';
import type { ExportDraft } from './transfer-dialogs.ts';
import { TransferDialogs } from './transfer-dialogs.ts';

/** From how many items on a download takes minutes, which is said before. */
const MANY = 50_000;
const DRAWN_TYPES: ReadonlySet<number> = new Set([1, 2]);
/** `upload_state` of projects whose items are attached by address. */
const EXTERNAL = 3;
const COCO_TYPES: ReadonlySet<number> = new Set([1, 2, 5]);

/** Returns the formats that this plugin writes for a type of project. */
function ownFormats(projectType: number): readonly ExportFormat[] {
  return [
    'json',
    ...(COCO_TYPES.has(projectType) ? ['coco' as const] : []),
    ...exchangeFormatIds.filter(each => exchangeFormatOf(each)!.types.includes(projectType)),
  ];
}

const descriptions: Readonly<Partial<Record<ExportFormat, string>>> = {
  json: messages.newExport.everythingOneFileForEach,
  coco: messages.newExport.boxesAndPolygonsInOneFile,
  csv: messages.newExport.tableWithAColumn,
  jsonl: messages.newExport.allValues,
};
const descriptionOf = (format: ExportFormat): string =>
  descriptions[format] ?? exchangeFormatOf(format)?.description ?? '';

/** The form of a new download. */
export function NewExport({
  project,
  onMade,
}: {
  readonly project: Project;
  readonly onMade: () => void;
}): JSX.Element {
  const dialogs = useService(TransferDialogs);
  const { draft } = useSnapshot(dialogs.state);
  const opened = draft?.projectId === project.id;
  return (
    <Drawer
      opened={opened}
      onClose={() => dialogs.draft(undefined)}
      position="right"
      size={380}
      title={messages.shared.newExport}
      closeButtonProps={{ 'aria-label': messages.shared.close }}
    >
      {opened ? (
        <Form
          key={draft.again?.id ?? draft.version?.id ?? draft.itemIds?.length ?? 0}
          project={project}
          draft={draft as ExportDraft}
          onMade={onMade}
        />
      ) : undefined}
    </Drawer>
  );
}

function Form({
  project,
  draft,
  onMade,
}: {
  readonly project: Project;
  readonly draft: ExportDraft;
  readonly onMade: () => void;
}): JSX.Element {
  const client = useService(TransferClient);
  const dialogs = useService(TransferDialogs);
  const hooks = useService(ExchangeWebHooks);
  const formats = hooks.formats.call(ownFormats(project.type), project.type);
  const { again, itemIds } = draft;
  const version = draft.version ?? again?.version ?? undefined;
  const isWhole = itemIds === undefined && version === undefined;
  const statuses = useStatuses(project.id);
  const folders = useQuery({
    queryKey: [...itemKeys.folders(project.id), 'exchange'],
    queryFn: () => client.folders.listFolders({ query: { project_id: project.id } }),
  });
  const [format, setFormat] = useState<ExportFormat>(
    formats.find(each => formatNumbers[each] === again?.export_type) ?? 'json',
  );
  const [folderIds, setFolderIds] = useState<readonly string[]>((again?.folder_ids ?? []).map(String));
  const [chosen, setChosen] = useState<readonly string[]>((again?.statuses ?? []).map(String));
  const [pinned, setPinned] = useState(again?.only_pinned ?? false);
  const [drawn, setDrawn] = useState(again?.include_fuse ?? false);
  const [pictures, setPictures] = useState(again?.include_originals ?? false);
  const [options, setOptions] = useState<ExportOptions>(again?.options ?? {});
  const tooMany = itemIds !== undefined && itemIds.length > selectionLimit;

  const scope = useMemo(
    (): ExportScope => ({
      format,
      only_pinned: pinned,
      include_originals: pictures,
      include_fuse: drawn && format === 'json',
      include_project: true,
      ...(Object.keys(options).length === 0 ? {} : { options }),
      ...(folderIds.length === 0 ? {} : { folder_ids: folderIds.map(Number) }),
      ...(chosen.length === 0 ? {} : { statuses: chosen.map(Number) }),
      ...(itemIds === undefined ? {} : { item_ids: [...itemIds] }),
      ...(version === undefined ? {} : { version_id: version.id }),
    }),
    [format, pinned, pictures, drawn, options, folderIds, chosen, itemIds, version],
  );
  const choose = (next: ExportFormat): void => {
    setFormat(next);
    setOptions(next === 'masks' && project.type === ProjectType.Tiled ? { window: plainWindow } : {});
  };

  const creation = useMutation({
    mutationFn: () => client.exports.createExport({ params: { project_id: project.id }, body: scope }),
    onSuccess: () => {
      dialogs.draft(undefined);
      onMade();
    },
    onError: toastError,
  });
  const create = useOnceAtATime(creation);

  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        create();
      }}
    >
      <Stack gap="lg">
        {itemIds === undefined ? undefined : (
          <Text>
            {messages.newExport.countSelectedItems(
              itemIds.length,
              tooMany ? messages.newExport.anExportOfASelection(selectionLimit.toLocaleString('en')) : '',
            )}
          </Text>
        )}
        {version === undefined ? undefined : <Text>{messages.newExport.itemsOfVersion(version.name)}</Text>}
        <Select
          label={messages.shared.format}
          value={format}
          onChange={value => choose(value as ExportFormat)}
          allowDeselect={false}
          checkIconPosition="right"
          maxDropdownHeight={320}
          data={formats.map(each => ({ value: each, label: exportFormatTitles[each] }))}
          description={descriptionOf(format)}
          inputWrapperOrder={['label', 'input', 'description']}
          data-autofocus
        />
        <FormatOptions format={format} projectType={project.type} options={options} onChange={setOptions} />
        <CannotCarry key={format} projectId={project.id} scope={scope} />
        {!isWhole ? undefined : (
          <>
            <MultiSelect
              label={messages.newExport.folders}
              placeholder={folderIds.length === 0 ? messages.newExport.all : ''}
              clearable
              searchable
              value={[...folderIds]}
              onChange={setFolderIds}
              data={(folders.data?.data ?? []).map(each => ({
                value: String(each.id),
                label: each.is_root ? messages.newExport.notInAFolder : each.name,
              }))}
            />
            <MultiSelect
              label={messages.newExport.statuses}
              placeholder={chosen.length === 0 ? messages.newExport.all : ''}
              clearable
              value={[...chosen]}
              onChange={setChosen}
              data={statuses.map(each => ({ value: String(each.value), label: each.title }))}
            />
            <Switch
              label={messages.newExport.pinnedItemsOnly}
              checked={pinned}
              onChange={event => setPinned(event.currentTarget.checked)}
            />
          </>
        )}
        <Switch
          label={messages.newExport.includeOriginalFiles}
          checked={pictures}
          onChange={event => setPictures(event.currentTarget.checked)}
        />
        {format === 'json' && DRAWN_TYPES.has(project.type) && project.upload_state !== EXTERNAL ? (
          <Switch
            label={messages.newExport.includeImagesWithOverlays}
            description={messages.newExport.pngTakesASecond}
            checked={drawn}
            onChange={event => setDrawn(event.currentTarget.checked)}
          />
        ) : undefined}
        {(project.imageCount ?? 0) > MANY && isWhole ? (
          <Text size="sm" c="var(--loupe-muted)">
            {messages.newExport.thisProjectHasImageCountItems(project.imageCount!)}
          </Text>
        ) : undefined}
        <Group justify="flex-end" gap="xs" className={classes['actions']}>
          <Button variant="default" onClick={() => dialogs.draft(undefined)}>
            {messages.shared.cancel}
          </Button>
          <Button
            type="submit"
            loading={creation.isPending}
            disabled={tooMany}
            leftSection={<Icon name="download" size={14} />}
          >
            {messages.newExport.export}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
