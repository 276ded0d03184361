import { inAppTransports } from '#core/bridge/web/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { readDocument } from '#plugins/annotate/annotations/common/index.ts';
import { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import { openForm, storeForm } from '#plugins/annotate/form/common/index.ts';
import { FormModule } from '#sdk/form/form.ts';
import { ScriptEnd } from '#sdk/form/script-end.ts';
import { FormController } from '../form-controller.ts';
import { ScriptLink } from './script-link.ts';
import { ScriptScreen } from './script-screen.ts';
import { FormServices } from '../kit/form-services.ts';

const rule = (visibility: number): object => ({ permissions: [{ roles: [3], statuses: 'all', visibility }] });
export const components = [
  { id: 'top', type: 'input', value: '' },
  { id: 'given', type: 'input', value: 'from the form' },
  { id: 'stars', type: 'rating', value: null, numberOfStars: 5, isRequired: true },
  { id: 'apart', type: 'input', value: '', exclude: true },
  { id: 'read', type: 'input', value: 'r', ...rule(1) },
  { id: 'secret', type: 'input', value: 's', ...rule(2) },
  { id: 'kinds', type: 'checkbox', value: [], options: [{ value: 'a' }, { value: 'b' }] },
  { id: 'press', type: 'button', text: 'Press' },
  {
    id: 'g',
    type: 'group',
    isTemplate: true,
    children: [
      { id: 'a', type: 'input', value: '' },
      { id: 'b', type: 'number', value: 7, min: 0, max: 99 },
      { id: 'inner', type: 'group', children: [{ id: 'note', type: 'input', value: 'n' }] },
    ],
  },
  { id: 'always', type: 'group', children: [{ id: 'c', type: 'input', value: '' }] },
];

/** An open form with a script in the same process. */
export interface OpenedScript {
  readonly controller: FormController;
  readonly session: MemorySession;
  readonly link: ScriptLink;
  readonly end: ScriptEnd;
  readonly form: FormModule;
  readonly refused: string[];
  readonly toasts: string[];
  stored(): JsonRecord;
}

const opened: OpenedScript[] = [];
/** Opens a form for an annotator and starts a script on it; `body` is the script. */
export async function openScript({
  body,
  services = new FormServices(),
  values = {},
}: {
  readonly body?: (form: FormModule, end: ScriptEnd) => unknown;
  readonly services?: FormServices;
  readonly values?: JsonRecord;
} = {}): Promise<OpenedScript> {
  const session = new MemorySession(
    { id: 1, name: 'x', url: '' },
    readDocument(
      openForm({
        metadata: { name: 'x' },
        ...(Object.keys(values).length === 0 ? { instances: [] } : { data: values }),
        comments: [],
      }),
    ),
    [],
  );
  session.particulars = { form: { components }, role: 3, status: 2, env: {} };
  const controller = new FormController(session);
  const [host, guest] = inAppTransports();
  const refused: string[] = [];
  const toasts: string[] = [];
  const screen = new ScriptScreen({
    form: { controller, show: () => undefined } as never,
    toast: text => toasts.push(text),
    confirm: async () => true,
    chords: () => ['Ctrl+S'],
    busy: () => undefined,
    refused: text => refused.push(text),
  });
  const end = new ScriptEnd(guest);
  const form = new FormModule(end);
  if (body !== undefined) end.begin(() => body(form, end));
  const link = new ScriptLink(host, {
    controller,
    projectId: 1,
    services,
    screen,
    listening: () => undefined,
    refused: text => refused.push(text),
    facts: () => ({
      item: {
        id: 1,
        name: 'x',
        status: 'InProgress',
        category: undefined,
        role: 'Annotator',
        user: { email: 'a@b' },
        metadata: {},
        payload: { word: 'hello' },
      },
      env: {},
      secure: ['KEY'],
    }),
  });
  await link.start();
  const one: OpenedScript = {
    controller,
    session,
    link,
    end,
    form,
    refused,
    toasts,
    stored: () => storeForm(session.scene.document, true) as unknown as JsonRecord,
  };
  opened.push(one);
  return one;
}
/** Waits for the messages that are under way between script and form. */
export const settled = async (): Promise<void> => {
  for (let step = 0; step < 12; step += 1) await Promise.resolve();
};

/** Ends all that a test opened. */
export function closeScripts(): void {
  for (const each of opened.splice(0)) {
    each.link.close();
    each.end.close();
    each.controller.dispose();
  }
}
