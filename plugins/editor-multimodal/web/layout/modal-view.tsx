import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import type { ElementPath } from '#plugins/form/common/values/element-path.ts';
import { useDesk, useForm } from '../form-context.ts';
import { Components } from './components.tsx';
import type { PartProps } from './view-context.ts';
import { stands } from './containers.tsx';

/** Components in a dialog of their own, behind a button. */
export default function ModalView({ component, prefix }: PartProps): JSX.Element {
  const desk = useDesk();
  const form = useForm();
  const [open, setOpen] = useState(false);
  const title = desk.text(component['title'], prefix) || 'More';
  useEffect(() => {
    if (open) return undefined;
    const wait = (path: ElementPath): boolean => stands(component, path[prefix.length]) && (setOpen(true), true);
    form.waiting.add(wait);
    return () => void form.waiting.delete(wait);
  }, [form, open, component, prefix]);
  return (
    <div>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>{title}…</Button>
      <Modal opened={open} onClose={() => { form.commit(); setOpen(false); }} title={title} size={Number(component['width']) || 'lg'}>
        <div data-form><Components components={component.children ?? []} prefix={prefix} /></div>
      </Modal>
    </div>
  );
}
