import { Alert, FileButton, Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { errorText, Icon, useDebounced } from '#core/ui/web/index.ts';
import { projectKeys, projectsApi, ProjectType, ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import type { ClassInput } from '../common/annotation-class.ts';
import { classNameLimit, ClassType } from '../common/annotation-class.ts';
import { readClassesFile } from '../common/classes-file.ts';
import { namedClasses } from '../common/named-classes.ts';
import { messages } from './messages.ts';

/** Source of the classes of a new project: names, a file, or another project. */
export type ChosenClasses =
  | { readonly from: 'names'; readonly text: string; readonly classes: readonly ClassInput[] }
  | { readonly from: 'file'; readonly name: string; readonly classes: readonly ClassInput[] }
  | { readonly from: 'project'; readonly id: number; readonly name: string };

interface InputProps {
  readonly type: number;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** Classes of a new project: none yet, new ones, a classes.json, or those of another project. */
export function NewProjectClasses({ type, value, onChange }: InputProps): JSX.Element {
  const chosen = value as ChosenClasses | undefined;
  const [way, setWay] = useState<string>(chosen?.from ?? 'skip');
  return (
    <Stack gap="sm">
      <Radio.Group
        aria-label={messages.shared.classes}
        value={way}
        onChange={next => {
          setWay(next);
          onChange(undefined);
        }}
      >
        <Stack gap="xs">
          <Radio value="skip" label={messages.newProjectClasses.addClassesLater} />
          <Radio value="names" label={messages.newProjectClasses.createClasses} />
          <Radio value="file" label={messages.newProjectClasses.importAClasses} />
          <Radio value="project" label={messages.newProjectClasses.takeThoseOfAnotherProject} />
        </Stack>
      </Radio.Group>
      {way === 'names' ? (
        <Names type={type} chosen={chosen?.from === 'names' ? chosen : undefined} onChange={onChange} />
      ) : undefined}
      {way === 'file' ? (
        <FromFile type={type} chosen={chosen?.from === 'file' ? chosen : undefined} onChange={onChange} />
      ) : undefined}
      {way === 'project' ? (
        <FromOther chosen={chosen?.from === 'project' ? chosen : undefined} onChange={onChange} />
      ) : undefined}
    </Stack>
  );
}

function Names({
  type,
  chosen,
  onChange,
}: {
  readonly type: number;
  readonly chosen: Extract<ChosenClasses, { from: 'names' }> | undefined;
  readonly onChange: (value: ChosenClasses | undefined) => void;
}): JSX.Element {
  const classType = type === ProjectType.Classification ? ClassType.Tag : ClassType.Object;
  return (
    <Textarea
      label={messages.newProjectClasses.names}
      description={messages.newProjectClasses.onePerLine}
      autosize
      minRows={3}
      maxRows={12}
      maw={360}
      value={chosen?.text ?? ''}
      onChange={({ currentTarget: { value: text } }) => {
        const classes = namedClasses(
          text
            .split('\n')
            .map(line => line.slice(0, classNameLimit))
            .join('\n'),
          classType,
        );
        onChange(text === '' ? undefined : { from: 'names', text, classes });
      }}
    />
  );
}

function FromFile({
  type,
  chosen,
  onChange,
}: {
  readonly type: number;
  readonly chosen: Extract<ChosenClasses, { from: 'file' }> | undefined;
  readonly onChange: (value: ChosenClasses | undefined) => void;
}): JSX.Element {
  const types = useService(ProjectTypes);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const { classes, issues } = readClassesFile(await file.text(), {
      projectType: type,
      projectTypeName: types.titleOf(type),
    });
    setProblems(issues.map(each => each.message));
    onChange(issues.length === 0 ? { from: 'file', name: file.name, classes } : undefined);
  };
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <FileButton accept="application/json,.json" onChange={file => void read(file)}>
          {props => (
            <Button {...props} variant="default" leftSection={<Icon name="upload" size={14} />}>
              {messages.newProjectClasses.chooseFile}
            </Button>
          )}
        </FileButton>
        {chosen === undefined ? undefined : (
          <Text role="status">
            {chosen.name}: {chosen.classes.length}{' '}
            {chosen.classes.length === 1 ? messages.newProjectClasses.class : messages.newProjectClasses.classes}
          </Text>
        )}
      </Group>
      {problems.length === 0 ? undefined : (
        <Alert color="red" p="xs" role="alert" title={messages.newProjectClasses.weCouldntReadTheClasses}>
          {problems.slice(0, 5).map(each => (
            <div key={each}>{each}</div>
          ))}
          {problems.length > 5 ? <div>{messages.newProjectClasses.andCountMore(problems.length - 5)}</div> : undefined}
        </Alert>
      )}
    </Stack>
  );
}

function FromOther({
  chosen,
  onChange,
}: {
  readonly chosen: Extract<ChosenClasses, { from: 'project' }> | undefined;
  readonly onChange: (value: ChosenClasses | undefined) => void;
}): JSX.Element {
  const transport = useService(Transport);
  const [search, setSearch] = useState('');
  const name = useDebounced(search, 300);
  const found = useQuery({
    queryKey: projectKeys.names(name),
    queryFn: () =>
      client(projectsApi, transport).listProjects({
        query: { limit: 50, ...(name === '' || name === chosen?.name ? {} : { name }) },
      }),
  });
  const rows = (found.data?.data ?? []).map(each => ({ value: String(each.id), label: each.name }));
  const data =
    chosen === undefined || rows.some(each => each.value === String(chosen.id))
      ? rows
      : [{ value: String(chosen.id), label: chosen.name }, ...rows];
  return (
    <Select
      label={messages.shared.project}
      placeholder={messages.shared.chooseAProject}
      searchable
      maw={360}
      nothingFoundMessage={found.data === undefined ? messages.shared.loading : messages.shared.noProjectMatches}
      filter={({ options }) => options}
      data={data}
      onSearchChange={setSearch}
      value={chosen === undefined ? null : String(chosen.id)}
      error={found.error === null ? undefined : errorText(found.error)}
      onChange={(id, option) =>
        onChange(id === null || option === null ? undefined : { from: 'project', id: Number(id), name: option.label })
      }
    />
  );
}
