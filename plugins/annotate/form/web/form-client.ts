import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { formBuilderApi } from '../common/builder-api.ts';

/** Calls of the form builder. */
export class FormClient {
  readonly builder: Client<typeof formBuilderApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.builder = client(formBuilderApi, transport);
  }
}

/** Returns the query key of the snippets of the caller's team. */
export const snippetsKey = (teamId: number): readonly unknown[] => ['form', 'snippets', teamId];

/** Returns the query key of the state of a project's form. */
export const formKey = (projectId: number): readonly unknown[] => ['form', projectId];
