import { Textarea, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { describedBy } from '#core/ui/web/index.ts';
import { useController, useTyping } from '../form-context.ts';
import type { ControlProps } from './control.ts';
import { numberOf } from './control.ts';

export function LineControl({ component, path, field, id, name, described, invalid }: ControlProps): JSX.Element {
  const controller = useController();
  const { text, type, leave } = useTyping(field);
  return (
    <TextInput
      id={id}
      aria-label={name}
      {...describedBy(described)}
      error={invalid}
      placeholder={controller.text(component['placeholder'], path.slice(0, -1))}
      value={text}
      disabled={field.readOnly}
      onChange={event => type(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}

export function AreaControl({ component, path, field, id, name, described, invalid }: ControlProps): JSX.Element {
  const controller = useController();
  const { text, type, leave } = useTyping(field);
  const rows = numberOf(component, 'rows') ?? 3;
  return (
    <Textarea
      id={id}
      aria-label={name}
      {...describedBy(described)}
      error={invalid}
      rows={rows}
      resize="vertical"
      placeholder={controller.text(component['placeholder'], path.slice(0, -1))}
      value={text}
      disabled={field.readOnly}
      onChange={event => type(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}
