import { MultiSelect } from '@mantine/core';
import type { JSX } from 'react';
import { describedBy } from '#core/ui/web/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { optionsOf } from '#plugins/annotate/form/common/index.ts';
import { useController } from '../form-context.ts';
import { messages } from '../messages.ts';
import type { ControlProps } from './control.ts';

/**
 * One or several of a list. A value that is not among the options, such as one of a dynamic list, is kept and shown.
 */
export function SelectControl({ component, path, field, id, name, described, invalid }: ControlProps): JSX.Element {
  const controller = useController();
  const { value } = field;
  const chosen = (
    Array.isArray(value) ? value : value === null || value === undefined || value === '' ? [] : [value]
  ).map(each => String(each as string));
  const data = [...new Set([...optionsOf(component), ...chosen])].map(each => ({
    value: each,
    label: controller.text(each, path.slice(0, -1)) || each,
  }));
  const shared = {
    id,
    'aria-label': name,
    error: invalid,
    data,
    disabled: field.readOnly,
    searchable: data.length > 8,
    clearable: true,
    nothingFoundMessage: messages.select.nothingMatches,
    placeholder: controller.text(component['placeholder'], path.slice(0, -1)),
  };
  return component['isMultiselect'] === true ? (
    <MultiSelect
      {...shared}
      {...(described === undefined
        ? {}
        : { attributes: { root: { role: 'group', 'aria-label': name, 'aria-describedby': described } } })}
      value={chosen}
      onChange={field.set}
    />
  ) : (
    <Select
      {...shared}
      {...describedBy(described)}
      value={chosen[0] ?? null}
      onChange={next => field.set(next ?? '')}
    />
  );
}
