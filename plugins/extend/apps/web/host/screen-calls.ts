import { Fault } from '#core/base/common/index.ts';
import type { WorkbenchCalls } from '#sdk/app/workbench.ts';
import { messages as texts } from '../messages.ts';

/** Messages of an app in this time at most, milliseconds. */
const MOST_TOASTS = 5;
const TOASTS_MS = 10_000;
/** After so many questions that were answered with no, an app asks no more until it is started again. */
const MOST_REFUSED = 5;

/** A question to the person. */
export interface AppQuestion {
  readonly title: string;
  readonly text: string;
  readonly action: string;
}

/** Calls of the screen that apps may use. */
export interface ScreenPorts {
  /** Name of the app, which precedes its messages. */
  readonly name: string;
  readonly teamId: number;
  readonly toast: (text: string, tone: 'info' | 'success' | 'error') => void;
  readonly confirm: (question: AppQuestion) => Promise<boolean>;
  readonly download: (name: string, content: Blob) => void;
  readonly open: (address: string) => void;
  readonly copy: (text: string) => Promise<void>;
  readonly go: (path: string) => void;
  readonly now?: () => number;
}

/**
 * Calls of apps on the screen. Whatever leaves the app is asked of the person each time, in words that the app cannot
 * choose.
 */
export function screenCalls(ports: ScreenPorts): Pick<WorkbenchCalls, 'ui' | 'navigate'> {
  const now = ports.now ?? Date.now;
  let toasts: readonly number[] = [];
  let asking = false;
  let refused = 0;
  const ask = async (question: AppQuestion): Promise<boolean> => {
    if (asking) throw new Fault('ASKING', 'The app already asks something. Wait for the answer.', { status: 409 });
    if (refused >= MOST_REFUSED)
      throw new Fault(
        'RATE_LIMITED',
        `The person answered ${MOST_REFUSED} questions with no. The app can ask again when it is started again.`,
        { status: 429 },
      );
    asking = true;
    try {
      const yes = await ports.confirm(question);
      refused = yes ? 0 : refused + 1;
      return yes;
    } finally {
      asking = false;
    }
  };
  return {
    ui: {
      async toast({ text, tone = 'info' }) {
        const at = now();
        toasts = toasts.filter(each => each > at - TOASTS_MS);
        if (toasts.length >= MOST_TOASTS)
          throw new Fault(
            'RATE_LIMITED',
            `An app shows at most ${MOST_TOASTS} messages in ${TOASTS_MS / 1000} seconds.`,
            { status: 429 },
          );
        toasts = [...toasts, at];
        ports.toast(`${ports.name}: ${text}`, tone);
      },
      confirm: ({ text, action = texts.screenCalls.yes }) =>
        ask({ title: texts.screenCalls.nameAsks(ports.name), text, action }),
      async download({ name, content, type = 'application/octet-stream' }) {
        const file = fileName(name);
        const blob = new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type });
        const yes = await ask({
          title: texts.screenCalls.downloadAFile,
          text: texts.screenCalls.appNameOffersTheFileFile(ports.name, file, sizeText(blob.size)),
          action: texts.screenCalls.download,
        });
        if (yes) ports.download(file, blob);
        return yes;
      },
      async openLink({ url }) {
        const address = webAddress(url);
        const yes = await ask({
          title: texts.screenCalls.openHost(address.host),
          text: texts.screenCalls.appNameWantsToOpen(ports.name, shortened(address.href)),
          action: texts.screenCalls.open,
        });
        if (yes) ports.open(address.href);
        return yes;
      },
      async copy({ text }) {
        const yes = await ask({
          title: texts.screenCalls.copyToTheClipboard,
          text: texts.screenCalls.appNameWantsToCopy(ports.name, shortened(text)),
          action: texts.screenCalls.copy,
        });
        if (yes) await ports.copy(text);
        return yes;
      },
    },
    navigate: {
      toProjects: async () => ports.go(`/t/${ports.teamId}/projects`),
      toProject: async ({ projectId }) => ports.go(`/t/${ports.teamId}/p/${projectId}`),
      toItem: async ({ projectId, itemId, details = false }) =>
        ports.go(`/t/${ports.teamId}/p/${projectId}/item/${itemId}${details ? '/details' : ''}`),
    },
  };
}

/** A name without folders, and without what a file system does not take. */
const fileName = (name: string): string =>
  name
    // oxlint-disable-next-line no-control-regex -- they are what is taken out
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069/\\:*?"<>|]/g, '_')
    .replace(/^\.+/, '')
    .slice(0, 200) || 'file';
const shortened = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
const sizeText = (bytes: number): string =>
  bytes < 1024
    ? texts.screenCalls.bytes(bytes)
    : bytes < 1024 * 1024
      ? texts.screenCalls.roundKb(Math.round(bytes / 1024))
      : texts.screenCalls.bytesMb((bytes / 1024 / 1024).toFixed(1));

/** @throws Fault INVALID for an address that is none of the web. */
function webAddress(text: string): URL {
  try {
    const address = new URL(text);
    if (['http:', 'https:'].includes(address.protocol) && address.username === '' && address.password === '')
      return address;
  } catch {
    // Reported below.
  }
  throw new Fault(
    'INVALID',
    'ui.openLink: url must be an address that starts with https:// or http://, without a name and password.',
    { status: 400 },
  );
}
