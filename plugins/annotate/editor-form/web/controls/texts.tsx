import { Textarea, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { useDesk, useTyping } from '../form-context.ts';
import type { ControlProps } from './control.ts';
import { numberOf } from './control.ts';

export function LineControl({ component, path, field, id, name, described, invalid }: ControlProps): JSX.Element {
  const desk = useDesk();
  const { text, type, leave } = useTyping(field);
  return <TextInput id={id} aria-label={name} aria-describedby={described} error={invalid} placeholder={desk.text(component['placeholder'], path.slice(0, -1))} value={text} disabled={field.readOnly} onChange={event => type(event.currentTarget.value)} onBlur={leave} />;
}

export function AreaControl({ component, path, field, id, name, described, invalid }: ControlProps): JSX.Element {
  const desk = useDesk();
  const { text, type, leave } = useTyping(field);
  const rows = numberOf(component, 'rows') ?? 3;
  return <Textarea id={id} aria-label={name} aria-describedby={described} error={invalid} rows={rows} resize="vertical" placeholder={desk.text(component['placeholder'], path.slice(0, -1))} value={text} disabled={field.readOnly} onChange={event => type(event.currentTarget.value)} onBlur={leave} />;
}
