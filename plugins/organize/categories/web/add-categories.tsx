import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal, toast } from '#core/ui/web/index.ts';
import type { Category } from '../common/api.ts';
import { distinctCategoryNames } from '../common/category-name.ts';
import { CategoriesClient } from './kit/categories-client.ts';
import { messages } from './messages.ts';

interface AddCategoriesProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly projectId: number;
  readonly known: readonly Category[];
  readonly onAdded: () => Promise<void>;
}

/** Adds categories, one per line. */
export function AddCategories(props: AddCategoriesProps): JSX.Element {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={messages.shared.addCategories} size="sm">
      {props.opened ? <AddForm {...props} /> : undefined}
    </Modal>
  );
}

function AddForm({ onClose, projectId, known, onAdded }: AddCategoriesProps): JSX.Element {
  const { api } = useService(CategoriesClient);
  const [text, setText] = useState('');
  const names = distinctCategoryNames(text.split('\n').filter(each => each.trim() !== ''));
  const keys = new Set(known.map(each => each.name.toLowerCase()));
  const fresh = names.filter(each => !keys.has(each.key));

  const submit = async (): Promise<void> => {
    const { data } = await api.createCategories({
      query: { project_id: projectId },
      body: { bulk: fresh.map(({ name }) => ({ name })) },
    });
    await onAdded();
    toast(messages.addCategories.countCategoriesAdded(data.length), { tone: 'success' });
    onClose();
  };
  return (
    <DialogForm
      action={fresh.length < 2 ? messages.shared.add : messages.addCategories.addCount(fresh.length)}
      ready={fresh.length > 0}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Textarea
        label={messages.addCategories.names}
        description={messages.addCategories.onePerLine}
        autosize
        minRows={5}
        maxRows={14}
        data-autofocus
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      <Text size="sm" c="var(--loupe-muted)" role="status">
        {names.length === fresh.length ? '' : messages.addCategories.countOfThemAreHere(names.length - fresh.length)}
      </Text>
    </DialogForm>
  );
}
