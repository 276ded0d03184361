import { ActionIcon, Button, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { confirm, errorText, Icon, toast, toastError, Tooltip } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { FormSnippet } from '../../common/builder-api.ts';
import { readForm } from '../../common/form-document.ts';
import { FormClient, snippetsKey } from '../form-client.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';
import { pasteInto } from './builder-edits.ts';
import type { BuilderStore } from './builder-store.ts';

interface SnippetsProps {
  readonly store: BuilderStore;
  /** Part of a name, in lower case. */
  readonly word: string;
  /** Content where no snippet has the word. */
  readonly none: JSX.Element | undefined;
}

/** Snippets whose name has the word: a click puts their components after what is chosen. */
export function Snippets({ store, word, none }: SnippetsProps): JSX.Element | undefined {
  const project = useProject();
  const team = useTeam();
  const queries = useQueryClient();
  const { builder } = useService(FormClient);
  const { data, error, refetch } = useQuery({
    queryKey: snippetsKey(team.id),
    queryFn: async () => (await builder.listFormSnippets({ params: { project_id: project.id } })).data,
  });
  if (error !== null)
    return (
      <Text size="sm" c="var(--loupe-muted)" p={8}>
        {messages.snippets.notThere(errorText(error))}{' '}
        <Button variant="subtle" size="compact-xs" onClick={() => void refetch()}>
          {messages.shared.tryAgain}
        </Button>
      </Text>
    );
  const found = (data ?? []).filter(each => each.name.toLowerCase().includes(word));
  if (found.length === 0) return none;
  const add = (snippet: FormSnippet): void => {
    if (pasteInto(store, readForm({ components: snippet.components }).components) === 0)
      toast(messages.snippets.nameDoesNotFitHere(snippet.name));
  };
  const remove = async (snippet: FormSnippet): Promise<void> => {
    if (
      !(await confirm({
        title: messages.snippets.deleteName(snippet.name),
        text: messages.snippets.formsItWasPutInto(snippet.shared),
        action: messages.shared.delete,
        danger: true,
      }))
    )
      return;
    await builder.deleteFormSnippet({ params: { project_id: project.id, snippet_id: snippet.id } }).catch(toastError);
    await queries.invalidateQueries({ queryKey: snippetsKey(team.id) });
  };
  return (
    <section aria-label={messages.snippets.snippets}>
      <h2 className={classes['sectionName']}>{messages.snippets.snippets}</h2>
      {found.map(each => (
        <div key={each.id} className={classes['snippet']}>
          <Tooltip label={each.shared ? messages.snippets.forTheTeam(each.created_by) : messages.snippets.onlyYours}>
            <button type="button" className={classes['entry']} onClick={() => add(each)}>
              <Icon name="tag" size={15} />
              <span>{each.name}</span>
            </button>
          </Tooltip>
          {each.own ? (
            <Tooltip label={messages.shared.delete}>
              <ActionIcon
                size="sm"
                aria-label={messages.snippets.deleteTheSnippetName(each.name)}
                onClick={() => void remove(each)}
              >
                <Icon name="trash" size={13} />
              </ActionIcon>
            </Tooltip>
          ) : undefined}
        </div>
      ))}
    </section>
  );
}
