import { Text, UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import { formTemplates } from '../../common/form-templates.ts';
import type { FormTemplate } from '../../common/form-templates.ts';
import { walkForm } from '../../common/walk-form.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

interface GalleryProps {
  readonly chosen: string | undefined;
  readonly onChoose: (template: FormTemplate) => void;
  /** Leave out the empty one. */
  readonly blank?: boolean;
}

/** Forms to begin with. */
export function TemplateGallery({ chosen, onChoose, blank = true }: GalleryProps): JSX.Element {
  return (
    <div className={classes['gallery']} role="radiogroup" aria-label={messages.shared.templates}>
      {formTemplates
        .filter(each => blank || each.id !== 'blank')
        .map(template => {
          const count = [...walkForm(template.form.components)].filter(
            ({ component }) => component.type !== 'column',
          ).length;
          return (
            <UnstyledButton
              key={template.id}
              className={classes['template']}
              role="radio"
              aria-checked={chosen === template.id}
              onClick={() => onChoose(template)}
            >
              <Text fw={600}>{template.title}</Text>
              <Text size="sm" c="var(--loupe-muted)">
                {template.text}
              </Text>
              <Text size="sm" c="var(--loupe-muted)" mt="auto">
                {count === 0 ? messages.templateGallery.empty : messages.shared.countComponents(count)}
              </Text>
            </UnstyledButton>
          );
        })}
    </div>
  );
}
