import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { messages } from '../messages.ts';
import { ModelsClient } from '../models-client.ts';

interface NamesContext {
  readonly label: string;
  readonly description: string | undefined;
  /** Most options that may be chosen. */
  readonly most: number;
  readonly value: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

/**
 * Chooses models of the project for a component of its form. A name that is chosen and is no model any more stays, so
 * that it can be taken out.
 */
export default function NamesPanel({ context }: PanelProps): JSX.Element {
  const { label, description, most, value, onChange } = context as unknown as NamesContext;
  const { forms } = useService(ModelsClient);
  const project = useProject();
  const list = useQuery({
    queryKey: ['models', 'of-project', project.id],
    queryFn: async () => (await forms.projectModels({ params: { project_id: project.id } })).models,
  });
  const names = (list.data ?? []).map(each => each.name);
  const gone = list.data === undefined ? [] : value.filter(each => !names.includes(each));
  const data = [...new Set([...names, ...value])];
  const problem =
    list.error !== null
      ? messages.namesPanel.modelsCouldNotBeLoaded
      : gone.length > 0
        ? messages.namesPanel.notAModelOfThis(gone.join(', '))
        : undefined;
  const hint = list.data?.length === 0 ? messages.namesPanel.teamHasNoModelsYet : description;
  return most === 1 ? (
    <Select
      label={label}
      description={hint}
      error={problem}
      placeholder={messages.shared.none}
      searchable
      clearable
      nothingFoundMessage={messages.namesPanel.noModelMatches}
      data={data}
      value={value[0] ?? null}
      onChange={next => onChange(next === null ? [] : [next])}
    />
  ) : (
    <MultiSelect
      label={label}
      description={hint}
      error={problem}
      {...(value.length === 0 ? { placeholder: messages.namesPanel.noneWrittenByHand } : {})}
      searchable
      maxValues={most}
      nothingFoundMessage={messages.namesPanel.noModelMatches}
      data={data}
      value={[...value]}
      onChange={onChange}
    />
  );
}
