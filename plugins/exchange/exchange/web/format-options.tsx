import { Switch } from '@mantine/core';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { exchangeFormatOf, tasksFor } from '../common/exchange/format-table.ts';
import { splits } from '../common/exchange/split.ts';
import type { SplitName } from '../common/exchange/split.ts';
import type { ExportFormat, ExportOptions } from '../common/export-api.ts';

interface FormatOptionsProps {
  readonly format: ExportFormat;
  readonly projectType: number;
  readonly options: ExportOptions;
  readonly onChange: (options: ExportOptions) => void;
}

/** What can be chosen for a format of another tool; nothing for those without a choice. */
export function FormatOptions({ format, projectType, options, onChange }: FormatOptionsProps): JSX.Element {
  const exchange = exchangeFormatOf(format);
  const tasks = tasksFor(format, projectType);
  return (
    <>
      {tasks.length === 0 ? undefined : (
        <Select
          label="Task"
          allowDeselect={false}
          value={options.task ?? tasks[0]!.id}
          onChange={value => onChange({ ...options, task: value! })}
          data={tasks.map(({ id, title }) => ({ value: id, label: title }))}
        />
      )}
      {exchange?.options.includes('split') === true ? (
        <Select
          label="Split"
          allowDeselect={false}
          value={options.split ?? 'none'}
          onChange={value => onChange({ ...options, split: value as SplitName })}
          data={Object.entries(splits).map(([value, { title }]) => ({ value, label: title }))}
          description="By name, so an item stays in its part"
          inputWrapperOrder={['label', 'input', 'description']}
        />
      ) : undefined}
      {exchange?.options.includes('one_based') === true ? (
        <Switch
          label="Count pixels from 1"
          description="As the original VOC data does"
          checked={options.one_based ?? false}
          onChange={event => onChange({ ...options, one_based: event.currentTarget.checked })}
        />
      ) : undefined}
      {exchange?.options.includes('integers') === true ? (
        <Switch
          label="Whole numbers"
          description="Boxes grow to whole pixels"
          checked={options.integers ?? false}
          onChange={event => onChange({ ...options, integers: event.currentTarget.checked })}
        />
      ) : undefined}
    </>
  );
}
