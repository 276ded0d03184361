import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import type { PanelProps } from '#core/kernel/web/index.ts';
import type { JsonRecord } from '#plugins/editor/common/json-value.ts';
import { FormBody } from '../form-body.tsx';
import { FormContext } from '../form-context.ts';
import type { PreviewReader } from './preview-form.ts';
import { PreviewForm } from './preview-form.ts';

/** The form as the builder hands it over. */
interface Previewed {
  readonly form: JsonRecord;
  readonly env: JsonRecord;
  readonly reader: PreviewReader;
  /** JSON to try braces with; undefined without any. */
  readonly payload: unknown;
}

/** The form of the builder as people fill it in; nothing is saved. */
export default function PreviewPanel({ context }: PanelProps): JSX.Element {
  const { form, env, reader, payload } = context as unknown as Previewed;
  const [{ role, status }, told] = [reader, JSON.stringify(payload)];
  const [preview] = useState(() => new PreviewForm(form, env, reader));
  useEffect(() => preview.see({ role, status }), [preview, role, status]);
  useEffect(() => preview.desk.setPayload(told === undefined ? undefined : JSON.parse(told)), [preview, told]);
  return <FormContext.Provider value={preview}><FormBody /></FormContext.Provider>;
}
