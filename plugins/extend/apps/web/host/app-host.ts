import { inject } from 'inversify';
import type { Disposable } from '#core/base/common/index.ts';
import { Fault, isFault } from '#core/base/common/index.ts';
import { client, EventStream, Transport } from '#core/api/web/index.ts';
import { NavigationToken } from '#core/kernel/web/index.ts';
import type { Navigation } from '#core/kernel/web/index.ts';
import type { SandboxFault } from '#core/sandbox/web/index.ts';
import { Sandboxes } from '#core/sandbox/web/index.ts';
import { confirm, downloadFile, toast } from '#core/ui/web/index.ts';
import { editorEvents } from '#plugins/annotate/annotations/common/index.ts';
import type { OpenItem } from '#plugins/annotate/editor/web/kit/index.ts';
import { OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import { itemsEvents } from '#plugins/workspace/items/common/index.ts';
import { ItemsWebHooks } from '#plugins/workspace/items/web/kit/index.ts';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import type { AppContext } from '#sdk/app/app-context.ts';
import type { Capability } from '#sdk/app/app-manifest.ts';
import { APP_SDK_VERSION } from '#sdk/app/app-manifest.ts';
import type { ConsoleLevel } from '#sdk/app/app-wire.ts';
import { isOffered } from '#sdk/app/app-wire.ts';
import type { ServedCall } from '#sdk/app/serve.ts';
import { serve, tooOldText } from '#sdk/app/serve.ts';
import type { Workbench, WorkbenchEvent, WorkbenchEvents } from '#sdk/app/workbench.ts';
import { customAppsApi } from '../../common/api.ts';
import type { MountedApp } from '../../common/app.ts';
import type { Samples } from '../../common/samples.ts';
import { messages } from '../messages.ts';
import { dataCalls } from './app-data-calls.ts';
import { AppLog } from './app-log.ts';
import { runnable } from './guest-runtime.ts';
import { openItemCalls } from './open-item-calls.ts';
import type { SampledWorkbench } from './sample-calls.ts';
import { sampledWorkbench } from './sample-calls.ts';
import { screenCalls } from './screen-calls.ts';

/** A role that an app is tried in. */
export interface TriedRole {
  readonly number: number;
  readonly name: string;
}

/** Commands of the app that are chosen. Returns the way to stop. */
export type CommandFeed = (listener: (id: string) => void) => () => void;

/** An app to be run: a published one, or a draft with the code it was just built to. */
export interface AppSource {
  readonly id: number;
  readonly name: string;
  /** The script that `bundleApp` made. */
  readonly code: string;
  /** Permissions that an admin gave; the app runs with this, whatever it asks for. */
  readonly grant: MountedApp['grant'];
  /** Version of the SDK it was written for. */
  readonly sdk: string;
  /** Role that it is tried in; that of the person when absent. */
  readonly asRole?: TriedRole;
  /** Feed of the commands of the app; it has none when absent. */
  readonly commands?: CommandFeed;
  /** Sample data that answers in place of the product; a published app has none. */
  readonly samples?: Samples;
}

/** A call of an app, and whether sample data answered it. */
export interface ReceivedCall extends ServedCall {
  readonly sample: boolean;
}

/** Callbacks about a running app. */
export interface AppListener {
  readonly onConsole?: (level: ConsoleLevel, text: string) => void;
  readonly onCall?: (served: ReceivedCall) => void;
  /** Its code threw, or it was ended; with the place in the files of the app where it is known. */
  readonly onFault?: (fault: SandboxFault) => void;
}

/** Callbacks about an app in its frame. */
export interface AppFrameListener extends AppListener {
  /** It runs no more; why, in words. */
  readonly onStopped: (reason: string) => void;
  /** It lacks a capability, which was found out when it made a call. */
  readonly onDenied: (capability: Capability) => void;
}

/** Place and reader of an app, live. */
export interface AppSituation {
  readonly now: () => AppContext;
  /** Calls back when it changed; returns the way to stop. */
  readonly onChange: (listener: () => void) => () => void;
}

/** Runs apps: each in a frame of its own, with a workbench that is the person's and the app's. */
export class AppHost {
  constructor(
    @inject(Transport) private readonly transport: Transport,
    @inject(Sandboxes) private readonly sandboxes: Sandboxes,
    @inject(EventStream) private readonly events: EventStream,
    @inject(ItemsWebHooks) private readonly items: ItemsWebHooks,
    @inject(ProjectTypes) private readonly types: ProjectTypes,
    @inject(NavigationToken) private readonly navigation: Navigation,
    @inject(OpenItemToken) private readonly controller: OpenItem,
  ) {}

  /**
   * Runs an app in an element, which its frame fills. `begun` is settled when it has begun, and with it the frame is
   * there; later failures are passed to the listener. Disposing it ends the app and its calls at once.
   */
  run(
    source: AppSource,
    place: HTMLElement,
    situation: AppSituation,
    listener: AppFrameListener,
  ): Disposable & { readonly begun: Promise<void> } {
    const ending = new AbortController();
    const begun = this.#begin(source, place, situation, listener, ending.signal);
    begun.catch(() => undefined);
    return { begun, dispose: () => ending.abort() };
  }

  async #begin(
    source: AppSource,
    place: HTMLElement,
    situation: AppSituation,
    listener: AppFrameListener,
    signal: AbortSignal,
  ): Promise<void> {
    if (!isOffered(source.sdk, APP_SDK_VERSION))
      throw new Fault('SDK_TOO_OLD', tooOldText(source.sdk), { status: 409 });
    const code = await runnable(source.code);
    signal.throwIfAborted();
    const { team, item } = situation.now();
    const log = new AppLog(client(customAppsApi, this.transport), team.id, source.id);
    let fault: string | undefined;
    const sandbox = this.sandboxes.open({
      code,
      title: source.name,
      host: place,
      onFault: notice => {
        fault = notice.kind === 'silent' ? messages.appHost.itDidNotAnswer : notice.message;
        log.note({
          call: 'app',
          outcome: 'failed',
          code: notice.kind === 'silent' ? 'SILENT' : 'ERROR',
          ...(item === undefined ? {} : { itemId: item.id }),
        });
        listener.onFault?.(notice);
        if (notice.kind === 'silent' || notice.ended === true) listener.onStopped(fault);
      },
    });
    const { workbench, isSample } = this.#sampled(source, this.#workbench(source, situation, signal));
    const close = serve(workbench, new Set(source.grant.capabilities), sandbox.transport, {
      onCall: served => {
        if (served.outcome === 'refused')
          log.note({ call: served.call, outcome: 'refused', code: served.code ?? 'REFUSED' });
        if (served.capability !== undefined) listener.onDenied(served.capability);
        listener.onCall?.({ ...served, sample: isSample(served.args) });
      },
      onStopped: listener.onStopped,
      onTooOld: asked => listener.onStopped(tooOldText(asked)),
      ...(listener.onConsole === undefined ? {} : { onConsole: listener.onConsole }),
    });
    signal.addEventListener(
      'abort',
      () => {
        close();
        sandbox.stop();
        log.flush();
      },
      { once: true },
    );
    try {
      await sandbox.ready;
    } catch (error) {
      throw fault === undefined || !isFault(error)
        ? error
        : new Fault(error.code, fault, { status: 500, cause: error });
    }
  }

  #sampled({ samples }: AppSource, workbench: Workbench): SampledWorkbench {
    return samples === undefined ? { workbench, isSample: () => false } : sampledWorkbench(workbench, samples);
  }

  #workbench(source: AppSource, situation: AppSituation, signal: AbortSignal): Workbench {
    const { team, person } = situation.now();
    const data = dataCalls({
      transport: this.transport,
      teamId: team.id,
      appId: source.id,
      asRole: source.asRole?.number,
      email: person.email,
      statuses: this.items.statuses,
      types: this.types,
      signal,
    });
    const screen = screenCalls({
      name: source.name,
      teamId: team.id,
      toast: (text, tone) => toast(text, { tone }),
      confirm,
      download: downloadFile,
      go: path => this.navigation.go(path),
      open: address => void window.open(address, '_blank', 'noopener,noreferrer'),
      copy: text => navigator.clipboard.writeText(text),
    });
    return {
      context: { get: async () => situation.now() },
      ...data,
      ...openItemCalls(data, this.controller),
      ...screen,
      on: (event, listener) => this.#listen(event, situation, listener, source.commands),
    };
  }

  #listen<E extends WorkbenchEvent>(
    event: E,
    situation: AppSituation,
    listener: (notice: WorkbenchEvents[E]) => void,
    commands?: CommandFeed,
  ): () => void {
    const notify = listener as (notice: WorkbenchEvents[WorkbenchEvent]) => void;
    // Changes of other projects are not reported.
    const isOpen = (projectId: number): boolean => situation.now().project?.id === projectId;
    if (event === 'context') return situation.onChange(() => notify(situation.now()));
    if (event === 'command') return commands?.(id => notify({ id })) ?? (() => undefined);
    const stops: readonly Disposable[] =
      event === 'itemsChanged'
        ? [
            this.events.on(itemsEvents.changed, ({ project_id: projectId, item_ids: itemIds = [] }) => {
              if (isOpen(projectId)) notify({ projectId, itemIds });
            }),
          ]
        : [
            this.events.on(editorEvents.annotationSaved, ({ project_id: projectId, item_id: itemId }) => {
              if (isOpen(projectId)) notify({ projectId, itemId });
            }),
            this.events.on(editorEvents.annotationsSaved, ({ project_id: projectId, saved }) => {
              if (isOpen(projectId)) for (const each of saved) notify({ projectId, itemId: each.item_id });
            }),
          ];
    return () => {
      for (const stop of stops) stop.dispose();
    };
  }
}
