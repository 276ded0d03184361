import { messages } from './messages.ts';

/** A field as the server's rules describe it (JSON Schema, as far as the rules use it). */
export interface ConfigField {
  readonly key: string;
  readonly label: string;
  readonly kind: 'text' | 'switch';
  readonly required: boolean;
  /** An empty text is an answer, too. */
  readonly mayBeEmpty: boolean;
  readonly initial: string | boolean;
  readonly most: number | undefined;
  readonly hint: string | undefined;
}

const LABELS: Readonly<Record<string, readonly [label: string, hint?: string]>> = {
  region: [messages.configFields.region],
  prefix: [messages.configFields.prefix, messages.configFields.onlyFilesWhosePlaceBegins],
  access_key_id: [messages.configFields.accessKeyId],
  secret_access_key: [messages.configFields.secretAccessKey],
  endpoint: [messages.configFields.endpoint, messages.configFields.addressOfTheStoreSuch],
  force_path_style: [messages.configFields.bucketIsInThePath],
  account: [messages.configFields.storageAccount, messages.configFields.nameOfTheAccount],
  blob_endpoint: [messages.configFields.endpoint, messages.configFields.addressOfTheAccount],
  account_key: [messages.configFields.accountKey],
  url: [messages.configFields.address, messages.configFields.addressOfTheWebDavFolder],
  username: [messages.configFields.userName],
  password: [messages.configFields.password, messages.configFields.appPassword],
  workspace_url: [messages.configFields.workspaceUrl, messages.configFields.addressOfTheWorkspace],
  warehouse_id: [messages.configFields.warehouseId],
  catalog: [messages.configFields.catalog],
  schema: [messages.configFields.schema],
  access_token: [messages.configFields.accessToken],
  account_identifier: [messages.configFields.accountIdentifier, messages.configFields.identifierOfTheAccount],
  warehouse: [messages.configFields.warehouse],
  role: [messages.configFields.role],
  database: [messages.configFields.database],
  private_key: [messages.configFields.privateKey, messages.configFields.keyOfTheUser],
  folder: [messages.configFields.folderOnTheServer, messages.configFields.folderThatTheOperatorOpened],
};

interface Schema {
  readonly properties?: Readonly<
    Record<
      string,
      { readonly type?: string; readonly default?: unknown; readonly minLength?: number; readonly maxLength?: number }
    >
  >;
  readonly required?: readonly string[];
}

/** The fields of a type's `config` or `secrets`; none for `null`. */
export function configFields(rules: unknown): readonly ConfigField[] {
  const { properties = {}, required = [] } = (rules ?? {}) as Schema;
  return Object.entries(properties).map(([key, { type, default: initial, minLength, maxLength }]) => {
    const [label, hint] = LABELS[key] ?? [key.replaceAll('_', ' ')];
    return {
      key,
      label,
      hint,
      kind: type === 'boolean' ? 'switch' : 'text',
      required: required.includes(key),
      mayBeEmpty: minLength === undefined,
      initial: type === 'boolean' ? initial === true : String(initial ?? ''),
      most: maxLength,
    };
  });
}

/** Returns the values to send: empty texts that are no answer are left out, so that the server's own values stand. */
export function configValues(
  fields: readonly ConfigField[],
  values: Readonly<Record<string, string | boolean>>,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ key, initial, required, mayBeEmpty }): [string, string | boolean][] => {
      const value = values[key] ?? initial;
      if (typeof value !== 'string') return [[key, value]];
      return value.trim() === '' && (required || !mayBeEmpty) ? [] : [[key, value.trim()]];
    }),
  );
}
