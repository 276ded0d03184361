import { Button, Group, Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX, ReactNode } from 'react';
import { EmptyState, ErrorPanel, Icon, PageBody, PageToolbar, SearchBox, toast } from '#core/ui/web/index.ts';
import type { WorkflowUsage } from '../common/change-api.ts';
import { deleteWord } from './delete-word.ts';
import { messages } from './messages.ts';
import { usageText } from './usage-text.ts';
import { useWorkflowUsage } from './use-team-words.ts';
import type { Word } from './word-table.tsx';
import { WordTable } from './word-table.tsx';

/** A status or role with what is said of it. */
export interface DescribedWord extends Word {
  readonly description?: string | null;
}

/** Props of the dialog of a word; `word` is undefined for a new one. */
export interface WordDialogProps<W> {
  readonly word: W | undefined;
  readonly all: readonly W[];
  /** Its uses, in words. */
  readonly used: string | undefined;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSaved: (word: W) => void;
}

interface WordsPageProps<W extends DescribedWord> {
  readonly noun: 'status' | 'role';
  readonly plural: 'statuses' | 'roles';
  readonly list: UseQueryResult<W[]>;
  /** Title and cells of the column between description and use. */
  readonly column: string;
  readonly cell: (word: W) => ReactNode;
  readonly icon: (word: W) => ReactNode;
  /** Returns the text about the use of a word in place of the list of uses. */
  readonly always?: (word: W) => string | undefined;
  /** Step to take before one that is in use can be deleted. */
  readonly cure: string;
  /** Shown while the team has none of its own. */
  readonly hint: string;
  readonly remove: (word: W) => Promise<unknown>;
  readonly Dialog: (props: WordDialogProps<W>) => JSX.Element;
}

/** Statuses or roles of which workflows of the team are made: find, make, change, delete. */
export function WordsPage<W extends DescribedWord>({
  noun,
  plural,
  list,
  column,
  cell,
  icon,
  always,
  cure,
  hint,
  remove,
  Dialog,
}: WordsPageProps<W>): JSX.Element {
  const queries = useQueryClient();
  const usage = useWorkflowUsage();
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<W | 'new'>();
  const failed = list.error ?? usage.error;
  if (failed !== null && list.data === undefined)
    return (
      <ErrorPanel
        error={failed}
        onRetry={() => {
          void list.refetch();
          void usage.refetch();
        }}
      />
    );
  const all = list.data ?? [];
  const found = all.filter(each =>
    `${each.name} ${each.description ?? ''}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const usedBy = (known: WorkflowUsage | undefined, word: W): WorkflowUsage['roles' | 'statuses'][number] | undefined =>
    known?.[plural].find(each => each.id === word.id);
  const used = (word: W): string | undefined => usageText(usedBy(usage.data, word));
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['workflow'] });
  const ask = async (word: W): Promise<void> => {
    const now = await usage.refetch();
    if (await deleteWord(noun, word.name, usageText(usedBy(now.data, word)), cure, () => remove(word))) await refresh();
  };
  const word = edited === 'new' ? undefined : edited;

  return (
    <>
      <PageToolbar>
        <Group gap="xs" pt={12} style={{ flex: 1 }}>
          <SearchBox value={search} onChange={setSearch} label={messages.wordsPage.searchPlural(plural)} />
          <Button ml="auto" leftSection={<Icon name="plus" size={14} />} onClick={() => setEdited('new')}>
            {messages.wordsPage.newNoun(noun)}
          </Button>
        </Group>
      </PageToolbar>
      <PageBody>
        {list.data === undefined || usage.data === undefined
          ? [0, 1, 2, 3].map(each => <Skeleton key={each} h={36} mb="xs" />)
          : undefined}
        {list.data !== undefined && usage.data !== undefined && found.length > 0 ? (
          <WordTable
            rows={found}
            columns={[messages.shared.description, column]}
            used={used}
            briefly={each => always?.(each) ?? usageText(usedBy(usage.data, each), false)}
            icon={icon}
            onEdit={setEdited}
            onDelete={each => void ask(each)}
            cells={each => [
              <Text key="text" size="sm" c="var(--loupe-muted)" lineClamp={2}>
                {each.description}
              </Text>,
              cell(each),
            ]}
          />
        ) : undefined}
        {all.length > 0 && found.length === 0 ? (
          <EmptyState icon="search" text={messages.wordsPage.noNounMatches(noun)}>
            <Button variant="default" onClick={() => setSearch('')}>
              {messages.shared.clearSearch}
            </Button>
          </EmptyState>
        ) : undefined}
        {all.some(each => each.type === 'user') || list.data === undefined ? undefined : (
          <Text c="var(--loupe-muted)" pt="md">
            {hint}
          </Text>
        )}
      </PageBody>
      <Dialog
        opened={edited !== undefined}
        word={word}
        all={all}
        used={word === undefined ? undefined : used(word)}
        onClose={() => setEdited(undefined)}
        onSaved={saved => {
          setEdited(undefined);
          toast(messages.wordsPage.nameIsSaved(saved.name), { tone: 'success' });
          void refresh();
        }}
      />
    </>
  );
}
