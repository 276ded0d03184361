import { Alert, Button, FileButton, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { writeForm } from '../common/form-document.ts';
import type { ImportedForm } from '../common/import-form.ts';
import { importForm } from '../common/import-form.ts';
import { ImportSummary } from './dialogs/import-summary.tsx';
import { TemplateGallery } from './dialogs/template-gallery.tsx';
import { messages } from './messages.ts';

/** The form a new project begins with; it is a draft until somebody publishes it. */
export interface ChosenForm {
  readonly from: 'template' | 'file';
  /** Id of the template, or name of the file. */
  readonly name: string;
  readonly document: Record<string, unknown>;
}

interface InputProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** Form of a new project: blank, one of the gallery, or a file. The form builder opens when the project is made. */
export function NewProjectForm({ value, onChange }: InputProps): JSX.Element {
  const chosen = value as ChosenForm | undefined;
  const [way, setWay] = useState<string>(chosen?.from ?? 'blank');
  return (
    <Stack gap="sm">
      <Radio.Group
        aria-label={messages.shared.form}
        value={way}
        onChange={next => {
          setWay(next);
          onChange(undefined);
        }}
      >
        <Stack gap="xs">
          <Radio
            value="blank"
            label={messages.newProjectForm.startBlank}
            description={messages.newProjectForm.formBuilderOpens}
          />
          <Radio value="template" label={messages.shared.beginFromATemplate} />
          <Radio value="file" label={messages.newProjectForm.importAJsonFile} />
        </Stack>
      </Radio.Group>
      {way === 'template' ? (
        <TemplateGallery
          blank={false}
          chosen={chosen?.name}
          onChoose={({ id, form }) =>
            onChange({ from: 'template', name: id, document: { ...writeForm(form) } } satisfies ChosenForm)
          }
        />
      ) : undefined}
      {way === 'file' ? <FromFile chosen={chosen} onChange={onChange} /> : undefined}
    </Stack>
  );
}

function FromFile({
  chosen,
  onChange,
}: {
  readonly chosen: ChosenForm | undefined;
  readonly onChange: (value: ChosenForm | undefined) => void;
}): JSX.Element {
  const [read, setRead] = useState<ImportedForm | { readonly refused: string }>();
  const choose = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const found = importForm(await file.text());
    setRead(found);
    onChange(
      'refused' in found ? undefined : { from: 'file', name: file.name, document: { ...writeForm(found.form) } },
    );
  };
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <FileButton accept="application/json,.json" onChange={file => void choose(file)}>
          {props => (
            <Button {...props} variant="default" leftSection={<Icon name="upload" size={14} />}>
              {messages.shared.chooseFile}
            </Button>
          )}
        </FileButton>
        {chosen === undefined ? undefined : <Text>{chosen.name}</Text>}
      </Group>
      {read === undefined ? undefined : 'refused' in read ? (
        <Alert color="red" p="xs" role="alert" title={messages.shared.thisCantBeRead}>
          {read.refused}
        </Alert>
      ) : (
        <ImportSummary imported={read} />
      )}
    </Stack>
  );
}
