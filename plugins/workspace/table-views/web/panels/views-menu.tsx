import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { Icon, toastError } from '#core/ui/web/index.ts';
import type { CustomView } from '../../common/api.ts';
import type { TableView } from '../../common/table-view.ts';
import { beginningView, looksLike } from '../../common/table-view.ts';
import { messages } from '../messages.ts';
import { OpenedTables } from '../opened-tables.ts';
import { ViewChanges } from '../view-changes.ts';
import type { ViewName } from '../view-dialog.tsx';
import { ViewDialog } from '../view-dialog.tsx';

/** Facts about a table that this menu needs. */
interface ViewsContext {
  /** Names the table. */
  readonly table: string;
  readonly now: TableView;
  /** Nothing in the address says what to show: the table may begin with its view. */
  readonly fresh: boolean;
  readonly apply: (view: TableView) => void;
}

const isTaken = (views: readonly CustomView[], { name, shared }: ViewName): boolean =>
  views.some(each => each.name === name && (each.user_id === null) === shared);

/** The views of a table: choose, keep, rename, delete, begin with. */
export default function ViewsMenu({ context }: PanelProps): JSX.Element {
  const { table, now, fresh, apply } = context as unknown as ViewsContext;
  const changes = useService(ViewChanges);
  const tables = useService(OpenedTables);
  const shares = useCan('UpdateTeam');
  const [dialog, setDialog] = useState<'new' | 'rename'>();
  const views = useQuery({ queryKey: ['table-views', table], queryFn: ({ signal }) => changes.list(table, signal) });
  const shown = useSnapshot(tables.state).shown[table];
  const all = views.data ?? [];
  const active = all.find(each => each.id === shown);
  const changed = active !== undefined && !looksLike(active, now);
  const mayChange = active !== undefined && (active.user_id !== null || shares);

  const begin = useEffectEvent(() => {
    if (views.data === undefined || !tables.open(table) || !fresh) return;
    const first = beginningView(views.data);
    if (first === undefined) return;
    tables.show(table, first.id);
    apply(first);
  });
  // Once, when the views are there.
  useEffect(() => begin(), [views.data, table]);

  const run = (change: Promise<void>): void => void change.catch(toastError);
  const choose = (view: CustomView): void => {
    tables.show(table, view.id);
    apply(view);
  };
  const entry = (view: CustomView): JSX.Element => (
    <Menu.Item
      key={view.id}
      aria-current={view.id === shown}
      leftSection={<Icon name={view.id === shown ? 'check' : view.user_id === null ? 'people' : 'person'} size={14} />}
      rightSection={view.is_default ? <Icon name="star" size={12} /> : undefined}
      onClick={() => choose(view)}
    >
      {view.name}
    </Menu.Item>
  );

  return (
    <>
      <Menu width={250} position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            rightSection={<Icon name="down" size={12} />}
            maw={180}
            title={changed ? messages.viewsMenu.nameChanged(active.name) : active?.name}
          >
            {active === undefined ? messages.viewsMenu.views : `${active.name}${changed ? ' *' : ''}`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflow: 'auto' }}>
          {views.error === null ? undefined : (
            <Menu.Item onClick={() => void views.refetch()}>{messages.viewsMenu.viewsCouldNotBeRead}</Menu.Item>
          )}
          {all.length === 0 && views.error === null ? (
            <Menu.Label>{views.isPending ? messages.viewsMenu.readingViews : messages.viewsMenu.noViewsYet}</Menu.Label>
          ) : undefined}
          {all.some(each => each.user_id === null) ? <Menu.Label>{messages.viewsMenu.team}</Menu.Label> : undefined}
          {all.filter(each => each.user_id === null).map(entry)}
          {all.some(each => each.user_id !== null) ? <Menu.Label>{messages.viewsMenu.mine}</Menu.Label> : undefined}
          {all.filter(each => each.user_id !== null).map(entry)}
          <Menu.Divider />
          {mayChange && changed ? (
            <Menu.Item leftSection={<Icon name="check" size={14} />} onClick={() => run(changes.replace(active, now))}>
              {messages.viewsMenu.saveChanges}
            </Menu.Item>
          ) : undefined}
          <Menu.Item leftSection={<Icon name="plus" size={14} />} onClick={() => setDialog('new')}>
            {messages.viewsMenu.saveAsNewView}
          </Menu.Item>
          {mayChange ? (
            <>
              <Menu.Item leftSection={<Icon name="edit" size={14} />} onClick={() => setDialog('rename')}>
                {messages.viewsMenu.rename}
              </Menu.Item>
              <Menu.Item
                leftSection={<Icon name="star" size={14} />}
                onClick={() =>
                  run(
                    changes.setDefault(
                      active,
                      all.find(each => each.is_default && each.user_id === active.user_id),
                    ),
                  )
                }
              >
                {active.is_default
                  ? messages.viewsMenu.doNotBeginWithIt
                  : active.user_id === null
                    ? messages.viewsMenu.beginWithIt
                    : messages.viewsMenu.beginWithIt2}
              </Menu.Item>
              <Menu.Item
                c="var(--loupe-danger)"
                leftSection={<Icon name="trash" size={14} />}
                onClick={() => run(changes.remove(active))}
              >
                {messages.viewsMenu.delete}
              </Menu.Item>
            </>
          ) : undefined}
        </Menu.Dropdown>
      </Menu>
      {dialog === undefined ? undefined : (
        <ViewDialog
          title={dialog === 'new' ? messages.viewsMenu.saveAsNewView2 : messages.viewsMenu.renameView}
          start={
            dialog === 'rename' && active !== undefined
              ? { name: active.name, shared: active.user_id === null }
              : { name: '', shared: false }
          }
          shares={dialog === 'new' ? shares : undefined}
          taken={view => isTaken(all, view)}
          onClose={() => setDialog(undefined)}
          onSave={async view => {
            // As they are stored now: another tab may have taken the name, which would replace its view, or made this
            // one the default.
            const stored = (await views.refetch()).data ?? all;
            const renamed = dialog === 'rename' ? (stored.find(each => each.id === shown) ?? active) : undefined;
            if (renamed?.name !== view.name) {
              if (isTaken(stored, view)) return;
              await (renamed === undefined ? changes.add(table, view, now) : changes.rename(renamed, view.name));
            }
            setDialog(undefined);
          }}
        />
      )}
    </>
  );
}
