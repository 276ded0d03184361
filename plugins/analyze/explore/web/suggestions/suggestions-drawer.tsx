import { Menu, Text, UnstyledButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useAddressOf, useCan, useService } from '#core/kernel/web/index.ts';
import { confirm, Icon, RowMenu, shortDate, toast, toastError } from '#core/ui/web/index.ts';
import type { SuggestionSet } from '../../common/suggestion-api.ts';
import { ExploreClient } from '../explore-client.ts';
import classes from '../explore.module.css';
import { ListedDrawer } from '../listed-drawer.tsx';
import { messages } from '../messages.ts';
import { suggestionsKey, useSuggestionSets } from './use-suggestions.ts';

interface SuggestionsDrawerProps {
  readonly projectId: number;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onOpen: (setId: number) => void;
}

/** Lists the layers of suggestions of the project. */
export function SuggestionsDrawer({ projectId, opened, onClose, onOpen }: SuggestionsDrawerProps): JSX.Element {
  const addressOf = useAddressOf();
  const { suggestions } = useService(ExploreClient);
  const queries = useQueryClient();
  const manages = useCan('ApplyExploreBulkAction');
  const list = useSuggestionSets(projectId, opened);
  const remove = async ({ id, class_name: name }: SuggestionSet): Promise<void> => {
    try {
      const sure = await confirm({
        title: messages.suggestionsDrawer.deleteLayer,
        text: messages.suggestionsDrawer.acceptedStay(name),
        action: messages.shared.delete,
        danger: true,
      });
      if (!sure) return;
      await suggestions.deleteSuggestionSet({ params: { suggestion_set_id: id }, query: { project_id: projectId } });
      toast(messages.shared.nameIsDeleted(name), { tone: 'success' });
      await queries.invalidateQueries({ queryKey: suggestionsKey(projectId) });
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <ListedDrawer
      title={messages.shared.suggestions}
      opened={opened}
      onClose={onClose}
      list={list}
      empty={{ icon: 'wand', text: messages.suggestionsDrawer.noneYet }}
      row={each => (
        <>
          <UnstyledButton className={classes['savedRun']} onClick={() => onOpen(each.id)}>
            <Text size="sm" fw={500} truncate>
              {each.class_name}
            </Text>
            <Text size="xs" c="var(--loupe-muted)">
              {messages.suggestionView.countsOf(each.counts.open, each.counts.accepted, each.counts.rejected)}
            </Text>
            <Text size="xs" c="var(--loupe-muted)" truncate>
              {messages.suggestionsDrawer.madeFrom(
                each.source?.name,
                shortDate(each.createdAt),
                addressOf(each.creator),
              )}
            </Text>
          </UnstyledButton>
          {manages ? (
            <RowMenu of={each.class_name}>
              <Menu.Item
                c="var(--loupe-danger)"
                leftSection={<Icon name="trash" size={14} />}
                onClick={() => void remove(each)}
              >
                {messages.shared.delete}
              </Menu.Item>
            </RowMenu>
          ) : undefined}
        </>
      )}
    />
  );
}
