import { Fault, invalidField } from '#core/base/common/index.ts';
import type { z } from '#core/api/common/index.ts';
import type { IntegrationSecrets } from '../common/integration.ts';
import {
  integrationConfigs,
  integrationNameProblem,
  integrationSecrets,
  integrationTypeOf,
} from '../common/integration.ts';

/** An integration as a caller writes it. */
export interface IntegrationDraft {
  readonly name?: string | undefined;
  readonly type?: number | string | undefined;
  readonly root?: string | undefined;
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  readonly secrets?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The settings of an integration in the form they are stored in. */
export interface IntegrationSettings {
  readonly root: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly secrets: IntegrationSecrets | undefined;
}

/** Returns the number of an integration type. @throws Fault INVALID_FIELD. */
export function integrationTypeValue(given: number | string): number {
  const type = integrationTypeOf(given);
  if (type === undefined) throw invalidField('type', 'is no type of integration');
  return type.value;
}

/** Returns a name without blanks around it. @throws Fault INVALID_FIELD. */
export function checkedName(name: string): string {
  const problem = integrationNameProblem(name);
  if (problem !== undefined)
    throw new Fault('INVALID_FIELD', problem, {
      status: 400,
      details: { issues: [{ field: 'name', reason: problem }] },
    });
  return name.trim();
}

/** Returns the settings of a draft. @throws Fault INVALID_FIELD for one that its type does not take. */
export function checkedSettings(type: number, draft: IntegrationDraft, hasSecrets = false): IntegrationSettings {
  const config = parsed(
    'config',
    integrationConfigs[type as keyof typeof integrationConfigs],
    draft.config ?? {},
  ) as Record<string, unknown>;
  if (type === 4) {
    if (draft.secrets !== undefined && draft.secrets !== null) throw invalidField('secrets', 'custom storage has none');
    return { root: String(config['folder'] ?? ''), config, secrets: undefined };
  }
  const given = draft.secrets ?? undefined;
  const schema = integrationSecrets[type as keyof typeof integrationSecrets];
  if (given === undefined && !hasSecrets)
    throw invalidField('secrets', `must hold ${Object.keys(schema.shape).join(', ')}`);
  return {
    root: rootOf(type, draft.root ?? '', config),
    config,
    secrets: given === undefined ? undefined : (parsed('secrets', schema, given) as IntegrationSecrets),
  };
}

/** Returns the bucket, container, workspace or account, or the folder at a WebDAV address, without its host. */
function rootOf(type: number, given: string, config: Readonly<Record<string, unknown>>): string {
  if (type === 8) return plainPath(new URL(String(config['url'])));
  if (type === 5) return new URL(String(config['workspace_url'])).host;
  if (type === 6) return String(config['account_identifier']);
  const root = given.trim();
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/.test(root))
    throw invalidField('root', `must be the name of a ${integrationTypeOf(type)?.root}`);
  return root;
}

/** Returns the path of an address as people read it. @throws Fault INVALID_FIELD for one that is not to be read. */
function plainPath(url: URL): string {
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw invalidField('config.url', 'must be an address alone. Enter name and password in their own fields');
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    throw invalidField('config.url', 'has a % that begins no escaped character');
  }
}

/** Parses a value. Errors name the field only, because the value may be a secret in the wrong place. */
function parsed(place: string, schema: z.ZodType, value: unknown): unknown {
  const found = schema.safeParse(value);
  if (found.success) return found.data;
  const issue = found.error.issues[0]!;
  const field = issue.code === 'unrecognized_keys' ? `${place}.${issue.keys[0]}` : [place, ...issue.path].join('.');
  throw invalidField(field, issue.code === 'unrecognized_keys' ? 'is not a field of this type' : issue.message);
}
