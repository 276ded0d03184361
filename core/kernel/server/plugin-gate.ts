import { Fault, TtlCache } from '#core/base/common/index.ts';
import type { Enablement, EnablementRules, Manifest } from '../common/index.ts';
import { enablementOf } from '../common/index.ts';

/** Rules of one organization, from the tenancy tables. */
export type RulesOf = (organizationId: number) => Promise<Omit<EnablementRules, 'operatorOff'>>;

const FRESH = 2_000;

/**
 * Knows which plugins an organization has. Answers are kept two seconds at most and dropped at once when a switch
 * changes here.
 */
export class PluginGate {
  readonly #known = new TtlCache<ReadonlyMap<string, Enablement>>(FRESH);
  readonly #failed = new Set<string>();
  #installed: ReadonlyMap<string, Enablement> | undefined;

  constructor(
    private readonly manifests: readonly Manifest[],
    private readonly operatorOff: ReadonlySet<string>,
    private readonly rulesOf: RulesOf,
  ) {}

  /** Every installed plugin with its state and reason, for one organization or (undefined) for calls without one. */
  async enablement(organizationId: number | undefined): Promise<ReadonlyMap<string, Enablement>> {
    if (organizationId === undefined)
      return (this.#installed ??= enablementOf(this.manifests, {
        operatorOff: this.operatorOff,
        switches: {},
        features: {},
        failed: this.#failed,
      }));
    return this.#known.get(String(organizationId), async () => {
      const rules = await this.rulesOf(organizationId);
      return enablementOf(this.manifests, { ...rules, operatorOff: this.operatorOff, failed: this.#failed });
    });
  }

  /** Call after a switch or feature changed. */
  forget(): void {
    this.#known.forget();
  }

  /** A plugin from outside did not start: it is off everywhere, and so is what requires it. */
  fail(id: string): void {
    this.#failed.add(id);
    this.#known.forget();
    this.#installed = undefined;
  }

  /** Returns the plugins that `organizationId` would have if its switches were these. */
  async preview(
    organizationId: number,
    change: (switches: EnablementRules['switches']) => EnablementRules['switches'],
  ): Promise<ReadonlyMap<string, Enablement>> {
    const rules = await this.rulesOf(organizationId);
    return enablementOf(this.manifests, {
      ...rules,
      switches: change(rules.switches),
      operatorOff: this.operatorOff,
      failed: this.#failed,
    });
  }

  /** Throws PLUGIN_DISABLED as a plain 404: what is off does not exist for the organization. */
  refuse(owner: string): never {
    const title = this.manifests.find(each => each.id === owner)?.title ?? owner;
    throw new Fault('PLUGIN_DISABLED', `${title} is switched off for your organization.`, {
      status: 404,
      details: { plugin: owner },
    });
  }
}
