import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { confirm } from '#core/ui/web/index.ts';
import { idProblem } from '../../common/component-ids.ts';
import type { FormComponent } from '../../common/form-document.ts';
import { countReferences } from '../../common/rename-component.ts';
import { renameChosen } from '../builder/builder-edits.ts';
import type { BuilderStore } from '../builder/builder-store.ts';
import { messages } from '../messages.ts';

/**
 * The id of a component. Another one is taken on Enter or when the field is left; where others name it, that is asked
 * first.
 */
export function IdField({
  store,
  component: { id },
}: {
  readonly store: BuilderStore;
  readonly component: FormComponent;
}): JSX.Element {
  const [text, setText] = useState(id);
  const problem = idProblem(store.form.components, id, text);
  const take = async (): Promise<void> => {
    if (text === id || problem !== undefined) return;
    const references = countReferences(store.form, id);
    const asked =
      references === 0 ||
      (await confirm({
        title: messages.idField.renameIdToText(id, text),
        text: messages.idField.referencesPlacesNameIt(references),
        action: messages.idField.rename,
      }));
    if (asked) renameChosen(store, id, text);
    else setText(id);
  };
  return (
    <TextInput
      label={messages.idField.id}
      value={text}
      maxLength={64}
      error={problem}
      onChange={event => setText(event.currentTarget.value)}
      onBlur={() => void take()}
      onKeyDown={event => {
        if (event.key === 'Enter') void take();
        if (event.key === 'Escape') setText(id);
      }}
    />
  );
}
