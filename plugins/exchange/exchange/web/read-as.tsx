import { Group, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { toastError } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { exchangeFormatOf } from '../common/exchange/format-table.ts';
import { readableFormats } from '../common/exchange/readable-formats.ts';
import type { ImportReading, ImportRecord } from '../common/import-api.ts';
import { messages } from './messages.ts';

/** Formats that can hold items of a project's type. */
const formatsOf = (projectType: number): readonly { readonly value: string; readonly label: string }[] => [
  { value: 'archive', label: messages.readAs.loupeOrSuperannotate },
  ...readableFormats(projectType).map(({ id, title }) => ({ value: id, label: title })),
];

/**
 * The format that a file is read as: as detected in its content, or as the person chooses. A choice looks the file
 * through again.
 */
export function ReadAs({
  record,
  onChange,
}: {
  readonly record: ImportRecord;
  readonly onChange: (reading: ImportReading) => Promise<void>;
}): JSX.Element | undefined {
  const reading = useMutation({ mutationFn: onChange, onError: toastError });
  const { type } = useProject();
  const kind = record.report?.kind;
  if (kind === 'classes') return undefined;
  const found = kind === 'document' ? 'archive' : kind === 'coco-archive' ? 'coco' : kind;
  const format = record.reading?.format ?? found ?? null;
  const tasks = format === 'yolo' ? exchangeFormatOf('yolo')!.tasks : [];
  return (
    <Group gap="md" align="flex-end">
      <Select
        label={messages.shared.format}
        w={180}
        disabled={reading.isPending}
        allowDeselect={false}
        placeholder={messages.readAs.chooseAFormat}
        value={format}
        onChange={value => reading.mutate({ format: value as ImportReading['format'] })}
        data={formatsOf(type)}
      />
      {tasks.length === 0 ? undefined : (
        <Select
          label={messages.shared.task}
          w={180}
          disabled={reading.isPending}
          allowDeselect={false}
          placeholder={messages.readAs.detect}
          value={record.reading?.task ?? null}
          onChange={value => reading.mutate({ format: 'yolo', task: value! })}
          data={tasks.map(({ id, title }) => ({ value: id, label: title }))}
        />
      )}
      {format === 'voc' ? (
        <Switch
          label={messages.readAs.coordinatesStartAt1}
          disabled={reading.isPending}
          checked={record.reading?.one_based ?? false}
          onChange={event => reading.mutate({ format: 'voc', one_based: event.currentTarget.checked })}
          mb={6}
        />
      ) : undefined}
    </Group>
  );
}
