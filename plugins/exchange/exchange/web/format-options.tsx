import { Switch } from '@mantine/core';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { dividesImages, exchangeFormatOf, tasksFor } from '../common/exchange/format-table.ts';
import { splits } from '../common/exchange/split.ts';
import type { SplitName } from '../common/exchange/split.ts';
import { offeredWindows } from '../common/windows/window-sizes.ts';
import type { ExportFormat, ExportOptions } from '../common/export-api.ts';
import { messages } from './messages.ts';

interface FormatOptionsProps {
  readonly format: ExportFormat;
  readonly projectType: number;
  readonly options: ExportOptions;
  readonly onChange: (options: ExportOptions) => void;
}

/** Edits the choices for a format of another tool; nothing for those without a choice. */
export function FormatOptions({ format, projectType, options, onChange }: FormatOptionsProps): JSX.Element {
  const exchange = exchangeFormatOf(format);
  const tasks = tasksFor(format, projectType);
  return (
    <>
      {tasks.length === 0 ? undefined : (
        <Select
          label={messages.shared.task}
          allowDeselect={false}
          value={options.task ?? tasks[0]!.id}
          onChange={value => onChange({ ...options, task: value! })}
          data={tasks.map(({ id, title }) => ({ value: id, label: title }))}
        />
      )}
      {projectType === ProjectType.Tiled && dividesImages(format) ? (
        <Select
          label={messages.formatOptions.windows}
          allowDeselect={false}
          value={String(options.window ?? 'none')}
          onChange={value => {
            const { window: _, ...others } = options;
            onChange(value === 'none' ? others : { ...others, window: Number(value) });
          }}
          data={[
            ...(format === 'masks' ? [] : [{ value: 'none', label: messages.formatOptions.entireImages }]),
            ...offeredWindows.map(size => ({ value: String(size), label: messages.formatOptions.windowOf(size) })),
          ]}
          description={messages.formatOptions.windowsWithShapes}
          inputWrapperOrder={['label', 'input', 'description']}
        />
      ) : undefined}
      {exchange?.options.includes('split') === true ? (
        <Select
          label={messages.formatOptions.split}
          allowDeselect={false}
          value={options.split ?? 'none'}
          onChange={value => onChange({ ...options, split: value as SplitName })}
          data={Object.entries(splits).map(([value, { title }]) => ({ value, label: title }))}
          description={messages.formatOptions.byName}
          inputWrapperOrder={['label', 'input', 'description']}
        />
      ) : undefined}
      {exchange?.options.includes('one_based') === true ? (
        <Switch
          label={messages.formatOptions.countPixelsFrom1}
          description={messages.formatOptions.asTheOriginalVocDataDoes}
          checked={options.one_based ?? false}
          onChange={event => onChange({ ...options, one_based: event.currentTarget.checked })}
        />
      ) : undefined}
      {exchange?.options.includes('integers') === true ? (
        <Switch
          label={messages.formatOptions.wholeNumbers}
          description={messages.formatOptions.boxesGrowToWholePixels}
          checked={options.integers ?? false}
          onChange={event => onChange({ ...options, integers: event.currentTarget.checked })}
        />
      ) : undefined}
    </>
  );
}
