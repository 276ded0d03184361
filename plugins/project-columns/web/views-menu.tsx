import { ActionIcon, Alert, Button, Checkbox, Group, Menu, Modal, Stack, TextInput, Tooltip } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { confirm, errorText, Icon, toast, toastError } from '#core/ui/web/index.ts';
import type { CustomView } from '#plugins/custom-view/common/api.ts';
import { customViewApi } from '#plugins/custom-view/common/api.ts';
import type { ListLayout } from '#plugins/projects/web/kit/index.ts';

/** Names the list of projects among all tables. */
const KEY = 'projects';

const layoutOf = (view: CustomView): ListLayout => ({
  columns: view.columns.filter(each => typeof each === 'string'),
  search: String((view.filters[0] as { readonly search?: unknown } | undefined)?.search ?? ''),
});

/** Views of the list: choose one, keep the present one, delete. */
export function ViewsMenu({ layout, onLayout }: { readonly layout: ListLayout; readonly onLayout: (layout: ListLayout) => void }): JSX.Element {
  const transport = useService(Transport);
  const queries = useQueryClient();
  const { id: teamId } = useTeam();
  const [saving, setSaving] = useState(false);
  const api = client(customViewApi, transport);
  const views = useQuery({ queryKey: ['project-columns', 'views', teamId], queryFn: () => api.listViews({ query: { key: KEY } }) });
  const remove = async (view: CustomView): Promise<void> => {
    if (!await confirm({ title: 'Delete view', text: `“${view.name}” will be gone${view.user_id === null ? ' for the whole team' : ''}.`, action: 'Delete view', danger: true })) return;
    await api.deleteView({ params: { view_id: view.id } }).catch(toastError);
    await queries.invalidateQueries({ queryKey: ['project-columns'] });
  };
  const known = views.data ?? [];
  return (
    <>
      <Menu width={240} position="bottom-end">
        <Menu.Target><Tooltip label="Views"><ActionIcon aria-label="Views"><Icon name="eye" /></ActionIcon></Tooltip></Menu.Target>
        <Menu.Dropdown>
          {known.length === 0 ? <Menu.Label>{views.error === null ? 'No views yet' : errorText(views.error)}</Menu.Label> : known.map(each => (
            <Menu.Item key={each.id} leftSection={<Icon name={each.user_id === null ? 'people' : 'person'} size={14} />} onClick={() => onLayout(layoutOf(each))}>{each.name}</Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="plus" size={14} />} onClick={() => setSaving(true)}>Keep this view…</Menu.Item>
          {known.length === 0 ? undefined : <><Menu.Divider /><Menu.Label>Delete</Menu.Label></>}
          {known.map(each => <Menu.Item key={each.id} color="red" leftSection={<Icon name="trash" size={14} />} onClick={() => void remove(each)}>{each.name}</Menu.Item>)}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={saving} onClose={() => setSaving(false)} title="Keep this view" size="sm">{saving ? <KeepForm layout={layout} names={known.map(each => each.name)} onClose={() => setSaving(false)} /> : undefined}</Modal>
    </>
  );
}

function KeepForm({ layout, names, onClose }: { readonly layout: ListLayout; readonly names: readonly string[]; readonly onClose: () => void }): JSX.Element {
  const transport = useService(Transport);
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [failure, setFailure] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      await client(customViewApi, transport).saveView({ body: { key: KEY, name: name.trim(), columns: [...layout.columns], filters: [{ search: layout.search }], sort: [], is_default: false, shared } });
      await queries.invalidateQueries({ queryKey: ['project-columns'] });
      toast(`Kept “${name.trim()}”.`, { tone: 'success' });
      onClose();
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  return (
    <form onSubmit={event => void submit(event)}>
      <Stack gap="md">
        <TextInput label="Name" data-autofocus maxLength={120} value={name} description={names.includes(name.trim()) ? 'Replaces the view of this name' : 'Columns, search, filters and order as they are now'} onChange={event => setName(event.currentTarget.value)} />
        <Checkbox label="For the whole team" checked={shared} onChange={event => setShared(event.currentTarget.checked)} />
        {failure === undefined ? undefined : <Alert color="red" p="xs" role="alert">{failure}</Alert>}
        <Group justify="flex-end" gap="xs"><Button variant="default" onClick={onClose}>Cancel</Button><Button type="submit" disabled={name.trim() === ''}>Keep</Button></Group>
      </Stack>
    </form>
  );
}
