import { ActionIcon, Button, Checkbox, Skeleton, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { oneOf } from '#core/api/common/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { useCan, useService } from '#core/kernel/web/index.ts';
import {
  confirm,
  EmptyState,
  ErrorPanel,
  Icon,
  PageBody,
  PageHeader,
  PageToolbar,
  SearchBox,
  Segments,
  toast,
  toastError,
  Tooltip,
} from '#core/ui/web/index.ts';
import { projectKeys, projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { Category } from '../../common/api.ts';
import { lostItemsText } from '../../common/lost-items.ts';
import { AddCategories } from '../add-categories.tsx';
import { CategoryName } from '../category-name-input.tsx';
import { CategoriesClient } from '../kit/categories-client.ts';
import { categoriesKey, useCategories } from '../kit/use-categories.ts';
import { MergeCategories } from '../merge-categories.tsx';
import { messages } from '../messages.ts';

const MODES = [
  { value: '0', label: messages.categoriesPage.off },
  { value: '1', label: messages.categoriesPage.onePerItem },
  { value: '2', label: messages.categoriesPage.severalPerItem },
];

/** Setup tab: the categories of the project with their items. */
export default function CategoriesPage(): JSX.Element {
  const project = useProject();
  const categories = useService(CategoriesClient);
  const transport = useService(Transport);
  const queries = useQueryClient();
  const edits = useCan('UpdateProjectSettings');
  const list = useCategories(project.id);
  const settings = useQuery({
    queryKey: projectKeys.settings(project.id),
    queryFn: () => client(projectsApi, transport).getSettings({ params: { project_id: project.id } }),
  });
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [open, setOpen] = useState<'add' | 'merge'>();

  const failed = list.data === undefined ? list.error : settings.data === undefined ? settings.error : null;
  if (failed !== null)
    return (
      <ErrorPanel
        error={failed}
        onRetry={() => {
          void list.refetch();
          void settings.refetch();
        }}
      />
    );
  if (list.data === undefined || settings.data === undefined)
    return (
      <>
        <PageHeader title={messages.shared.categories} />
        <PageBody>
          {[0, 1, 2, 3].map(each => (
            <Skeleton key={each} h={32} mb="xs" maw={720} />
          ))}
        </PageBody>
      </>
    );

  const all = list.data;
  const mode = Number(settings.data.find(each => each.attribute === 'CategorizeItems')?.value ?? 0);
  const found = all.filter(each => each.name.toLowerCase().includes(search.trim().toLowerCase()));
  const picked = all.filter(each => chosen.has(each.id));
  const reload = (): Promise<void> => queries.invalidateQueries({ queryKey: categoriesKey(project.id) });

  const setMode = async (value: number): Promise<void> => {
    const items = all.reduce((sum, each) => sum + each.items_count, 0);
    if (
      value === 0 &&
      items > 0 &&
      !(await confirm({
        title: messages.categoriesPage.switchItemCategoriesOff,
        text: messages.categoriesPage.nobodyCanSetOrRequest,
        action: messages.categoriesPage.switchOff,
      }))
    )
      return;
    try {
      await client(projectsApi, transport).updateSettings({
        params: { project_id: project.id },
        body: { settings: [{ attribute: 'CategorizeItems', value }] },
      });
      toast(messages.categoriesPage.saved, { tone: 'success' });
    } catch (error) {
      toastError(error);
    }
    await queries.invalidateQueries({ queryKey: projectKeys.settings(project.id) });
  };
  const remove = async (gone: readonly Category[]): Promise<void> => {
    const title =
      gone.length === 1
        ? messages.categoriesPage.deleteText(gone[0]!.name)
        : messages.categoriesPage.deleteCountCategories(gone.length);
    if (
      !(await confirm({
        title,
        text: lostItemsText(gone.map(each => each.items_count)),
        action:
          gone.length === 1
            ? messages.categoriesPage.deleteCategory
            : messages.categoriesPage.deleteCountCategories2(gone.length),
        danger: true,
      }))
    )
      return;
    try {
      await categories.api.removeCategories({
        query: {
          filter: [
            oneOf(
              'id',
              gone.map(each => each.id),
            ),
          ],
        },
      });
      setChosen(new Set());
      toast(
        gone.length === 1
          ? messages.categoriesPage.nameIsDeleted(gone[0]!.name)
          : messages.categoriesPage.countCategoriesAreDeleted(gone.length),
        { tone: 'success' },
      );
    } catch (error) {
      toastError(error);
    }
    await reload();
  };
  const toggle = (id: number, on: boolean): void =>
    setChosen(new Set(on ? [...chosen, id] : [...chosen].filter(each => each !== id)));
  const add = (
    <Button leftSection={<Icon name="plus" size={14} />} disabled={mode === 0} onClick={() => setOpen('add')}>
      {messages.shared.addCategories}
    </Button>
  );

  return (
    <>
      <PageHeader title={messages.shared.categories} count={all.length}>
        {edits && all.length > 0 ? add : undefined}
      </PageHeader>
      <PageToolbar>
        {all.length === 0 ? undefined : (
          <SearchBox value={search} onChange={setSearch} label={messages.categoriesPage.searchCategories} />
        )}
        <Segments
          aria-label={messages.categoriesPage.categoriesOfAnItem}
          disabled={!edits}
          data={MODES}
          value={String(mode)}
          onChange={value => void setMode(Number(value))}
        />
        {picked.length === 0 ? undefined : (
          <>
            <Text c="var(--loupe-muted)" role="status">
              {messages.categoriesPage.countSelected(picked.length)}
            </Text>
            <Button variant="default" disabled={picked.length < 2} onClick={() => setOpen('merge')}>
              {messages.shared.merge}
            </Button>
            <Button variant="default" leftSection={<Icon name="trash" size={14} />} onClick={() => void remove(picked)}>
              {messages.categoriesPage.delete}
            </Button>
          </>
        )}
      </PageToolbar>
      <PageBody>
        {all.length === 0 ? (
          <EmptyState
            icon="tag"
            text={mode === 0 ? messages.categoriesPage.itemsOfThisProject : messages.categoriesPage.noCategoriesYet}
          >
            {edits && mode > 0 ? add : undefined}
          </EmptyState>
        ) : undefined}
        {all.length > 0 && found.length === 0 ? (
          <EmptyState icon="search" text={messages.categoriesPage.noCategoryMatches}>
            <Button variant="default" onClick={() => setSearch('')}>
              {messages.categoriesPage.clearSearch}
            </Button>
          </EmptyState>
        ) : undefined}
        {found.length === 0 ? undefined : (
          <Table highlightOnHover highlightOnHoverColor="var(--loupe-hover)" maw={720}>
            <Table.Thead>
              <Table.Tr>
                {edits ? (
                  <Table.Th w={36}>
                    <Checkbox
                      aria-label={messages.categoriesPage.selectAll}
                      checked={picked.length > 0 && found.every(each => chosen.has(each.id))}
                      indeterminate={picked.length > 0 && !found.every(each => chosen.has(each.id))}
                      onChange={event =>
                        setChosen(new Set(event.currentTarget.checked ? found.map(each => each.id) : []))
                      }
                    />
                  </Table.Th>
                ) : undefined}
                <Table.Th>{messages.categoriesPage.name}</Table.Th>
                <Table.Th w={110} ta="right">
                  {messages.categoriesPage.items}
                </Table.Th>
                {edits ? <Table.Th w={48} aria-label={messages.categoriesPage.actions} /> : undefined}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.map(each => (
                <Table.Tr key={each.id}>
                  {edits ? (
                    <Table.Td>
                      <Checkbox
                        aria-label={messages.categoriesPage.selectName(each.name)}
                        checked={chosen.has(each.id)}
                        onChange={event => toggle(each.id, event.currentTarget.checked)}
                      />
                    </Table.Td>
                  ) : undefined}
                  <Table.Td>
                    {edits ? (
                      <CategoryName key={each.name} category={each} onRenamed={reload} />
                    ) : (
                      <Text>{each.name}</Text>
                    )}
                  </Table.Td>
                  <Table.Td ta="right">{each.items_count.toLocaleString('en')}</Table.Td>
                  {edits ? (
                    <Table.Td>
                      <Tooltip label={messages.categoriesPage.delete}>
                        <ActionIcon
                          aria-label={messages.categoriesPage.deleteName(each.name)}
                          onClick={() => void remove([each])}
                        >
                          <Icon name="trash" />
                        </ActionIcon>
                      </Tooltip>
                    </Table.Td>
                  ) : undefined}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </PageBody>
      <AddCategories
        opened={open === 'add'}
        onClose={() => setOpen(undefined)}
        projectId={project.id}
        known={all}
        onAdded={reload}
      />
      <MergeCategories
        opened={open === 'merge'}
        onClose={() => setOpen(undefined)}
        projectId={project.id}
        categories={picked}
        onMerged={async () => {
          setChosen(new Set());
          await reload();
        }}
      />
    </>
  );
}
