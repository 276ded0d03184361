import { inject } from 'inversify';
import { QueryClient } from '@tanstack/react-query';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { toast, toastError } from '#core/ui/web/index.ts';
import type { CustomView } from '../common/api.ts';
import { customViewApi } from '../common/api.ts';
import type { TableView } from '../common/table-view.ts';
import { messages } from './messages.ts';
import { OpenedTables } from './opened-tables.ts';
import type { ViewName } from './view-dialog.tsx';

const isShared = (view: CustomView): boolean => view.user_id === null;
const nameOf = (view: CustomView): ViewName => ({ name: view.name, shared: isShared(view) });

/** Changes views of tables, each with a message that takes it back. */
export class ViewChanges {
  readonly #api: Client<typeof customViewApi>;

  constructor(
    @inject(Transport) transport: Transport,
    @inject(OpenedTables) private readonly tables: OpenedTables,
    @inject(QueryClient) private readonly queries: QueryClient,
  ) {
    this.#api = client(customViewApi, transport);
  }

  /** Returns the views of a table that the person sees. */
  list(table: string, signal?: AbortSignal): Promise<readonly CustomView[]> {
    return this.#api.listViews({ query: { key: table }, ...(signal === undefined ? {} : { signal }) });
  }

  /** Stores what a table shows as a new view. */
  async add(table: string, name: ViewName, now: TableView): Promise<void> {
    const added = await this.#write(table, name, now, false);
    this.tables.show(table, added.id);
    await this.#refresh(table);
    this.#say(messages.viewsMenu.viewNameSaved(added.name), () => this.#delete(added));
  }

  /** Stores what a table shows in one of its views. */
  async replace(view: CustomView, now: TableView): Promise<void> {
    await this.#write(view.key, nameOf(view), now, view.is_default);
    await this.#refresh(view.key);
    this.#say(messages.viewsMenu.viewNameSaved(view.name), () =>
      this.#write(view.key, nameOf(view), view, view.is_default).then(() => this.#refresh(view.key)),
    );
  }

  async rename(view: CustomView, name: string): Promise<void> {
    const renamed = await this.#rename(view, name);
    this.#say(messages.viewsMenu.viewRenamed(name), () => this.#rename(renamed, view.name));
  }

  /** Makes a view the one that a table begins with, or no longer. `before` is the one of the same people until now. */
  async setDefault(view: CustomView, before: CustomView | undefined): Promise<void> {
    const begins = !view.is_default;
    const set = async (changed: CustomView, value: boolean): Promise<void> => {
      await this.#write(changed.key, nameOf(changed), changed, value);
      await this.#refresh(changed.key);
    };
    await set(view, begins);
    this.#say(
      begins ? messages.viewsMenu.viewNameIsDefault(view.name) : messages.viewsMenu.viewNameIsNoDefault(view.name),
      () => (begins && before !== undefined ? set(before, true) : set(view, !begins)),
    );
  }

  async remove(view: CustomView): Promise<void> {
    await this.#delete(view);
    this.#say(messages.viewsMenu.viewNameDeleted(view.name), async () => {
      const restored = await this.#write(view.key, nameOf(view), view, view.is_default);
      if (this.tables.state.shown[view.key] === undefined) this.tables.show(view.key, restored.id);
      await this.#refresh(view.key);
    });
  }

  async #rename(view: CustomView, name: string): Promise<CustomView> {
    const renamed = await this.#write(view.key, { name, shared: isShared(view) }, view, view.is_default);
    await this.#api.deleteView({ params: { view_id: view.id } });
    if (this.tables.state.shown[view.key] === view.id) this.tables.show(view.key, renamed.id);
    await this.#refresh(view.key);
    return renamed;
  }

  async #delete(view: CustomView): Promise<void> {
    await this.#api.deleteView({ params: { view_id: view.id } });
    if (this.tables.state.shown[view.key] === view.id) this.tables.show(view.key, undefined);
    await this.#refresh(view.key);
  }

  #write(key: string, { name, shared }: ViewName, view: TableView, begins: boolean): Promise<CustomView> {
    return this.#api.saveView({
      body: {
        key,
        name,
        shared,
        columns: [...view.columns] as (string | Record<string, unknown>)[],
        sort: [...view.sort] as Record<string, unknown>[],
        filters: [...view.filters] as Record<string, unknown>[],
        is_default: begins,
      },
    });
  }

  #refresh(table: string): Promise<void> {
    return this.queries.invalidateQueries({ queryKey: ['table-views', table] });
  }

  #say(text: string, undo: () => Promise<unknown>): void {
    toast(text, { tone: 'success', undo: () => void undo().catch(toastError) });
  }
}
