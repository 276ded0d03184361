import { Menu } from '@mantine/core';
import type { JSX } from 'react';
import { useNavigate } from 'react-router-dom';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { Icon, ShortcutKey, toast, toastError } from '#core/ui/web/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { useClasses } from '#plugins/workspace/classes/web/kit/index.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';
import { DataDialogs, ItemActions, SelectedItems, useMenu } from '#plugins/workspace/items/web/kit/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { MOST_BOOKMARKED, useBookmarkActions } from '../bookmarks/use-bookmarks.ts';
import { comparesPictures } from '../compares-pictures.ts';
import { messages } from '../messages.ts';
import { SimilarExample } from '../suggestions/similar-example.ts';

interface ActionEntriesProps {
  readonly projectId: number;
  readonly selection: Selection;
  /** Address of the item, where there is one alone. */
  readonly path: string | undefined;
}

/**
 * Lists the actions on chosen items beside status and approval, of this plugin and of others (the menu `explore.bulk`).
 */
export function ActionEntries({ projectId, selection, path }: ActionEntriesProps): JSX.Element {
  const actions = useService(ItemActions);
  const commands = useService(CommandRegistry);
  const navigate = useNavigate();
  const dialogs = useService(DataDialogs);
  const project = useProject();
  const single = 'ids' in selection && selection.ids.size === 1 ? [...selection.ids][0] : undefined;
  const searchOf = (query: string): string =>
    `/t/${project.team_id}/p/${projectId}/explore?${new URLSearchParams({ query }).toString()}`;
  const selected = useService(SelectedItems);
  const { toggle } = useBookmarkActions(projectId);
  const bookmarks = useCan('ManageBookmarks');
  const pins = useCan('ApplyItemPin');
  const prioritizes = useCan('SetItemPriority');
  const copies = useCan('CopyItem');
  const changes = useCan('ApplyExploreBulkAction');
  const annotates = useCan('AnnotateItem') && changes;
  const example = useService(SimilarExample);
  const tags = useClasses(projectId).data?.some(each => each.type === ClassType.Tag) === true;
  const more = useMenu('explore.bulk', { projectId, selection }).filter(each => each.command !== undefined);
  const pin = (value: boolean) => (): void => void actions.change(projectId, selection, { kind: 'pin', value });
  return (
    <>
      {path === undefined ? undefined : (
        <>
          <Menu.Item
            leftSection={<Icon name="edit" size={14} />}
            rightSection={<ShortcutKey chord="Enter" />}
            onClick={() => void navigate(path)}
          >
            {messages.actionEntries.open}
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon name="link" size={14} />}
            onClick={() =>
              void navigator.clipboard
                .writeText(new URL(path, location.href).href)
                .then(() => toast(messages.shared.linkCopied), toastError)
            }
          >
            {messages.actionEntries.copyLink}
          </Menu.Item>
        </>
      )}
      {single === undefined || !comparesPictures(project.type) ? undefined : (
        <>
          <Menu.Item
            leftSection={<Icon name="search" size={14} />}
            onClick={() => void navigate(searchOf(`similarTo(${single}, 100)`))}
          >
            {messages.actionEntries.findSimilar}
          </Menu.Item>
          {annotates && tags ? (
            <Menu.Item leftSection={<Icon name="wand" size={14} />} onClick={() => example.ask({ itemId: single })}>
              {messages.actionEntries.annotateSimilar}
            </Menu.Item>
          ) : undefined}
          <Menu.Item
            leftSection={<Icon name="duplicate" size={14} />}
            onClick={() => void navigate(searchOf(`duplicateOf(${single}, 0.9)`))}
          >
            {messages.actionEntries.findDuplicates}
          </Menu.Item>
        </>
      )}
      {pins && changes ? (
        <Menu.Item leftSection={<Icon name="pinned" size={14} />} onClick={pin(true)}>
          {messages.actionEntries.pin}
        </Menu.Item>
      ) : undefined}
      {pins && changes ? (
        <Menu.Item leftSection={<Icon name="pin" size={14} />} onClick={pin(false)}>
          {messages.actionEntries.unpin}
        </Menu.Item>
      ) : undefined}
      {bookmarks ? (
        <Menu.Item
          leftSection={<Icon name="star" size={14} />}
          rightSection={<ShortcutKey chord="B" />}
          onClick={() =>
            void selected.ids(projectId, selection, MOST_BOOKMARKED + 1).then(ids => toggle(ids), toastError)
          }
        >
          {messages.actionEntries.bookmark}
        </Menu.Item>
      ) : undefined}
      {prioritizes && changes ? (
        <Menu.Item leftSection={<Icon name="ascending" size={14} />} onClick={() => dialogs.priority(selection)}>
          {messages.actionEntries.priority}
        </Menu.Item>
      ) : undefined}
      {copies && changes ? (
        <Menu.Item leftSection={<Icon name="copy" size={14} />} onClick={() => dialogs.copy(selection)}>
          {messages.actionEntries.copyOrMove}
        </Menu.Item>
      ) : undefined}
      {more.map(each => (
        <Menu.Item
          key={each.id}
          leftSection={<Icon name={each.icon ?? 'circle'} size={14} />}
          disabled={each.disabled ?? false}
          onClick={() => void commands.run(each.command!, { projectId, selection, ...each.argument })}
        >
          {each.title}
        </Menu.Item>
      ))}
    </>
  );
}

/** True when the person can do any of those. */
export function useHasEntries(projectId: number, selection: Selection, path: string | undefined): boolean {
  const bookmarks = useCan('ManageBookmarks');
  const pins = useCan('ApplyItemPin');
  const prioritizes = useCan('SetItemPriority');
  const copies = useCan('CopyItem');
  const changes = useCan('ApplyExploreBulkAction');
  const more = useMenu('explore.bulk', { projectId, selection }).filter(each => each.command !== undefined);
  return path !== undefined || bookmarks || ((pins || prioritizes || copies) && changes) || more.length > 0;
}
