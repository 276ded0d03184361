import type { EditorItem, EditorPeer, HostSession } from '#sdk/host/index.ts';
import { BridgeError, embedEditor } from '#sdk/host/index.ts';

const element = <E extends HTMLElement>(selector: string): E => document.querySelector<E>(selector)!;
const [save, read, cancel] = [
  element<HTMLButtonElement>('#save'),
  element<HTMLButtonElement>('#read'),
  element<HTMLButtonElement>('#cancel'),
];

/** Writes what happened under what happened before; `content` can be unfolded. */
function log(text: string, content?: string): void {
  const line = document.createElement('li');
  if (content === undefined) line.textContent = text;
  else {
    const [details, summary, pre] = [
      document.createElement('details'),
      document.createElement('summary'),
      document.createElement('pre'),
    ];
    summary.textContent = text;
    pre.textContent = content;
    details.append(summary, pre);
    line.append(details);
  }
  element('#log').append(line);
}

async function json<T>(path: string): Promise<T> {
  const answer = await fetch(path);
  if (!answer.ok) throw Object.assign(new Error(await answer.text()), { code: 'HOST_FAILED', status: answer.status });
  return answer.json() as Promise<T>;
}

/** The item in the editor; one that was left may be saved later. */
let openItemId: number | undefined;

function show(item: EditorItem): void {
  element('#item').textContent = `${item.name}, revision ${item.revision}`;
  save.disabled = read.disabled = false;
}

/** Reads the annotations as a stream, as far as nobody cancels. */
async function readAnnotations(editor: EditorPeer): Promise<void> {
  const reader = (await editor.request('currentAnnotations', {})).getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  cancel.hidden = false;
  cancel.onclick = () => void reader.cancel();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    bytes += piece.value.length;
    text += decoder.decode(piece.value, { stream: true });
  }
  cancel.hidden = true;
  log(`annotations: ${bytes} bytes`, text);
}

function connected(editor: EditorPeer): void {
  log('connected');
  editor.on('item_opened', item => {
    openItemId = item.item_id;
    show(item);
    log(`item_opened ${item.name}`);
  });
  editor.on('item_saved', item => {
    if (item.item_id === openItemId) show(item);
    log(`item_saved revision ${item.revision}`);
  });
  editor.on('item_left', item => log(`item_left ${item.name}`));
  editor.on('api_error', ({ action, status }) => log(`api_error ${action} ${status}`));
  const tried = (work: () => Promise<unknown>) => () =>
    void work().catch((error: unknown) =>
      log(error instanceof BridgeError ? `${error.code}: ${error.message}` : String(error)),
    );
  save.onclick = tried(async () => show(await editor.request('save', {})));
  read.onclick = tried(() => readAnnotations(editor));
}

/** Server and item, as given to `serve.mjs`. */
const { url, teamId, projectId, itemId } = await json<{
  url: string;
  teamId: number;
  projectId: number;
  itemId: number;
}>('/settings');
embedEditor(element<HTMLIFrameElement>('iframe'), {
  url,
  teamId,
  projectId,
  itemId,
  connected,
  provide: {
    // A frame of another site gets no cookie: this page's own server signs in and hands the session over.
    currentSession: () => json<HostSession>('/session'),
    currentUser: async () => {
      const { email } = await json<HostSession>('/session');
      return { email, name: email };
    },
  },
});
