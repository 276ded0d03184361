import { Button, Group, Menu, Skeleton, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, Icon, toast, toastError } from '#core/ui/web/index.ts';
import type { Template } from '../../common/api.ts';
import { skeleton, templatesApi } from '../../common/api.ts';
import { draftOf, emptySkeleton } from '../../common/skeleton-draft.ts';
import { skeletonPresets } from '../../common/skeleton-presets.ts';
import type { TemplateFormValue } from '../template-form.tsx';
import { TemplateForm } from '../template-form.tsx';
import classes from '../templates.module.css';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { messages } from '../messages.ts';

const NEW = 'new';

const newTemplate: TemplateFormValue = { name: '', isPublic: true, skeleton: emptySkeleton };

/** Setup tab: the skeletons of the team, drawn on a picture. */
export default function TemplatesPage(): JSX.Element {
  const team = useTeam();
  const api = client(templatesApi, useService(Transport));
  const queries = useQueryClient();
  const key = ['templates', team.id];
  const list = useQuery({
    queryKey: key,
    refetchOnWindowFocus: false,
    queryFn: async () => (await api.listTemplates({ query: {} })).data.filter(each => each.type === ProjectType.Vector),
  });
  const [chosen, setChosen] = useState<number | string>();
  if (list.error !== null && list.data === undefined)
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined)
    return (
      <Stack gap="xs" p="md">
        {[0, 1, 2, 3].map(each => (
          <Skeleton key={each} h={28} maw={220} />
        ))}
      </Stack>
    );

  const all = list.data;
  const preset = skeletonPresets.find(each => each.id === chosen);
  const isNew = chosen === NEW || preset !== undefined;
  const selected = isNew ? undefined : (all.find(each => each.id === chosen) ?? all[0]);
  const save = async ({
    name,
    isPublic,
    skeleton: { points, connections, labels },
  }: TemplateFormValue): Promise<void> => {
    const data = {
      points: points.map(each => ({ ...each })),
      connections: connections.map(([from, to]): [number, number] => [from, to]),
      labels: [...labels],
    };
    const saved =
      selected === undefined
        ? await api.createTemplate({ body: { name, isPublic, data, type: ProjectType.Vector } })
        : await api.updateTemplate({ params: { template_id: selected.id }, body: { name, isPublic, data } });
    await queries.invalidateQueries({ queryKey: key });
    setChosen(saved.id);
    toast(messages.templatesPage.nameIsSaved(saved.name), { tone: 'success' });
  };
  const remove = async ({ id, name }: Template): Promise<void> => {
    await api
      .deleteTemplate({ params: { template_id: id } })
      .then(() => toast(messages.templatesPage.nameIsDeleted(name)), toastError);
    setChosen(undefined);
    await queries.invalidateQueries({ queryKey: key });
  };
  const add = (
    <Group gap="xs">
      <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setChosen(NEW)}>
        {messages.shared.newTemplate}
      </Button>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="down" size={14} />}>
            {messages.templatesPage.startFrom}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {skeletonPresets.map(each => (
            <Menu.Item
              key={each.id}
              leftSection={<Icon name="skeleton" size={14} />}
              onClick={() => setChosen(each.id)}
            >
              {each.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
  if (all.length === 0 && !isNew)
    return (
      <EmptyState icon="skeleton" text={messages.templatesPage.noTemplatesYet}>
        {add}
      </EmptyState>
    );
  return (
    <div className={classes['split']}>
      <nav className={classes['side']} aria-label={messages.templatesPage.templates}>
        {add}
        {all.map(each => (
          <button
            key={each.id}
            type="button"
            className={classes['row']}
            aria-current={each.id === selected?.id}
            onClick={() => setChosen(each.id)}
          >
            <span>{each.name}</span>
            <small>{pointsOf(each)}</small>
          </button>
        ))}
      </nav>
      <TemplateForm
        key={selected === undefined ? String(chosen) : `${selected.id} ${selected.updatedAt}`}
        initial={
          selected === undefined
            ? preset === undefined
              ? newTemplate
              : { ...newTemplate, name: preset.name, skeleton: preset.skeleton }
            : valueOf(selected)
        }
        fresh={selected === undefined}
        onSave={save}
        {...(selected === undefined ? {} : { onDelete: () => remove(selected) })}
      />
    </div>
  );
}

const pointsOf = (template: Template): string => {
  const read = skeleton.safeParse(template.data);
  return read.success ? `${read.data.points.length}` : '';
};

/** A stored template as it is edited; one whose drawing cannot be read begins empty. */
function valueOf({ name, isPublic, data }: Template): TemplateFormValue {
  const read = skeleton.safeParse(data);
  return { name, isPublic, skeleton: read.success ? draftOf(read.data) : emptySkeleton };
}
