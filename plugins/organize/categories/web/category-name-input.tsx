import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { errorText } from '#core/ui/web/index.ts';
import type { Category } from '../common/api.ts';
import { categoryNameLimit } from '../common/category-name.ts';
import { CategoriesClient } from './kit/categories-client.ts';
import { messages } from './messages.ts';

/** The name of a category, changed in place: Enter or leaving saves, Esc takes it back. */
export function CategoryName({
  category,
  onRenamed,
}: {
  readonly category: Category;
  readonly onRenamed: () => Promise<void>;
}): JSX.Element {
  const { api } = useService(CategoriesClient);
  const [name, setName] = useState(category.name);
  const [failure, setFailure] = useState<string>();
  const save = async (): Promise<void> => {
    if (name.trim() === category.name) return setName(category.name);
    if (name.trim() === '') return setFailure(messages.categoryNameInput.giveItAName);
    try {
      await api.renameCategory({ params: { category_id: category.id }, query: {}, body: { name } });
      await onRenamed();
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  return (
    <TextInput
      variant="unstyled"
      size="xs"
      aria-label={messages.categoryNameInput.nameOfName(category.name)}
      maxLength={categoryNameLimit}
      value={name}
      error={failure}
      onChange={event => {
        setName(event.currentTarget.value);
        setFailure(undefined);
      }}
      onBlur={() => void save()}
      onKeyDown={event => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        setName(category.name);
        setFailure(undefined);
      }}
    />
  );
}
