import { Button, MultiSelect, Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { DialogForm, EmptyState, ErrorPanel, Segments } from '#core/ui/web/index.ts';
import type { Selection, SelectionFormProps } from '#plugins/workspace/items/web/kit/index.ts';
import { ItemActions, SelectionDialog } from '#plugins/workspace/items/web/kit/index.ts';
import type { CategoryChangeValue } from '../../common/category-change.ts';
import { CategoryDialogStore } from '../category-dialog-store.ts';
import { useCategories } from '../kit/use-categories.ts';
import { messages } from '../messages.ts';

type Mode = CategoryChangeValue['mode'];
const ACTIONS: Readonly<Record<Mode, string>> = {
  add: messages.shared.add,
  set: messages.categoryDialog.replace,
  remove: messages.categoryDialog.remove,
};

/** Gives the selected items categories, or takes them away. */
export default function CategoryDialog({ context }: PanelProps): JSX.Element {
  const projectId = Number(context['projectId']);
  const store = useService(CategoryDialogStore);
  const selection = useSnapshot(store.state).selection as Selection | undefined;
  const close = (): void => store.ask(undefined);
  return (
    <SelectionDialog selection={selection} onClose={close} title={messages.categoryDialog.categoriesOfThings}>
      {chosen => <Form projectId={projectId} selection={chosen} onDone={close} />}
    </SelectionDialog>
  );
}

function Form({ projectId, selection, onDone }: SelectionFormProps): JSX.Element {
  const actions = useService(ItemActions);
  const team = useTeam();
  const sets = useCan('UpdateProjectSettings');
  const categories = useCategories(projectId);
  const [mode, setMode] = useState<Mode>('add');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  if (categories.error !== null)
    return <ErrorPanel error={categories.error} onRetry={() => void categories.refetch()} />;
  if (categories.data === undefined) return <Skeleton h={140} />;
  if (categories.data.length === 0) {
    return (
      <EmptyState icon="tag" text={messages.categoryDialog.thisProjectHasNoCategoriesYet}>
        {sets ? (
          <Button
            variant="default"
            component={Link}
            to={`/t/${team.id}/p/${projectId}/setup/categories`}
            onClick={onDone}
          >
            {messages.categoryDialog.openCategories}
          </Button>
        ) : undefined}
      </EmptyState>
    );
  }
  const submit = async (): Promise<void> => {
    onDone();
    void actions.change(projectId, selection, { kind: 'category', value: { mode, category_ids: chosen.map(Number) } });
  };
  return (
    <DialogForm
      action={mode === 'set' && chosen.length === 0 ? messages.categoryDialog.takeAllAway : ACTIONS[mode]}
      ready={mode === 'set' || chosen.length > 0}
      onCancel={onDone}
      onSubmit={submit}
    >
      <Segments
        aria-label={messages.categoryDialog.whatToDo}
        value={mode}
        onChange={value => setMode(value)}
        data={[
          { value: 'add', label: messages.shared.add },
          { value: 'set', label: messages.categoryDialog.replaceAll },
          { value: 'remove', label: messages.categoryDialog.remove },
        ]}
      />
      <MultiSelect
        label={messages.shared.categories}
        placeholder={chosen.length === 0 ? messages.categoryDialog.chooseCategories : ''}
        data-autofocus
        searchable
        limit={200}
        value={[...chosen]}
        onChange={setChosen}
        data={categories.data.map(each => ({ value: String(each.id), label: each.name }))}
        nothingFoundMessage={messages.categoryDialog.noSuchCategory}
      />
    </DialogForm>
  );
}
