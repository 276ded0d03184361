import { useState } from 'react';
import type { JSX } from 'react';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import type { FormDocument } from '../../common/form-document.ts';
import type { FormTemplate } from '../../common/form-templates.ts';
import { messages } from '../messages.ts';
import { TemplateGallery } from './template-gallery.tsx';

interface TemplateProps {
  readonly opened: boolean;
  readonly replaces: boolean;
  readonly onClose: () => void;
  readonly onChoose: (form: FormDocument) => void;
}

/** Starts the form over from one of the gallery; a step back brings the one before back. */
export function TemplateDialog({ opened, replaces, onClose, onChoose }: TemplateProps): JSX.Element {
  const [chosen, setChosen] = useState<FormTemplate>();
  return (
    <Modal opened={opened} onClose={onClose} title={messages.shared.beginFromATemplate} size={760}>
      <DialogForm
        action={replaces ? messages.shared.replaceTheForm : messages.templateDialog.useIt}
        ready={chosen !== undefined}
        onCancel={onClose}
        onSubmit={async () => {
          if (chosen !== undefined) onChoose(chosen.form);
          onClose();
        }}
      >
        <TemplateGallery chosen={chosen?.id} onChoose={setChosen} />
      </DialogForm>
    </Modal>
  );
}
