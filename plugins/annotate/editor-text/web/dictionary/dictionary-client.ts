import { QueryClient } from '@tanstack/react-query';
import { inject } from 'inversify';
import { proxy } from 'valtio';
import type { Client } from '#core/api/web/index.ts';
import { client, EventStream, Transport } from '#core/api/web/index.ts';
import type { Disposable } from '#core/base/common/index.ts';
import type { StoredDictionary } from '../../common/api.ts';
import { textApi } from '../../common/api.ts';
import { textEvents } from '../../common/events.ts';

/** The dictionaries of projects as they are stored, and whether one is being edited. */
export class DictionaryClient implements Disposable {
  readonly state = proxy({ editing: false });
  readonly #api: Client<typeof textApi>;
  readonly #listening: Disposable;

  constructor(
    @inject(Transport) transport: Transport,
    @inject(EventStream) events: EventStream,
    @inject(QueryClient) private readonly queries: QueryClient,
  ) {
    this.#api = client(textApi, transport);
    this.#listening = events.on(
      textEvents.dictionaryChanged,
      ({ project_id: id }) => void queries.invalidateQueries({ queryKey: dictionaryKey(id) }),
    );
  }

  /** Returns the query, for components. */
  query(projectId: number): {
    readonly queryKey: readonly unknown[];
    readonly queryFn: () => Promise<StoredDictionary>;
  } {
    return {
      queryKey: dictionaryKey(projectId),
      queryFn: () => this.#api.getDictionary({ params: { project_id: projectId } }),
    };
  }

  /** The dictionary as it is stored now. */
  load(projectId: number): Promise<StoredDictionary> {
    return this.queries.fetchQuery({ ...this.query(projectId), staleTime: 0 });
  }

  /** @throws Fault INVALID_FIELD with the entries that are wrong, CONFLICT when somebody else saved since `version`. */
  async save(
    projectId: number,
    { options, entries, version }: Pick<StoredDictionary, 'options' | 'entries' | 'version'>,
  ): Promise<StoredDictionary> {
    const stored = await this.#api.putDictionary({
      params: { project_id: projectId },
      body: { options, entries, version },
    });
    this.queries.setQueryData(dictionaryKey(projectId), stored);
    return stored;
  }

  edit(editing: boolean): void {
    this.state.editing = editing;
  }

  dispose(): void {
    this.#listening.dispose();
  }
}

const dictionaryKey = (projectId: number): readonly unknown[] => ['editor-text', 'dictionary', projectId];
