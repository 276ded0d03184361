import { Button, Menu, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Icon, Modal, RowMenu } from '#core/ui/web/index.ts';
import type { Bookmark } from '../../common/keeping-api.ts';
import { MOST_IDS } from '../../common/search-api.ts';
import { ExploreClient } from '../explore-client.ts';
import classes from '../explore.module.css';
import { ListedDrawer } from '../listed-drawer.tsx';
import { messages } from '../messages.ts';
import { useBookmarkActions, useBookmarks } from './use-bookmarks.ts';

interface BookmarksDrawerProps {
  readonly projectId: number;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly pathOf: (item: { readonly id: number }) => string;
  readonly onRun: (query: string) => void;
}

/** The person's own bookmarks: a click opens the item. */
export function BookmarksDrawer({ projectId, opened, onClose, pathOf, onRun }: BookmarksDrawerProps): JSX.Element {
  const { searches } = useService(ExploreClient);
  const list = useBookmarks(projectId, opened);
  const actions = useBookmarkActions(projectId);
  const [noted, setNoted] = useState<Bookmark>();
  const ids = [...new Set(list.data?.map(each => each.item_id) ?? [])].slice(0, MOST_IDS);
  const items = useQuery({
    queryKey: ['explore', 'bookmarked', projectId, ids],
    queryFn: ({ signal }) => searches.itemsByIds({ query: { project_id: projectId }, body: { item_ids: ids }, signal }),
    enabled: opened && ids.length > 0,
  });
  const names = new Map(items.data?.map(each => [each.id, each.name]));
  const nameOf = ({ item_id: id }: Bookmark): string => names.get(id) ?? messages.bookmarksDrawer.itemNumber(id);
  return (
    <>
      <ListedDrawer
        title={messages.shared.bookmarks}
        opened={opened}
        onClose={onClose}
        list={list}
        empty={{ icon: 'pin', text: messages.bookmarksDrawer.noBookmarksYet }}
        row={each => (
          <>
            <Link className={classes['savedRun']} to={pathOf({ id: each.item_id })}>
              <Text size="sm" fw={500} truncate>
                {nameOf(each)}
              </Text>
              {each.note === '' ? undefined : (
                <Text size="xs" c="var(--loupe-muted)" lineClamp={2}>
                  {each.note}
                </Text>
              )}
            </Link>
            <RowMenu of={nameOf(each)}>
              <Menu.Item leftSection={<Icon name="edit" size={14} />} onClick={() => setNoted(each)}>
                {messages.bookmarksDrawer.editNote}
              </Menu.Item>
              <Menu.Item
                c="var(--loupe-danger)"
                leftSection={<Icon name="trash" size={14} />}
                onClick={() => void actions.remove(each)}
              >
                {messages.bookmarksDrawer.removeBookmark}
              </Menu.Item>
            </RowMenu>
          </>
        )}
      >
        {list.data === undefined || list.data.length === 0 ? undefined : (
          <Button
            variant="default"
            leftSection={<Icon name="search" size={14} />}
            onClick={() => {
              onClose();
              onRun('bookmarked(me())');
            }}
          >
            {messages.bookmarksDrawer.showInResults}
          </Button>
        )}
      </ListedDrawer>
      <Modal
        opened={noted !== undefined}
        onClose={() => setNoted(undefined)}
        title={noted === undefined ? '' : messages.bookmarksDrawer.noteOn(nameOf(noted))}
        size="sm"
      >
        {noted === undefined ? undefined : (
          <NoteForm
            before={noted.note}
            onCancel={() => setNoted(undefined)}
            onSave={async text => {
              await actions.note(noted, text);
              setNoted(undefined);
            }}
          />
        )}
      </Modal>
    </>
  );
}

interface NoteFormProps {
  readonly before: string;
  readonly onCancel: () => void;
  readonly onSave: (text: string) => Promise<void>;
}

function NoteForm({ before, onCancel, onSave }: NoteFormProps): JSX.Element {
  const [text, setText] = useState(before);
  return (
    <DialogForm
      action={messages.shared.save}
      ready={text.trim() !== before}
      onCancel={onCancel}
      onSubmit={() => onSave(text.trim())}
    >
      <Textarea
        label={messages.bookmarksDrawer.note}
        value={text}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={2000}
        onChange={event => setText(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  );
}
