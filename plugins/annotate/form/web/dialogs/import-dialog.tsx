import { Alert, Button, FileButton, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { DialogForm, Icon, Modal } from '#core/ui/web/index.ts';
import type { FormDocument } from '../../common/form-document.ts';
import { importForm } from '../../common/import-form.ts';
import { messages } from '../messages.ts';
import { ImportSummary } from './import-summary.tsx';

interface ImportProps {
  readonly opened: boolean;
  /** The form there is now is not empty. */
  readonly replaces: boolean;
  readonly onClose: () => void;
  readonly onImport: (form: FormDocument) => void;
}

/** Takes a form out of a file or of pasted text, and says what is in it before it replaces anything. */
export function ImportDialog({ opened, replaces, onClose, onImport }: ImportProps): JSX.Element {
  return (
    <Modal opened={opened} onClose={onClose} title={messages.importDialog.importAForm} size="lg">
      {opened ? <ImportQuestion replaces={replaces} onClose={onClose} onImport={onImport} /> : undefined}
    </Modal>
  );
}

function ImportQuestion({ replaces, onClose, onImport }: Omit<ImportProps, 'opened'>): JSX.Element {
  const [text, setText] = useState('');
  const [name, setName] = useState<string>();
  const read = text.trim() === '' ? undefined : importForm(text);
  const imported = read === undefined || 'refused' in read ? undefined : read;
  const choose = async (file: File | null): Promise<void> => {
    if (file === null) return;
    setText(await file.text());
    setName(file.name);
  };
  return (
    <DialogForm
      action={replaces ? messages.shared.replaceTheForm : messages.shared.import}
      ready={imported !== undefined}
      onCancel={onClose}
      onSubmit={async () => {
        if (imported !== undefined) onImport(imported.form);
        onClose();
      }}
    >
      <Group gap="sm">
        <FileButton accept="application/json,.json" onChange={file => void choose(file)}>
          {props => (
            <Button {...props} variant="default" leftSection={<Icon name="upload" size={14} />}>
              {messages.shared.chooseFile}
            </Button>
          )}
        </FileButton>
        {name}
      </Group>
      <Textarea
        label={messages.importDialog.orPasteTheJson}
        rows={8}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={text}
        spellCheck={false}
        onChange={event => {
          setText(event.currentTarget.value);
          setName(undefined);
        }}
      />
      {read !== undefined && 'refused' in read ? (
        <Alert color="red" p="xs" role="alert" title={messages.shared.thisCantBeRead}>
          {read.refused}
        </Alert>
      ) : undefined}
      {imported === undefined ? undefined : <ImportSummary imported={imported} />}
    </DialogForm>
  );
}
