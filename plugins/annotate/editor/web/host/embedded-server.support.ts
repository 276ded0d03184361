import { notFound, toDisposable } from '#core/base/common/index.ts';
import type { EventStream, Transport } from '#core/api/web/index.ts';
import type { SessionStore } from '#core/auth/web/index.ts';
import { BridgeClient, BridgeHost, inAppTransports } from '#core/bridge/web/index.ts';
import type { Embedding } from '#core/bridge/web/index.ts';
import type { TeamStore } from '#core/tenancy/web/index.ts';
import type { AnnotationDocument, Instance, OpenedItem } from '#plugins/annotate/annotations/common/index.ts';
import type { ItemsWebHooks } from '#plugins/workspace/items/web/kit/index.ts';
import type { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import type { EditorItem } from '#sdk/bridge/index.ts';
import { EditorController } from '../editor-controller.ts';
import { EditorHooks } from '../kit/editor-hooks.ts';
import { PreparedItems } from '../queue/prepared-items.ts';
import { AppHost } from './app-host.ts';
import { EmbeddedEditor } from './embedded-editor.ts';

export const box = (id: string, x = 0): Instance => ({ id, type: 'bbox', classId: -1, attributes: [], points: { x } });

export const documentOf = (...instances: readonly Instance[]): AnnotationDocument => ({
  metadata: { name: 'field.png' },
  instances,
  tags: [],
  comments: [],
});

/** An item as the server opens it. */
export const openedItem = (itemId: number, revision: number, document: AnnotationDocument): OpenedItem =>
  ({
    item: { id: itemId, team_id: 1, name: `${itemId}.png`, annotation_status: 2, folder_id: 1 },
    asset: { url: null, width: 8, height: 8, mime: null },
    project: { id: 7, name: 'Fields', type: 1 },
    document,
    mask: null,
    revision,
    large: null,
    classes: [],
    accesses: { project: { actions: [], action_groups: [] }, folder: { actions: [], action_groups: [] } },
    role: { id: 1, name: 'Annotator' },
    readOnly: null,
    mayComment: true,
    limits: { changesClass: true, seesComments: true },
    status: { all: [], available: [], visible: null, after_save: 2 },
  }) as unknown as OpenedItem;

/** A server of items, which keeps saves waiting while it is `busy`. */
export class ItemServer {
  readonly items = new Map<number, { revision: number; document: AnnotationDocument }>();
  readonly #waiting: (() => void)[] = [];
  busy = false;

  answer(): void {
    this.busy = false;
    for (const go of this.#waiting.splice(0)) go();
  }

  async send(
    { name }: { readonly name: string },
    _: unknown,
    { params, body }: { readonly params: { readonly item_id: number }; readonly body?: { data: AnnotationDocument } },
  ): Promise<unknown> {
    const item = this.items.get(params.item_id);
    if (item === undefined) throw notFound('The item');
    if (name === 'openItem') return openedItem(params.item_id, item.revision, item.document);
    if (name !== 'saveAnnotation') throw new Error(`${name} is not served here`);
    if (this.busy) await new Promise<void>(resolve => this.#waiting.push(resolve));
    this.items.set(params.item_id, { revision: item.revision + 1, document: body!.data });
    return { revision: item.revision + 1, status: 2, status_before: 2 };
  }
}

/** The embedded editor between a server and a host, and the events that the host received. */
export function embed(server: ItemServer) {
  const [inFrame, around] = inAppTransports();
  const host = new BridgeHost(around, {});
  const events: (readonly [event: string, item: EditorItem])[] = [];
  for (const event of ['item_opened', 'item_saved'] as const) host.on(event, item => events.push([event, item]));
  const bridge = new BridgeClient(inFrame);
  const embedding = { client: bridge, editorEnd: () => bridge } as unknown as Embedding;
  const transport = server as unknown as Transport;
  const nothing = (): ReturnType<typeof toDisposable> => toDisposable(() => undefined);
  const stream = { on: nothing, onMessage: nothing, state: { connected: true } } as unknown as EventStream;
  const teams = { state: { team: { id: 1 } }, setProject: () => undefined, can: () => false } as unknown as TeamStore;
  const session = { state: { email: 'ana@north.test', expired: false } } as unknown as SessionStore;
  const controller = new EditorController(
    transport,
    stream,
    teams,
    session,
    new EditorHooks(),
    { wordOf: () => 'vector' } as unknown as ProjectTypes,
    new AppHost(transport, teams, session, {} as ItemsWebHooks, embedding),
    new PreparedItems(stream),
  );
  const editor = new EmbeddedEditor(embedding, controller, { go: () => undefined } as never, teams);
  const serving = editor.begin();
  return {
    controller,
    host,
    events,
    end: () => {
      serving.dispose();
      controller.dispose();
      bridge.dispose();
      host.dispose();
    },
  };
}
