import { Group, Text, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { ErrorPanel, useDebounced } from '#core/ui/web/index.ts';
import type { AppDataUse } from '../../common/api.ts';
import type { AppView } from '../../common/app.ts';
import { MOST_ITEM_DATA } from '../../common/app.ts';
import { AppsClient, appsKey } from '../apps-client.ts';
import classes from '../custom-apps.module.css';
import { messages } from '../messages.ts';
import { bytesText } from './bytes-text.ts';
import { mayLose, StoredJson } from './stored-json.tsx';

interface ItemDataProps {
  readonly app: AppView;
  readonly largest: AppDataUse['largest'];
  readonly onSaved: () => void;
  readonly unsaved: boolean;
  readonly onUnsaved: (unsaved: boolean) => void;
}

/** Items and projects that a search offers at once. */
const MOST_FOUND = 50;

/** Shows the data of the app for one item, found by a part of its name or among those with most data. */
export function ItemDataView({ app, largest, onSaved, unsaved, onUnsaved }: ItemDataProps): JSX.Element {
  const { api, projects, items } = useService(AppsClient);
  const team = useTeam();
  const [project, setProject] = useState<{ readonly id: number; readonly name: string }>();
  const [item, setItem] = useState<{ readonly id: number; readonly name: string }>();
  const [projectText, setProjectText] = useState('');
  const [itemText, setItemText] = useState('');
  // The field shows the name of what is chosen, which is no search.
  const projectName = useDebounced(projectText === project?.name ? '' : projectText, 250);
  const itemName = useDebounced(itemText === item?.name ? '' : itemText, 250);
  const key = [...appsKey(team.id), 'data', app.id];
  const foundProjects = useQuery({
    queryKey: [...key, 'projects', projectName],
    placeholderData: keepPreviousData,
    queryFn: async () =>
      (
        await projects.listProjects({
          query: { limit: MOST_FOUND, sort: 'name', ...(projectName === '' ? {} : { name: projectName }) },
        })
      ).data,
  });
  const foundItems = useQuery({
    queryKey: [...key, 'items', project?.id, itemName],
    enabled: project !== undefined,
    queryFn: async () =>
      (
        await items.listItems({
          params: { project_id: project!.id },
          query: { limit: MOST_FOUND, sort: 'name', ...(itemName === '' ? {} : { name: itemName }) },
        })
      ).data,
  });
  const choices = (
    found: readonly { readonly id: number; readonly name: string }[] | undefined,
    chosen: { readonly id: number; readonly name: string } | undefined,
  ): { value: string; label: string }[] =>
    [
      ...(chosen === undefined || found?.some(each => each.id === chosen.id) === true ? [] : [chosen]),
      ...(found ?? []),
    ].map(each => ({ value: String(each.id), label: each.name }));
  const params = { team_id: team.id, app_id: app.id, item_id: item?.id ?? 0 };
  const open = (kept: AppDataUse['largest'][number]): void => {
    setProject({ id: kept.project_id, name: kept.project });
    setProjectText(kept.project);
    setItem({ id: kept.item_id, name: kept.name });
    setItemText(kept.name);
  };
  /** Goes to another item; who stays sees the names of what is still open. */
  const leave = (go: () => void): void =>
    void mayLose(unsaved).then(yes => {
      if (yes) return go();
      setProjectText(project?.name ?? '');
      setItemText(item?.name ?? '');
    });
  const problem = foundProjects.error ?? foundItems.error;
  // The server has searched; what it found is all shown.
  const all = ({ options }: { readonly options: readonly unknown[] }): never => options as never;
  return (
    <>
      <Group gap="xs">
        <Select
          label={messages.shared.project}
          w={260}
          searchable
          allowDeselect={false}
          filter={all}
          placeholder={messages.itemDataView.partOfAName}
          nothingFoundMessage={messages.itemDataView.noProjectHasSuchAName}
          data={choices(foundProjects.data, project)}
          value={project === undefined ? null : String(project.id)}
          searchValue={projectText}
          onSearchChange={setProjectText}
          onChange={(value, option) =>
            leave(() => {
              setProject(value === null || option === null ? undefined : { id: Number(value), name: option.label });
              setItem(undefined);
              setItemText('');
            })
          }
        />
        <Select
          label={messages.shared.item}
          w={320}
          searchable
          allowDeselect={false}
          filter={all}
          disabled={project === undefined}
          placeholder={
            project === undefined ? messages.itemDataView.chooseAProjectFirst : messages.itemDataView.partOfAName
          }
          nothingFoundMessage={
            foundItems.isFetching ? messages.itemDataView.searching : messages.itemDataView.noItemHasSuchAName
          }
          data={choices(foundItems.data, item)}
          value={item === undefined ? null : String(item.id)}
          searchValue={itemText}
          onSearchChange={setItemText}
          onChange={(value, option) =>
            leave(() =>
              setItem(value === null || option === null ? undefined : { id: Number(value), name: option.label }),
            )
          }
        />
      </Group>
      {problem === null ? undefined : (
        <ErrorPanel
          error={problem}
          onRetry={() => {
            void foundProjects.refetch();
            void foundItems.refetch();
          }}
        />
      )}
      {item === undefined ? (
        <section aria-label={messages.itemDataView.itemsWithMostData}>
          <Text size="sm" c="var(--loupe-muted)" mb={6}>
            {largest.length === 0
              ? messages.itemDataView.appKeepsNothingForAny
              : messages.itemDataView.appKeepsMostForTheseItems}
          </Text>
          {largest.map(each => (
            <UnstyledButton key={each.item_id} className={classes['line']} onClick={() => open(each)}>
              <span>{each.name}</span>
              <span className={classes['where']}>{each.project}</span>
              <span className={classes['where']}>{bytesText(each.bytes, MOST_ITEM_DATA)}</span>
            </UnstyledButton>
          ))}
        </section>
      ) : (
        <StoredJson
          key={item.id}
          at={[...key, 'item', item.id]}
          read={() => api.getItemData({ params })}
          write={(value, etag) => api.putItemData({ params, body: { value, ...(etag === undefined ? {} : { etag }) } })}
          limit={MOST_ITEM_DATA}
          owner={item.name}
          onSaved={onSaved}
          onUnsaved={onUnsaved}
        />
      )}
    </>
  );
}
