import { inject } from 'inversify';
import { proxy } from 'valtio';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { foldersApi } from '#plugins/workspace/items/common/index.ts';
import { customStorageApi, integrationsApi } from '../common/api.ts';

/** Project and folder that the items of an integration go to. */
export interface AttachPlace {
  readonly projectId: number;
  readonly projectType: number;
  readonly folderId: number | undefined;
}

/** Calls of this plugin, and which of its dialogs is open. */
export class IntegrationsClient {
  readonly api: Client<typeof integrationsApi>;
  readonly storage: Client<typeof customStorageApi>;
  readonly folders: Client<typeof foldersApi>;
  /** `creating` is read by the page, `attaching` by the data tab. */
  readonly state = proxy<{ creating: boolean; attaching: AttachPlace | undefined }>({
    creating: false,
    attaching: undefined,
  });

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(integrationsApi, transport);
    this.storage = client(customStorageApi, transport);
    this.folders = client(foldersApi, transport);
  }

  /** Opens or closes the dialog of a new one. */
  create(opened: boolean): void {
    this.state.creating = opened;
  }

  /** Opens or closes the dialog that attaches files. */
  attach(place: AttachPlace | undefined): void {
    this.state.attaching = place;
  }
}
