import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { Modal } from '#core/ui/web/index.ts';
import { useController, useForm } from '../form-context.ts';
import { Components } from './components.tsx';
import { useUnfolding } from './use-unfolding.ts';
import type { PartProps } from './view-context.ts';
import { messages } from '../messages.ts';

/** Components in a dialog of their own, behind a button. */
export default function ModalView({ component, prefix }: PartProps): JSX.Element {
  const controller = useController();
  const form = useForm();
  const [open, setOpen] = useUnfolding({ component, prefix }, false);
  const title = controller.text(component['title'], prefix) || messages.modalView.more;
  return (
    <div>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {title}…
      </Button>
      <Modal
        opened={open}
        onClose={() => {
          form.commit();
          setOpen(false);
        }}
        title={title}
        size={Number(component['width']) || 'lg'}
      >
        <div data-form>
          <Components components={component.children ?? []} prefix={prefix} />
        </div>
      </Modal>
    </div>
  );
}
