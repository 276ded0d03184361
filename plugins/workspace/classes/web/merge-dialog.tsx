import { Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal, toast } from '#core/ui/web/index.ts';
import type { AnnotationClass } from '../common/annotation-class.ts';
import type { ClassUses } from '../common/api.ts';
import { ClassesClient } from './kit/classes-client.ts';
import { messages } from './messages.ts';
import { mergeText } from './uses-text.ts';

interface MergeDialogProps {
  readonly projectId: number;
  readonly all: readonly AnnotationClass[];
  /** Undefined while they are not counted. */
  readonly uses: ReadonlyMap<number, ClassUses> | undefined;
  /** Classes to merge; undefined closes the dialog. */
  readonly chosen: readonly AnnotationClass[] | undefined;
  readonly onClose: () => void;
  readonly onMerged: () => void;
}

/** Asks which class several become, with what that changes. */
export function MergeDialog(props: MergeDialogProps): JSX.Element {
  return (
    <Modal
      opened={props.chosen !== undefined}
      onClose={props.onClose}
      title={messages.mergeDialog.mergeClasses}
      size="sm"
    >
      {props.chosen === undefined ? undefined : <MergeForm {...props} chosen={props.chosen} />}
    </Modal>
  );
}

function MergeForm({
  projectId,
  all,
  uses,
  chosen,
  onClose,
  onMerged,
}: MergeDialogProps & { readonly chosen: readonly AnnotationClass[] }): JSX.Element {
  const { api } = useService(ClassesClient);
  const type = chosen[0]!.type;
  const isMixed = chosen.some(each => each.type !== type);
  const most = chosen.toSorted(
    (one, other) => (uses?.get(other.id)?.objects ?? 0) - (uses?.get(one.id)?.objects ?? 0),
  )[0]!;
  const [into, setInto] = useState(chosen.length > 1 ? String(most.id) : null);
  const target = all.find(each => String(each.id) === into);
  const from = chosen.filter(each => each.id !== target?.id);
  const submit = async (): Promise<void> => {
    await api.merge({ params: { project_id: projectId }, body: { ids: from.map(each => each.id), into: target!.id } });
    toast(messages.mergeDialog.mergingIntoName(target!.name));
    onMerged();
    onClose();
  };
  if (isMixed) return <Text role="alert">{messages.mergeDialog.onlyClassesOfOneType}</Text>;
  return (
    <DialogForm
      action={messages.mergeDialog.merge}
      ready={target !== undefined && from.length > 0}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Select
        label={messages.mergeDialog.mergeInto}
        searchable
        allowDeselect={false}
        data-autofocus
        value={into}
        onChange={setInto}
        data={all.filter(each => each.type === type).map(each => ({ value: String(each.id), label: each.name }))}
      />
      {target === undefined || from.length === 0 ? undefined : (
        <Text role="status">{mergeText(from, target.name, uses)}</Text>
      )}
    </DialogForm>
  );
}
