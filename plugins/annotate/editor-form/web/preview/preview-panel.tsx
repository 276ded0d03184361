import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { Bundler, Sandboxes } from '#core/sandbox/web/index.ts';
import { KeyMap } from '#core/shortcuts/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { FormBody } from '../form-body.tsx';
import { FormContext } from '../form-context.ts';
import { scriptSurroundings } from '../scripts/script-context.ts';
import type { PreviewedForm, PreviewReader } from './preview-form.ts';
import { PreviewForm } from './preview-form.ts';

/** The form as the builder hands it over. */
interface Previewed extends PreviewedForm {
  readonly reader: PreviewReader;
  /** JSON to try braces with; undefined without any. */
  readonly payload: unknown;
}

/** The form of the builder as people fill it in, with its scripts; nothing is saved. */
export default function PreviewPanel({ context }: PanelProps): JSX.Element {
  const previewed = context as unknown as Previewed;
  const [{ role, status }, payload] = [previewed.reader, JSON.stringify(previewed.payload)];
  const surroundings = scriptSurroundings(
    useService(Bundler),
    useService(Sandboxes),
    useService(KeyMap),
    useService(TeamStore),
  );
  const [preview] = useState(() => new PreviewForm(previewed, previewed.reader, surroundings));
  useEffect(() => {
    preview.scripts.begin();
    return () => preview.dispose();
  }, [preview]);
  useEffect(() => preview.see({ role, status }), [preview, role, status]);
  useEffect(
    () => preview.controller.setPayload(payload === undefined ? undefined : JSON.parse(payload)),
    [preview, payload],
  );
  return (
    <FormContext.Provider value={preview}>
      <FormBody />
    </FormContext.Provider>
  );
}
