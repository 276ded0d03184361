import { Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal, toast } from '#core/ui/web/index.ts';
import type { Category } from '../common/api.ts';
import { CategoriesClient } from './kit/categories-client.ts';
import { messages } from './messages.ts';

interface MergeCategoriesProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly projectId: number;
  readonly categories: readonly Category[];
  readonly onMerged: () => Promise<void>;
}

/** Makes the chosen categories one. */
export function MergeCategories(props: MergeCategoriesProps): JSX.Element {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={messages.mergeCategories.mergeCountCategories(props.categories.length)}
      size="sm"
    >
      {props.opened ? <MergeForm {...props} /> : undefined}
    </Modal>
  );
}

function MergeForm({ onClose, projectId, categories, onMerged }: MergeCategoriesProps): JSX.Element {
  const { api } = useService(CategoriesClient);
  const [into, setInto] = useState(
    String(categories.toSorted((one, other) => other.items_count - one.items_count)[0]?.id),
  );
  const gone = categories.filter(each => String(each.id) !== into);
  const items = gone.reduce((sum, each) => sum + each.items_count, 0);

  const submit = async (): Promise<void> => {
    const { data } = await api.mergeCategories({
      query: { project_id: projectId },
      body: { category_id: Number(into), category_ids: gone.map(each => each.id) },
    });
    await onMerged();
    toast(messages.mergeCategories.nameHasItemsCountItemsNow(data.name, data.items_count), { tone: 'success' });
    onClose();
  };
  return (
    <DialogForm action={messages.shared.merge} onSubmit={submit} onCancel={onClose}>
      <Select
        label={messages.mergeCategories.keep}
        allowDeselect={false}
        data-autofocus
        data={categories.map(each => ({ value: String(each.id), label: each.name }))}
        value={into}
        onChange={value => setInto(value ?? into)}
      />
      <Text>
        {messages.mergeCategories.theOneYouKeepAnd(
          gone
            .map(each => `“${each.name}”`)
            .slice(0, 5)
            .join(', '),
          gone.length,
          gone.length - 5,
          items,
        )}
      </Text>
    </DialogForm>
  );
}
