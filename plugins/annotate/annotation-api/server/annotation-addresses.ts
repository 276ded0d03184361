import { createHash } from 'node:crypto';
import { inject } from 'inversify';
import { notFound } from '#core/base/common/index.ts';
import type { Log, RequestContext } from '#core/api/server/index.ts';
import { callerOf, People } from '#core/auth/server/index.ts';
import type { BlobQuery, BlobUrls } from '#core/data/server/index.ts';
import type { RequestContexts } from '#core/kernel/server/index.ts';
import {
  BlobUrlsToken,
  demandContract,
  LogToken,
  PluginGate,
  PublicUrlToken,
  RequestContextsToken,
} from '#core/kernel/server/index.ts';
import { Teams } from '#core/tenancy/server/index.ts';
import { Annotations, Masks } from '#plugins/annotate/annotations/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';

/** Addresses hold this long, in milliseconds: a working day to read, an hour to write. */
const LIFETIME_MS = { read: 12 * 3_600_000, write: 3_600_000 } as const;

/** Purpose of an address; one for reading is none for writing. */
type Purpose = keyof typeof LIFETIME_MS;

/** Contents of an address, and the person it acts for. */
export interface AnnotationTicket {
  readonly teamId: number;
  readonly personId: number;
  readonly projectId: number;
  readonly itemId: number;
}

export interface DownloadAddresses {
  readonly original: string | null;
  readonly lores: string | null;
  readonly annotation: string;
  /** Of the mask that the annotation names; null when it names none. */
  readonly mask: string | null;
}

const FORM = /^(\d{1,10})-(\d{1,10})-(\d{1,10})-(\d{1,10})$/;

/** The signing keys are those of stored files; a ticket replaces a file's hash, so it can never name one. */
const named = (
  ticket: string,
  purpose: Purpose,
): { readonly hash: string; readonly type: string; readonly name: string } => ({
  hash: createHash('sha256').update(`annotation/${purpose}/${ticket}`).digest('hex'),
  type: 'application/json',
  name: 'annotation.json',
});

/** Absolute addresses of an item's file and annotation that carry their own right to be read. */
export class AnnotationAddresses {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(Masks) private readonly masks: Masks,
    @inject(People) private readonly people: People,
    @inject(Teams) private readonly teams: Teams,
    @inject(BlobUrlsToken) private readonly urls: BlobUrls,
    @inject(PublicUrlToken) private readonly publicUrl: string,
    @inject(RequestContextsToken) private readonly contexts: RequestContexts,
    @inject(PluginGate) private readonly gate: PluginGate,
    @inject(LogToken) private readonly log: Log,
  ) {}

  /** Throws NOT_FOUND. */
  async of(context: RequestContext, projectId: number, itemId: number): Promise<DownloadAddresses> {
    const row = await this.items.get(context, itemId, projectId);
    const { original, lores } = await this.items.asset(context, row);
    const mask = await this.masks.address(context, (await this.annotations.of(context, row)).document, row.name);
    return {
      original: this.#absolute(original),
      lores: this.#absolute(lores),
      annotation: this.#address(context, projectId, itemId, 'read'),
      mask: this.#absolute(mask?.url ?? null),
    };
  }

  /** Returns the address to which the annotation of an item is sent. Throws NOT_FOUND. */
  async toUpload(context: RequestContext, projectId: number, itemId: number): Promise<string> {
    await this.items.get(context, itemId, projectId);
    return this.#address(context, projectId, itemId, 'write');
  }

  /**
   * Returns the permission of an address, and a context with the present rights of its person. Throws NOT_FOUND for one
   * that is not ours, too old, or of somebody who left; CONTRACT_EXPIRED (402) for writing when the organization's
   * contract has ended.
   */
  async open(
    ticket: string,
    query: BlobQuery,
    purpose: Purpose,
    signal: AbortSignal,
  ): Promise<{ readonly context: RequestContext; readonly ticket: AnnotationTicket }> {
    const parts = FORM.exec(ticket)?.slice(1).map(Number);
    if (parts === undefined || !this.urls.verify(named(ticket, purpose).hash, query).allowed)
      throw notFound('The annotation');
    const [teamId, personId, projectId, itemId] = parts as [number, number, number, number];
    const person = await this.people.byId(personId);
    const user = person === undefined || person.disabled_at !== null ? undefined : callerOf(person);
    const team = user === undefined ? undefined : await this.teams.membership(user, teamId);
    if (user === undefined || team === undefined) throw notFound('The annotation');
    // The call itself is public, so the gate does not know whose contract it is about.
    if (purpose === 'write') demandContract(team);
    const enablement = await this.gate.enablement(team.organizationId);
    const context = this.contexts.make({
      requestId: ticket,
      credential: 'public',
      user,
      team,
      scope: {},
      address: 'address',
      log: this.log,
      signal,
      enablement,
    });
    if (!context.enabled('annotation-api')) throw notFound('The annotation');
    await context.demand(purpose === 'read' ? 'ViewItem' : 'AnnotateItem', { projectId });
    return { context, ticket: { teamId, personId, projectId, itemId } };
  }

  #address(context: RequestContext, projectId: number, itemId: number, purpose: Purpose): string {
    const ticket = [context.team.id, context.user.id, projectId, itemId].join('-');
    return `${this.publicUrl}/annotation-files/${ticket}?${this.urls.sign(named(ticket, purpose), LIFETIME_MS[purpose]).split('?')[1]}`;
  }

  #absolute(address: string | null): string | null {
    return address !== null && address.startsWith('/') ? this.publicUrl + address : address;
  }
}
